import Lock from 'lucide-react/icons/lock';
import { useEffect } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { resourcePaths } from '../api/paths';
import { errorText } from '../api/problem';
import { useResource } from '../api/resource';
import { useSite } from '../api/site';
import type { Profile } from '../api/types';
import { shippingAddress } from '../features/account/address';
import { isDelivered } from '../features/account/delivery-area';
import { useUser } from '../features/account/require-user';
import { useCart } from '../features/cart/cart';
import { AddressCard } from '../features/checkout/address-card';
import { PurchaseNotice } from '../features/checkout/notice';
import { OrderSummary } from '../features/checkout/order-summary';
import { usePurchase, type PurchaseState } from '../features/checkout/use-purchase';
import { useTitle } from '../features/site/use-title';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { Button } from '../ui/button';
import { ErrorBox } from '../ui/empty';
import { money } from '../ui/format';
import { Spinner } from '../ui/spinner';
import { toast } from '../ui/toast';
import ReturnedUnpaid from './returned-unpaid';

/** Address, sums and the button that buys. */
export default function Checkout() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const lines = useCart();
  const profile = useResource<Profile>(resourcePaths.profile(useUser().id));
  const address = profile.data ? shippingAddress(profile.data) : null;
  const purchase = usePurchase(lines, address);
  const incomplete = profile.data !== undefined && address === null;
  useTitle(t('checkout.title'));
  useIncompleteAddress(incomplete && lines.length > 0);

  if (purchase.leaving) return <Waiting label={t('checkout.pay_busy')} />;
  if (lines.length === 0) {
    const returned = query.has('session_id') || query.has('cancelled');
    return returned ? <ReturnedUnpaid /> : <Navigate to={paths.cart} replace />;
  }
  if (profile.error) {
    return (
      <div className="page checkout">
        <h1>{t('checkout.title')}</h1>
        <ErrorBox title={t('account.profile_load_failed')} text={errorText(t, profile.error)}>
          <Button variant="secondary" onClick={() => void profile.reload()}>
            {t('form.retry')}
          </Button>
        </ErrorBox>
      </div>
    );
  }
  if (address === null) return <Waiting label={t('common.loading')} />;
  return (
    <div className="page checkout">
      <h1>{t('checkout.title')}</h1>
      <div className="two-columns">
        <div className="stack">
          <AddressCard address={address} delivered={isDelivered(address)} />
          <OrderSummary lines={lines} items={purchase.items} total={purchase.total} />
        </div>
        <Pay purchase={purchase} delivered={isDelivered(address)} />
      </div>
    </div>
  );
}

function Waiting({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <div className="page checkout">
      <h1>{t('checkout.title')}</h1>
      <Spinner label={label} />
    </div>
  );
}

/** Sends the buyer to complete the address, and says so. */
function useIncompleteAddress(incomplete: boolean) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!incomplete) return;
    toast({
      title: t('checkout.incomplete_title'),
      description: t('checkout.incomplete_text'),
      variant: 'destructive',
    });
    void navigate(paths.accountTab('profile', 'checkout'), { replace: true });
  }, [incomplete, navigate, t]);
}

type PayProps = { purchase: PurchaseState; delivered: boolean };

function Pay({ purchase, delivered }: PayProps) {
  const { t, lang } = useTranslation();
  const { payments } = useSite();
  // Why stands with the address.
  const outside = { title: t('checkout.outside_title'), details: [] };
  const notice = delivered ? purchase.notice : outside;
  return (
    <section className="panel stack checkout__pay" aria-label={t('checkout.pay')}>
      {notice && <PurchaseNotice notice={notice} />}
      <p className="checkout__total">
        {t('checkout.total')} <strong className="numeric">{money(purchase.total, lang)}</strong>
      </p>
      <p className="checkout__note">
        <Lock aria-hidden="true" />
        <span>{t('checkout.redirect_note')}</span>
      </p>
      {payments === 'sandbox' && <p className="notice">{t('checkout.sandbox_note')}</p>}
      <Button block busy={purchase.busy} disabled={!delivered} onClick={() => void purchase.buy()}>
        {purchase.busy ? t('checkout.pay_busy') : t('checkout.pay')}
      </Button>
      <ul className="checkout__links">
        <li>
          <Link to={paths.shippingReturns}>{t('checkout.info')}</Link>
        </li>
        <li>
          <Link to={paths.withdrawal}>{t('footer.withdrawal')}</Link>
        </li>
        <li>
          <Link to={paths.terms}>{t('checkout.terms')}</Link>
        </li>
        <li>
          <Link to={paths.privacy}>{t('footer.privacy')}</Link>
        </li>
      </ul>
    </section>
  );
}
