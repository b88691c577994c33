import ChevronRight from 'lucide-react/icons/chevron-right';
import Package from 'lucide-react/icons/package';
import PackageOpen from 'lucide-react/icons/package-open';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { Order, OrderItem, OrderList as Orders } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { LoadFailed } from '../../load-failed';
import { paths } from '../../paths';
import { Button, buttonClass } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { longDate, money } from '../../ui/format';
import { pictureSizes, pictureSources } from '../../ui/picture-sources';
import { Spinner } from '../../ui/spinner';
import { toast } from '../../ui/toast';
import { OrderStatusBadge, RefundBadge } from './order-status';
import { shortId } from './short-id';

const perPart = 20;

/** The reader's own orders, newest first, a part at a time. */
export function OrderList() {
  const [parts, setParts] = useState(1);
  return (
    <div className="stack">
      {Array.from({ length: parts }, (_, part) => (
        <OrderListPart
          key={part}
          offset={part * perPart}
          onMore={part === parts - 1 ? () => setParts(parts + 1) : undefined}
        />
      ))}
    </div>
  );
}

/** `onMore` is given to the last part. */
function OrderListPart({ offset, onMore }: { offset: number; onMore?: () => void }) {
  const { t } = useTranslation();
  const { data, error, reload } = useResource<Orders>(resourcePaths.orders(perPart, offset));
  useEffect(() => {
    if (!error) return;
    toast({
      title: t('account.error'),
      description: t('orders.load_failed'),
      variant: 'destructive',
    });
  }, [error, t]);

  if (error) {
    return (
      <LoadFailed title={t('orders.load_failed')} error={error} reload={reload} />
    );
  }
  if (!data) return <Spinner label={t('common.loading')} />;
  if (data.count === 0) {
    return (
      <Empty
        art={<PackageOpen size={64} strokeWidth={1.25} />}
        title={t('orders.empty_title')}
        text={t('orders.empty_text')}
      >
        <Link className={buttonClass('primary')} to={paths.store()}>
          {t('orders.empty_action')}
        </Link>
      </Empty>
    );
  }
  return (
    <>
      <ul className="order-list">
        {data.orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      {onMore && data.count > offset + perPart && (
        <Button variant="secondary" onClick={onMore}>
          {t('orders.more')}
        </Button>
      )}
    </>
  );
}

/** As many of its goods are shown. */
const mostShown = 3;

/** What the first lines look like, and how many more there are. */
function Goods({ items }: { items: OrderItem[] }) {
  const shown = items.slice(0, mostShown);
  return (
    <span className="order-row__goods">
      {shown.map(({ id, image_url: url, product_title: title }) =>
        url ? (
          <img key={id} className="goods__image" {...pictureSources(url, pictureSizes.small.widths)} alt={title} width="72" height="72" loading="lazy" />
        ) : (
          <span key={id} className="goods__image" role="img" aria-label={title}>
            <Package aria-hidden="true" />
          </span>
        ),
      )}
      {items.length > mostShown && <bdi className="muted numeric">+{items.length - mostShown}</bdi>}
    </span>
  );
}

function OrderRow({ order }: { order: Order }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <li>
      <Link className="order-row" to={paths.order(order.id)}>
        <Goods items={order.order_items} />
        <span className="order-row__what">
          <strong>
            {t('order.number')} <bdi className="numeric">{order.number}</bdi>
          </strong>
          <span className="muted">
            <bdi className="numeric">{shortId(order.id)}</bdi> ·{' '}
            <time dateTime={order.created_at}>{longDate(order.created_at, t)}</time>
          </span>
        </span>
        <span className="order-row__state">
          <OrderStatusBadge status={order.status} carrier={order.carrier} />
          <RefundBadge of={order} />
        </span>
        <span className="order-row__total numeric">{money(order.total_in_cents, lang)}</span>
        <ChevronRight className="flip order-row__arrow" aria-hidden="true" />
      </Link>
    </li>
  );
}
