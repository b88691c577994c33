import { useTranslation } from '../../i18n';
import { Link } from 'react-router';
import { officeOf, useSite } from '../../api/site';
import { paths } from '../../paths';
import { BothLabels } from '../../ui/both-labels';
import { useHours } from './hours';
import { Mark } from './logo';
import { sectionLinks } from './section-links';

const legalLinks = [
  { to: paths.legalNotice, label: 'footer.notice' },
  { to: paths.terms, label: 'footer.terms' },
  { to: paths.privacy, label: 'footer.privacy' },
  { to: paths.cookies, label: 'footer.cookies' },
  { to: paths.shippingReturns, label: 'footer.shipping' },
  { to: paths.withdrawal, label: 'footer.withdrawal' },
  { to: paths.accessibility, label: 'footer.accessibility' },
];

export function Footer() {
  const { t } = useTranslation();
  const site = useSite();
  const office = officeOf(site);
  const hours = useHours();
  return (
    <footer className="footer">
      <span className="tape" aria-hidden="true" />
      <div className="footer__columns page">
        <div className="footer__brand">
          <p className="footer__name">
            <Mark />
            {site.brand}
          </p>
          <p>{t('footer.blurb', { brand: site.brand, places: site.area.join(t('common.comma')) })}</p>
        </div>
        <nav aria-label={t('footer.navigation')}>
          <h2 className="footer__title">{t('footer.navigation')}</h2>
          <ul className="footer__links">
            {sectionLinks.map(({ id, to, label }) => (
              <li key={id}>
                <Link to={to}>{t(label)}</Link>
              </li>
            ))}
            <li>
              <Link to={paths.store()}>{t('nav.store')}</Link>
            </li>
            <li>
              <Link to={paths.wishlist}>{t('footer.wishlist')}</Link>
            </li>
            <li>
              <Link to={paths.tariff}>{t('footer.tariff')}</Link>
            </li>
            <li>
              <Link to={paths.quote}>{t('footer.quote')}</Link>
            </li>
          </ul>
        </nav>
        <nav aria-label={t('footer.legal')}>
          <h2 className="footer__title">{t('footer.legal')}</h2>
          <ul className="footer__links">
            {legalLinks.map(({ to, label }) => (
              <li key={label}>
                {/* Of who is signed in the server fills it in. */}
                <Link to={to} reloadDocument={to === paths.withdrawal}>
                  <BothLabels text={t(label)} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className="footer__title">{t('nav.contact')}</h2>
          <ul className="footer__links">
            <li>
              <a href={paths.phone(office.phone)} dir="ltr">
                {office.display}
              </a>
            </li>
            <li>
              <a href={paths.mail(site.email)} dir="ltr">
                {site.email}
              </a>
            </li>
            <li>{site.locality}</li>
            {hours.map((line) => (
              <li className="hours-line" key={line}>
                {line}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <p className="footer__copyright page">
        © {/* A page cached over New Year says the year before. */}
        <span suppressHydrationWarning>{new Date().getFullYear()}</span> <bdi>{site.legal_name}</bdi>
      </p>
    </footer>
  );
}
