import { useEffect, useRef, useState } from 'react';
import type { Factor } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { FactorForm } from './factor-form';
import { LoginForm } from './login-form';
import { MailedCode } from './mailed-code';
import { PasskeyEntry } from './passkey-entry';
import { signedIn, stoppedHalfWay } from './session';

type Props = {
  email: string;
  /** What it is asked for. */
  lead: string;
  /** Whether the password counts; else a mailed code or a passkey. */
  byPassword: boolean;
  onDone: () => void;
};

/** Signs the user of the page in once more, without leaving it. */
export function SignInAgain({ email, lead, byPassword, onDone }: Props) {
  const { t } = useTranslation();
  const [byMail, setByMail] = useState(!byPassword);
  const [factors, setFactors] = useState<Factor[]>([]);

  const done = async () => {
    await signedIn();
    onDone();
  };
  const proven = async (missing: Factor[]) => (missing.length > 0 ? setFactors(missing) : done());

  if (factors.length > 0) return <HalfWay factors={factors} onGiven={done} />;
  return (
    <div className="stack">
      <p>{lead}</p>
      {byMail ? (
        <MailedCode kind="magiclink" email={email} onProven={proven} />
      ) : (
        <LoginForm email={email} onProven={proven} />
      )}
      {byPassword && (
        <Button variant="ghost" block onClick={() => setByMail(!byMail)}>
          {t(byMail ? 'login.by_password' : 'login.by_mail')}
        </Button>
      )}
      <PasskeyEntry onProven={onDone} />
    </div>
  );
}

/**
 * Between the password and the second factor there is only half a session: whoever leaves now is asked for the
 * second factor by the page itself, or from the start where that waits.
 */
function HalfWay({ factors, onGiven }: { factors: Factor[]; onGiven: () => Promise<void> }) {
  const { t } = useTranslation();
  const isGiven = useRef(false);
  useEffect(
    () => () => {
      if (!isGiven.current) void stoppedHalfWay();
    },
    [],
  );
  const given = async () => {
    isGiven.current = true;
    await onGiven();
  };
  return (
    <div className="stack">
      <p>{t('step_up.factor')}</p>
      <FactorForm factors={factors} onGiven={given} />
    </div>
  );
}
