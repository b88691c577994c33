// The pay button's work, and what to tell the buyer when it does not go through.

import { startTransition, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/client';
import { errorText } from '../../api/problem';
import { inOnePiece, officeOf, useSite } from '../../api/site';
import type { AddressInput, InvoiceBuyer } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { toast } from '../../ui/toast';
import { clearCart, type CartLine } from '../cart/cart';
import { cartTotal, shippingCost } from '../cart/rules';
import { endAttempt } from './attempt';
import type { Notice } from './notice';
import { paymentPage, placeOrder, purchaseItem } from './purchase';
import { isStaleCart, refreshStaleCart } from './stale-cart';

/** What the checkout page shows of a purchase. Amounts are cents, without and with delivery. */
export type PurchaseState = {
  /** @throws ApiError that is about a field of theirs */
  buy: (to: AddressInput, by: By) => Promise<void>;
  /** Says before it buys whether by Bizum alone. */
  choose: (bizum: boolean) => void;
  /** What a form could not show at a field. */
  onRefused: (error: unknown) => void;
  busy: boolean;
  /** The browser is on its way to the payment page. */
  leaving: boolean;
  notice: Notice | null;
  items: number;
  total: number;
};

/** Who buys: without a session where mail reaches them, and to whom it is invoiced where that is asked for. */
export type By = { email?: string; invoice: InvoiceBuyer | undefined };

export function usePurchase(lines: CartLine[], { asGuest = false } = {}): PurchaseState {
  const { t, lang } = useTranslation();
  const { store_id: storeId, shipping } = useSite();
  const explain = useExplanation(asGuest);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useLeaving();
  const [notice, setNotice] = useState<Notice | null>(null);
  // State comes a render too late for the second half of a double click.
  const running = useRef(false);
  const bizum = useRef(false);
  const items = cartTotal(lines);
  const total = items + shippingCost(items, shipping);

  /** Order and payment page; without the latter the order stays, to be paid on a second try. */
  async function start(to: AddressInput, { email, invoice }: By): Promise<Notice | null> {
    let orderId: string | null = null;
    try {
      const bought = lines.map((line) => purchaseItem(line.variant.id, line));
      orderId = await placeOrder({
        shipping_address: to,
        items: bought,
        total_price: total / 100,
        locale: lang,
        ...(email !== undefined && { email }),
        ...(invoice !== undefined && { invoice }),
      });
      const url = await paymentPage(orderId, asGuest, bizum.current);
      setLeaving(true);
      endAttempt(sessionStorage);
      clearCart();
      // Whoever comes back by the Back button is told about the order, not shown an empty cart.
      void navigate(paths.checkoutAfterCancel(orderId, asGuest), { replace: true });
      location.assign(url);
      return null;
    } catch (error) {
      if (isAboutField(error, asGuest)) throw error;
      if (!isStaleCart(error)) return explain(error, orderId);
      endAttempt(sessionStorage);
      const { empty, ...stale } = await refreshStaleCart(error, total, { storeId, lang, t });
      // With nothing left to buy this page gives way to the cart, where only a toast can still be read.
      if (empty) toast({ title: stale.title, description: stale.details.join(' '), variant: 'destructive' });
      return stale;
    }
  }

  async function buy(to: AddressInput, by: By) {
    if (running.current) return;
    if (lines.length === 0) {
      toast({ title: t('account.error'), description: t('checkout.missing_data'), variant: 'destructive' });
      return;
    }
    running.current = true;
    setBusy(true);
    setNotice(null);
    try {
      setNotice(await start(to, by));
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  const choose = (isBizum: boolean) => void (bizum.current = isBizum);
  return { buy, choose, onRefused: (error) => setNotice(explain(error, null)), busy, leaving, notice, items, total };
}

/** Whether a refusal names what was typed: an account's address was typed elsewhere. */
const isAboutField = (error: unknown, asGuest: boolean) =>
  error instanceof ApiError &&
  typeof error.params.field === 'string' &&
  (asGuest || error.params.field.startsWith('invoice'));

/** True while leaving for the payment page; false again when the browser shows this page as it was left. */
function useLeaving() {
  const state = useState(false);
  const [, setLeaving] = state;
  useEffect(() => {
    const onReturn = (event: PageTransitionEvent) => {
      // Not before the address of the order, which the router may not have shown yet: it goes to an empty cart from here.
      if (event.persisted) startTransition(() => setLeaving(false));
    };
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, [setLeaving]);
  return state;
}

/** What to tell the buyer about a refusal; `orderId` when the order was made all the same. */
function useExplanation(asGuest: boolean) {
  const { t } = useTranslation();
  const site = useSite();
  const navigate = useNavigate();
  // Whoever has no account finds them in their mails.
  const orders = asGuest ? {} : { order: 'all' };
  const tooMany = asGuest ? t('checkout.too_many_open_guest', { phone: inOnePiece(officeOf(site).display) }) : t('checkout.too_many_open');
  return (error: unknown, orderId: string | null): Notice | null => {
    const code = error instanceof ApiError ? error.code : '';
    switch (code) {
      case 'order_not_payable':
      case 'idempotency_key_reused':
        // The same key could only be refused again.
        endAttempt(sessionStorage);
        return { title: t('checkout.failed'), details: [t('checkout.not_payable')], ...orders };
      case 'incomplete_address':
        toast({
          title: t('checkout.incomplete_title'),
          description: t('checkout.incomplete_text'),
          variant: 'destructive',
        });
        void navigate(paths.accountTab('profile', 'checkout'));
        return null;
      case 'outside_delivery_area':
        return { title: t('checkout.outside_title'), details: [t('checkout.outside_text')] };
      case 'too_many_open_orders':
        return { title: t('checkout.failed'), details: [tooMany], ...orders };
      default:
        // By the button, for as long as it is true: a message would be gone before anybody has a connection again.
        if (orderId === null) return { title: t('checkout.failed'), details: [errorText(t, error)] };
        toast({ title: t('checkout.failed'), description: errorText(t, error), variant: 'destructive' });
        return { title: t('checkout.kept_title'), details: [t('checkout.kept_text')], order: orderId, asGuest };
    }
  };
}
