import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { PasskeyList, SessionList, User } from '../../api/types';
import { useTranslation } from '../../i18n';
import { LoadFailed } from '../../load-failed';
import { Spinner } from '../../ui/spinner';
import { EmailPanel } from './email-panel';
import { FactorsPanel } from './factors-panel';
import { IdentitiesPanel } from './identities-panel';
import { usePasskeysPanel } from './passkeys-later';
import { PasswordPanel } from './password-panel';
import { SessionsPanel } from './sessions-panel';
import { StepUp } from './step-up';

/** How the reader's account is protected, and where it is open. */
export function Security() {
  const { t } = useTranslation();
  const { data, error, reload } = useResource<User>(resourcePaths.user);
  const sessions = useResource<SessionList>(resourcePaths.sessions);
  const passkeys = useResource<PasskeyList>(resourcePaths.passkeys);
  const PasskeysPanel = usePasskeysPanel();
  const reloadAll = async () => {
    await Promise.all([reload(), sessions.reload()]);
  };
  if (error) {
    return (
      <LoadFailed title={t('security.load_failed')} error={error} reload={reload} />
    );
  }
  if (!data || !PasskeysPanel || passkeys.loading) return <Spinner label={t('common.loading')} />;
  return (
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
  );
}
