import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { useAction } from './use-action';

/** The server sends one mail a minute to an address. */
export const waitSeconds = 60;

type Props = {
  send: () => Promise<unknown>;
  /** What to say once it is sent. */
  done?: string;
};

/** Sends a mail again that was sent a moment ago. */
export function Resend({ send, done }: Props) {
  const { t } = useTranslation();
  const [seconds, wait] = useCountdown(waitSeconds);
  const [busy, sendAgain] = useAction(t('resend.failed'), async () => {
    await send();
    wait(waitSeconds);
    toast({ title: t('resend.done_title'), description: done, variant: 'success' });
  });

  return (
    <Button variant="secondary" block busy={busy} disabled={seconds > 0} onClick={sendAgain}>
      {seconds > 0 ? t('resend.wait', { seconds }) : t('resend.submit')}
    </Button>
  );
}

/** Seconds left, and the function that starts counting down. */
export function useCountdown(from = 0): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(from);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds];
}
