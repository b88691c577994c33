// The pages every visitor walks through, as one piece of code: going from one to the next waits
// for nothing.

export { default as NotFound } from './not-found';
export { default as Product } from './product';
export { default as Store } from './store';
