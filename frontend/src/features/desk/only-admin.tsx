import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { PasskeyList } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Spinner } from '../../ui/spinner';
import { forgetPanel } from '../account/panel';
import { PasskeyEntry } from '../account/passkey-entry';
import { useUser } from '../account/require-user';
import { DeskRefusal, OtherAccount } from './desk-frame';
import { useDeskTitle } from './use-desk-title';

/** Shows `children` to an administrator who has given a second factor. The server asks again at every call. */
export function OnlyAdmin({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { role, admin_needs_factor } = useUser();
  const isAdmin = role === 'admin';
  // Whoever was let in and has signed in again with too little keeps the page, with what is written in it.
  const [wasAdmin, setWasAdmin] = useState(isAdmin);
  if (isAdmin && !wasAdmin) setWasAdmin(true);
  useEffect(() => {
    if (isAdmin) forgetPanel();
  }, [isAdmin]);
  if (isAdmin || (wasAdmin && admin_needs_factor)) {
    return (
      <>
        {children}
        <Dialog open={!isAdmin} onClose={() => setWasAdmin(false)} title={t('desk.passkey.title')} closeLabel={t('common.close')}>
          <div className="stack">
            <p>{t('desk.passkey.text')}</p>
            <PasskeyEntry />
          </div>
        </Dialog>
      </>
    );
  }
  return admin_needs_factor ? <NeedsFactor /> : <NotYours />;
}

function NotYours() {
  const { t } = useTranslation();
  useDeskTitle(t('desk.not_yours.title'));
  return (
    <DeskRefusal title={t('desk.not_yours.title')} text={t('desk.not_yours.text')}>
      <Link className={buttonClass('primary')} to={paths.account}>
        {t('nav.account')}
      </Link>
      <OtherAccount />
    </DeskRefusal>
  );
}

function NeedsFactor() {
  const { t } = useTranslation();
  useDeskTitle(t('desk.factor.title'));
  const { data, loading } = useResource<PasskeyList>(resourcePaths.passkeys);
  if (loading) return <Spinner label={t('common.loading')} full />;
  if (data?.desk_asks === 'sign_in') {
    return (
      <DeskRefusal title={t('desk.passkey.title')} text={t('desk.passkey.text')}>
        <PasskeyEntry />
        <Link className={buttonClass('secondary')} to={paths.accountTab('security')}>
          {t('desk.passkey.account')}
        </Link>
        <OtherAccount />
      </DeskRefusal>
    );
  }
  return (
    <DeskRefusal title={t('desk.factor.title')} text={t('desk.factor.text')}>
      <Link className={buttonClass('primary')} to={paths.accountTab('security')}>
        {t('factor.add')}
      </Link>
      <OtherAccount />
    </DeskRefusal>
  );
}
