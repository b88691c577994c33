// The company's own page, apart from the shop's: a shopper who arrives at a product does without it.

export { default as Home } from './home';
