import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiError, setStaleHandler, signedInAgain } from '../../api/client';
import { clearHiddenResources } from '../../api/resource';
import { useTranslation } from '../../i18n';
import { Dialog } from '../../ui/dialog';
import { useUser } from '../account/require-user';
import { SignInAgain } from '../account/sign-in-again';
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
  const { email } = useUser();
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

  const ways = asked?.ways ?? 'any';
  return (
    <StepUpContext value={run}>
      {children}
      <Dialog
        open={asked !== null}
        onClose={() => end(false)}
        title={t('step_up.title')}
        closeLabel={t('common.close')}
      >
        <SignInAgain
          email={email}
          lead={t(leads[ways], { email })}
          byPassword={ways === 'any' || ways === 'desk'}
          onDone={() => end(true)}
        />
      </Dialog>
    </StepUpContext>
  );
}
