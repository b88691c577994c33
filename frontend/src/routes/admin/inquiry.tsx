import { useParams } from 'react-router';
import { useResource } from '../../api/resource';
import type { InquiryBody, MessageBody, QuoteBody } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths, type InboxKind } from '../../features/desk/desk-paths';
import { ComplaintHead } from '../../features/desk/inbox/complaint';
import { InquiryActs } from '../../features/desk/inbox/inquiry-acts';
import { InquiryBadge, Sender, Ways } from '../../features/desk/inbox/inquiry-parts';
import { Thread } from '../../features/desk/inbox/thread';
import { useClock } from '../../features/desk/when';
import { useTranslation } from '../../i18n';

/** One request for a quote. */
export const QuotePage = () => <InquiryPage kind="quotes" />;

/** One message. */
export const MessagePage = () => <InquiryPage kind="messages" />;

/** What somebody wrote, who they are, what was answered, and what can be done. */
function InquiryPage({ kind }: { kind: InboxKind }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const answer = useResource<Partial<QuoteBody & MessageBody>>(deskApi.inquiry(kind, id));
  const known = answer.data?.quote ?? answer.data?.message;
  const what = t(`desk.inbox.one.${kind}`);
  return (
    <DeskPage
      title={known?.complaint ? t('desk.inbox.complaint', { key: known.complaint.key }) : known === undefined ? what : `${what} ${known.number}`}
      back={{ to: deskPaths.inboxOf(kind), label: t(`desk.inbox.kind.${kind}`) }}
    >
      <Loaded resource={answer}>
        {({ quote, message }) => {
          const inquiry = quote ?? message;
          return inquiry && <Whole kind={kind} inquiry={inquiry} reload={answer.reload} />;
        }}
      </Loaded>
    </DeskPage>
  );
}

type Props = { kind: InboxKind; inquiry: InquiryBody; reload: () => Promise<void> };

function Whole(props: Props) {
  const clock = useClock();
  const { inquiry } = props;
  return (
    <>
      <p className="row desk-order__state">
        <InquiryBadge status={inquiry.status} />
        <time className="muted" dateTime={inquiry.created_at}>
          {clock.moment(inquiry.created_at)}
        </time>
      </p>
      {inquiry.complaint && <ComplaintHead complaint={inquiry.complaint} />}
      <div className="desk-inquiry-page">
        <Ways inquiry={inquiry} />
        <Thread {...props} />
        <Sender inquiry={inquiry} />
        <InquiryActs {...props} />
      </div>
    </>
  );
}
