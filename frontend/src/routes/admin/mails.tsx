import MailCheck from 'lucide-react/icons/mail-check';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { api } from '../../api/client';
import type { Mail, MailList } from '../../api/types';
import { DeskList, type View } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi } from '../../features/desk/desk-paths';
import { mailReason } from '../../features/desk/mail-reason';
import { useAct } from '../../features/desk/use-act';
import { useClock } from '../../features/desk/when';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';

/** The shop's mails: first those that will not go out by themselves. */
export function Mails() {
  const { t } = useTranslation();
  const views: View[] = [
    { label: t('desk.mails.dead'), address: {}, ask: { state: 'dead' } },
    { label: t('desk.mails.queued'), address: { state: 'queued' } },
    { label: t('desk.mails.sent'), address: { state: 'sent' } },
  ];
  return (
    <DeskPage title={t('desk.place.mails')}>
      <DeskList<MailList, 'mails'>
        api={deskApi.mails}
        name="mails"
        search={t('desk.mails.search')}
        views={views}
        empty={{
          art: <MailCheck size={48} strokeWidth={1.25} />,
          title: t('desk.mails.none_title'),
          text: t('desk.mails.none_text'),
        }}
      >
        {(mails, reload) => (
          <>
            {mails.filter(({ state }) => state === 'dead').length > 1 && <RetryAll reload={reload} />}
            {mails.some(({ is_held }) => is_held) && <Held reload={reload} />}
            <ul className="desk-rows">
              {mails.map((mail) => (
                <li key={mail.id} className="desk-row desk-mail">
                  <Row mail={mail} reload={reload} />
                </li>
              ))}
            </ul>
          </>
        )}
      </DeskList>
    </DeskPage>
  );
}

/** Mails that a restored shop still had to send: they may have gone out before, so the owner says what becomes of them. */
function Held({ reload }: { reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const release = async (act: 'send' | 'drop') => {
    const done = act === 'send' ? t('desk.mails.held_sent') : t('desk.mails.held_dropped');
    const said = { done: { title: done }, failed: t('desk.mail.failed') };
    if (await run(act, () => api.post(deskApi.heldMails(act)), said)) await reload();
  };
  return (
    <section className="panel stack" role="status">
      <p>{t('desk.mails.held')}</p>
      <div className="row">
        <Button busy={busy === 'send'} onClick={() => void release('send')}>
          {t('desk.mails.held_send')}
        </Button>
        <Button variant="secondary" busy={busy === 'drop'} onClick={() => void release('drop')}>
          {t('desk.mails.held_drop')}
        </Button>
      </div>
    </section>
  );
}

/** For when the mail server works again. */
function RetryAll({ reload }: { reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const retry = async () => {
    const said = { done: { title: t('desk.mails.all_resent') }, failed: t('desk.mail.failed') };
    if (await run('all', () => api.post(deskApi.retryMails), said)) await reload();
  };
  return (
    <div className="row">
      <Button variant="secondary" busy={busy !== null} onClick={() => void retry()}>
        <RotateCcw className="flip" aria-hidden="true" />
        {t('desk.mails.retry_all')}
      </Button>
    </div>
  );
}

function Row({ mail, reload }: { mail: Mail; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const clock = useClock();
  const { busy, run } = useAct();
  const { id, subject, to, created_at, state, attempts } = mail;
  const retry = async () => {
    const said = { done: { title: t('desk.mail.resent') }, failed: t('desk.mail.failed') };
    if (await run(id, () => api.post(deskApi.retryMail(id)), said)) await reload();
  };
  return (
    <>
      <div className="desk-row__main">
        <strong>
          <bdi>{subject}</bdi>
        </strong>
        <span className="muted">
          <bdi>{to}</bdi>
        </span>
        <span className="muted">
          <time dateTime={created_at}>{clock.moment(created_at)}</time>
          {state !== 'sent' && attempts > 0 && <> · {t('desk.mails.attempts', { count: attempts })}</>}
        </span>
        <Why mail={mail} />
      </div>
      {state === 'dead' && (
        <Button variant="secondary" busy={busy !== null} onClick={() => void retry()}>
          <RotateCcw className="flip" aria-hidden="true" />
          {t('desk.mails.retry')}
        </Button>
      )}
    </>
  );
}

/** What went wrong, in words and as the mail server said it. */
function Why({ mail: { state, last_error, next_try_at } }: { mail: Mail }) {
  const { t } = useTranslation();
  const clock = useClock();
  const reason = last_error ? mailReason(last_error) : null;
  return (
    <>
      {reason !== null && <p className="desk-mail__why">{t(`desk.mails.why.${reason}`)}</p>}
      {last_error && (
        <p className="desk-log__detail" dir="ltr">
          {last_error}
        </p>
      )}
      {state === 'queued' && next_try_at && (
        <p className="muted">{t('desk.mails.next_try', { date: clock.short(next_try_at) })}</p>
      )}
    </>
  );
}
