import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { InvoiceBuyer, InvoiceList } from '../../api/types';
import { useTranslation } from '../../i18n';

/** To whom an order is invoiced, where its buyer has said so: a mistake is seen in time. */
export function InvoicedTo({ orderId }: { orderId: string }) {
  const { data } = useResource<InvoiceList>(resourcePaths.orderInvoices(orderId));
  return data?.buyer ? <InvoiceBuyerLine buyer={data.buyer} /> : null;
}

export function InvoiceBuyerLine({ buyer: { name, nif, address, postal_code: postcode, city } }: { buyer: InvoiceBuyer }) {
  const { t } = useTranslation();
  return (
    <p>
      {t('invoice.made_out_to')} <bdi>{name}</bdi>, <bdi>NIF {nif}</bdi>,{' '}
      <bdi>
        {address}, {postcode} {city}
      </bdi>
    </p>
  );
}
