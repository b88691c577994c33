import { Suspense, useEffect } from 'react';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { PasskeyList, SessionList, User } from '../../api/types';
import { useTranslation } from '../../i18n';
import { LoadFailed } from '../../load-failed';
import { Spinner } from '../../ui/spinner';
import { EmailPanel } from './email-panel';
import { FactorsPanel } from './factors-panel';
import { IdentitiesPanel } from './identities-panel';
import { fetchPasskeysPanel, PasskeysPanel } from './passkeys-later';
import { PasswordPanel } from './password-panel';
import { SessionsPanel } from './sessions-panel';
import { StepUp } from './step-up';

/** How the reader's account is protected, and where it is open. */
export function Security() {
  const { t } = useTranslation();
  const { data, error, reload } = useResource<User>(resourcePaths.user);
  const sessions = useResource<SessionList>(resourcePaths.sessions);
  const passkeys = useResource<PasskeyList>(resourcePaths.passkeys);
  useEffect(fetchPasskeysPanel, []);
  const reloadAll = async () => {
    await Promise.all([reload(), sessions.reload()]);
  };
  if (error) {
    return (
      <LoadFailed title={t('security.load_failed')} error={error} reload={reload} />
    );
  }
  const spinner = <Spinner label={t('common.loading')} />;
  if (!data || !(passkeys.data || passkeys.error)) return spinner;
  return (
    <Suspense fallback={spinner}>
      <StepUp onSignedIn={sessions.reload}>
        <div className="security">
          <PasswordPanel email={data.email} onChanged={sessions.reload} />
          <EmailPanel user={data} onChanged={reload} />
          <PasskeysPanel {...passkeys} />
          <FactorsPanel factors={data.factors} onChanged={reloadAll} />
          <IdentitiesPanel identities={data.identities} onChanged={reload} />
          <SessionsPanel {...sessions} />
        </div>
      </StepUp>
    </Suspense>
  );
}
