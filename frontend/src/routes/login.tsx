import KeyRound from 'lucide-react/icons/key-round';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useEffect, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { ApiError, type ErrorCode } from '../api/client';
import { errorText } from '../api/problem';
import { LoginForm } from '../features/account/login-form';
import { MailedCode } from '../features/account/mailed-code';
import { PasskeyEntry } from '../features/account/passkey-entry';
import { ProviderLinks } from '../features/account/provider-links';
import { forgetNext, localPath, rememberNext } from '../features/account/next-path';
import { forgetPanel, isPanelAskedFor } from '../features/account/panel';
import { signedIn, useSession } from '../features/account/session';
import { EntryPage } from '../features/site/entry-page';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';
import { MailLink } from '../features/orders/mail-link';
import { FactorStep } from './factor-step';

/** Signing in, step by step; whoever is signed in goes on to where they were headed. */
export default function Login() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const session = useSession();
  const next = localPath(query.get('next')) ?? undefined;
  const isBack = query.get('with') === 'provider';
  // Whoever asked for the desk signs in again, unless they came here without being signed in, or from a provider just now.
  const [again, setAgain] = useState(() => isPanelAskedFor() && !isBack);
  const isDone = session.status === 'user' && !again;
  useTitle(t('login.title'));
  useEffect(() => {
    if (isDone) forgetNext();
  }, [isDone]);
  useEffect(() => {
    if (session.status === 'anonymous' || session.status === 'awaiting') setAgain(false);
  }, [session.status]);
  useEffect(() => {
    // The provider's page led here with other cookies: the other tabs want to know.
    if (isBack) void signedIn().catch(() => undefined);
  }, [isBack]);
  if (isDone) return <Navigate to={next ?? (isPanelAskedFor() ? paths.admin : paths.account)} replace />;
  if (session.status === 'user') return <AgainForPanel email={session.user.email} onDone={() => setAgain(false)} />;
  if (session.status === 'awaiting') return <FactorStep awaiting={session.awaiting} />;
  if (query.get('with') === 'code') return <ByMail next={next} />;
  return <ByPassword next={next} failed={query.get('failed')} />;
}

type Props = { next: string | undefined };

const proven = () => signedIn();

type ByPasswordProps = Props & {
  /** The code of what went wrong on the way back from a provider. */
  failed: string | null;
};

function ByPassword({ next, failed }: ByPasswordProps) {
  const { t } = useTranslation();
  // One that was bought without an account is opened by its link.
  const order = /^\/order\/([0-9a-f-]+)(\?|$)/.exec(next ?? '')?.[1];
  const isDesk = next !== undefined && /^\/admin([/?]|$)/.test(next);
  const isLost = order !== undefined && /[?&]link=lost(&|$)/.test(next ?? '');
  return (
    <EntryPage title={t('login.title')} lead={t(isDesk ? 'login.lead_desk' : next === paths.checkout ? 'login.lead_checkout' : 'login.lead')}>
      {next === paths.checkout && (
        <div className="notice stack">
          <p>{t('login.guest_lead')}</p>
          <Link className={buttonClass('primary', true)} to={paths.checkoutAsGuest}>
            {t('login.as_guest')}
          </Link>
        </div>
      )}
      {isLost && (
        <div className="notice notice--attention stack" role="alert">
          <p>{t('guest.link_dead')}</p>
          <MailLink orderId={order} label={t('guest.save_mail')} />
        </div>
      )}
      {failed !== null && (
        <div className="notice notice--attention" role="alert">
          <p>
            <strong>{t('login.failed')}</strong>
          </p>
          <p>{errorText(t, new ApiError(0, failed as ErrorCode, ''))}</p>
        </div>
      )}
      <LoginForm onAskForMail={() => next && rememberNext(next)} onProven={proven} />
      <Link className="entry__link" to={paths.recoverFor(next)}>
        {t('login.forgot')}
      </Link>
      <Link className={buttonClass('secondary', true)} to={paths.loginByMail(next)}>
        {t('login.by_mail')}
      </Link>
      <ProviderLinks next={next} />
      {order !== undefined && !isLost && <MailLink orderId={order} label={t('guest.link_mail')} />}
      <PasskeyEntry inField atOnce={next === paths.checkout} />
      {/* An account of one's own opens no desk. */}
      {!isDesk && <Registration next={next} />}
    </EntryPage>
  );
}

function AgainForPanel({ email, onDone }: { email: string; onDone: () => void }) {
  const { t } = useTranslation();
  const provenAgain = async () => {
    await signedIn();
    onDone();
  };
  return (
    <EntryPage icon={<ShieldCheck />} title={t('login.title')} lead={t('login.panel_lead', { email })}>
      <LoginForm email={email} onProven={provenAgain} />
      <Link className={buttonClass('secondary', true)} to={paths.account} onClick={forgetPanel}>
        {t('login.panel_back')}
      </Link>
      <PasskeyEntry onProven={onDone} />
    </EntryPage>
  );
}

function ByMail({ next }: Props) {
  const { t } = useTranslation();
  return (
    <EntryPage icon={<KeyRound />} title={t('login.mail_title')} lead={t('login.mail_lead')}>
      <MailedCode kind="magiclink" onAsk={() => next && rememberNext(next)} onProven={proven} />
      <Link className="entry__link" to={next === undefined ? paths.login : paths.loginFor(next)}>
        {t('login.by_password')}
      </Link>
      <Registration next={next} />
    </EntryPage>
  );
}

function Registration({ next }: Props) {
  const { t } = useTranslation();
  return (
    <p className="entry__other">
      {t('login.no_account')}{' '}
      <Link to={next === undefined ? paths.register : paths.registerFor(next)}>{t('login.register')}</Link>
    </p>
  );
}
