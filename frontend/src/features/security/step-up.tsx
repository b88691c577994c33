import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiError, setStaleHandler, signedInAgain } from '../../api/client';
import { clearHiddenResources } from '../../api/resource';
import type { Factor } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FactorForm } from '../account/factor-form';
import { LoginForm } from '../account/login-form';
import { MailedCode } from '../account/mailed-code';
import { PasskeyEntry } from '../account/passkey-entry';
import { useUser } from '../account/require-user';
import { signedIn } from '../account/session';
import { leads, waysFor, type Ways } from './ways';

/** Does the work, asking for another sign-in where the server wants one; false when the reader gave that up. */
type WithFreshSignIn = (work: () => Promise<void>) => Promise<boolean>;

const StepUpContext = createContext<WithFreshSignIn | null>(null);

/** For what the server allows only shortly after signing in. @throws outside `StepUp` */
export function useFreshSignIn(): WithFreshSignIn {
  const run = useContext(StepUpContext);
  if (run === null) throw new Error('nobody asks for the sign-in: StepUp is missing');
  return run;
}

/** Refusals after which somebody was asked already, and did not sign in. */
const givenUp = new WeakSet<ApiError>();

type Asked = { ways: Ways; settle: (isFresh: boolean) => void };

type Props = {
  /** At the desk, which closes after half an hour without use: what it reads asks, too. */
  isDesk?: boolean;
  /** There is another session in place of the one before. */
  onSignedIn?: () => Promise<void>;
  children: ReactNode;
};

/** Asks, in a window above `children`, for another sign-in of the person who is here. */
export function StepUp({ isDesk = false, onSignedIn, children }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const asking = useRef<Promise<boolean> | null>(null);

  /** Once, for all that is refused meanwhile. */
  const ask = useCallback((ways: Ways): Promise<boolean> => {
    asking.current ??= new Promise<boolean>((settle) => setAsked({ ways, settle })).finally(() => {
      asking.current = null;
    });
    return asking.current;
  }, []);

  useEffect(() => {
    if (!isDesk) return;
    setStaleHandler(async (refusal) => {
      clearHiddenResources();
      const isFresh = await ask(waysFor(refusal) ?? 'any');
      if (!isFresh) givenUp.add(refusal);
      return isFresh;
    });
    return () => setStaleHandler(null);
  }, [ask, isDesk]);

  const run = useCallback<WithFreshSignIn>(async (work) => {
    let ways: Ways | null;
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof ApiError && givenUp.has(error)) return false;
      ways = waysFor(error);
      if (ways === null) throw error;
    }
    const isFresh = await ask(ways);
    if (isFresh) await work();
    return isFresh;
  }, [ask]);

  const end = (isFresh: boolean) => {
    if (isFresh) {
      signedInAgain();
      void onSignedIn?.();
    }
    asked?.settle(isFresh);
    setAsked(null);
  };

  return (
    <StepUpContext value={run}>
      {children}
      <Dialog
        open={asked !== null}
        onClose={() => end(false)}
        title={t('step_up.title')}
        closeLabel={t('common.close')}
      >
        <SignInAgain ways={asked?.ways ?? 'any'} onDone={() => end(true)} />
      </Dialog>
    </StepUpContext>
  );
}

function SignInAgain({ ways, onDone }: { ways: Ways; onDone: () => void }) {
  const { t } = useTranslation();
  const { email } = useUser();
  const [byMail, setByMail] = useState(ways === 'mail' || ways === 'passkey');
  const [factors, setFactors] = useState<Factor[]>([]);

  const done = async () => {
    await signedIn();
    onDone();
  };
  const proven = async (missing: Factor[]) => (missing.length > 0 ? setFactors(missing) : done());

  if (factors.length > 0) return <HalfWay factors={factors} onGiven={done} />;
  return (
    <div className="stack">
      <p>{t(leads[ways], { email })}</p>
      {byMail ? (
        <MailedCode kind="magiclink" email={email} onProven={proven} />
      ) : (
        <LoginForm email={email} onProven={proven} />
      )}
      {(ways === 'any' || ways === 'desk') && (
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
 * second factor by the page itself.
 */
function HalfWay({ factors, onGiven }: { factors: Factor[]; onGiven: () => Promise<void> }) {
  const { t } = useTranslation();
  const isGiven = useRef(false);
  useEffect(
    () => () => {
      if (!isGiven.current) void signedIn();
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
