import { useTranslation } from '../../i18n';
import { useSite } from '../../api/site';
import { Stars } from '../catalogue/stars';
import { Figures } from './firm';

const promises = ['price', 'person', 'tidy', 'near'];

export function About() {
  const { t } = useTranslation();
  const { brand, locality, rating } = useSite();
  return (
    <section className="about" id="quienes-somos" aria-labelledby="about-title">
      <div className="about__grid page">
        <div className="about__words">
          <h2 className="kicker" id="about-title">
            {t('about.title')}
          </h2>
          <p className="about__lead">{t('about.lead', { brand, locality })}</p>
          <p>{t('about.text')}</p>
          {rating && (
            <div className="about__stars">
              <Stars rating={rating} />
              <p className="muted">{t('about.stars')}</p>
            </div>
          )}
        </div>
        <ul className="about__promises">
          {promises.map((key) => (
            <li key={key}>
              <h3>{t(`about.${key}.title`)}</h3>
              <p>{t(`about.${key}.text`, { locality })}</p>
            </li>
          ))}
        </ul>
      </div>
      <Figures />
    </section>
  );
}
