import { createContext, useContext, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { CurrentUser } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Spinner } from '../../ui/spinner';
import { WithoutScripts } from '../../without-scripts';
import { useSession } from './session';

const UserContext = createContext<CurrentUser | null>(null);

/** The signed-in user. @throws outside `RequireUser` */
export function useUser(): CurrentUser {
  const user = useContext(UserContext);
  if (user === null) throw new Error('no user: RequireUser is missing');
  return user;
}

/**
 * Shows `children` to a signed-in user; anybody else signs in first and comes back to this address. Until it is known
 * who is here the page is headed `title`.
 */
export function RequireUser({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const session = useSession();
  if (session.status === 'user') {
    // Another user, signed in from another tab, starts from a page that holds nothing of this one.
    return (
      <UserContext key={session.user.id} value={session.user}>
        {children}
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
