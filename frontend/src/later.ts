// What pages show below their first screen, as one piece of code: apart, each would split what all pages
// share into more and smaller files.

export { Comments } from './features/comments/comments';
export { HomeSections } from './features/home/sections';
