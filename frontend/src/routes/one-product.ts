// The page of one product, apart from the lists: whoever arrives at either does without the other, which comes as soon
// as a finger or pointer is at its link.

export { default as Product } from './product';
