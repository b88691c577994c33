import Undo2 from 'lucide-react/icons/undo-2';
import { Link } from 'react-router';
import type { OrderStatus } from '../../api/types';
import { useTranslation } from '../../i18n';
import { buttonClass } from '../../ui/button';
import { deskPaths } from './desk-paths';

type Props = {
  order: {
    /** A withdrawal or a return in which something is still to be done. */
    open_return?: string | null;
    /** A statement of withdrawal that merely names it. */
    unproven_withdrawal?: string | null;
    status: OrderStatus;
  };
};

const isUnsent = (status: OrderStatus) => status === 'pending' || status === 'paid';

/** What is to be looked at, and which case it is; what is proven goes before what is not. */
function toLookAt({ open_return: open, unproven_withdrawal: unproven, status }: Props['order']) {
  if (open) return { what: isUnsent(status) ? 'withdrawn' : 'return_open', id: open };
  return unproven ? { what: 'unproven', id: unproven } : null;
}

/** Beside the status. */
export function ReturnBadge({ order }: Props) {
  const { t } = useTranslation();
  const found = toLookAt(order);
  if (!found) return null;
  return (
    <span className="status" data-refund="disputed">
      {t(`desk.order.${found.what}`)}
    </span>
  );
}

/** The same with what it means for the parcel, and the way to it. */
export function ReturnNotice({ order }: Props) {
  const { t } = useTranslation();
  const found = toLookAt(order);
  if (!found) return null;
  const { what, id } = found;
  return (
    <section className="desk-alert" aria-label={t(`desk.order.${what}`)}>
      <Undo2 className="flip" aria-hidden="true" />
      <div>
        <strong>{t(`desk.order.${what}`)}</strong>
        <p>{t(`desk.order.${what}_text`)}</p>
      </div>
      <Link className={buttonClass(what === 'return_open' ? 'secondary' : 'primary')} to={deskPaths.withdrawal(id)}>
        {t(what === 'return_open' ? 'desk.order.return_see' : 'desk.order.withdrawal_see')}
      </Link>
    </section>
  );
}
