import type { OwnWithdrawal } from '../../api/own-withdrawal';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';

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
