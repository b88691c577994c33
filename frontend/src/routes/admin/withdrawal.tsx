import { useParams } from 'react-router';
import { useResource } from '../../api/resource';
import type { DeskWithdrawal } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { useClock } from '../../features/desk/when';
import { Deadlines, Sender, Statement, WhyLook, WithdrawalBadges } from '../../features/desk/withdrawal-parts';
import { useTranslation } from '../../i18n';

/** One statement of withdrawal: what it says, whose it may be, and what is to be looked at. */
export function WithdrawalPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const answer = useResource<DeskWithdrawal>(deskApi.withdrawal(id));
  const what = t('desk.withdrawal.one');
  return (
    <DeskPage
      title={answer.data ? `${what} ${answer.data.short_id}` : what}
      back={{ to: deskPaths.withdrawals, label: t('desk.place.withdrawals') }}
    >
      <Loaded resource={answer}>{(made) => <Whole made={made} />}</Loaded>
    </DeskPage>
  );
}

function Whole({ made }: { made: DeskWithdrawal }) {
  const clock = useClock();
  return (
    <>
      <p className="row desk-order__state">
        <WithdrawalBadges of={made} />
        <time className="muted" dateTime={made.received_at}>
          {clock.moment(made.received_at)}
        </time>
      </p>
      <WhyLook made={made} />
      <div className="two-columns">
        <div className="stack">
          <Statement made={made} />
        </div>
        <div className="stack">
          <Deadlines made={made} />
          <Sender made={made} />
        </div>
      </div>
    </>
  );
}
