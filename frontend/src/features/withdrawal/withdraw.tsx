import { useContext } from 'react';
import { OwnContext } from '../../api/own';
import type { OwnWithdrawal } from '../../api/own-withdrawal';
import { useTranslation } from '../../i18n';
import { WithdrawForm } from './withdraw-form';
import { ConfirmWithdrawal, WithdrawalDone } from './withdraw-steps';

const nothingTyped: OwnWithdrawal = {
  step: 'form',
  name: '',
  contract: '',
  email: '',
  comment: '',
  token: '',
  order: null,
  others: [],
  statement: null,
  receipt: null,
  back_in_cents: null,
  keeps_shipping: false,
  problem: null,
};

/** Where one withdraws from a contract, step by step. The browser sends each step by itself, with scripts or without. */
export function Withdraw() {
  const { t } = useTranslation();
  const own = useContext(OwnContext).withdrawal ?? nothingTyped;
  const title = { form: t('withdraw.title'), review: t('withdraw.review_title'), done: t('withdraw.done_title') };
  return (
    <section className="panel stack withdraw" id="withdraw" tabIndex={-1} aria-labelledby="withdraw-title">
      <h2 className="panel__title" id="withdraw-title">
        {title[own.step]}
      </h2>
      {own.step === 'form' && <WithdrawForm own={own} />}
      {own.step === 'review' && <ConfirmWithdrawal own={own} />}
      {own.step === 'done' && <WithdrawalDone own={own} />}
    </section>
  );
}
