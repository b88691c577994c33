// What the contact form asks of a complaint, and what it gives back at once.

import { useEffect, useRef, type MouseEvent } from 'react';
import { Link } from 'react-router';
import type { ComplaintReceived } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Field } from '../../ui/field';
import { longDate } from '../../ui/format';
import { SelectField } from '../../ui/text-field';
import { formAnchor, type FormState } from './fields';

/** What somebody writes, and of a complaint the order it is about. */
export function ComplaintFields({ errors, values }: FormState) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        label={t('contact.kind')}
        hint={t('contact.kind_hint')}
        name="kind"
        defaultValue={values.kind ?? ''}
        error={errors.kind}
      >
        <option value="">{t('contact.kind_message')}</option>
        <option value="complaint">{t('contact.kind_complaint')}</option>
      </SelectField>
      <Field
        className="inquiry__order"
        label={t('contact.order')}
        hint={t('contact.order_hint')}
        name="order"
        autoComplete="off"
        dir="ltr"
        maxLength={100}
        defaultValue={values.order}
        error={errors.order}
      />
    </>
  );
}

/** A complaint that has arrived, as its sender wrote it. */
export type Complained = { receipt: ComplaintReceived; email: string; text: string };

type Props = Complained & {
  /** Whether it has just taken the form's place: then it takes the focus, too. */
  isNew?: boolean;
  onAgain: () => void;
};

/** What a complaint is known by, when it arrived, and until when it is answered; the same comes by mail. */
export function ComplaintReceipt({ receipt, email, text, isNew = false, onAgain }: Props) {
  const { t } = useTranslation();
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
    <div className="notice stack complaint" role="status" tabIndex={-1} ref={box} onClickCapture={onClickCapture}>
      <p>
        <strong>{t('complaint.title')}</strong>
      </p>
      <dl className="complaint__facts">
        <div>
          <dt>{t('complaint.key')}</dt>
          <dd className="complaint__key" dir="ltr">
            {receipt.key}
          </dd>
        </div>
        <div>
          <dt>{t('complaint.at')}</dt>
          <dd dir="ltr">{receipt.received_locally}</dd>
        </div>
        <div>
          <dt>{t('complaint.due')}</dt>
          <dd>{longDate(`${receipt.due_on}T12:00:00`, t)}</dd>
        </div>
      </dl>
      <p>{t('complaint.text')}:</p>
      <blockquote className="complaint__text" lang="" dir="auto">
        {text}
      </blockquote>
      <p>{t('complaint.mailed', { email })}</p>
      <p>
        <Link to={`${paths.terms}#changes`}>{t('complaint.further')}</Link>
      </p>
      <p>
        <Link to={`${paths.contact}#${formAnchor}`} onClick={onAgain}>
          {t('inquiry.another')}
        </Link>
      </p>
    </div>
  );
}
