import { useParams } from 'react-router';
import { useResource } from '../../api/resource';
import type { DeskReturn } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { ReturnActs } from '../../features/desk/return-acts';
import { CameBack, Deadlines, History, PaidBefore, ReturnBadges, Statement, Whose, WhyLook } from '../../features/desk/return-parts';
import { useClock } from '../../features/desk/when';
import { useTranslation } from '../../i18n';

/** One return: the statement it comes from, whose goods they are, what is to be done and what was. */
export function WithdrawalPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const answer = useResource<DeskReturn>(deskApi.returned(id));
  const what = t(answer.data?.granted ? 'desk.return.one' : 'desk.withdrawal.one');
  return (
    <DeskPage
      title={answer.data ? `${what} ${answer.data.short_id}` : what}
      back={{ to: deskPaths.withdrawals, label: t('desk.place.withdrawals') }}
    >
      <Loaded resource={answer}>{(returned) => <Whole returned={returned} reload={answer.reload} />}</Loaded>
    </DeskPage>
  );
}

function Whole({ returned, reload }: { returned: DeskReturn; reload: () => Promise<void> }) {
  const clock = useClock();
  return (
    <>
      <p className="row desk-order__state">
        <ReturnBadges of={returned} />
        <time className="muted" dateTime={returned.opened_at}>
          {clock.moment(returned.opened_at)}
        </time>
      </p>
      <WhyLook returned={returned} />
      <PaidBefore returned={returned} />
      <div className="two-columns">
        <div className="stack">
          {returned.withdrawal && <Statement made={returned.withdrawal} />}
          <CameBack returned={returned} />
          <History returned={returned} />
        </div>
        <div className="stack desk-return__side">
          <Deadlines returned={returned} />
          <ReturnActs returned={returned} reload={reload} />
          <Whose returned={returned} />
        </div>
      </div>
    </>
  );
}
