import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { changeAccount } from '../account/auth';
import { PasswordField } from '../account/fields';
import { useUser } from '../account/require-user';
import { useFailure } from '../account/use-failure';
import { useForm } from '../account/use-form';
import { ProofField, proofOf, WithProof, type ProofKind } from './with-proof';

type Props = { email: string; onChanged: () => Promise<void> };

/** Changes the password, with the present one or with a mailed code. */
export function PasswordPanel({ email, onChanged }: Props) {
  const { t } = useTranslation();
  return (
    <section className="panel stack">
      <h2 className="panel__title">
        <LockKeyhole aria-hidden="true" /> {t('password.title')}
      </h2>
      <WithProof email={email}>
        {(kind, again) => (
          <PasswordChange
            email={email}
            kind={kind}
            onChanged={async () => {
              again();
              await onChanged();
            }}
          />
        )}
      </WithProof>
    </section>
  );
}

function PasswordChange({ email, kind, onChanged }: Props & { kind: ProofKind }) {
  const { t } = useTranslation();
  const { role, admin_needs_factor } = useUser();
  const { busy, errors, handlers } = useForm({
    send: async ({ password, ...typed }, clear) => {
      await changeAccount({ password, ...proofOf(kind, typed) });
      toast({ title: t('password.changed_title'), description: t('password.changed_text'), variant: 'success' });
      clear();
      await onChanged();
    },
    onError: useFailure(t('password.failed')),
  });
  return (
    <form className="stack" {...handlers}>
      <ProofField kind={kind} email={email} errors={errors} />
      <PasswordField
        isNew
        isAdmins={role === 'admin' || admin_needs_factor}
        label={t('field.new_password')}
        errors={errors}
      />
      <Button type="submit" variant="secondary" busy={busy}>
        {t('password.change')}
      </Button>
    </form>
  );
}
