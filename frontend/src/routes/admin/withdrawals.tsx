import ChevronRight from 'lucide-react/icons/chevron-right';
import Undo2 from 'lucide-react/icons/undo-2';
import type { DeskReturn, ReturnList } from '../../api/types';
import { DeskList, type View } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { RowLink } from '../../features/desk/row-link';
import { useClock } from '../../features/desk/when';
import { DaysLeft, ReturnBadges } from '../../features/desk/return-parts';
import { useTranslation } from '../../i18n';

const views = ['received', 'goods_back', 'refunded', 'cancelled', 'closed'] as const;

/** Returns, the latest first: of statements of withdrawal, and those that the owner granted. */
export function Withdrawals() {
  const { t } = useTranslation();
  return (
    <DeskPage title={t('desk.place.withdrawals')}>
      <DeskList<ReturnList, 'returns'>
        api={deskApi.returns}
        name="returns"
        search={t('desk.withdrawals.search')}
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
        {(returns) => (
          <ul className="desk-rows">
            {returns.map((returned) => (
              <li key={returned.id}>
                <Row returned={returned} />
              </li>
            ))}
          </ul>
        )}
      </DeskList>
    </DeskPage>
  );
}

function Row({ returned }: { returned: DeskReturn }) {
  const clock = useClock();
  const { id, withdrawal, order, opened_at: at } = returned;
  return (
    <RowLink className="desk-row desk-row--short" to={deskPaths.withdrawal(id)}>
      <span className="desk-row__main">
        <strong>
          <bdi>{withdrawal?.name ?? order?.name}</bdi>
        </strong>
        <span className="muted">
          <bdi>{order?.number ?? withdrawal?.order_number ?? withdrawal?.contract}</bdi>
        </span>
        <DaysLeft of={returned} />
      </span>
      <span className="desk-row__state">
        <ReturnBadges of={returned} />
      </span>
      <time className="desk-row__when muted" dateTime={at}>
        {clock.short(at)}
      </time>
      <ChevronRight className="flip desk-row__arrow" aria-hidden="true" />
    </RowLink>
  );
}
