import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { errorText } from '../api/problem';
import { ProfileForm } from '../features/account/profile-form';
import { askForPanel } from '../features/account/panel';
import { useUser } from '../features/account/require-user';
import { signOut } from '../features/account/session';
import { ShippingReturns } from '../features/account/shipping-returns';
import { OrderList } from '../features/orders/order-list';
import { MyData } from '../features/security/my-data';
import { PasskeyOffer } from '../features/security/passkeys-later';
import { Security } from '../features/security/security';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { paths, type AccountTab } from '../paths';
import { Button } from '../ui/button';
import { Tabs } from '../ui/tabs';
import { toast } from '../ui/toast';

const tabs: AccountTab[] = ['profile', 'orders', 'security', 'data', 'shipping'];

/** Leads to the owner's desk, past another sign-in. */
const adminTab = { id: 'admin', panel: null, leaves: true };

/** The customer's own area; the tab is part of the address. */
export default function Account() {
  const { t } = useTranslation();
  const { email, role, admin_needs_factor } = useUser();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const tab = tabs.find((known) => known === query.get('tab')) ?? 'profile';
  const from = query.get('from') === 'checkout' ? 'checkout' : undefined;
  useTitle(t('account.title'));

  const show = (id: string) => {
    if (id === adminTab.id) {
      askForPanel();
      void navigate(paths.login);
      return;
    }
    void navigate(paths.accountTab(id as AccountTab, from), {
      replace: true,
      state: { keepScroll: true },
    });
  };

  return (
    <div className="page account">
      <header className="account__header">
        <div>
          <h1>{t('account.title')}</h1>
          <p className="muted">
            <bdi>{email}</bdi>
          </p>
        </div>
        <Logout />
      </header>
      <Tabs
        label={t('account.title')}
        value={tab}
        onChange={show}
        tabs={[
          { id: 'profile', label: t('account.tab.profile'), panel: <Profile buying={from !== undefined} /> },
          { id: 'orders', label: t('account.tab.orders'), panel: <OrderList /> },
          { id: 'security', label: t('account.tab.security'), panel: <Security /> },
          { id: 'data', label: t('account.tab.data'), panel: <MyData /> },
          { id: 'shipping', label: t('account.tab.shipping'), panel: <ShippingReturns /> },
          ...(role === 'admin' || admin_needs_factor ? [{ ...adminTab, label: t('account.tab.admin') }] : []),
        ]}
      />
    </div>
  );
}

function Profile({ buying }: { buying: boolean }) {
  const { id } = useUser();
  const navigate = useNavigate();
  return (
    <div className="account__profile stack">
      <ProfileForm userId={id} onContinue={buying ? () => void navigate(paths.checkout) : undefined} />
      {/* Last, for it comes after the page and would move what somebody is about to tap. */}
      {!buying && <PasskeyOffer />}
    </div>
  );
}

function Logout() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      await signOut();
    } catch (error) {
      setBusy(false);
      toast({ title: t('account.logout_failed'), description: errorText(t, error), variant: 'destructive' });
    }
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void leave()}>
      <LogOut className="flip" aria-hidden="true" />
      {t('account.logout')}
    </Button>
  );
}
