// What orders can be paid with, once the provider has said so; no button waits for it.

import Lock from 'lucide-react/icons/lock';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { PaymentMeans, UsableMeans } from '../../api/types';
import { useTranslation } from '../../i18n';

/** What is called the same in every language. */
const brands: Partial<Record<PaymentMeans, string>> = {
  bizum: 'Bizum',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
};

export const useMeans = (): PaymentMeans[] => useResource<UsableMeans>(resourcePaths.paymentMeans).data?.means ?? [];

/** Says that the payment is made on the provider's own page. */
export function RedirectNote() {
  const { t } = useTranslation();
  return (
    <p className="checkout__note">
      <Lock aria-hidden="true" />
      <span>{t('checkout.redirect_note')}</span>
    </p>
  );
}

/** Names them below the button that pays, which they must not move when they come. */
export function MeansNote({ means }: { means: PaymentMeans[] }) {
  const { t, lang } = useTranslation();
  if (means.length === 0) return null;
  const names = means.map((one) => brands[one] ?? t('checkout.means_card'));
  const list = new Intl.ListFormat(lang, { type: 'disjunction' }).format(names);
  return <p className="checkout__means muted">{t('checkout.means', { means: list })}</p>;
}
