import CircleX from 'lucide-react/icons/circle-x';
import MailCheck from 'lucide-react/icons/mail-check';
import PartyPopper from 'lucide-react/icons/party-popper';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { confirmSignUp } from '../features/account/auth';
import { ConfirmForm } from '../features/account/confirm-form';
import { useLoginPath } from '../features/account/use-login-path';
import { EntryPage } from '../features/site/entry-page';
import { useTitle } from '../features/site/use-navigation-effects';
import { changeLanguage, useTranslation } from '../i18n';
import { isLang } from '../languages';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';

type Step = 'plain' | 'confirm' | 'confirmed' | 'expired';

/** Where the mailed link leads. Mail scanners open links, so only the button confirms. */
export default function Welcome() {
  const { t, i18n } = useTranslation();
  const { hash, state } = useLocation();
  const login = useLoginPath();
  const [step, setStep] = useState<Step>('plain');
  const [token, setToken] = useState('');
  useTitle(t('welcome.title'));

  // After mount only: the server never sees a fragment.
  useEffect(() => {
    if ((state as { confirmed?: boolean } | null)?.confirmed) setStep('confirmed');
    const link = new URLSearchParams(hash.slice(1));
    const found = link.get('token_hash');
    const lang = link.get('lang');
    if (!found) return;
    setToken(found);
    setStep('confirm');
    // The language of the account, whatever device the mail was opened on.
    if (isLang(lang)) void changeLanguage(i18n, lang);
  }, [hash, state, i18n]);

  if (step === 'confirm') return <Confirm token={token} onDone={setStep} />;
  if (step === 'expired') {
    return (
      <EntryPage icon={<CircleX />} title={t('welcome.expired_title')} lead={t('welcome.expired_text')} isOutcome>
        <Link className={buttonClass('primary', true)} to={paths.checkEmail}>
          {t('resend.submit')}
        </Link>
        <Link className={buttonClass('secondary', true)} to={login}>
          {t('welcome.login')}
        </Link>
      </EntryPage>
    );
  }
  return (
    <EntryPage
      icon={<PartyPopper />}
      title={t('welcome.title')}
      lead={step === 'confirmed' ? t('welcome.confirmed') : t('welcome.plain')}
      isOutcome={step === 'confirmed'}
    >
      <Link className={buttonClass('primary', true)} to={login}>
        {t('welcome.login')}
      </Link>
    </EntryPage>
  );
}

function Confirm({ token, onDone }: { token: string; onDone: (step: Step) => void }) {
  const { t } = useTranslation();
  const confirmed = () => {
    onDone('confirmed');
    // A used token has no business in the address bar.
    history.replaceState(history.state, '', paths.welcome);
  };
  return (
    <EntryPage icon={<MailCheck />} title={t('welcome.confirm_title')} lead={t('welcome.confirm_text')}>
      <ConfirmForm
        send={({ password }) => confirmSignUp({ token_hash: token }, password)}
        submit={t('welcome.confirm')}
        choose={(email) => t('welcome.choose', { email })}
        onConfirmed={confirmed}
        onExpired={() => onDone('expired')}
      />
    </EntryPage>
  );
}
