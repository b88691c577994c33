import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { MailedCode } from '../features/account/mailed-code';
import { NewPasswordForm } from '../features/account/new-password-form';
import { forgetNext, localPath, rememberedNext, rememberNext } from '../features/account/next-path';
import { signedIn, useSession } from '../features/account/session';
import { EntryPage } from '../features/site/entry-page';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { Spinner } from '../ui/spinner';
import { FactorStep } from './factor-step';

/** A forgotten password: first the mailbox is proven, then another password is chosen. */
export default function Recover() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const next = localPath(query.get('next')) ?? undefined;
  useTitle(t('recover.title'));
  return query.get('step') === 'password' ? <ChoosePassword next={next} /> : <ProveMailbox next={next} />;
}

type Props = { next: string | undefined };

function ProveMailbox({ next }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const proven = async () => {
    await signedIn('password_recovery');
    void navigate(paths.choosePassword(next), { replace: true });
  };
  return (
    <EntryPage icon={<KeyRound />} title={t('recover.title')} lead={t('recover.lead')}>
      <MailedCode kind="recovery" onAsk={() => next && rememberNext(next)} onProven={proven} />
      <Link className="entry__link" to={next === undefined ? paths.login : paths.loginFor(next)}>
        {t('recover.back')}
      </Link>
    </EntryPage>
  );
}

function ChoosePassword({ next }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const [remembered] = useState(rememberedNext);
  if (session.status === 'anonymous') return <Navigate to={paths.recoverFor(next)} replace />;
  if (session.status === 'awaiting') return <FactorStep awaiting={session.awaiting} />;
  if (session.status === 'loading') {
    return (
      <EntryPage title={t('recover.choose_title')}>
        <Spinner label={t('common.loading')} />
      </EntryPage>
    );
  }
  const { email } = session.user;
  const done = () => {
    forgetNext();
    void navigate(next ?? remembered ?? paths.account, { replace: true });
  };
  return (
    <EntryPage icon={<KeyRound />} title={t('recover.choose_title')} lead={t('recover.choose_lead', { email })}>
      <NewPasswordForm
        email={email}
        onDone={done}
        onTooLate={() => void navigate(paths.recoverFor(next), { replace: true })}
      />
    </EntryPage>
  );
}
