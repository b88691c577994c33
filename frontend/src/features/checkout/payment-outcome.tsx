import CircleCheck from 'lucide-react/icons/circle-check';
import CircleHelp from 'lucide-react/icons/circle-help';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import { useEffect, useRef, type ReactNode } from 'react';
import type { PaymentState } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { Empty } from '../../ui/empty';
import { isFocusLost } from '../../ui/focus';
import { money } from '../../ui/format';
import { Spinner } from '../../ui/spinner';
import { WithoutScripts } from '../../without-scripts';
import type { PaymentCheck } from './payment-check';

export type Outcome = 'checking' | 'failed' | 'pending' | 'paid' | 'cancelled';

/** What a check means to the buyer: a shipped order is a paid one. */
export function outcomeOf(check: PaymentCheck): Outcome {
  if (check === 'checking' || check === 'failed') return check;
  return check.status === 'pending' || check.status === 'cancelled' ? check.status : 'paid';
}

const art = { failed: CircleHelp, pending: Clock, paid: CircleCheck, cancelled: CircleX };

const texts = {
  failed: { title: 'success.failed_title', text: 'success.failed_text' },
  pending: { title: 'success.pending_title', text: 'success.pending_text' },
  paid: { title: 'success.paid_title', text: 'success.paid_text' },
  cancelled: { title: 'success.cancelled_title', text: 'success.cancelled_text' },
};

/** `reference` is how mails name the order. */
type Props = { outcome: Outcome; payment: PaymentState | null; reference: string; children: ReactNode };

/** How the payment ended, told as it is; `children` are the ways on. */
export function PaymentOutcome({ outcome, payment, reference, children }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that asked again has gone with the answer before.
  useEffect(() => {
    if (isFocusLost()) heading.current?.focus({ preventScroll: true });
  }, [outcome]);
  if (outcome === 'checking') {
    return (
      <div className="success__checking">
        <h1 className="empty__title" ref={heading} tabIndex={-1}>
          {t('success.checking')}
        </h1>
        <WithoutScripts what={t('no_script.payment')} />
        <Spinner label={t('success.checking')} />
      </div>
    );
  }
  const Art = art[outcome];
  return (
    <div className="success__outcome" data-outcome={outcome} role="status">
      <Empty
        heading="h1"
        headingRef={heading}
        art={<Art size={72} strokeWidth={1.5} />}
        title={t(texts[outcome].title)}
        text={t(texts[outcome].text)}
      >
        {payment && (
          <dl className="success__facts numeric">
            <dt>{t('success.order')}</dt>
            <dd>
              <bdi>{payment.number}</bdi>
            </dd>
            <dt>{t('success.total')}</dt>
            <dd>{money(payment.total_in_cents, lang)}</dd>
            <dt>{t('success.reference')}</dt>
            <dd>
              <bdi>{reference}</bdi>
            </dd>
          </dl>
        )}
        {children}
      </Empty>
    </div>
  );
}
