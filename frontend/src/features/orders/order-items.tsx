import Package from 'lucide-react/icons/package';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OrderItem } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import type { Lang } from '../../languages';
import { paths } from '../../paths';
import { money } from '../../ui/format';
import { pictureSizes, pictureSources } from '../../ui/picture-sources';

type Props = {
  items: OrderItem[];
  /** The language of their titles, where it is another than the page's. */
  titlesIn?: Lang;
  /** What else there is to say of a line. */
  more?: (item: OrderItem) => ReactNode;
};

/** What was bought, at the prices of that day. */
export function OrderItems({ items, titlesIn, more }: Props) {
  const { t } = useTranslation();
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('order.items_title')}</h2>
      <ul className="goods">
        {items.map((item) => (
          <Item key={item.id} item={item} titlesIn={titlesIn} more={more?.(item)} />
        ))}
      </ul>
    </section>
  );
}

function Item({ item, titlesIn, more }: { item: OrderItem; titlesIn?: Lang; more?: ReactNode }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <li className="goods__line">
      {item.image_url ? (
        <img className="goods__image" {...pictureSources(item.image_url, pictureSizes.small.widths)} alt={item.image_alt ?? item.product_title} width="72" height="72" loading="lazy" />
      ) : (
        <span className="goods__image" aria-hidden="true">
          <Package />
        </span>
      )}
      <div className="goods__text">
        <Link to={paths.product(item.product_id)} lang={titlesIn}>
          {item.product_title}
        </Link>
        {item.variant_title !== item.product_title && (
          <span className="muted">
            <bdi lang={titlesIn}>{item.variant_title}</bdi>
          </span>
        )}
        {more}
        {item.custom_field_values.map(({ id, title, value }) => (
          <span key={id} className="muted">
            <bdi>
              {title}: {value}
            </bdi>
          </span>
        ))}
        <span className="muted numeric">
          {item.quantity} × {money(item.price_at_purchase_in_cents, lang)}
        </span>
        {item.withdrawn_quantity && (
          <strong>{t('order.units_withdrawn', { n: item.withdrawn_quantity, of: item.quantity })}</strong>
        )}
        {item.refunded_quantity > 0 && (
          <span className="muted">{t('order.units_refunded', { n: item.refunded_quantity, of: item.quantity })}</span>
        )}
      </div>
      <span className="goods__price numeric">
        {money(item.price_at_purchase_in_cents * item.quantity, lang)}
      </span>
    </li>
  );
}
