// The pages the law asks for, as one piece of code that no other page loads.

import { LegalPage } from '../features/legal/legal-page';
import { Withdraw } from '../features/withdrawal/withdraw';

export const Terms = () => <LegalPage name="terms" />;
export const Privacy = () => <LegalPage name="privacy" />;
export const LegalNotice = () => <LegalPage name="notice" />;
export const Cookies = () => <LegalPage name="cookies" />;
/** What the law says of withdrawing, with the way to do it above. */
export const Withdrawal = () => (
  <LegalPage name="withdrawal">
    <Withdraw />
  </LegalPage>
);
export const Accessibility = () => <LegalPage name="accessibility" />;
export { LegalVersion as Version } from '../features/legal/legal-version';
export const ShippingAndReturns = () => <LegalPage name="shipping" />;
