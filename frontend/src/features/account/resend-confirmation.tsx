import { useEffect, useState } from 'react';
import { errorText } from '../../api/problem';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { EmailField } from './fields';
import { resendConfirmation } from './session';
import { useForm } from './use-form';

/** The server sends one mail a minute to an address. */
const waitSeconds = 60;

/** Sends the confirmation mail again, to `email` or to the address typed in. */
export function ResendConfirmation({ email }: { email?: string }) {
  const { t } = useTranslation();
  const [seconds, wait] = useCountdown();
  const { busy, errors, handlers } = useForm({
    send: async (values) => {
      await resendConfirmation(email ?? values.email ?? '');
      wait(waitSeconds);
      toast({
        title: t('resend.done_title'),
        description: t('resend.done_text'),
        variant: 'success',
      });
    },
    onError: (error) =>
      toast({
        title: t('resend.failed'),
        description: errorText(t, error),
        variant: 'destructive',
      }),
  });
  return (
    <form className="stack" {...handlers}>
      {email === undefined && <EmailField errors={errors} />}
      <Button type="submit" variant="secondary" block busy={busy} disabled={seconds > 0}>
        {seconds > 0 ? t('resend.wait', { seconds }) : t('resend.submit')}
      </Button>
    </form>
  );
}

/** Seconds left, and the function that starts counting down. */
function useCountdown(): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds];
}
