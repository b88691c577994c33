import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import { useResource } from '../../api/resource';
import type { Visits as VisitsAnswer } from '../../api/types';
import { deskApi } from '../../features/desk/desk-paths';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { MissedSearches } from '../../features/desk/missed-searches';
import { Bars, DaysOfVisits } from '../../features/desk/visit-parts';
import { useTranslation } from '../../i18n';
import { Empty } from '../../ui/empty';

/** What is looked at, how far purchases get, and what is looked for in vain. */
export function Visits() {
  const { t } = useTranslation();
  const visits = useResource<VisitsAnswer>(deskApi.visits);
  return (
    <DeskPage title={t('desk.place.visits')}>
      <p className="muted">{t('desk.visits.lead')}</p>
      <Loaded resource={visits}>{(data) => <Counted visits={data} reload={visits.reload} />}</Loaded>
    </DeskPage>
  );
}

function Counted({ visits, reload }: { visits: VisitsAnswer; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const { days, pages, steps, searches } = visits;
  const sum = (of: 'pages' | 'calls' | 'chats') => days.reduce((total, day) => total + day[of], 0);
  const isEmpty = sum('pages') + sum('calls') + sum('chats') + steps.placed + searches.length === 0;
  if (isEmpty) {
    return (
      <Empty
        art={<ChartNoAxesColumn size={48} strokeWidth={1.25} />}
        title={t('desk.visits.none_title')}
        text={t('desk.visits.none_text')}
      />
    );
  }
  const way = ['products', 'added', 'checkouts', 'placed', 'paid'] as const;
  return (
    <>
      <Bars
        title={t('desk.visits.steps')}
        isOrdered
        rows={way.map((step) => ({ name: t(`desk.visits.step.${step}`), count: steps[step] }))}
      />
      <MissedSearches searches={searches} reload={reload} />
      <Bars
        title={t('desk.visits.contact')}
        rows={(['calls', 'chats'] as const).map((way) => ({ name: t(`desk.visits.${way}`), count: sum(way) }))}
      />
      <Bars
        title={t('desk.visits.pages')}
        rows={pages.map(({ kind, how_many: count }) => ({ name: t(`desk.visits.page.${kind}`), count }))}
      />
      <DaysOfVisits days={days} />
    </>
  );
}
