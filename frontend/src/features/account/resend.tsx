import { useEffect, useState } from 'react';
import { ApiError } from '../../api/client';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { clockTime } from '../../ui/format';
import { toast } from '../../ui/toast';
import { useAction } from './use-action';

/** The server sends one mail a minute to an address, and a few a day. */
export const waitSeconds = 60;

/** In how many seconds another mail may be asked for, where that is why it was refused; else null. */
export function secondsToWait(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'over_email_send_rate_limit') return null;
  const { retry_after } = error.params;
  return typeof retry_after === 'number' ? retry_after : waitSeconds;
}

type Props = {
  send: () => Promise<unknown>;
  /** What to say once it is sent. */
  done?: string;
  /** In how many seconds it can be sent for the first time. */
  first?: number;
};

/** Sends a mail again that was sent a moment ago. */
export function Resend({ send, done, first = waitSeconds }: Props) {
  const { t } = useTranslation();
  const resend = useResend(first);
  const [busy, sendAgain] = useAction(t('resend.failed'), () => resend.run(send, done));

  return (
    <Button variant="secondary" block busy={busy} disabled={resend.isTooSoon} onClick={sendAgain}>
      {resend.label}
    </Button>
  );
}

/** What a button says that sends a mail again, whether it can be pressed, and what pressing it does. */
export function useResend(first = 0) {
  const { t } = useTranslation();
  const [seconds, wait] = useCountdown(first);

  /** Sends, and counts down to the next time; says so where it is too soon. */
  async function run(send: () => Promise<unknown>, done?: string) {
    try {
      await send();
    } catch (error) {
      const left = secondsToWait(error);
      if (left === null) throw error;
      wait(left);
      return toast({ title: t('resend.recent_title'), description: t('error.over_email_send_rate_limit') });
    }
    wait(waitSeconds);
    toast({ title: t('resend.done_title'), description: done, variant: 'success' });
  }

  return { run, isTooSoon: seconds > 0, label: label() };

  function label(): string {
    if (seconds === 0) return t('resend.submit');
    if (seconds <= 2 * waitSeconds) return t('resend.wait', { seconds });
    return t('resend.wait_until', { time: clockTime(new Date(Date.now() + seconds * 1000).toISOString(), t) });
  }
}

/** Seconds left, and the function that starts counting down. */
function useCountdown(from: number): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + from * 1000);
  const [seconds, setSeconds] = useState(from);
  useEffect(() => {
    if (seconds === 0) return;
    // By the clock: a page in the background is not woken every second.
    const timer = setTimeout(() => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 1000);
    return () => clearTimeout(timer);
  }, [seconds, end]);
  const start = (left: number) => {
    setEnd(Date.now() + left * 1000);
    setSeconds(left);
  };
  return [seconds, start];
}
