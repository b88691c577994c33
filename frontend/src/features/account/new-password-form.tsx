import { ApiError } from '../../api/client';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { changeAccount } from './auth';
import { PasswordField, UsernameField } from './fields';
import { useFailure } from './use-failure';
import { useForm } from './use-form';

type Props = {
  /** Whose password. */
  email: string;
  onDone: () => void;
  /** The mail that allowed this was followed too long ago. */
  onTooLate: () => void;
};

/** Sets a password without the old one, for somebody whom a mail has just signed in. */
export function NewPasswordForm({ email, onDone, onTooLate }: Props) {
  const { t } = useTranslation();
  const failed = useFailure(t('password.failed'));
  const { busy, errors, handlers } = useForm({
    send: async ({ password }) => {
      await changeAccount({ password });
      toast({ title: t('password.changed_title'), description: t('password.changed_text'), variant: 'success' });
      onDone();
    },
    onError: (error) => {
      failed(error);
      if (error instanceof ApiError && error.code === 'current_password_required') onTooLate();
    },
  });
  return (
    <form className="stack" {...handlers}>
      <UsernameField email={email} />
      <PasswordField isNew label={t('field.new_password')} errors={errors} />
      <Button type="submit" block busy={busy}>
        {t('password.save')}
      </Button>
    </form>
  );
}
