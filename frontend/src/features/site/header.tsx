import Menu from 'lucide-react/icons/menu';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n';
import { Link, NavLink, useLocation } from 'react-router';
import { useSite } from '../../api/site';
import { paths } from '../../paths';
import { IconButton } from '../../ui/button';
import { useDismiss } from '../../ui/use-dismiss';
import { useSession } from '../account/session';
import { useBuyable } from '../cart/cart';
import { openCartPanel } from '../cart/panel-state';
import { cartCount } from '../cart/rules';
import { LanguagePicker } from './language-picker';
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
        <Link className="header__logo" to={paths.home}>
          <Mark />
          <span>{brand}</span>
        </Link>
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
        </nav>
        <div className="header__tools">
          <LanguagePicker />
          <AccountLink />
          <CartButton />
          <IconButton
            className="header__toggle"
            label={t(open ? 'nav.close_menu' : 'nav.open_menu')}
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setOpen(!open)}
          >
            {open ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
          </IconButton>
        </div>
      </div>
    </header>
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
