import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'react-router';
import type { DeskWithdrawal } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { deskPaths } from './desk-paths';
import { useClock } from './when';

type Props = { made: DeskWithdrawal };

/** How far its case is, and whether a person must look at it. */
export function WithdrawalBadges({ of: { state, marks } }: { of: DeskWithdrawal }) {
  const { t } = useTranslation();
  return (
    <span className="row">
      <span className="status">
        {t(`desk.withdrawal.state.${state}`)}
      </span>
      {marks.length > 0 && (
        <span className="status" data-refund="disputed">
          {t('desk.withdrawal.look')}
        </span>
      )}
    </span>
  );
}

/** Why a person must look at it: nothing of this was a reason to refuse it. */
export function WhyLook({ made: { marks } }: Props) {
  const { t } = useTranslation();
  if (marks.length === 0) return null;
  return (
    <section className="desk-alert" aria-label={t('desk.withdrawal.look')}>
      <TriangleAlert aria-hidden="true" />
      <ul>
        {marks.map((mark) => (
          <li key={mark}>{t(`desk.withdrawal.mark.${mark}`)}</li>
        ))}
      </ul>
    </section>
  );
}

/** The statement word for word, and what was written beside it. */
export function Statement({ made: { statement, comment } }: Props) {
  const { t } = useTranslation();
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.withdrawal.statement')}</h2>
      <blockquote className="desk-statement" dir="auto">
        {statement === '' ? t('desk.withdrawal.forgotten') : statement}
      </blockquote>
      {comment && (
        <>
          <h3>{t('desk.withdrawal.comment')}</h3>
          <p className="desk-statement" dir="auto">
            {comment}
          </p>
        </>
      )}
    </section>
  );
}

/** Until when one may withdraw from the order, and the money is to be back. */
export function Deadlines({ made }: Props) {
  const { t } = useTranslation();
  const clock = useClock();
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.withdrawal.deadlines')}</h2>
      <ul className="desk-facts">
        <li>
          <span>{t('desk.withdrawal.refund_due')}</span>
          <strong>{clock.day(made.refund_due)}</strong>
        </li>
        {made.order_id && (
          <li>
            <span>{t('desk.withdrawal.period_ends')}</span>
            <strong>{made.period_ends_at ? clock.moment(made.period_ends_at) : t('desk.withdrawal.open')}</strong>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Who sent it, what shows that it is theirs, and the order it names. */
export function Sender({ made }: Props) {
  const { t } = useTranslation();
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.withdrawal.sender')}</h2>
      <p>
        <bdi>{made.name}</bdi>
      </p>
      {made.email !== '' && (
        <a href={paths.mail(made.email)}>
          <bdi>{made.email}</bdi>
        </a>
      )}
      <p className="muted">{t(`desk.withdrawal.proof.${made.proof}`)}</p>
      {made.order_id && (
        <Link className="button button--secondary" to={deskPaths.order(made.order_id)}>
          {t('desk.withdrawal.order', { number: made.order_number ?? '' })}
        </Link>
      )}
    </section>
  );
}
