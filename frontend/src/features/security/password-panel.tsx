import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { useState } from 'react';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { changeAccount, mailCode } from '../account/auth';
import { codeOf } from '../account/code';
import { CodeField } from '../account/code-field';
import { PasswordField, UsernameField } from '../account/fields';
import { useAction } from '../account/use-action';
import { useFailure } from '../account/use-failure';
import { useForm } from '../account/use-form';

type Props = { email: string; onChanged: () => Promise<void> };

/** Changes the password, with the present one or with a mailed code. */
export function PasswordPanel({ email, onChanged }: Props) {
  const { t } = useTranslation();
  const [byMail, setByMail] = useState(false);
  const [busy, sendCode] = useAction(t('mailed.failed'), async () => {
    await mailCode();
    setByMail(true);
  });

  const changed = async () => {
    setByMail(false);
    await onChanged();
  };

  return (
    <section className="panel stack">
      <h2 className="panel__title">
        <LockKeyhole aria-hidden="true" /> {t('password.title')}
      </h2>
      {byMail && (
        <p className="notice" role="status">
          {t('password.code_sent', { email })}
        </p>
      )}
      <PasswordChange key={String(byMail)} email={email} byMail={byMail} onChanged={changed} />
      {byMail ? (
        <Button variant="ghost" onClick={() => setByMail(false)}>
          {t('password.by_current')}
        </Button>
      ) : (
        <Button variant="ghost" busy={busy} onClick={sendCode}>
          {t('password.by_mail')}
        </Button>
      )}
    </section>
  );
}

function PasswordChange({ email, byMail, onChanged }: Props & { byMail: boolean }) {
  const { t } = useTranslation();
  const { busy, errors, handlers } = useForm({
    send: async ({ password, current_password, nonce }, clear) => {
      await changeAccount({ password, ...(byMail ? { nonce: codeOf(nonce ?? '') } : { current_password }) });
      toast({ title: t('password.changed_title'), description: t('password.changed_text'), variant: 'success' });
      clear();
      await onChanged();
    },
    onError: useFailure(t('password.failed')),
  });
  return (
    <form className="stack" {...handlers}>
      <UsernameField email={email} />
      {byMail ? (
        <CodeField name="nonce" errors={errors} autoFocus />
      ) : (
        <PasswordField name="current_password" label={t('field.current_password')} errors={errors} />
      )}
      <PasswordField isNew label={t('field.new_password')} errors={errors} />
      <Button type="submit" busy={busy}>
        {t('password.change')}
      </Button>
    </form>
  );
}
