import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import LogOut from 'lucide-react/icons/log-out';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button, IconButton } from '../../ui/button';
import { Drawer } from '../../ui/dialog';
import { useUser } from '../account/require-user';
import { signOut } from '../account/session';
import { useAction } from '../account/use-action';
import { LanguagePicker } from '../site/language-picker';
import { Mark } from '../site/logo';
import { deskPaths } from './desk-paths';
import { useKeptFocus } from './kept-focus';
import { askingFirst } from './leave-guard';
import { places, type FromMenu, type Place } from './places';
import { useWaiting } from './waiting';

/** What surrounds the pages of the desk: a bar, and the menu beside them or under the thumb. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { brand } = useSite();
  const waiting = useWaiting();
  useKeptFocus();
  return (
    <div className="desk">
      <header className="desk__bar">
        <Link className="desk__brand" to={deskPaths.today}>
          <Mark />
          <span>
            {brand} <span className="desk__where">{t('desk.title')}</span>
          </span>
        </Link>
        <LanguagePicker />
        <a className="icon-button" href={paths.home} aria-label={t('desk.to_site')} title={t('desk.to_site')}>
          <ExternalLink className="flip" aria-hidden="true" />
        </a>
        <Leave />
      </header>
      <nav className="desk__nav" aria-label={t('desk.nav')}>
        <ul className="desk__places">
          {places.map((place) => (
            <li key={place.to} data-daily={place.daily}>
              <PlaceLink {...place} waiting={waiting[place.to]} />
            </li>
          ))}
        </ul>
        <More waiting={waiting} />
      </nav>
      <main className="desk__main" id="contenido" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function PlaceLink({ to, label, Icon, waiting = 0 }: Place & { waiting?: number }) {
  const { t } = useTranslation();
  const described = useId();
  return (
    <>
      <NavLink
        className="desk__place"
        to={to}
        end={to === deskPaths.today}
        state={{ isOpened: true } satisfies FromMenu}
        aria-describedby={waiting > 0 ? described : undefined}
      >
        <Icon aria-hidden="true" />
        <span>{t(label)}</span>
        <Count of={waiting} />
      </NavLink>
      <WhatWaits id={described} count={waiting} />
    </>
  );
}

/** How much waits behind a place, for who sees it. */
function Count({ of: count }: { of: number }) {
  if (count === 0) return null;
  return (
    <b className="desk__count numeric" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </b>
  );
}

/** And for who hears it. */
function WhatWaits({ id, count }: { id: string; count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <span id={id} hidden>
      {t('desk.place_waits', { count })}
    </span>
  );
}

/** On a telephone: the places that have no room in the bar. */
function More({ waiting }: { waiting: Record<string, number> }) {
  const { t } = useTranslation();
  const { key, pathname } = useLocation();
  const others = places.filter(({ daily }) => !daily);
  const isHere = others.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  const [open, setOpen] = useState(false);
  const { email } = useUser();
  const described = useId();
  const inAll = others.reduce((sum, { to }) => sum + (waiting[to] ?? 0), 0);
  useEffect(() => setOpen(false), [key]);
  return (
    <>
      <button
        type="button"
        className="desk__place desk__more"
        aria-haspopup="dialog"
        aria-current={isHere || undefined}
        aria-describedby={inAll > 0 ? described : undefined}
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden="true" />
        <span>{t('desk.more')}</span>
        <Count of={inAll} />
      </button>
      <WhatWaits id={described} count={inAll} />
      <Drawer open={open} onClose={() => setOpen(false)} title={t('desk.title')} closeLabel={t('common.close')}>
        <ul className="desk__all">
          {others.map((place) => (
            <li key={place.to}>
              <PlaceLink {...place} waiting={waiting[place.to]} />
            </li>
          ))}
        </ul>
        <p className="muted desk__who">
          {t('desk.signed_in')} <bdi>{email}</bdi>
        </p>
      </Drawer>
    </>
  );
}

function Leave() {
  const { t } = useTranslation();
  const [busy, leave] = useAction(t('account.logout_failed'), signOut);
  return (
    <IconButton label={t('account.logout')} disabled={busy} onClick={() => askingFirst(leave)}>
      <LogOut className="flip" aria-hidden="true" />
    </IconButton>
  );
}

type Refusal = { title: string; text: string; children: ReactNode };

/** Instead of the desk, for whoever may not sit at it. */
export function DeskRefusal({ title, text, children }: Refusal) {
  return (
    <main className="page empty" id="contenido" tabIndex={-1}>
      <h1>{title}</h1>
      <p className="empty__text">{text}</p>
      <div className="empty__actions">{children}</div>
    </main>
  );
}

/** Ends the session, for somebody who has another account. */
export function OtherAccount() {
  const { t } = useTranslation();
  const [busy, leave] = useAction(t('account.logout_failed'), signOut);
  return (
    <Button variant="secondary" busy={busy} onClick={leave}>
      {t('factor.leave')}
    </Button>
  );
}
