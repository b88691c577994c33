import { useResource } from '../../api/resource';
import type { DeskInvoiceList } from '../../api/types';
import { useTranslation } from '../../i18n';
import { InvoiceLinks } from '../invoices/invoice-links';
import { deskApi } from './desk-paths';

/** What was invoiced of an order; what waits, waits for the firm's own tax number and address. */
export function OrderInvoices({ orderId, isPaid }: { orderId: string; isPaid: boolean }) {
  const { t } = useTranslation();
  const { data } = useResource<DeskInvoiceList>(deskApi.invoicesOf(orderId));
  if (!isPaid || !data) return null;
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('invoice.list')}</h2>
      {data.count === 0 && <p className="muted">{t(data.waiting > 0 ? 'desk.invoice.waits' : 'desk.invoice.older')}</p>}
      <InvoiceLinks invoices={data.invoices} hrefOf={deskApi.invoicePaper} />
    </section>
  );
}
