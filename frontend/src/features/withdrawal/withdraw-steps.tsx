import type { OwnWithdrawal, UnsentOrder } from '../../api/own-withdrawal';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { money } from '../../ui/format';

type Props = { own: OwnWithdrawal };

/** The second step: the statement in words, and one button with only the words that confirm it. */
export function ConfirmWithdrawal({ own }: Props) {
  const { t, i18n } = useTranslation();
  // The statement stays in the language it came in, whatever the reader chooses meanwhile.
  const { lang } = i18n.first;
  const { name, contract, email, comment, token, order } = own;
  const fields = { name, contract, email, comment, lang, order: order?.id ?? '' };
  const hidden = (more: Record<string, string>) => (
    <>
      {Object.entries({ ...fields, ...more }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {order?.items.map(({ id, chosen }) => <input key={id} type="hidden" name={`item.${id}`} value={chosen} />)}
    </>
  );
  return (
    <>
      <form className="stack" method="post" action={paths.withdrawalForm(lang)}>
        <Statement own={own} />
        <Chosen own={own} />
        {hidden({ step: 'confirm', token })}
        <div className="row">
          <Button type="submit">{t('withdraw.confirm')}</Button>
        </div>
      </form>
      {/* A form of its own: the button above does nothing but confirm. */}
      <form method="post" action={paths.withdrawalForm(lang)}>
        {hidden({ step: 'edit' })}
        <Button type="submit" variant="ghost">
          {t('withdraw.change')}
        </Button>
      </form>
    </>
  );
}

/** What was stored, to keep or to print; the same comes by mail. */
export function WithdrawalDone({ own }: Props) {
  const { t, lang } = useTranslation();
  const { receipt, email, back_in_cents: back, keeps_shipping: keepsShipping } = own;
  // What was cancelled is told with its money.
  const amount = receipt?.unsent?.state === 'cancelled' ? null : back;
  return (
    <div className="stack" role="status">
      <dl className="withdraw__facts">
        <div>
          <dt>{t('withdraw.number')}</dt>
          <dd className="numeric">{receipt?.number}</dd>
        </div>
        <div>
          <dt>{t('withdraw.received_at')}</dt>
          <dd className="numeric" dir="ltr">
            {receipt?.received_at}
          </dd>
        </div>
        {amount !== null && (
          <div>
            <dt>{t('withdraw.amount')}</dt>
            <dd className="numeric">{money(amount, lang)}</dd>
          </div>
        )}
      </dl>
      {amount !== null && keepsShipping && <p className="muted">{t('withdraw.no_shipping')}</p>}
      <Statement own={own} />
      {receipt?.unsent && <Unsent of={receipt.unsent} />}
      <p>{t('withdraw.done_text', { email })}</p>
      {!receipt?.unsent && <p>{t('withdraw.done_next')}</p>}
    </div>
  );
}

/** What became of an order that was not sent, whose buyer it is. */
function Unsent({ of: { state, order, number, is_guest: isGuest, back_in_cents: back } }: { of: UnsentOrder }) {
  const { t, lang } = useTranslation();
  return (
    <div className="notice stack">
      <p>
        <strong>{t(`withdraw.done_${state}`, { number })}</strong>
      </p>
      {state === 'cancelled' && back > 0 && <p>{t('withdraw.done_money', { amount: money(back, lang) })}</p>}
      <p>
        <a href={paths.order(order, isGuest)}>{t('withdraw.done_order')}</a>
      </p>
    </div>
  );
}

/** The goods of an order that is theirs, and what goes back for them if the withdrawal holds. */
function Chosen({ own: { order, back_in_cents: back, keeps_shipping: keepsShipping } }: Props) {
  const { t, lang } = useTranslation();
  const goods = order?.items.filter(({ chosen }) => chosen > 0) ?? [];
  if (goods.length === 0) return null;
  return (
    <>
      <div className="stack">
        <h3 className="field__label">{t('withdraw.goods')}</h3>
        <ul>
          {goods.map(({ id, title, chosen }) => (
            <li key={id}>
              <span className="numeric">{chosen} ×</span> <bdi>{title}</bdi>
            </li>
          ))}
        </ul>
      </div>
      {back !== null && back > 0 && (
        <p>
          {t('withdraw.money')} <strong className="numeric">{money(back, lang)}</strong>
        </p>
      )}
      {keepsShipping && <p className="muted">{t('withdraw.no_shipping')}</p>}
      {goods.some(({ is_personal: isPersonal }) => isPersonal) && <p className="muted">{t('withdraw.money_judged')}</p>}
    </>
  );
}

function Statement({ own: { statement } }: Props) {
  return (
    <blockquote className="withdraw__statement" dir="auto">
      {statement?.map((line, index) => <p key={index}>{line}</p>)}
    </blockquote>
  );
}
