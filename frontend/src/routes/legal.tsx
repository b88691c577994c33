// The pages the law asks for, as one piece of code that no other page loads.

import { LegalPage } from '../features/legal/legal-page';

export const Terms = () => <LegalPage name="terms" />;
export const Privacy = () => <LegalPage name="privacy" />;
export const LegalNotice = () => <LegalPage name="notice" />;
export const Cookies = () => <LegalPage name="cookies" />;
export const Withdrawal = () => <LegalPage name="withdrawal" />;
export const ShippingAndReturns = () => <LegalPage name="shipping" />;
