import AtSign from 'lucide-react/icons/at-sign';
import type { User } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { changeAccount, confirmEmail, resendEmailChange } from '../account/auth';
import { useCaptcha } from '../account/captcha';
import { codeOf } from '../account/code';
import { CodeField, useCodeCheck } from '../account/code-field';
import { EmailField } from '../account/fields';
import { Resend } from '../account/resend';
import { userUpdated } from '../account/session';
import { useFailure } from '../account/use-failure';
import { useForm, type FieldErrors } from '../account/use-form';
import { useFreshSignIn } from './step-up';
import { ProofField, proofOf, WithProof, type ProofKind } from './with-proof';

type Props = { user: User; onChanged: () => Promise<void> };

/** Changes the address; another one is in force once it is confirmed there. */
export function EmailPanel({ user, onChanged }: Props) {
  const { t } = useTranslation();
  return (
    <section className="panel stack">
      <h2 className="panel__title">
        <AtSign aria-hidden="true" /> {t('email.title')}
      </h2>
      <p>
        {t('email.present')} <bdi className="security__address">{user.email}</bdi>
      </p>
      {user.new_email && <Pending email={user.new_email} present={user.email} onChanged={onChanged} />}
      <WithProof email={user.email}>
        {(kind, again) => (
          <EmailChange
            present={user.email}
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

type ChangeProps = { present: string; kind: ProofKind } & Pick<Props, 'onChanged'>;

function EmailChange({ present, kind, onChanged }: ChangeProps) {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const { busy, errors, handlers } = useForm({
    check: ({ email = '' }): FieldErrors => (email.toLowerCase() === present ? { email: t('email.same') } : {}),
    send: async ({ email, ...typed }, clear) => {
      const isAsked = await fresh(async () => void (await changeAccount({ email, ...proofOf(kind, typed) })));
      if (!isAsked) return;
      clear();
      await onChanged();
    },
    onError: useFailure(t('email.failed')),
  });
  return (
    <form className="stack" {...handlers}>
      <EmailField label={t('email.new')} autoComplete="email" isNew errors={errors} />
      <ProofField kind={kind} email={present} errors={errors} />
      <Button type="submit" variant="secondary" busy={busy}>
        {t('email.change')}
      </Button>
    </form>
  );
}

type PendingProps = { email: string; present: string } & Pick<Props, 'onChanged'>;

function Pending({ email, present, onChanged }: PendingProps) {
  const { t } = useTranslation();
  const captcha = useCaptcha();
  const { busy, errors, handlers } = useForm({
    check: useCodeCheck('token'),
    send: async ({ token = '' }) => {
      await confirmEmail({ email, token: codeOf(token) });
      toast({ title: t('verify.changed_title'), description: t('verify.changed_text', { email }), variant: 'success' });
      await userUpdated();
      await onChanged();
    },
    onError: useFailure(t('email.failed')),
  });
  return (
    <div className="notice notice--attention stack" role="status">
      <p>{t('email.pending', { email })}</p>
      <form className="stack" {...handlers}>
        <CodeField name="token" errors={errors} />
        <Button type="submit" busy={busy}>
          {t('code.submit')}
        </Button>
      </form>
      {captcha.widget}
      <Resend send={async () => resendEmailChange(present, await captcha.take())} />
    </div>
  );
}
