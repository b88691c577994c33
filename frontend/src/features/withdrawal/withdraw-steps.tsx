import type { OwnWithdrawal } from '../../api/own-withdrawal';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';

type Props = { own: OwnWithdrawal };

/** The second step: the statement in words, and one button with only the words that confirm it. */
export function ConfirmWithdrawal({ own }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { name, contract, email, comment, token, order } = own;
  const fields = { step: 'confirm', name, contract, email, comment, token, lang, order: order?.id ?? '' };
  return (
    <form className="stack" method="post" action={`${paths.withdrawal}#withdraw`}>
      <Statement own={own} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {order?.items.map(({ id, chosen }) => <input key={id} type="hidden" name={`item.${id}`} value={chosen} />)}
      <div className="row">
        <Button type="submit">{t('withdraw.confirm')}</Button>
      </div>
      <p>
        <a href={order ? paths.withdrawalOf(order.id) : paths.withdrawal}>{t('withdraw.change')}</a>
      </p>
    </form>
  );
}

/** What was stored, to keep or to print; the same comes by mail. */
export function WithdrawalDone({ own }: Props) {
  const { t } = useTranslation();
  const { receipt, email } = own;
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
      </dl>
      <Statement own={own} />
      <p>{t('withdraw.done_text', { email })}</p>
      <p>{t('withdraw.done_next')}</p>
    </div>
  );
}

function Statement({ own: { statement } }: Props) {
  return (
    <blockquote className="withdraw__statement" dir="auto">
      {statement?.map((line, index) => <p key={index}>{line}</p>)}
    </blockquote>
  );
}
