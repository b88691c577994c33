import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { EmailField } from './fields';
import { resendConfirmation } from './auth';
import { useCaptcha } from './captcha';
import { useResend } from './resend';
import { useFailure } from './use-failure';
import { useForm } from './use-form';

type Props = {
  /** Where it goes; typed in unless given. */
  email?: string;
  /** In how many seconds it can be sent. */
  first?: number;
};

/** Sends the confirmation mail again. */
export function ResendConfirmation({ email, first }: Props) {
  const { t } = useTranslation();
  const captcha = useCaptcha();
  const resend = useResend(first);
  const { busy, errors, handlers } = useForm({
    send: (values) =>
      resend.run(
        async () => resendConfirmation(email ?? values.email ?? '', await captcha.take()),
        t('resend.done_text'),
      ),
    onError: useFailure(t('resend.failed')),
  });
  return (
    <form className="stack" {...handlers}>
      {email === undefined && <EmailField errors={errors} />}
      {captcha.widget}
      <Button type="submit" variant="secondary" block busy={busy} disabled={resend.isTooSoon}>
        {resend.label}
      </Button>
    </form>
  );
}
