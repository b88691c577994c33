import Phone from 'lucide-react/icons/phone';
import { useTranslation } from '../../i18n';
import { Link } from 'react-router';
import { useSite } from '../../api/site';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { HouseArt } from './house-art';

export function Hero() {
  const { t } = useTranslation();
  const { phone, phone_display: display, locality } = useSite();
  return (
    <section className="hero" id="inicio" aria-labelledby="hero-title">
      <div className="hero__grid page">
        <div className="hero__text">
          <h1 id="hero-title">{t('hero.title')}</h1>
          <p className="hero__lead">{t('hero.lead', { locality })}</p>
          <div className="row">
            <a className={buttonClass('emergency')} href={paths.phone(phone)}>
              <Phone aria-hidden="true" />
              {t('hero.emergency')} <bdi dir="ltr">{display}</bdi>
            </a>
            <Link className={buttonClass('secondary')} to={paths.store()}>
              {t('hero.store')}
            </Link>
          </div>
        </div>
        <HouseArt />
      </div>
    </section>
  );
}
