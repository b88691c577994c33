import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router';
import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { useOfQuery } from '../../late-part';
import { paths, serviceIds, type ServiceId } from '../../paths';
import { buttonClass } from '../../ui/button';
import { Tabs } from '../../ui/tabs';
import { Emergency } from './emergency';
import { serviceItems } from './service-items';

const asked = (query: URLSearchParams): ServiceId => serviceIds.find((id) => id === query.get('service')) ?? 'reformas';

/** What the firm does, a tab per service; the address says which one is open. */
export function Services() {
  const { t } = useTranslation();
  const { tariff } = useSite();
  const navigate = useNavigate();
  const { key, search, hash } = useLocation();
  const kind = useNavigationType();
  const open = useOfQuery(asked);

  // Somebody who tapped a picture further up before the tabs were alive has not been led to its tab yet.
  const shown = useRef(open);
  useEffect(() => {
    if (shown.current !== open && kind === 'PUSH') document.getElementById(hash.slice(1))?.scrollIntoView();
    if (open === 'urgencias' && kind === 'PUSH' && hash === '#servicios') showCall();
    shown.current = open;
  }, [key, open, kind, hash]);

  const choose = (id: string) => {
    const query = new URLSearchParams(search);
    query.set('service', id);
    void navigate({ search: query.toString() }, { replace: true, state: { keepScroll: true } });
  };

  return (
    <section className="page section" id="servicios" aria-labelledby="services-title">
      <header className="section-head">
        <p className="kicker">{t('services.title')}</p>
        <h2 id="services-title">{t('services.heading')}</h2>
        <p className="section-head__lead">
          {t('services.lead')} <Link className="own-line" to={paths.tariff}>{t(tariff ? 'price_now.all' : 'footer.tariff')}</Link>
        </p>
      </header>
      <Tabs
        label={t('services.title')}
        whole
        value={open}
        onChange={choose}
        tabs={serviceIds.map((id) => ({
          id,
          label: t(`services.${id}.name`),
          href: paths.service(id),
          panel: <Service id={id} />,
        }))}
      />
    </section>
  );
}

/** Leads on to the call where a small screen ends above it: whoever has an emergency looks for nothing else. */
function showCall() {
  const section = document.getElementById('servicios');
  const call = section?.querySelector('.button--emergency');
  if (!section || !call) return;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const room = innerHeight - (parseFloat(scrollPaddingTop) || 0) - (parseFloat(scrollPaddingBottom) || 0);
  const needed = call.getBoundingClientRect().bottom - section.getBoundingClientRect().top;
  if (needed > room) call.scrollIntoView({ block: 'end' });
}

function Service({ id }: { id: ServiceId }) {
  const { t } = useTranslation();
  return (
    <div className="service">
      <div className="service__about">
        <h3>{t(`service.${id}.title`)}</h3>
        <p>{t(`service.${id}.text`)}</p>
        <ServiceAction id={id} />
      </div>
      <ul className="service__items">
        {serviceItems[id].map(({ key, Icon }) => (
          <li key={key}>
            <Icon aria-hidden="true" />
            <h4>{t(`service.${id}.${key}.title`)}</h4>
            <p>{t(`service.${id}.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ServiceAction({ id }: { id: ServiceId }) {
  const { t } = useTranslation();
  if (id === 'urgencias') return <Emergency />;
  const [to, label] = id === 'tienda' ? [paths.store(), t('services.store')] : [paths.quote, t('footer.quote')];
  return (
    <Link className={buttonClass('primary')} to={to}>
      {label}
    </Link>
  );
}
