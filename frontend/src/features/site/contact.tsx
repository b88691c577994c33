import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { useTranslation } from '../../i18n';
import { useSite } from '../../api/site';
import { paths } from '../../paths';

export function Contact() {
  const { t } = useTranslation();
  const { phone, phone_display: display, whatsapp, email, locality } = useSite();
  const ways = [
    { key: 'phone', Icon: Phone, href: paths.phone(phone), text: display },
    { key: 'chat', Icon: MessageCircle, href: paths.whatsapp(whatsapp), text: display },
    { key: 'mail', Icon: Mail, href: paths.mail(email), text: email },
  ];
  return (
    <section className="page section" id="contacto" aria-labelledby="contacto-title">
      <h2 className="section__title" id="contacto-title">
        {t('contact.title')}
      </h2>
      <ul className="contact-cards">
        {ways.map(({ key, Icon, href, text }) => (
          <li className="contact-card" key={key}>
            <Icon aria-hidden="true" />
            <h3>{t(`contact.${key}`)}</h3>
            <a href={href} dir="ltr">
              {text}
            </a>
          </li>
        ))}
        <li className="contact-card">
          <MapPin aria-hidden="true" />
          <h3>{t('contact.place')}</h3>
          <p>{locality}</p>
        </li>
      </ul>
    </section>
  );
}
