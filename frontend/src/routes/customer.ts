// The pages of buying and of the account, as one piece of code that a mere visitor never loads; with them the page for
// visits without a connection, whose document does without it.

export { default as Account } from './account';
export { default as CheckEmail } from './check-email';
export { default as Checkout } from './checkout';
export { default as Login } from './login';
export { default as Offline } from './offline';
export { default as Order } from './order';
export { default as Recover } from './recover';
export { default as Register } from './register';
export { default as ReturnedUnpaid } from './returned-unpaid';
export { default as Success } from './success';
export { default as Tracking } from './tracking';
export { default as Verify } from './verify';
export { default as Welcome } from './welcome';
