// What pages show below their first screen or once somebody asks for it, as one piece of code: apart, each would split what all pages
// share into more and smaller files.

export { CartPanelFooter } from './features/cart/cart-panel-parts';
export { ProductLightbox } from './features/catalogue/product-lightbox';
export { SeenLately } from './features/catalogue/seen-lately';
export { Suggestions } from './features/catalogue/suggestions';
export { TellMeForm } from './features/catalogue/tell-me-form';
export { bringReceipt } from './features/contact/receipt';
export { JobsLink, NoPrice, PriceAnswer } from './features/tariff/price-answer';
export { WishButton } from './features/wishlist/wish-button';
export { HomeSections } from './features/home/sections';
export { CartPanelBody } from './routes/cart-panel-body';
export { ProductFurther } from './routes/product-further';
