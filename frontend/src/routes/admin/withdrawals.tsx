import Undo2 from 'lucide-react/icons/undo-2';
import type { DeskWithdrawal, WithdrawalList } from '../../api/types';
import { DeskList, type View } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { RowLink } from '../../features/desk/row-link';
import { useClock } from '../../features/desk/when';
import { WithdrawalBadges } from '../../features/desk/withdrawal-parts';
import { useTranslation } from '../../i18n';

const views = ['received', 'cancelled', 'closed'] as const;

/** Statements of withdrawal, the latest first. */
export function Withdrawals() {
  const { t } = useTranslation();
  return (
    <DeskPage title={t('desk.place.withdrawals')}>
      <DeskList<WithdrawalList, 'withdrawals'>
        api={deskApi.withdrawals}
        name="withdrawals"
        views={[
          { label: t('desk.all'), address: {} },
          ...views.map((state): View => ({ label: t(`desk.withdrawal.state.${state}`), address: { state } })),
        ]}
        empty={{
          art: <Undo2 size={48} strokeWidth={1.25} />,
          title: t('desk.withdrawals.none_title'),
          text: t('desk.withdrawals.none_text'),
        }}
      >
        {(withdrawals) => (
          <ul className="desk-rows">
            {withdrawals.map((made) => (
              <li key={made.id}>
                <Row made={made} />
              </li>
            ))}
          </ul>
        )}
      </DeskList>
    </DeskPage>
  );
}

function Row({ made }: { made: DeskWithdrawal }) {
  const { t } = useTranslation();
  const clock = useClock();
  return (
    <RowLink className="desk-row" to={deskPaths.withdrawal(made.id)}>
      <span className="desk-row__main">
        <strong>
          <bdi>{made.name}</bdi>
        </strong>
        <span className="muted">
          <bdi>{made.order_number ?? made.contract}</bdi> · <time dateTime={made.received_at}>{clock.short(made.received_at)}</time>
        </span>
        {made.state !== 'closed' && made.state !== 'cancelled' && (
          <span className="muted">{t('desk.withdrawal.due', { date: clock.day(made.refund_due) })}</span>
        )}
      </span>
      <WithdrawalBadges of={made} />
    </RowLink>
  );
}
