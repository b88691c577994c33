import ArrowDown from 'lucide-react/icons/arrow-down';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { Link } from 'react-router';
import { officeOf, useSite } from '../../api/site';
import { EmergencyCall } from '../../emergency-call';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { useHours } from '../site/hours';
import { AskPrice } from '../tariff/ask-price';
import { ContactForm } from './contact-form';
import { formAnchor } from './inquiry';

/** Every way to reach the firm. `page` when it is the whole page and not a section of one. */
export function Contact({ page = false }: { page?: boolean }) {
  const { t } = useTranslation();
  const [Title, Part] = page ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const);
  return (
    <section className="page section contact" id="contacto" aria-labelledby="contacto-title">
      <div className="contact__head">
        <Title id="contacto-title">{t('contact.title')}</Title>
        <p className="muted">{t('contact.lead')}</p>
        <p>
          <EmergencyCall text={t('contact.emergency')} />
        </p>
        {page && (
          <p className="contact__to-form">
            <a className={buttonClass('secondary')} href={`#${formAnchor}`}>
              {t('contact.form_title')}
              <ArrowDown aria-hidden="true" />
            </a>
          </p>
        )}
      </div>
      <Ways Part={Part} />
      {page && <AskPrice Title="h2" />}
      <div className="contact__form panel">
        <div className="contact__aside">
          <Part>{t('contact.form_title')}</Part>
          <p>{t('contact.form_lead')}</p>
          <Link className={buttonClass('secondary')} to={paths.quote}>
            {t('quote.title')}
          </Link>
        </div>
        <ContactForm takesComplaints={page} />
      </div>
    </section>
  );
}

function Ways({ Part }: { Part: 'h2' | 'h3' }) {
  const { t } = useTranslation();
  const site = useSite();
  const { whatsapp, whatsapp_display: chat = site.phone_display, email, locality, area } = site;
  const { phone, display } = officeOf(site);
  const ways = [
    { key: 'phone', Icon: Phone, href: paths.phone(phone), text: display },
    { key: 'chat', Icon: MessageCircle, href: paths.whatsapp(whatsapp), text: chat },
    { key: 'mail', Icon: Mail, href: paths.mail(email), text: email },
  ];
  return (
    <ul className="contact-cards">
      {ways.map(({ key, Icon, href, text }) => (
        <li className="contact-card" key={key}>
          <Icon aria-hidden="true" />
          <div>
            <Part className="contact-card__title">{t(`contact.${key}`)}</Part>
            <a href={href} dir="ltr">
              {text}
            </a>
            {key === 'phone' && <Hours />}
          </div>
        </li>
      ))}
      <li className="contact-card">
        <MapPin aria-hidden="true" />
        <div>
          <Part className="contact-card__title">{t('contact.place')}</Part>
          <p>{locality}</p>
          <p className="muted">{t('area.served', { places: area.join(t('common.comma')) })}</p>
        </div>
      </li>
    </ul>
  );
}

/** When somebody picks up. */
function Hours() {
  return useHours().map((line) => (
    <p className="hours-line muted" key={line}>
      {line}
    </p>
  ));
}
