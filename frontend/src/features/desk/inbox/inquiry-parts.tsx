import MailIcon from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { InquiryBody, InquiryStatus } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { languages } from '../../../languages';
import { paths } from '../../../paths';
import { buttonClass } from '../../../ui/button';
import { ChatLink } from '../chat-link';
import { deskApi, deskPaths } from '../desk-paths';
import { FileLink } from '../file-link';
import { useClock } from '../when';
import { international } from './phone-number';

/** The status in its colour, and always in words too. */
export function InquiryBadge({ status }: { status: InquiryStatus }) {
  const { t } = useTranslation();
  return (
    <span className="status" data-status={status}>
      {t(`desk.inbox.status.${status}`)}
    </span>
  );
}

/** A trade by its name on the site; one that is not there any more, as it was called. */
export function Service({ name }: { name: string }) {
  const { t } = useTranslation();
  const key = `services.${name}.title`;
  const title = t(key);
  return title === key ? <bdi dir="ltr">{name}</bdi> : <span>{title}</span>;
}

/** A call to a number as it was typed. */
const called = (phone: string) => paths.phone(international(phone) ?? phone.replace(/[^\d+]/g, ''));

/** Who wrote, and what they said of themselves. */
export function Sender({ inquiry }: { inquiry: InquiryBody }) {
  const { t } = useTranslation();
  const clock = useClock();
  const { name, email, phone, service, town_or_postcode, wanted_when, lang, consent_at } = inquiry;
  const fact = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <section className="panel stack" aria-labelledby="sender">
      <h2 className="panel__title" id="sender">
        <bdi>{name}</bdi>
      </h2>
      <Link to={deskPaths.customer(inquiry.id)}>{t('desk.order.their_page')}</Link>
      <dl className="desk-sender">
        {fact(
          t('field.email'),
          <a href={paths.mail(email)}>
            <bdi dir="ltr">{email}</bdi>
          </a>,
        )}
        {phone &&
          fact(
            t('contact.phone'),
            <a href={called(phone)}>
              <bdi dir="ltr">{phone}</bdi>
            </a>,
          )}
        {service && fact(t('desk.inbox.service'), <Service name={service} />)}
        {town_or_postcode && fact(t('desk.inbox.town'), <bdi>{town_or_postcode}</bdi>)}
        {wanted_when && fact(t('desk.inbox.when'), <bdi>{wanted_when}</bdi>)}
        {fact(t('desk.inbox.lang'), <bdi lang={lang}>{languages[lang].name}</bdi>)}
        {consent_at && fact(t('desk.inbox.consent'), <time dateTime={consent_at}>{clock.moment(consent_at)}</time>)}
      </dl>
    </section>
  );
}

/** Every way to reach whoever wrote. */
export function Ways({ inquiry }: { inquiry: InquiryBody }) {
  const { t } = useTranslation();
  const { email, phone, name, lang, number } = inquiry;
  return (
    <div className="desk-ways">
      {phone && (
        <a className={buttonClass('secondary')} href={called(phone)}>
          <Phone aria-hidden="true" />
          {t('desk.inbox.call')}
        </a>
      )}
      {/* Only who asks for a quote leaves a telephone number. */}
      {phone && <ChatLink phone={phone} about="quotes" number={number} name={name} lang={lang} />}
      <a className={buttonClass('secondary')} href={paths.mail(email)}>
        <MailIcon aria-hidden="true" />
        {t('desk.inbox.mail')}
      </a>
    </div>
  );
}

/** What they sent along; each opens by itself, where it can be made larger. */
export function Photos({ inquiry: { id, photos = [] } }: { inquiry: InquiryBody }) {
  const { t } = useTranslation();
  if (photos.length === 0) return null;
  return (
    <ul className="desk-photos" aria-label={t('desk.inbox.photos_title')}>
      {photos.map((photo, at) => (
        <li key={photo}>
          <FileLink href={deskApi.quotePhoto(id, photo)}>
            <img
              src={deskApi.quotePhoto(id, photo)}
              loading="lazy"
              alt={t('desk.inbox.photo', { number: at + 1, count: photos.length })}
            />
            <span className="visually-hidden"> ({t('order.new_tab')})</span>
          </FileLink>
        </li>
      ))}
    </ul>
  );
}
