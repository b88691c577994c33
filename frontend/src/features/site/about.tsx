import { useTranslation } from '../../i18n';
import { useSite } from '../../api/site';

export function About() {
  const { t } = useTranslation();
  const { brand, locality } = useSite();
  return (
    <section className="about" id="quienes-somos" aria-labelledby="about-title">
      <div className="about__grid page">
        <h2 id="about-title">{t('about.title')}</h2>
        <div className="stack">
          <p className="about__lead">{t('about.lead', { brand, locality })}</p>
          <p>{t('about.text')}</p>
        </div>
      </div>
    </section>
  );
}
