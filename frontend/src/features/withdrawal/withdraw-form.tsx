import { useRef } from 'react';
import type { OwnWithdrawal } from '../../api/own-withdrawal';
import { officeOf, useSite } from '../../api/site';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { SelectField, TextField } from '../../ui/text-field';
import { useForm } from '../account/use-form';

type Props = { own: OwnWithdrawal };

/** The first step: who withdraws, from what, and where the acknowledgement goes. No reason is asked for. */
export function WithdrawForm({ own }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { name, contract, email, comment, order, problem } = own;
  const form = useRef<HTMLFormElement>(null);
  // What is checked here the browser then sends by itself, as it does without scripts.
  const { errors, handlers } = useForm({
    send: async () => form.current?.submit(),
    onError: () => undefined,
  });
  const refused = (field: string) =>
    problem?.field === field ? t(`withdraw.wrong.${field === 'email' ? 'email' : problem.reason}`) : undefined;
  const wrong = (field: string) => errors[field] ?? refused(field);
  return (
    <form className="stack" ref={form} action={paths.withdrawalForm(lang)} {...handlers}>
      <p>{t('withdraw.lead')}</p>
      {problem && <Refusal problem={problem} />}
      <Field
        label={t('withdraw.name')}
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        defaultValue={name}
        error={wrong('name')}
      />
      <Field
        label={t('withdraw.contract')}
        hint={t('withdraw.contract_hint')}
        name="contract"
        required
        maxLength={200}
        dir="auto"
        defaultValue={contract}
        error={wrong('contract')}
      />
      <Field
        label={t('withdraw.email')}
        name="email"
        type="email"
        autoComplete="email"
        dir="ltr"
        required
        maxLength={254}
        defaultValue={email}
        error={wrong('email')}
      />
      {order && order.items.length === 0 && <p className="notice">{t('withdraw.nothing_left')}</p>}
      {order && order.items.length > 0 && <Goods order={order} error={wrong('items')} />}
      <TextField
        label={t('withdraw.comment')}
        hint={t('withdraw.comment_hint')}
        name="comment"
        rows={2}
        maxLength={2000}
        defaultValue={comment}
        error={wrong('comment')}
      />
      <input type="hidden" name="step" value="review" />
      <input type="hidden" name="lang" value={lang} />
      {order && <input type="hidden" name="order" value={order.id} />}
      <div className="row">
        <Button type="submit">{t('withdraw.continue')}</Button>
      </div>
      <Others own={own} />
    </form>
  );
}

function Goods({ order, error }: { order: NonNullable<OwnWithdrawal['order']>; error?: string }) {
  const { t } = useTranslation();
  return (
    <fieldset className="stack withdraw__goods">
      <legend className="field__label">{t('withdraw.items', { number: order.number })}</legend>
      {order.items.map(({ id, title, left, chosen, is_personal: isPersonal }) => (
        <SelectField
          key={id}
          label={<bdi>{title}</bdi>}
          hint={isPersonal ? t('withdraw.personal') : undefined}
          name={`item.${id}`}
          defaultValue={chosen}
        >
          {Array.from({ length: left + 1 }, (_, units) => (
            <option key={units} value={left - units}>
              {units === left ? t('withdraw.none') : t('withdraw.units', { units: left - units })}
            </option>
          ))}
        </SelectField>
      ))}
      {error && <p className="field__error">{error}</p>}
    </fieldset>
  );
}

/** Why nothing was stored, where it is none of the fields. */
function Refusal({ problem }: { problem: NonNullable<OwnWithdrawal['problem']> }) {
  const { t } = useTranslation();
  const site = useSite();
  const office = officeOf(site);
  const isField = problem.code === 'validation_failed';
  const isTooMany = problem.code === 'over_request_rate_limit';
  return (
    <div className="notice notice--attention stack" role="alert">
      <p>{t(isField ? 'withdraw.incomplete' : isTooMany ? 'withdraw.refused' : 'withdraw.failed')}</p>
      {!isField && (
        <p>
          <a href={paths.mail(site.email)} dir="ltr">
            {site.email}
          </a>{' '}
          ·{' '}
          <a href={paths.phone(office.phone)} dir="ltr">
            {office.display}
          </a>
        </p>
      )}
    </div>
  );
}

/** The way to other contracts of somebody who is signed in. */
function Others({ own: { order, others } }: Props) {
  const { t } = useTranslation();
  if (!order && others.length === 0) return null;
  return (
    <div className="stack">
      <p className="muted">{t('withdraw.others')}</p>
      <ul className="withdraw__others">
        {others.map(({ id, number }) => (
          <li key={id}>
            <a href={paths.withdrawalOf(id)}>
              <bdi className="numeric">{number}</bdi>
            </a>
          </li>
        ))}
        {order && (
          <li>
            <a href={paths.withdrawalOf('none')}>{t('withdraw.other')}</a>
          </li>
        )}
      </ul>
    </div>
  );
}
