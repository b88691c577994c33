import FolderDown from 'lucide-react/icons/folder-down';
import Table2 from 'lucide-react/icons/table-2';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { deskApi } from '../desk-paths';
import { saveFile } from '../save-file';
import { useAct } from '../use-act';

/** A quarter to hand to the firm's tax adviser. */
export function InvoiceFiles({ quarter }: { quarter: string }) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const save = (ending: 'csv' | 'zip') =>
    void run(ending, () => saveFile(deskApi.invoiceFile(quarter, ending), `facturas-${quarter}.${ending}`), {
      failed: t('desk.export.failed'),
    });
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.invoices.files')}</h2>
      <p>{t('desk.invoices.files_text')}</p>
      <div className="row">
        <Button variant="secondary" busy={busy === 'csv'} disabled={busy !== null} onClick={() => save('csv')}>
          <Table2 aria-hidden="true" />
          {t('desk.invoices.csv')}
        </Button>
        <Button variant="secondary" busy={busy === 'zip'} disabled={busy !== null} onClick={() => save('zip')}>
          <FolderDown aria-hidden="true" />
          {t('desk.invoices.zip')}
        </Button>
      </div>
    </section>
  );
}
