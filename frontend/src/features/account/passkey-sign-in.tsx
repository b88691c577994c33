import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useRef } from 'react';
import type { PasskeyQuestion } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { askToSignIn, isGivenUp, patience, signInWithPasskey } from './passkey';
import { recallPasskey } from './passkey-memory';
import { useAction } from './use-action';
import { useFailure } from './use-failure';

type Props = {
  /** Whether the field of the address proposes passkeys, too. */
  inField?: boolean;
  /** Whether to ask without a press where one was used in this browser before. */
  atOnce?: boolean;
  onProven?: () => void;
};

/** Signing in with a passkey: a button, and what the browser proposes in the field of the address. */
export function PasskeySignIn({ inField = false, atOnce = false, onProven }: Props) {
  const { t } = useTranslation();
  const failed = useFailure(t('login.failed'));
  const field = useRef<Field>(null);
  const proven = useRef({ onProven, failed });
  proven.current = { onProven, failed };

  const [busy, press] = useAction(t('login.failed'), async () => {
    // A browser asks for one at a time.
    field.current?.stop();
    try {
      await signInWithPasskey(await askToSignIn());
      onProven?.();
    } catch (error) {
      field.current?.start();
      if (!isGivenUp(error)) throw error;
    }
  });

  const begin = useRef(press);

  useEffect(() => {
    if (inField) {
      field.current = proposeInField(
        () => proven.current.onProven?.(),
        (error) => proven.current.failed(error),
      );
    }
    if (atOnce && recallPasskey() === 'used') begin.current();
    else field.current?.start();
    return () => field.current?.stop();
  }, [inField, atOnce]);

  return (
    <Button variant="secondary" block busy={busy} onClick={press}>
      <KeyRound aria-hidden="true" />
      {t('passkey.sign_in')}
    </Button>
  );
}

type Field = { start: () => void; stop: () => void };

/** Lets the browser propose passkeys in the field of the address for as long as the page is there. */
function proposeInField(onProven: () => void, onFailed: (error: unknown) => void): Field {
  let asking: AbortController | null = null;
  let renewal: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(renewal);
    asking?.abort();
    asking = null;
  };

  async function ask(own: AbortController) {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const question: PasskeyQuestion = await askToSignIn();
    if (own.signal.aborted) return;
    renewal = setTimeout(start, patience);
    await signInWithPasskey(question, { signal: own.signal, mediation: 'conditional' });
    onProven();
  }

  function start() {
    stop();
    const own = new AbortController();
    asking = own;
    // Whoever cannot be asked here still has the button, and is told there.
    const asked = ask(own);
    void asked.catch((error: unknown) => {
      if (own.signal.aborted || isGivenUp(error) || isAboutAsking(error)) return;
      onFailed(error);
      start();
    });
  }

  return { start, stop };
}

/** Nothing was shown yet: what went wrong was the question. */
const isAboutAsking = (error: unknown) =>
  !(error instanceof Error && 'code' in error && ['passkey_refused', 'passkey_expired'].includes(String(error.code)));
