import Lock from 'lucide-react/icons/lock';
import Menu from 'lucide-react/icons/menu';
import Phone from 'lucide-react/icons/phone';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n';
import { Link, NavLink, useLocation } from 'react-router';
import { useSite } from '../../api/site';
import { paths } from '../../paths';
import { buttonClass, IconButton } from '../../ui/button';
import { useDismiss } from '../../ui/use-dismiss';
import { useSession } from '../account/session';
import { useBuyable } from '../cart/cart';
import { openCartPanel } from '../cart/panel-state';
import { cartCount } from '../cart/rules';
import { LanguageLinks, LanguagePicker } from './language-picker';
import { Mark } from './logo';
import { sectionLinks } from './section-links';
import { useCurrentSection } from './use-current-section';

export function Header() {
  const { t } = useTranslation();
  const { brand } = useSite();
  const { key } = useLocation();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [key]);
  const current = useCurrentSection();
  const bar = useRef<HTMLElement>(null);

  useDismiss(bar, '.header__toggle', () => {
    setOpen(false);
    return open;
  });

  return (
    <header className="header" ref={bar}>
      <div className="header__bar page">
        <Logo brand={brand} />
        {/* In front of what it opens, so that the next Tab leads there. */}
        <IconButton
          className="header__toggle"
          label={t(open ? 'nav.close_menu' : 'nav.open_menu')}
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
        >
          {open ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
        </IconButton>
        <nav className="header__nav" id="menu" aria-label={t('nav.main')} data-open={open || undefined}>
          <ul className="header__links">
            {sectionLinks.map(({ id, to, label }) => (
              <li key={id}>
                <Link to={to} aria-current={id === current ? 'location' : undefined}>
                  {t(label)}
                </Link>
              </li>
            ))}
            <li>
              <NavLink to={paths.store()}>{t('nav.store')}</NavLink>
            </li>
          </ul>
          {open && <MenuFoot />}
        </nav>
        <div className="header__tools">
          <LanguagePicker />
          <AccountLink />
          <CartButton />
        </div>
      </div>
    </header>
  );
}

function Logo({ brand }: { brand: string }) {
  return (
    <Link className="header__logo" to={paths.home}>
      <Mark />
      <span>{brand}</span>
    </Link>
  );
}

/** Where somebody pays: nothing that leads away but the way back. */
export function CheckoutHeader() {
  const { t } = useTranslation();
  const { brand, phone, phone_display: display } = useSite();
  return (
    <header className="header">
      <div className="header__bar header__bar--checkout page">
        <Logo brand={brand} />
        <p className="header__secure">
          <Lock aria-hidden="true" />
          {t('checkout.secure')}
        </p>
        <a className="header__phone" href={paths.phone(phone)} aria-label={`${t('contact.call')} ${display}`}>
          <Phone aria-hidden="true" />
          <bdi>{display}</bdi>
        </a>
        <LanguagePicker />
      </div>
    </header>
  );
}

/** What a thumb finds at the foot of the open menu: the telephone, a quote, the prices, the languages. */
function MenuFoot() {
  const { t } = useTranslation();
  const { phone, phone_display: display, tariff } = useSite();
  return (
    <div className="header__foot">
      <a className={buttonClass('emergency', true)} href={paths.phone(phone)}>
        <Phone aria-hidden="true" />
        <span>
          {t('contact.call')} <bdi>{display}</bdi>
        </span>
      </a>
      <Link className={buttonClass('primary', true)} to={paths.quote}>
        {t('footer.quote')}
      </Link>
      {tariff && (
        <Link className={buttonClass('secondary', true)} to={paths.tariff}>
          {t('footer.tariff')}
        </Link>
      )}
      <LanguageLinks />
    </div>
  );
}

/** Keeps its width while it becomes known who is here, so that nothing moves. */
function AccountLink() {
  const { t } = useTranslation();
  const signedIn = useSession().status === 'user';
  return (
    <Link className="header__account" to={signedIn ? paths.account : paths.login}>
      <UserRound aria-hidden="true" />
      <span>{t(signedIn ? 'nav.account' : 'nav.login')}</span>
    </Link>
  );
}

function CartButton() {
  const { t } = useTranslation();
  const count = cartCount(useBuyable());
  return (
    <Link
      className="icon-button header__cart"
      to={paths.cart}
      aria-label={t('nav.cart', { count })}
      onClick={(event) => {
        event.preventDefault();
        openCartPanel();
      }}
    >
      <ShoppingBag aria-hidden="true" />
      {/* The style sheet draws the number: the link's name says it in words. */}
      {count > 0 && <span className="header__count" aria-hidden="true" data-count={count > 99 ? '99+' : count} />}
    </Link>
  );
}
