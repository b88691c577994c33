import Phone from 'lucide-react/icons/phone';
import { useSite } from '../api/site';
import { QuoteForm } from '../features/contact/quote-form';
import { useTitle } from '../features/site/use-title';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';

export default function Quote() {
  const { t } = useTranslation();
  const { phone, phone_display: display, locality } = useSite();
  useTitle(t('quote.title'));
  return (
    <div className="page section quote">
      <div className="contact__head">
        <h1>{t('quote.title')}</h1>
        <p className="muted">{t('quote.lead', { locality })}</p>
      </div>
      <div className="two-columns">
        <QuoteForm />
        <aside className="quote__aside">
          <section className="panel stack">
            <h2 className="panel__title">{t('quote.steps_title')}</h2>
            <ol className="steps">
              <li>{t('quote.step_read')}</li>
              <li>{t('quote.step_visit')}</li>
              <li>{t('quote.step_price')}</li>
            </ol>
          </section>
          <section className="panel stack">
            <h2 className="panel__title">{t('quote.urgent_title')}</h2>
            <p>{t('quote.urgent_text')}</p>
            <a className={buttonClass('emergency')} href={paths.phone(phone)}>
              <Phone aria-hidden="true" />
              <bdi dir="ltr">{display}</bdi>
            </a>
          </section>
        </aside>
      </div>
    </div>
  );
}
