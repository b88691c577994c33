import FileText from 'lucide-react/icons/file-text';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'react-router';
import type { DeskReturn, DeskWithdrawal } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { money } from '../../ui/format';
import { deskApi, deskPaths } from './desk-paths';
import { FileLink } from './file-link';
import { useClock } from './when';

type Props = { returned: DeskReturn };

/** Whether anything is left to do: once it is refunded, closed, or its order cancelled, nothing is, whatever comes after that. */
export const isOpen = ({ state }: DeskReturn) => state === 'received' || state === 'goods_back';

/** How far it is, and whether a person must look at it. */
export function ReturnBadges({ of: { state, withdrawal } }: { of: DeskReturn }) {
  const { t } = useTranslation();
  return (
    <span className="row">
      <span className="status">{t(`desk.withdrawal.state.${state}`)}</span>
      {state === 'received' && withdrawal && withdrawal.marks.length > 0 && (
        <span className="status" data-refund="disputed">
          {t('desk.withdrawal.look')}
        </span>
      )}
    </span>
  );
}

/** Why a person must look at it: nothing of this was a reason to refuse it. */
export function WhyLook({ returned: { withdrawal } }: Props) {
  const { t } = useTranslation();
  const marks = withdrawal?.marks ?? [];
  if (marks.length === 0) return null;
  return (
    <section className="desk-alert" aria-label={t('desk.withdrawal.look')}>
      <TriangleAlert aria-hidden="true" />
      {marks.length === 1 ? (
        <p>{t(`desk.withdrawal.mark.${marks[0]}`)}</p>
      ) : (
        <ul>
          {marks.map((mark) => (
            <li key={mark}>{t(`desk.withdrawal.mark.${mark}`)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The statement word for word, what was written beside it, and the paper that its sender was mailed. */
export function Statement({ made: { id, statement, comment } }: { made: DeskWithdrawal }) {
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
      <FileLink className={buttonClass('secondary')} href={deskApi.acknowledgement(id)}>
        <FileText aria-hidden="true" />
        {t('desk.withdrawal.acknowledgement')}
      </FileLink>
    </section>
  );
}

/** The days that are left for the money, where somebody waits for it. */
export function DaysLeft({ of: { days_left: days } }: { of: DeskReturn }) {
  const { t } = useTranslation();
  if (days === undefined || days === null) return null;
  if (days === 0) return <strong>{t('desk.return.today')}</strong>;
  return <span className="muted">{days > 0 ? t('desk.return.days_left', { days }) : t('desk.return.over', { days: -days })}</span>;
}

/** Until when one may withdraw from the order, and the money is to be back. */
export function Deadlines({ returned }: Props) {
  const { t } = useTranslation();
  const clock = useClock();
  const { withdrawal, refund_due: due } = returned;
  if (!withdrawal) return null;
  const { period_ends_at: ends } = withdrawal;
  const isOver = Boolean(ends) && Date.parse(String(ends)) <= Date.now();
  // What never arrived has no day on which a period begins; once nothing is left to do none is waited for.
  const isWaitedFor = ends || isOpen(returned);
  if (!due && !(withdrawal.order_id && isWaitedFor)) return null;
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.withdrawal.deadlines')}</h2>
      <ul className="desk-facts">
        {due && (
          <li>
            <span>{t('desk.withdrawal.refund_due')}</span>
            <strong>{clock.day(due)}</strong>
            <DaysLeft of={returned} />
          </li>
        )}
        {withdrawal.order_id && isWaitedFor && (
          <li>
            <span>{t(!ends ? 'desk.withdrawal.period' : isOver ? 'desk.withdrawal.period_ended' : 'desk.withdrawal.period_ends')}</span>
            <strong>{ends ? t('desk.withdrawal.to_day', { day: clock.until(ends) }) : t('desk.withdrawal.open')}</strong>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Who is behind it, what shows that it is theirs, and the order. */
export function Whose({ returned: { withdrawal, order } }: Props) {
  const { t } = useTranslation();
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.withdrawal.sender')}</h2>
      <p>
        <bdi>{withdrawal?.name ?? order?.name}</bdi>
      </p>
      {withdrawal && withdrawal.email !== '' && (
        <a href={paths.mail(withdrawal.email)}>
          <bdi>{withdrawal.email}</bdi>
        </a>
      )}
      {withdrawal && <p className="muted">{t(`desk.withdrawal.proof.${withdrawal.proof}`)}</p>}
      <OrderLink id={order?.id ?? withdrawal?.order_id} number={order?.number ?? withdrawal?.order_number} />
    </section>
  );
}

function OrderLink({ id, number }: { id?: string | null; number?: string | null }) {
  const { t } = useTranslation();
  if (!id) return null;
  return (
    <Link className="button button--secondary" to={deskPaths.order(id)}>
      {t('desk.withdrawal.order', { number: number ?? '' })}
    </Link>
  );
}

/** What came back, in which state, or was not sent at all. */
export function CameBack({ returned: { lines, order, events } }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (lines.length === 0) return null;
  const wasSent = events.every(({ kind }) => kind !== 'taken_out');
  const titleOf = (id: string) => order?.items.find((item) => item.id === id)?.title ?? '';
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t(wasSent ? 'desk.return.came_back' : 'desk.return.event.taken_out')}</h2>
      <ul className="desk-facts">
        {lines.map((line) => (
          <li key={line.item_id}>
            <span>
              {line.quantity} × <bdi>{titleOf(line.item_id)}</bdi>
            </span>
            <span className="muted">{t(line.restock ? 'desk.return.sellable' : 'desk.return.not_sellable')}</span>
            {line.loss_in_cents > 0 && (
              <span className="muted">
                {t('desk.return.lost')} <span className="numeric">{money(line.loss_in_cents, lang)}</span> · <bdi>{line.note}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What went back at the order for this return, and what of it is left. */
export function PaidBefore({ returned: { paid_in_cents: paid, comes_to_in_cents: left, state } }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (paid === 0) return null;
  return (
    <p className="notice">
      {t('desk.return.paid', { amount: money(paid, lang) })}{' '}
      {state === 'goods_back' && (left > 0 ? t('desk.return.left', { amount: money(left, lang) }) : t('desk.return.nothing_left'))}
    </p>
  );
}

/** What happened, oldest first. */
export function History({ returned: { events } }: Props) {
  const { t } = useTranslation();
  const clock = useClock();
  if (events.length === 0) return null;
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.return.history')}</h2>
      <ul className="desk-facts">
        {events.map((event) => (
          <li key={`${event.at} ${event.kind}`}>
            <span>{t(`desk.return.event.${event.kind}`)}</span>
            <span className="muted">
              <time dateTime={event.at}>{clock.short(event.at)}</time> · <bdi>{event.by}</bdi>
            </span>
            {event.note && (
              <span className="desk-statement" dir="auto">
                {event.note}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
