// The pages few come to, each by a link of its own, as one piece of code.

export { default as Rate } from './rate';
export { default as Tariff } from './tariff';
export { default as Wishlist } from './wishlist';
