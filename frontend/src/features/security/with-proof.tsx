import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { mailCode, type Change } from '../account/auth';
import { codeOf } from '../account/code';
import { CodeField } from '../account/code-field';
import { PasswordField, UsernameField } from '../account/fields';
import { useAction } from '../account/use-action';
import type { FieldErrors, FormValues } from '../account/use-form';

/** What allows a change of one's account: the present password, or a mailed code. */
export type ProofKind = 'password' | 'code';

type Props = {
  /** Where the code is mailed to. */
  email: string;
  /** The form; `again` goes back to the password. */
  children: (kind: ProofKind, again: () => void) => ReactNode;
};

/** A form that asks for the present password or, when the reader chooses so, for a mailed code. */
export function WithProof({ email, children }: Props) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<ProofKind>('password');
  const again = () => setKind('password');
  const [busy, sendCode] = useAction(t('mailed.failed'), async () => {
    await mailCode();
    setKind('code');
  });
  return (
    <>
      {kind === 'code' && (
        <p className="notice" role="status">
          {t('password.code_sent', { email })}
        </p>
      )}
      {children(kind, again)}
      {kind === 'code' ? (
        <Button variant="ghost" className="proof-way" onClick={again}>
          {t('password.by_current')}
        </Button>
      ) : (
        <Button variant="ghost" className="proof-way" busy={busy} onClick={sendCode}>
          {t('password.by_mail')}
        </Button>
      )}
    </>
  );
}

/** Where the proof is typed. */
export function ProofField({ kind, email, errors }: { kind: ProofKind; email: string; errors: FieldErrors }) {
  const { t } = useTranslation();
  return (
    <>
      <UsernameField email={email} />
      {kind === 'code' ? (
        <CodeField name="nonce" errors={errors} autoFocus />
      ) : (
        <PasswordField name="current_password" label={t('field.current_password')} errors={errors} />
      )}
    </>
  );
}

/** What was typed there, as it is sent. */
export function proofOf(kind: ProofKind, { current_password, nonce = '' }: FormValues): Change {
  return kind === 'code' ? { nonce: codeOf(nonce) } : { current_password };
}
