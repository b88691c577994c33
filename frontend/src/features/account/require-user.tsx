import { createContext, lazy, Suspense, useContext, useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { CurrentUser } from '../../api/types';
import { useTranslation } from '../../i18n';
import { patiently, someoneIsThere } from '../../late-part';
import { paths } from '../../paths';
import { applyWholeStyle } from '../../style';
import { Spinner } from '../../ui/spinner';
import { WithoutScripts } from '../../without-scripts';
import { holdPage, useSession } from './session';

const fetchWindow = async () => (await import('./session-ended')).SessionEnded;

const Ended = lazy(async () => {
  const [SessionEnded] = await Promise.all([patiently(fetchWindow), applyWholeStyle()]);
  return { default: SessionEnded };
});

const UserContext = createContext<CurrentUser | null>(null);

/** The signed-in user. @throws outside `RequireUser` */
export function useUser(): CurrentUser {
  const user = useContext(UserContext);
  if (user === null) throw new Error('no user: RequireUser is missing');
  return user;
}

/**
 * Shows `children` to a signed-in user; anybody else signs in first and comes back to this address. A session that ends
 * meanwhile is asked for in a window above them. Until it is known who is here the page is headed `title`.
 */
export function RequireUser({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const session = useSession();
  const isHeld = session.status === 'user' || session.status === 'ended';
  const hasEnded = session.status === 'ended';
  // Once shown it stays, so that the browser gives the focus back to where it was.
  const [isThere, setThere] = useState(hasEnded);
  if (hasEnded && !isThere) setThere(true);
  useEffect(() => {
    if (!isHeld) return;
    // By the time it is needed the program on the server may be another.
    void someoneIsThere().then(fetchWindow).catch(() => undefined);
    return holdPage();
  }, [isHeld]);
  if (isHeld) {
    // Another user, signed in from another tab, starts from a page that holds nothing of this one.
    return (
      <UserContext key={session.user.id} value={session.user}>
        {children}
        {isThere && (
          <Suspense>
            <Ended email={session.user.email} asks={session.status === 'ended' && session.asks} />
          </Suspense>
        )}
      </UserContext>
    );
  }
  if (session.status === 'anonymous' || session.status === 'awaiting') {
    return <Navigate to={paths.loginFor(pathname + search)} replace />;
  }
  return (
    <div className="page account">
      <h1>{title}</h1>
      <WithoutScripts what={t('no_script.account')} />
      <Spinner label={t('common.loading')} />
    </div>
  );
}
