import FileText from 'lucide-react/icons/file-text';
import { useResource } from '../../api/resource';
import type { InvoiceBooks, QuarterInvoiceList } from '../../api/types';
import { DeskList } from '../../features/desk/desk-list';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi } from '../../features/desk/desk-paths';
import { InvoiceFiles } from '../../features/desk/invoices/invoice-files';
import { InvoiceRows } from '../../features/desk/invoices/invoice-rows';
import { InvoiceTotals } from '../../features/desk/invoices/invoice-totals';
import { InvoicesWaiting } from '../../features/desk/invoices/invoices-waiting';
import { InvoicesReported } from '../../features/desk/invoices/invoices-reported';
import { QuarterPicker } from '../../features/desk/invoices/quarter-picker';
import { useListQuery } from '../../features/desk/use-list-query';
import { useTranslation } from '../../i18n';

/** The invoices of a quarter, what they come to, and what the firm's tax adviser takes along. */
export function Invoices() {
  const { t } = useTranslation();
  const asked = useListQuery().get('quarter');
  const chosen = /^\d{4}-[1-4]$/.test(asked) ? asked : '';
  // What waits and which quarters there are stands still while another quarter is fetched.
  const current = useResource<InvoiceBooks>(deskApi.invoiceBooks(''));
  const books = useResource<InvoiceBooks>(deskApi.invoiceBooks(chosen));
  // An act changes what the quarter comes to and what is to be sent, too.
  const afterAct = (list: () => Promise<void>) => async () => {
    await Promise.all([list(), current.reload(), ...(chosen === '' ? [] : [books.reload()])]);
  };
  return (
    <DeskPage
      title={t('desk.place.invoices')}
      actions={current.data && <QuarterPicker quarters={current.data.quarters} shown={chosen || current.data.quarter} />}
    >
      {current.data && <InvoicesWaiting {...current.data.waiting} />}
      {current.data && <InvoicesReported {...current.data.reported} />}
      <Loaded resource={books} beside={current}>
        {(data) => (
          <>
            {data.count > 0 && (
              <>
                <InvoiceTotals books={data} />
                <InvoiceFiles quarter={data.quarter} />
                <h2 className="desk-page__part">{t('desk.invoices.list')}</h2>
              </>
            )}
            <DeskList<QuarterInvoiceList, 'invoices'>
              api={deskApi.quarterInvoices}
              name="invoices"
              ask={{ quarter: data.quarter }}
              empty={{
                art: <FileText size={48} strokeWidth={1.25} />,
                title: t('desk.invoices.none_title'),
                text: t('desk.invoices.none_text'),
              }}
            >
              {(invoices, reload) => <InvoiceRows invoices={invoices} reload={afterAct(reload)} />}
            </DeskList>
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}
