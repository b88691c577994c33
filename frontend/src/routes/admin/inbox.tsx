import InboxIcon from 'lucide-react/icons/inbox';
import { Link, Navigate, useLocation } from 'react-router';
import { useResource } from '../../api/resource';
import type { MessageList, QuoteList, Today } from '../../api/types';
import { DeskList, WaitingCount, type View } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi, deskPaths, type InboxKind } from '../../features/desk/desk-paths';
import { InboxRows } from '../../features/desk/inbox/inbox-rows';
import type { FromMenu } from '../../features/desk/places';
import { useTranslation } from '../../i18n';
import { Spinner } from '../../ui/spinner';

/** What waits for an answer. */
const useWaiting = () => useResource<Today>(deskApi.today);

/** Requests for a quote. Whoever comes by the menu comes to where something waits, complaints before all else. */
export function Quotes() {
  const { t } = useTranslation();
  const isOpened = (useLocation().state as FromMenu)?.isOpened === true;
  const { data, loading } = useWaiting();
  if (isOpened && loading) return <Spinner label={t('common.loading')} />;
  const isElsewhere = data !== undefined && (data.complaints_open > 0 || (data.quotes_new === 0 && data.messages_new > 0));
  return isOpened && isElsewhere ? <Navigate replace to={deskPaths.inboxOf('messages')} /> : <Inbox kind="quotes" />;
}

/** Messages from the contact form. */
export const Messages = () => <Inbox kind="messages" />;

function Inbox({ kind }: { kind: InboxKind }) {
  const { t } = useTranslation();
  const { data: waiting } = useWaiting();
  const views: View[] = [
    { label: t('desk.all'), address: {} },
    ...(['new', 'answered', 'closed'] as const).map((status) => ({
      label: t(`desk.inbox.view.${status}`),
      address: { status },
    })),
    // Those that wait come first, by when their answer is due.
    ...(kind === 'messages' ? [{ label: t('desk.inbox.view.complaints'), count: waiting?.complaints_open, address: { kind: 'complaint' } }] : []),
  ];
  return (
    <DeskPage title={t('desk.place.inbox')} actions={<Kinds shown={kind} waiting={waiting} />}>
      {/* Another list is another search: nothing of the one before may linger. */}
      <DeskList<QuoteList & MessageList, InboxKind>
        key={kind}
        api={deskApi.inbox(kind)}
        name={kind}
        search={t('desk.inbox.search')}
        views={views}
        empty={{
          art: <InboxIcon size={48} strokeWidth={1.25} />,
          title: t(`desk.inbox.none_title.${kind}`),
          text: t('desk.inbox.none_text'),
        }}
      >
        {(inquiries) => <InboxRows kind={kind} inquiries={inquiries} />}
      </DeskList>
    </DeskPage>
  );
}

/** The two lists of the inbox, each with how much waits in it. */
function Kinds({ shown, waiting }: { shown: InboxKind; waiting: Today | undefined }) {
  const { t } = useTranslation();
  const counts = { quotes: waiting?.quotes_new ?? 0, messages: (waiting?.messages_new ?? 0) + (waiting?.complaints_open ?? 0) };
  return (
    <nav aria-label={t('desk.inbox.kinds')}>
      <ul className="desk-switch">
        {(['quotes', 'messages'] as const).map((kind) => (
          <li key={kind}>
            <Link to={deskPaths.inboxOf(kind)} aria-current={kind === shown ? 'page' : undefined}>
              {t(`desk.inbox.kind.${kind}`)}
              <WaitingCount count={counts[kind]} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
