// One piece of code.

export { PasskeyOffer } from './passkey-offer';
export { PasskeysPanel } from './passkeys-panel';
