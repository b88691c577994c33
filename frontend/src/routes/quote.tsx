import Phone from 'lucide-react/icons/phone';
import { useSearchParams } from 'react-router';
import { resourcePaths } from '../api/paths';
import { useResource } from '../api/resource';
import { useSite } from '../api/site';
import type { ProductAnswer } from '../api/types';
import { AskedFor } from '../features/contact/asked-for';
import { serviceFor } from '../features/contact/inquiry';
import { QuoteForm } from '../features/contact/quote-form';
import { useTitle } from '../features/site/use-navigation-effects';
import { useLang, useTranslation } from '../i18n';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';

export default function Quote() {
  const { t } = useTranslation();
  const lang = useLang();
  const { phone, phone_display: display, locality, store_id: storeId } = useSite();
  const asked = useSearchParams()[0].get('product');
  const { data, error } = useResource<ProductAnswer>(asked === null ? null : resourcePaths.product(storeId, lang, asked));
  useTitle(t('quote.title'));
  return (
    <div className="page section quote">
      <div className="contact__head">
        <h1>{t('quote.title')}</h1>
        <p className="muted">{t('quote.lead', { locality })}</p>
        {asked !== null && !error && <AskedFor product={data?.product} />}
      </div>
      <div className="two-columns">
        <QuoteForm
          key={asked}
          about={data?.product.title}
          product={asked ?? undefined}
          service={data && serviceFor(data.product.type.value)}
        />
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
              <span>
                <bdi dir="ltr">{display}</bdi>
              </span>
            </a>
          </section>
        </aside>
      </div>
    </div>
  );
}
