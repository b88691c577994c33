import { useState } from 'react';
import type { Factor } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { mailRecovery, mailSignIn, signInByMail } from './auth';
import { useCaptcha } from './captcha';
import { codeOf } from './code';
import { CodeField, useCodeCheck } from './code-field';
import { EmailField } from './fields';
import { Resend, secondsToWait } from './resend';
import { useFailure } from './use-failure';
import { useForm } from './use-form';

type Kind = 'magiclink' | 'recovery';

const mailers = { magiclink: mailSignIn, recovery: mailRecovery };

type Props = {
  kind: Kind;
  /** Where the mail goes; typed in unless given. */
  email?: string;
  /** A mail is being asked for, whose link may be followed instead of typing the code: even when the answer is lost. */
  onAsk?: () => void;
  /** Gets the second factors one of which is asked for next. */
  onProven: (factors: Factor[]) => Promise<void>;
};

/** Signs in with a code that is mailed: asks for the address, then for the code. */
export function MailedCode({ kind, email, onAsk, onProven }: Props) {
  const [mail, setMail] = useState<Mail | null>(null);
  if (mail === null) return <AskForMail kind={kind} email={email} onAsk={onAsk} onSent={setMail} />;
  return (
    <TypeCode
      kind={kind}
      mail={mail}
      onOther={email === undefined ? () => setMail(null) : undefined}
      onProven={onProven}
    />
  );
}

type Mail = {
  email: string;
  /** In how many seconds another can be asked for, when one went out before; null when it goes out now. */
  wait: number | null;
};

type AskProps = { kind: Kind; email: string | undefined; onAsk: (() => void) | undefined; onSent: (mail: Mail) => void };

function AskForMail({ kind, email: known, onAsk, onSent }: AskProps) {
  const { t } = useTranslation();
  const captcha = useCaptcha();
  const { busy, errors, handlers } = useForm({
    send: async ({ email = '' }) => {
      const address = known ?? email;
      onAsk?.();
      try {
        await mailers[kind](address, await captcha.take());
        onSent({ email: address, wait: null });
      } catch (error) {
        const wait = secondsToWait(error);
        if (wait === null) throw error;
        onSent({ email: address, wait });
      }
    },
    onError: useFailure(t('mailed.failed')),
  });
  return (
    <form className="stack" {...handlers}>
      {known === undefined && <EmailField errors={errors} />}
      {captcha.widget}
      <Button type="submit" block busy={busy}>
        {t('mailed.send')}
      </Button>
    </form>
  );
}

type CodeProps = { kind: Kind; mail: Mail; onOther: (() => void) | undefined } & Pick<Props, 'onProven'>;

function TypeCode({ kind, mail: { email, wait }, onOther, onProven }: CodeProps) {
  const { t } = useTranslation();
  const captcha = useCaptcha();
  const { busy, errors, handlers } = useForm({
    check: useCodeCheck('token'),
    send: async ({ token = '' }) => onProven((await signInByMail(kind, { email, token: codeOf(token) })).factors),
    onError: useFailure(t('mailed.refused')),
  });
  return (
    <>
      <div className="notice" role="status">
        <p>{t(wait === null ? 'mailed.sent' : 'mailed.recent', { email })}</p>
        <p>{t('mailed.how')}</p>
      </div>
      <form className="stack" {...handlers}>
        <CodeField name="token" errors={errors} autoFocus />
        <Button type="submit" block busy={busy}>
          {t('code.submit')}
        </Button>
      </form>
      <p className="muted">{t('check_email.spam')}</p>
      {captcha.widget}
      <Resend first={wait ?? undefined} send={async () => mailers[kind](email, await captcha.take())} />
      {onOther && (
        <Button variant="ghost" block onClick={onOther}>
          {t('mailed.other')}
        </Button>
      )}
    </>
  );
}
