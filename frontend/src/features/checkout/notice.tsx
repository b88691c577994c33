import { Link } from 'react-router';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';

/** Why a purchase did not go on, for the buyer to act on. */
export type Notice = {
  title: string;
  details: string[];
  /** An order that can be paid later, or `'all'` to look through the orders. */
  order?: string;
  /** Whether that was bought without an account. */
  asGuest?: boolean;
};

export function PurchaseNotice({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const { title, details, order, asGuest } = notice;
  return (
    <div className="notice notice--attention stack" role="alert">
      <p>
        <strong>{title}</strong>
      </p>
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
      {order === 'all' && <Link to={paths.accountTab('orders')}>{t('checkout.see_orders')}</Link>}
      {order !== undefined && order !== 'all' && (
        <Link to={paths.order(order, asGuest)}>{t('checkout.see_order')}</Link>
      )}
    </div>
  );
}
