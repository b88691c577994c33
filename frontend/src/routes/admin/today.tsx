import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'react-router';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { LowStock, PasskeyList, Today as TodayData, Trouble } from '../../api/types';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { Named } from '../../features/desk/order-parts';
import { OwnerUntold } from '../../features/desk/owner-untold';
import { SalesChart } from '../../features/desk/sales-chart';
import { useClock } from '../../features/desk/when';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { Empty } from '../../ui/empty';

/** What needs doing this morning, and how the shop is going. */
export function Today() {
  const { t } = useTranslation();
  const clock = useClock();
  const today = useResource<TodayData>(deskApi.today);
  const passkeys = useResource<PasskeyList>(resourcePaths.passkeys);
  return (
    <DeskPage title={t('desk.place.today')}>
      <Loaded resource={today} beside={passkeys}>
        {(data) => (
          <>
            <p className="muted desk-today__date">{clock.day(data.sales.at(-1)?.date ?? '')}</p>
            {passkeys.data?.desk_asks === 'passkey' && <MissingPasskey />}
            <OwnerUntold />
            <Troubles troubles={data.troubles} />
            <Tasks today={data} />
            <SalesChart days={data.sales} />
            <RunningOut variants={data.low_stock} />
            <Safety today={data} />
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

/** For an administrator of a desk that requires passkeys, who has none yet. */
function MissingPasskey() {
  const { t } = useTranslation();
  return (
    <div className="notice notice--attention stack">
      <p>{t('desk.passkey.missing')}</p>
      <Link className={buttonClass('secondary')} to={paths.accountTab('security')}>
        {t('desk.passkey.account')}
      </Link>
    </div>
  );
}

/** What the program cannot do, or what hides visitors from it: for the owner to pass on to whoever looks after it. */
function Troubles({ troubles }: { troubles: Trouble[] }) {
  const { t } = useTranslation();
  const clock = useClock();
  if (troubles.length === 0) return null;
  return (
    <section className="panel stack desk-troubles" role="status">
      <h2 className="panel__title">
        <TriangleAlert aria-hidden="true" />
        {t('desk.troubles')}
      </h2>
      <ul className="stack">
        {troubles.map(({ name, since, error }) => (
          <li key={name}>
            <strong>
              <Named text={`desk.trouble.${name}`} name={name} />
            </strong>{' '}
            {since && (
              <span className="muted">
                <time dateTime={since}>{t('desk.trouble_since', { date: clock.short(since) })}</time>
              </span>
            )}
            {error && (
              <p className="desk-log__detail" dir="ltr">
                {error}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Task = {
  label: string;
  count: number;
  to: string;
  urgent?: boolean;
  /** `due`: has a day by which the law wants it done; `quiet`: is not the work of a morning. */
  weight?: 'due' | 'quiet';
};

/** Each pile of work with its size, and where to do it; urgent ones stand out. */
function Tasks({ today }: { today: TodayData }) {
  const { t } = useTranslation();
  const all: Task[] = [
    { label: 'desk.task.attention', count: today.attention, to: deskPaths.ordersWith({ attention: 'true' }), urgent: true },
    { label: 'desk.task.dead_mails', count: today.dead_mails, to: deskPaths.mails, urgent: true },
    { label: 'desk.task.held_mails', count: today.held_mails, to: deskPaths.queuedMails, urgent: true },
    { label: 'desk.task.complaints_overdue', count: today.complaints_overdue, to: deskPaths.complaints, urgent: true },
    { label: 'desk.task.complaints', count: today.complaints_open - today.complaints_overdue, to: deskPaths.complaints, weight: 'due' },
    { label: 'desk.task.returns_overdue', count: today.returns_overdue, to: deskPaths.withdrawals, urgent: true },
    { label: 'desk.task.returns', count: today.returns_open - today.returns_overdue, to: deskPaths.withdrawals, weight: 'due' },
    { label: 'desk.task.invoices', count: today.invoices_stuck, to: deskPaths.invoices, weight: 'due' },
    { label: 'desk.task.to_ship', count: today.to_ship, to: deskPaths.ordersWith({ to_ship: 'true' }) },
    { label: 'desk.task.quotes', count: today.quotes_new, to: deskPaths.inboxOf('quotes', 'new') },
    { label: 'desk.task.messages', count: today.messages_new, to: deskPaths.inboxOf('messages', 'new') },
    { label: 'desk.task.comments', count: today.comments_pending, to: deskPaths.comments },
    { label: 'desk.task.unpaid', count: today.pending_orders, to: deskPaths.ordersWith({ status: 'pending' }) },
    { label: 'desk.task.law', count: today.law_owed, to: deskPaths.law, weight: 'quiet' },
  ];
  const tasks = all.filter(({ count }) => count > 0);
  if (tasks.length === 0) {
    return (
      <Empty art={<CircleCheckBig size={48} strokeWidth={1.25} />} title={t('desk.all_done_title')} text={t('desk.all_done_text')} />
    );
  }
  return (
    <ul className="desk-tasks">
      {tasks.map((task) => (
        <li key={task.label}>
          <TaskCard {...task} />
        </li>
      ))}
    </ul>
  );
}

function TaskCard({ label, count, to, urgent, weight }: Task) {
  const { t } = useTranslation();
  return (
    <Link className="desk-task" to={to} data-urgent={urgent} data-weight={weight}>
      <strong className="desk-task__count numeric">{count}</strong>
      <span>{t(label, { count })}</span>
      <ChevronRight className="flip" aria-hidden="true" />
    </Link>
  );
}

/** When the shop was last copied, and when a copy was last tried; nothing where nobody makes any. */
function Safety({ today: { backup_at, drill_at } }: { today: TodayData }) {
  const { t } = useTranslation();
  const clock = useClock();
  if (!backup_at) return null;
  return (
    <p className="muted">
      <time dateTime={backup_at}>{t('desk.backup_at', { date: clock.moment(backup_at) })}</time>
      {drill_at && (
        <>
          {' · '}
          <time dateTime={drill_at}>{t('desk.drill_at', { date: clock.moment(drill_at) })}</time>
        </>
      )}
    </p>
  );
}

function RunningOut({ variants }: { variants: LowStock[] }) {
  const { t } = useTranslation();
  if (variants.length === 0) return null;
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.low_stock')}</h2>
      <ul className="desk-facts">
        {variants.map((variant) => (
          <li key={variant.variant_id}>
            <Link to={deskPaths.product(variant.product_id)}>
              <bdi>{variant.product_title}</bdi>
            </Link>
            {variant.variant_title !== variant.product_title && (
              <span className="muted">
                <bdi>{variant.variant_title}</bdi>
              </span>
            )}
            <strong className="numeric" data-none={variant.left <= 0 || undefined}>
              {t('desk.left', { count: variant.left })}
            </strong>
          </li>
        ))}
      </ul>
      <Link to={deskPaths.bulk({ stock: 'low' })}>{t('desk.low_stock_bulk')}</Link>
    </section>
  );
}
