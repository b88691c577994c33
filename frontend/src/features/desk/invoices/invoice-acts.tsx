import { useState } from 'react';
import { api } from '../../../api/client';
import type { DeskInvoice } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { NifField } from '../../invoices/buyer-fields';
import { ActDialog } from '../act-dialog';
import { deskApi } from '../desk-paths';

type Props = { invoice: DeskInvoice; onDone: () => Promise<void> };

/** What can be done with an invoice as it stands with the tax agency. */
export function InvoiceActs({ invoice, onDone }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'correct' | 'annul' | null>(null);
  const { number, state, annulled, replaced, told_buyer: buyer } = invoice;
  const canCorrect = !annulled && (state === 'rejected' || state === 'accepted_with_errors');
  const canAnnul = !annulled && !replaced && state !== 'waiting';
  if (!canCorrect && !canAnnul) return null;
  // A list of them is heard without what stands beside each.
  const which = <span className="visually-hidden"> {number}</span>;
  const dialog = { invoice, onDone, onClose: () => setOpen(null) };
  return (
    <div className="desk-invoice__acts">
      {canCorrect && (
        <Button variant="secondary" onClick={() => setOpen('correct')}>
          {t(buyer ? 'desk.invoices.correct' : 'desk.invoices.again')}
          {which}
        </Button>
      )}
      {canAnnul && (
        <Button variant="ghost" onClick={() => setOpen('annul')}>
          {t('desk.invoices.annul')}
          {which}
        </Button>
      )}
      <Correct {...dialog} open={open === 'correct'} />
      <Annul {...dialog} open={open === 'annul'} />
    </div>
  );
}

type DialogProps = Props & { open: boolean; onClose: () => void };

/** Has its record sent once more, with its buyer as the tax agency knows them where it names one. */
function Correct({ invoice, ...dialog }: DialogProps) {
  const { t } = useTranslation();
  const { number, problem, told_buyer: buyer } = invoice;
  return (
    <ActDialog
      {...dialog}
      title={<Title act={t(buyer ? 'desk.invoices.correct' : 'desk.invoices.again')} number={number} />}
      submit={t(buyer ? 'desk.invoices.correct_yes' : 'desk.invoices.again')}
      send={({ name, nif }) => api.post(deskApi.correctInvoice(number), buyer ? { buyer_name: name, buyer_nif: nif } : {})}
      done={t('desk.invoices.correct_done')}
      failed={t('desk.invoices.correct_failed')}
    >
      {(errors) => (
        <>
          {problem && (
            <p className="notice desk-invoice__problem" lang="es" dir="auto">
              {problem}
            </p>
          )}
          <p>{t(buyer ? 'desk.invoices.correct_text' : 'desk.invoices.again_text')}</p>
          {buyer && (
            <>
              <Field
                label={t('invoice.name')}
                name="name"
                autoComplete="off"
                dir="auto"
                required
                maxLength={120}
                defaultValue={buyer.name}
                error={errors['name']}
              />
              <NifField value={buyer.nif} error={errors['nif']} />
            </>
          )}
        </>
      )}
    </ActDialog>
  );
}

function Annul({ invoice: { number }, ...dialog }: DialogProps) {
  const { t } = useTranslation();
  return (
    <ActDialog
      {...dialog}
      title={<Title act={t('desk.invoices.annul')} number={number} />}
      submit={t('desk.invoices.annul_yes')}
      danger
      send={() => api.post(deskApi.annulInvoice(number))}
      done={t('desk.invoices.annul_done')}
      failed={t('desk.invoices.annul_failed')}
    >
      {() => <p>{t('desk.invoices.annul_text')}</p>}
    </ActDialog>
  );
}

/** What is done to which. */
function Title({ act, number }: { act: string; number: string }) {
  return (
    <>
      {act} <bdi className="desk-invoice__number">{number}</bdi>
    </>
  );
}
