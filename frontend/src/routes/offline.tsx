import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { useSite } from '../api/site';
import { Mark } from '../features/site/logo';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';

const advice = ['offline.danger', 'offline.gas', 'offline.water', 'offline.power'];

/**
 * What is shown in place of a page that could not be fetched, under that page's address: worker/sw.ts keeps it.
 * Its document has no script, so everything here works without. In place of the cart and the checkout the worker marks
 * it, and it says what becomes of the cart; in place of the desk it does not tell its owner to call the firm.
 */
export default function Offline() {
  const { t } = useTranslation();
  const { brand, phone, phone_display: display, whatsapp } = useSite();
  return (
    <div className="page page--narrow section stack offline">
      <p className="offline__brand">
        <Mark /> {brand}
      </p>
      <h1>{t('offline.title')}</h1>
      <p className="offline__other">{t('offline.lead')}</p>
      <p className="offline__cart">{t('offline.cart')}</p>
      <p className="offline__desk">{t('offline.desk')}</p>
      <a className={`${buttonClass('emergency', true)} offline__call offline__shop`} href={paths.phone(phone)}>
        <Phone aria-hidden="true" /> <span>{t('contact.call')}</span> <bdi>{display}</bdi>
      </a>
      <a className={`${buttonClass('secondary', true)} offline__shop`} href={paths.whatsapp(whatsapp)}>
        <MessageCircle aria-hidden="true" /> {t('offline.chat')}
      </a>
      {/* The address of the page that was asked for. */}
      <a className={buttonClass('ghost', true)} href="">
        {t('offline.retry')}
      </a>
      <section className="panel offline__other" aria-labelledby="offline-urgent">
        <h2 id="offline-urgent">{t('offline.urgent')}</h2>
        <ul className="offline__advice">
          {advice.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
