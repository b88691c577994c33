import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { EmailField } from './fields';
import { resendConfirmation } from './auth';
import { useCaptcha } from './captcha';
import { useCountdown, waitSeconds } from './resend';
import { useFailure } from './use-failure';
import { useForm } from './use-form';

/** Sends the confirmation mail again, to `email` or to the address typed in. */
export function ResendConfirmation({ email }: { email?: string }) {
  const { t } = useTranslation();
  const captcha = useCaptcha();
  const [seconds, wait] = useCountdown();
  const { busy, errors, handlers } = useForm({
    send: async (values) => {
      await resendConfirmation(email ?? values.email ?? '', await captcha.take());
      wait(waitSeconds);
      toast({
        title: t('resend.done_title'),
        description: t('resend.done_text'),
        variant: 'success',
      });
    },
    onError: useFailure(t('resend.failed')),
  });
  return (
    <form className="stack" {...handlers}>
      {email === undefined && <EmailField errors={errors} />}
      {captcha.widget}
      <Button type="submit" variant="secondary" block busy={busy} disabled={seconds > 0}>
        {seconds > 0 ? t('resend.wait', { seconds }) : t('resend.submit')}
      </Button>
    </form>
  );
}
