// The lists of the shop, as one piece of code.

export { default as NotFound } from './not-found';
export { default as Store } from './store';
