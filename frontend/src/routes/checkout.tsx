import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { resourcePaths } from '../api/paths';
import { useResource } from '../api/resource';
import type { Profile } from '../api/types';
import { shippingAddress } from '../features/account/address';
import { isDelivered } from '../features/account/delivery-area';
import { RequireUser, useUser } from '../features/account/require-user';
import { useSession } from '../features/account/session';
import { useForm } from '../features/account/use-form';
import { useBuyable } from '../features/cart/cart';
import { CartNewsNote } from '../features/cart/cart-news';
import { useCartRefresh } from '../features/cart/use-cart-refresh';
import { AddressCard } from '../features/checkout/address-card';
import { GuestCheckout } from '../features/checkout/guest-checkout';
import { guestDraft, keepGuestDraft } from '../features/checkout/guest-draft';
import { InvoiceFields, invoiceOf } from '../features/invoices/buyer-fields';
import { PayPanel } from '../features/checkout/pay-panel';
import { usePurchase } from '../features/checkout/use-purchase';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { LoadFailed } from '../load-failed';
import { paths } from '../paths';
import { money } from '../ui/format';
import { Spinner } from '../ui/spinner';
import { toast } from '../ui/toast';
import ReturnedUnpaid from './returned-unpaid';

/** Buying: signed in, or, for whoever has chosen that, without an account. */
export default function Checkout() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const session = useSession();
  const asGuest = query.has('guest') && (session.status === 'anonymous' || session.status === 'awaiting');
  useTitle(t('checkout.title'));
  if (asGuest) return <AsGuest />;
  return (
    <RequireUser title={t('checkout.title')}>
      <AsUser />
    </RequireUser>
  );
}

/** What is shown in place of a checkout where there is nothing to buy. */
function useNothingToBuy(): typeof ReturnedUnpaid | null {
  const [query] = useSearchParams();
  const lines = useBuyable();
  if (lines.length > 0) return null;
  return query.has('session_id') || query.has('cancelled') ? ReturnedUnpaid : ToCart;
}

function ToCart() {
  return <Navigate to={paths.cart} replace />;
}

function AsGuest() {
  const { t } = useTranslation();
  const lines = useBuyable();
  const purchase = usePurchase(lines, { asGuest: true });
  const Instead = useNothingToBuy();
  if (purchase.leaving) return <Waiting label={t('checkout.pay_busy')} />;
  if (Instead) return <Instead />;
  return (
    <div className="page checkout">
      <h1>{t('checkout.title')}</h1>
      <SumAhead total={purchase.total} />
      <News />
      <GuestCheckout lines={lines} purchase={purchase} />
    </div>
  );
}

/** Address, sums and the button that buys. */
function AsUser() {
  const { t } = useTranslation();
  const lines = useBuyable();
  const user = useUser();
  const profile = useResource<Profile>(resourcePaths.profile(user.id));
  const address = profile.data ? shippingAddress(profile.data) : null;
  const purchase = usePurchase(lines);
  const [draft] = useState(guestDraft);
  const { errors, handlers } = useForm({
    send: async (values) => {
      if (address !== null) await purchase.buy(address, { invoice: invoiceOf(values, address) });
    },
    onError: purchase.onRefused,
  });
  const Instead = useNothingToBuy();
  const incomplete = profile.data !== undefined && address === null;
  useIncompleteAddress(incomplete && lines.length > 0);

  if (purchase.leaving) return <Waiting label={t('checkout.pay_busy')} />;
  if (Instead) return <Instead />;
  if (profile.error) {
    return (
      <div className="page checkout">
        <h1>{t('checkout.title')}</h1>
        <LoadFailed title={t('account.profile_load_failed')} error={profile.error} reload={profile.reload} />
      </div>
    );
  }
  if (address === null) return <Waiting label={t('common.loading')} />;
  return (
    <div className="page checkout">
      <h1>{t('checkout.title')}</h1>
      <SumAhead total={purchase.total} />
      <News />
      <form
        className="two-columns"
        {...handlers}
        onInput={(event) => {
          handlers.onInput(event);
          keepGuestDraft(event.currentTarget);
        }}
      >
        <div className="stack">
          <AddressCard address={address} email={user.email} delivered={isDelivered(address)} />
          <InvoiceFields errors={errors} draft={draft} total={purchase.total} />
        </div>
        <PayPanel lines={lines} purchase={purchase} delivered={isDelivered(address)} />
      </form>
    </div>
  );
}

/** What it comes to, where the goods and the sums are far below the form; leads to them. */
function SumAhead({ total }: { total: number }) {
  const { t, lang } = useTranslation();
  return (
    <a className="checkout__ahead" href="#summary-title">
      {t('checkout.summary_title')} <strong className="numeric">{money(total, lang)}</strong>
    </a>
  );
}

/** What the shop has changed since it went into the cart, before anybody fills in a form. */
function News() {
  return <CartNewsNote news={useCartRefresh()} />;
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
      // Below is the form that is to be filled in.
      atTop: true,
    });
    void navigate(paths.accountTab('profile', 'checkout'), { replace: true });
  }, [incomplete, navigate, t]);
}
