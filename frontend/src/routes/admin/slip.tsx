import Printer from 'lucide-react/icons/printer';
import { useParams } from 'react-router';
import { useResource } from '../../api/resource';
import { officeOf, useSite } from '../../api/site';
import type { DeskOrder } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { GivenBack } from '../../features/desk/order-parts';
import { unitsLeft } from '../../features/desk/refund-lines';
import { useClock } from '../../features/desk/when';
import { shortId } from '../../features/orders/short-id';
import { Mark } from '../../features/site/logo';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { PostalAddress } from '../../ui/postal-address';

/** What goes into the parcel, to tick off and to put in: no prices, in case it is a present. */
export function Slip() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const order = useResource<DeskOrder>(deskApi.order(id));
  return (
    <DeskPage
      title={`${t('desk.slip.title')} ${shortId(id)}`}
      back={{ to: deskPaths.order(id), label: `${t('order.number')} ${shortId(id)}` }}
      actions={
        <Button onClick={() => print()}>
          <Printer aria-hidden="true" />
          {t('desk.slip.print')}
        </Button>
      }
    >
      <Loaded resource={order}>
        {(data) => (
          <>
            <GivenBack order={data} />
            <Paper order={data} />
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

function Paper({ order }: { order: DeskOrder }) {
  const { t } = useTranslation();
  const clock = useClock();
  const site = useSite();
  const { brand, legal_name, email } = site;
  const toSend = order.order_items.filter((item) => unitsLeft(item) > 0);
  return (
    <article className="desk-slip">
      <header className="desk-slip__head">
        <Mark />
        <p>
          <strong>{brand}</strong>
          <span>
            <bdi>{legal_name}</bdi>
          </span>
          <span>
            <bdi dir="ltr">{officeOf(site).display}</bdi> · <bdi>{email}</bdi>
          </span>
        </p>
        <p>
          <strong>
            {t('order.number')} <bdi className="numeric">{order.number}</bdi>
          </strong>
          <bdi className="numeric">{shortId(order.id)}</bdi>
          <span>{clock.moment(order.created_at)}</span>
        </p>
      </header>
      <section className="desk-slip__to" aria-label={t('order.address_title')}>
        <PostalAddress address={order.shipping_address} />
      </section>
      <table className="desk-slip__items">
        <thead>
          <tr>
            <th scope="col">{t('desk.slip.quantity')}</th>
            <th scope="col">{t('desk.slip.item')}</th>
            <th scope="col">{t('desk.slip.sku')}</th>
          </tr>
        </thead>
        <tbody>
          {toSend.map((item) => (
            <tr key={item.id}>
              <td className="numeric">{unitsLeft(item)}</td>
              <th scope="row">
                <bdi>{item.product_title}</bdi>
                {item.variant_title !== item.product_title && (
                  <span>
                    <bdi>{item.variant_title}</bdi>
                  </span>
                )}
                {item.custom_field_values.map((field) => (
                  <span key={field.id}>
                    <bdi>
                      {field.title}: {field.value}
                    </bdi>
                  </span>
                ))}
              </th>
              <td>
                <bdi dir="ltr">{item.sku}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="desk-slip__thanks">{t('desk.slip.thanks', { brand })}</p>
    </article>
  );
}
