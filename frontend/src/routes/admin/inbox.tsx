import InboxIcon from 'lucide-react/icons/inbox';
import { Link } from 'react-router';
import type { MessageList, QuoteList } from '../../api/types';
import { DeskList, type View } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi, deskPaths, type InboxKind } from '../../features/desk/desk-paths';
import { InboxRows } from '../../features/desk/inbox/inbox-rows';
import { useTranslation } from '../../i18n';

/** Requests for a quote. */
export const Quotes = () => <Inbox kind="quotes" />;

/** Messages from the contact form. */
export const Messages = () => <Inbox kind="messages" />;

function Inbox({ kind }: { kind: InboxKind }) {
  const { t } = useTranslation();
  const views: View[] = [
    { label: t('desk.all'), address: {} },
    ...(['new', 'answered', 'closed'] as const).map((status) => ({
      label: t(`desk.inbox.view.${status}`),
      address: { status },
    })),
    // Those that wait come first, by when their answer is due.
    ...(kind === 'messages' ? [{ label: t('desk.inbox.view.complaints'), address: { kind: 'complaint' } }] : []),
  ];
  return (
    <DeskPage title={t('desk.place.inbox')} actions={<Kinds shown={kind} />}>
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

/** The two lists of the inbox. */
function Kinds({ shown }: { shown: InboxKind }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('desk.inbox.kinds')}>
      <ul className="desk-switch">
        {(['quotes', 'messages'] as const).map((kind) => (
          <li key={kind}>
            <Link to={deskPaths.inboxOf(kind)} aria-current={kind === shown ? 'page' : undefined}>
              {t(`desk.inbox.kind.${kind}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
