import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { usePaymentCheck } from '../features/checkout/payment-check';
import { outcomeOf, PaymentOutcome } from '../features/checkout/payment-outcome';
import { useConfirmedOnce } from '../features/checkout/use-confirmed-once';
import { shortId } from '../features/orders/short-id';
import { useTitle } from '../features/site/use-title';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { Button, buttonClass } from '../ui/button';
import { Empty } from '../ui/empty';

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
  useConfirmedOnce(outcome === 'paid' ? orderId : null);
  return (
    <PaymentOutcome outcome={outcome} payment={typeof check === 'string' ? null : check} reference={shortId(orderId)}>
      {(outcome === 'pending' || outcome === 'failed') && (
        <Button variant="secondary" onClick={() => setRound(round + 1)}>
          {t('success.again')}
        </Button>
      )}
      <Onward />
    </PaymentOutcome>
  );
}

function Onward() {
  const { t } = useTranslation();
  return (
    <>
      <Link className={buttonClass('primary')} to={paths.store()}>
        {t('success.continue')}
      </Link>
      <Link className={buttonClass('secondary')} to={paths.accountTab('orders')}>
        {t('success.orders')}
      </Link>
    </>
  );
}
