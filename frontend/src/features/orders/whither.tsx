import { useSite } from '../../api/site';
import type { Order } from '../../api/types';
import { useTranslation } from '../../i18n';
import { PostalAddress } from '../../ui/postal-address';
import { useOfficeHours } from '../site/hours';

/** Where it goes, or where its buyer comes for it. */
export function Whither({ order: { carrier, status, shipping_address: address } }: { order: Order }) {
  const { t } = useTranslation();
  const isFetched = carrier === 'pick_up';
  return (
    <>
      {isFetched && status === 'shipped' && <CollectAt />}
      <section className="panel stack">
        <h2 className="panel__title">{t(isFetched ? 'order.buyer_title' : 'order.address_title')}</h2>
        <PostalAddress address={address} />
      </section>
    </>
  );
}

/** The firm's address, and when somebody is there. */
function CollectAt() {
  const { t } = useTranslation();
  const { brand, address, locality } = useSite();
  const hours = useOfficeHours();
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('order.collect_title')}</h2>
      <address className="address">
        {[brand, address ?? locality].map((line) => (
          <bdi key={line}>{line}</bdi>
        ))}
      </address>
      <div>
        {hours.map((line) => (
          <p className="hours-line" key={line}>
            {line}
          </p>
        ))}
      </div>
    </section>
  );
}
