import { Link } from 'react-router';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { Empty } from '../../ui/empty';

/** Back from the payment page without having paid: the cart has become an order that waits. */
export function ReturnedUnpaid() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <Empty heading="h1" title={t('checkout.cancelled_title')} text={t('checkout.cancelled_text')}>
        <Link className={buttonClass('primary')} to={paths.accountTab('orders')}>
          {t('checkout.see_orders')}
        </Link>
        <Link className={buttonClass('secondary')} to={paths.store()}>
          {t('success.continue')}
        </Link>
      </Empty>
    </div>
  );
}
