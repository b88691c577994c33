// What stays on the page of what somebody sent: what it is known by, what happens next, and the ways on.

import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef, type MouseEvent } from 'react';
import { Link, useLocation } from 'react-router';
import type { ComplaintReceived } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { needSections } from '../../sections';
import { longDate } from '../../ui/format';
import { CallOrWrite } from '../../without-scripts';
import { formAnchor } from './inquiry';
import { offerReceipt } from './sent';

/** A complaint that has arrived, as its sender wrote it. */
type Complained = { kind: 'complaint'; receipt: ComplaintReceived; email: string; text: string };

/** A request or a message; its number where the page knows it, which the mail names in any case. */
type Asked = { kind: 'quote' | 'message'; number?: string | null };

/** What has arrived. */
export type Arrived = Complained | Asked;

export type ReceiptProps = {
  of: Arrived;
  /** Whether it has just taken the form's place: then it takes the focus, too. */
  isNew?: boolean;
  onAgain?: () => void;
};

/** From now on it shows without waiting. */
export async function bringReceipt() {
  await needSections(['contact', 'quote', 'receipt']);
  offerReceipt(Receipt);
}

/** In the place of the form, or on the page that the form leads to. */
function Receipt({ of, isNew = false, onAgain }: ReceiptProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const form = of.kind === 'quote' ? paths.quote : pathname;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  /** The second half of the double click that sent the form must not press what has come in its place. */
  function onClickCapture(event: MouseEvent) {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div className="notice stack receipt" role="status" tabIndex={-1} ref={box} onClickCapture={onClickCapture}>
      {of.kind === 'complaint' ? <OfComplaint of={of} /> : <OfAsked of={of} isBesideForm={pathname === form} />}
      <p>
        <Link to={`${form}#${formAnchor}`} onClick={onAgain}>
          {t('inquiry.another')}
        </Link>
      </p>
    </div>
  );
}

function ReceiptTitle({ text }: { text: string }) {
  return (
    <p className="receipt__title">
      <CircleCheck aria-hidden="true" />
      <strong>{text}</strong>
    </p>
  );
}

function OfAsked({ of: { kind, number }, isBesideForm }: { of: Asked; isBesideForm: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <ReceiptTitle text={t(kind === 'quote' ? 'quote.sent_title' : 'contact.sent_title')} />
      {number && (
        <dl className="receipt__facts">
          <div>
            <dt>{t('receipt.number')}</dt>
            <dd className="receipt__key" dir="ltr">
              {number}
            </dd>
          </div>
        </dl>
      )}
      {number && <p>{t('receipt.keep')}</p>}
      <p>
        {t('contact.sent_text')} {t('receipt.spam')}
      </p>
      {kind === 'quote' && !isBesideForm && (
        <ol className="steps" aria-label={t('quote.steps_title')}>
          <li>{t('quote.step_read')}</li>
          <li>{t('quote.step_visit')}</li>
          <li>{t('quote.step_price')}</li>
        </ol>
      )}
      <p>
        <CallOrWrite lead={t('receipt.call')} />
      </p>
    </>
  );
}

/** When it arrived, and until when it is answered; the same comes by mail. */
function OfComplaint({ of: { receipt, email, text } }: { of: Complained }) {
  const { t } = useTranslation();
  return (
    <>
      <ReceiptTitle text={t('complaint.title')} />
      <dl className="receipt__facts">
        <div>
          <dt>{t('complaint.key')}</dt>
          <dd className="receipt__key" dir="ltr">
            {receipt.key}
          </dd>
        </div>
        <div>
          <dt>{t('complaint.at')}</dt>
          <dd dir="ltr">{receipt.received_locally}</dd>
        </div>
        <div>
          <dt>{t('complaint.due')}</dt>
          <dd>{longDate(receipt.due_on, t)}</dd>
        </div>
      </dl>
      <p>{t('complaint.text')}:</p>
      <blockquote className="receipt__text" lang="" dir="auto">
        {text}
      </blockquote>
      <p>{t('complaint.mailed', { email })}</p>
      <p>
        <Link to={`${paths.terms}#changes`}>{t('complaint.further')}</Link>
      </p>
    </>
  );
}
