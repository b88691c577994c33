import { useTranslation } from '../../i18n';
import { Link } from 'react-router';
import { useSite } from '../../api/site';
import { paths, serviceIds } from '../../paths';
import { buttonClass } from '../../ui/button';
import { SitePicture } from './site-picture';

export function Hero() {
  const { t } = useTranslation();
  const { phone, phone_display: display, locality } = useSite();
  return (
    <section className="hero" id="inicio" aria-labelledby="hero-title">
      <div className="hero__stage">
        <div className="hero__text">
          <p className="kicker">{t('hero.place', { locality })}</p>
          <h1 id="hero-title">{t('hero.title')}</h1>
          <p className="hero__lead">{t('hero.lead', { locality })}</p>
          <div className="hero__actions">
            <Link className={buttonClass('primary')} to={paths.contact}>
              {t('footer.quote')}
            </Link>
            <Link className={buttonClass('emergency')} to={paths.section('contacto')}>
              {t('hero.emergency')}
            </Link>
          </div>
          <p className="hero__call">
            {t('hero.call')}{' '}
            <a href={paths.phone(phone)} dir="ltr">
              {display}
            </a>
          </p>
        </div>
        <div className="hero__picture">
          <SitePicture name="hero" alt="" shape="hero" sizes="(min-width: 90rem) 60vw, (min-width: 60rem) 90vw, 100vw" eager />
          <span className="tape" aria-hidden="true" />
        </div>
      </div>
      <Tiles />
    </section>
  );
}

/** A picture per service. The store is a page of its own; the others choose their tab further down. */
function Tiles() {
  const { t } = useTranslation();
  return (
    <nav className="page" aria-label={t('hero.services')}>
      <ul className="tiles">
        {serviceIds.map((id) => (
          <li key={id}>
            <Link className={`tile tile--${id}`} to={id === 'tienda' ? paths.store() : paths.service(id)}>
              <SitePicture name={`service-${id}`} alt="" shape="tile" sizes="(min-width: 60rem) 18rem, 46vw" />
              <span className="tile__name">{t(`services.${id}.name`)}</span>
              <span className="tile__note">{t(`services.${id}.note`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
