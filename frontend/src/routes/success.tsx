import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { resourcePaths } from '../api/paths';
import { useKnown, useResource } from '../api/resource';
import type { Order } from '../api/types';
import { useSession } from '../features/account/session';
import { usePaymentCheck } from '../features/checkout/payment-check';
import { ArrivalNote, Arrives } from '../features/catalogue/arrival';
import { DispatchNote } from '../features/catalogue/dispatch-note';
import { guestDraft } from '../features/checkout/guest-draft';
import { outcomeOf, PaymentOutcome } from '../features/checkout/payment-outcome';
import { useConfirmedOnce } from '../features/checkout/use-confirmed-once';
import { InvoicedTo } from '../features/invoices/invoiced-to';
import { isBeingMade } from '../features/orders/being-made';
import { OrderItems } from '../features/orders/order-items';
import { shortId } from '../features/orders/short-id';
import { Whither } from '../features/orders/whither';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { Button, buttonClass } from '../ui/button';
import { Empty } from '../ui/empty';
import { dayRange } from '../ui/format';

/** Where the payment page leads back to; open to anybody who holds the session's id. */
export default function Success() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const orderId = query.get('order_id');
  const sessionId = query.get('session_id');
  useTitle(t('success.orders'));
  return (
    <div className="page success">
      {orderId && sessionId ? (
        <Outcome orderId={orderId} sessionId={sessionId} />
      ) : (
        <Empty heading="h1" title={t('success.plain_title')} text={t('success.plain_text')}>
          <Onward />
        </Empty>
      )}
    </div>
  );
}

function Outcome({ orderId, sessionId }: { orderId: string; sessionId: string }) {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  const check = usePaymentCheck(orderId, sessionId, round);
  const outcome = outcomeOf(check);
  // As it was typed here: what mail nobody reads would tell, this page does.
  const [typed] = useState(() => guestDraft()['email']);
  const session = useSession();
  const mailedTo = session.status === 'user' ? session.user.email : typed;
  useConfirmedOnce(outcome === 'paid' ? orderId : null);
  const told = (
    <PaymentOutcome outcome={outcome} payment={typeof check === 'string' ? null : check} reference={shortId(orderId)}>
      {(outcome === 'pending' || outcome === 'failed') && (
        <Button variant="secondary" onClick={() => setRound(round + 1)}>
          {t('success.again')}
        </Button>
      )}
      <Onward orderId={orderId} />
      {/* Below the ways on: it comes after the page. */}
      {outcome === 'paid' && mailedTo && (
        <p>
          {t('success.mailed_to')} <bdi>{mailedTo}</bdi>
          {session.status !== 'user' && (
            <>
              <br />
              <Link to={paths.contact}>{t('success.mail_wrong')}</Link>
            </>
          )}
        </p>
      )}
      {outcome === 'paid' && <Promised orderId={orderId} />}
    </PaymentOutcome>
  );
  return (
    <>
      {told}
      {outcome === 'paid' && <Bought orderId={orderId} />}
    </>
  );
}

/** What was bought and where it goes, for who looks once more; below all else, so that nothing moves when it comes. */
function Bought({ orderId }: { orderId: string }) {
  const order = useKnown<Order>(resourcePaths.order(orderId));
  if (!order) return null;
  return (
    <div className="success__bought stack">
      <OrderItems items={order.order_items} />
      <Whither order={order} />
      <InvoicedTo orderId={orderId} />
    </div>
  );
}

/** When it leaves and arrives, where that is known of what is made first. */
function Promised({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const { data: order } = useResource<Order>(resourcePaths.order(orderId));
  if (!order) return null;
  const { arrives_from: from, arrives_until: until } = order;
  if (!isBeingMade(order)) {
    return (
      <>
        <DispatchNote />
        <ArrivalNote />
      </>
    );
  }
  if (order.is_late) return <Arrives>{t('delivery.made_late')}</Arrives>;
  if (!from || !until) return <ArrivalNote isMade />;
  return <Arrives>{t('delivery.made_arrives', dayRange(from, until, t))}</Arrives>;
}

/** Whoever has no account is led to the order itself. */
function Onward({ orderId }: { orderId?: string }) {
  const { t } = useTranslation();
  const { status } = useSession();
  const isGuest = (status === 'anonymous' || status === 'awaiting') && orderId !== undefined;
  return (
    <>
      <Link className={buttonClass('primary')} to={paths.store()}>
        {t('success.continue')}
      </Link>
      <Link className={buttonClass('secondary')} to={isGuest ? paths.order(orderId, true) : paths.accountTab('orders')}>
        {t(isGuest ? 'checkout.see_order' : 'success.orders')}
      </Link>
    </>
  );
}
