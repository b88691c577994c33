import ChevronRight from 'lucide-react/icons/chevron-right';
import ImageIcon from 'lucide-react/icons/image';
import type { MessageRow, QuoteRow } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { deskPaths, type InboxKind } from '../desk-paths';
import { RowLink } from '../row-link';
import { useClock } from '../when';
import { DueNote } from './complaint';
import { InquiryBadge, Service } from './inquiry-parts';

type Props = { kind: InboxKind; inquiries: (QuoteRow | MessageRow)[] };

/** What people wrote, as a list; each leads to its own page, and from there back to this list as it is. */
export function InboxRows({ kind, inquiries }: Props) {
  return (
    <ul className="desk-rows">
      {inquiries.map((inquiry) => (
        <li key={inquiry.id}>
          <RowLink
            className="desk-row desk-inquiry"
            to={deskPaths.inquiry(kind, inquiry.id)}
            data-status={inquiry.status}
          >
            <Row {...inquiry} />
          </RowLink>
        </li>
      ))}
    </ul>
  );
}

type RowProps = MessageRow & Partial<QuoteRow>;

function Row({ number, created_at, status, name, service, town_or_postcode, excerpt, photos = 0, complaint }: RowProps) {
  const { t } = useTranslation();
  const clock = useClock();
  return (
    <>
      <span className="desk-row__main">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {complaint && (
          <span className="desk-inquiry__complaint">
            <strong>{t('desk.inbox.complaint', { key: complaint.key })}</strong>
            {' · '}
            <DueNote complaint={complaint} />
          </span>
        )}
        <span className="muted desk-inquiry__about">
          {!complaint && <bdi className="numeric">{number}</bdi>}
          {service && <Service name={service} />}
          {town_or_postcode && <bdi>{town_or_postcode}</bdi>}
          {photos > 0 && (
            <span className="desk-inquiry__photos numeric">
              <ImageIcon aria-hidden="true" />
              {t('desk.inbox.photos', { count: photos })}
            </span>
          )}
        </span>
        <span className="desk-inquiry__excerpt" dir="auto">
          {excerpt}
        </span>
      </span>
      <time className="desk-row__when muted" dateTime={created_at}>
        {clock.short(created_at)}
      </time>
      <span className="desk-row__state">
        <InquiryBadge status={status} />
      </span>
      <ChevronRight className="flip desk-row__arrow" aria-hidden="true" />
    </>
  );
}
