import CircleX from 'lucide-react/icons/circle-x';
import KeyRound from 'lucide-react/icons/key-round';
import MailCheck from 'lucide-react/icons/mail-check';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { api, ApiError } from '../api/client';
import { resourcePaths } from '../api/paths';
import { useSite } from '../api/site';
import { acceptInvitation, confirmEmail, signInByMail } from '../features/account/auth';
import { ConfirmForm } from '../features/account/confirm-form';
import { forgetNext, pathOf, rememberedNext } from '../features/account/next-path';
import { signedIn, userUpdated, useSession } from '../features/account/session';
import { useFailure } from '../features/account/use-failure';
import { EntryPage } from '../features/site/entry-page';
import { useTitle } from '../features/site/use-navigation-effects';
import { changeLanguage, useTranslation } from '../i18n';
import { isLang } from '../languages';
import { paths } from '../paths';
import { Button, buttonClass } from '../ui/button';
import { Spinner } from '../ui/spinner';

/** What a link carries. */
type LinkProof = { email: string; token_hash: string };

const kinds = ['recovery', 'magiclink', 'email_change', 'way_back', 'invite', 'stock'] as const;

type Kind = (typeof kinds)[number];

type MailedLink<K = Kind> = { kind: K; proof: LinkProof };

/** What a link carries in its fragment, which browsers keep to themselves. */
function readLink(fragment: string): MailedLink | null {
  const parts = new URLSearchParams(fragment.slice(1));
  const [token_hash, email] = [parts.get('token_hash'), parts.get('email')];
  const kind = kinds.find((known) => known === parts.get('type'));
  return token_hash && email && kind ? { kind, proof: { email, token_hash } } : null;
}

/** Where mailed links lead. Mail scanners open links, so only the button does what the link is for. */
export default function Verify() {
  const { t, i18n } = useTranslation();
  const { hash } = useLocation();
  // `undefined` until the page is alive: the server never sees a fragment.
  const [link, setLink] = useState<MailedLink | null>();
  const [changedTo, setChangedTo] = useState<string | null>(null);
  useTitle(t('verify.page'));

  useEffect(() => {
    setLink(readLink(hash));
    const lang = new URLSearchParams(hash.slice(1)).get('lang');
    // The language of the account, whatever device the mail was opened on.
    if (isLang(lang)) void changeLanguage(i18n, lang);
  }, [hash, i18n]);

  if (link === undefined) {
    return (
      <EntryPage title={t('verify.page')}>
        <Spinner label={t('common.loading')} />
      </EntryPage>
    );
  }
  if (changedTo !== null) return <EmailChanged email={changedTo} />;
  if (link === null) return <Expired />;
  const { kind, proof } = link;
  const expired = () => setLink(null);
  if (kind === 'invite') return <Invitation key={proof.token_hash} proof={proof} onExpired={expired} />;
  if (kind === 'stock') return <StockNotice key={proof.token_hash} proof={proof} />;
  return <Confirm key={proof.email} link={{ kind, proof }} onChanged={setChangedTo} onExpired={expired} />;
}

type InvitationProps = { proof: LinkProof; onExpired: () => void };

/** Somebody is offered to administer the shop. */
function Invitation({ proof, onExpired }: InvitationProps) {
  const { t } = useTranslation();
  const [isAccepted, setAccepted] = useState(false);
  const { email } = proof;
  const accepted = () => {
    setAccepted(true);
    // A used token has no business in the address bar.
    history.replaceState(history.state, '', paths.verify);
  };
  if (isAccepted) {
    return (
      <EntryPage icon={<MailCheck />} title={t('verify.invite.done_title')} lead={t('verify.invite.done_text', { email })} isOutcome>
        <Link className={buttonClass('primary', true)} to={paths.loginFor(paths.admin)}>
          {t('welcome.login')}
        </Link>
      </EntryPage>
    );
  }
  return (
    <EntryPage icon={<KeyRound />} title={t('verify.invite.title')} lead={t('verify.invite.lead', { email })}>
      <ConfirmForm
        send={({ password }) => acceptInvitation(proof, password)}
        submit={t('verify.invite.submit')}
        isAdmins
        choose={(account) => t('verify.invite.choose', { email: account })}
        onConfirmed={accepted}
        onExpired={onExpired}
      />
      <p className="field__hint">{t('verify.not_yours')}</p>
    </EntryPage>
  );
}

/** Somebody asked in the store for a mail to this address. */
function StockNotice({ proof: { email, token_hash } }: { proof: LinkProof }) {
  const { t } = useTranslation();
  const { store_id: storeId } = useSite();
  const [outcome, setOutcome] = useState<'done' | 'expired' | null>(null);
  const [busy, setBusy] = useState(false);
  const failed = useFailure(t('verify.failed'));
  const press = async () => {
    setBusy(true);
    try {
      await api.post(resourcePaths.confirmStockRequests(storeId), { token: token_hash });
      setOutcome('done');
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'otp_expired') setOutcome('expired');
      else failed(error);
      return;
    }
    // A used token has no business in the address bar.
    history.replaceState(history.state, '', paths.verify);
  };
  if (outcome !== null) {
    const isDone = outcome === 'done';
    return (
      <EntryPage
        icon={isDone ? <MailCheck /> : <CircleX />}
        title={t(isDone ? 'verify.stock.done_title' : 'welcome.expired_title')}
        lead={t(isDone ? 'verify.stock.done_text' : 'verify.stock.expired')}
        isOutcome
      >
        <Link className={buttonClass('primary', true)} to={paths.store()}>
          {t('product.back')}
        </Link>
      </EntryPage>
    );
  }
  return (
    <EntryPage icon={<MailCheck />} title={t('verify.stock.title')} lead={t('verify.stock.lead', { email })}>
      <Button block busy={busy} onClick={() => void press()}>
        {t('verify.stock.submit')}
      </Button>
      <p className="field__hint">{t('verify.not_yours')}</p>
    </EntryPage>
  );
}

type ConfirmProps = { link: MailedLink<Exclude<Kind, 'invite' | 'stock'>>; onChanged: (email: string) => void; onExpired: () => void };

function Confirm({ link: { kind, proof }, onChanged, onExpired }: ConfirmProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const failed = useFailure(t('verify.failed'));
  const { email } = proof;

  async function use() {
    if (kind === 'email_change') {
      const isLeaving = await confirmEmail(proof);
      await userUpdated();
      if (isLeaving) return;
      // A used token has no business in the address bar.
      history.replaceState(history.state, '', paths.verify);
      return onChanged(email);
    }
    const isSignIn = kind === 'magiclink';
    // The way back to an address recovers the account.
    const { factors, onward } = await signInByMail(isSignIn ? kind : 'recovery', proof);
    const asked = onward === undefined ? null : pathOf(onward);
    if (asked !== null) {
      await signedIn(isSignIn ? undefined : 'password_recovery');
      return location.assign(factors.length === 0 ? asked : paths.loginFor(asked));
    }
    if (!isSignIn) {
      await signedIn('password_recovery');
      return navigate(paths.choosePassword(), { replace: true });
    }
    const next = rememberedNext() ?? paths.account;
    forgetNext();
    await signedIn();
    await navigate(factors.length === 0 ? next : paths.loginFor(next), { replace: true });
  }

  async function press() {
    setBusy(true);
    try {
      await use();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'otp_expired') return onExpired();
      setBusy(false);
      if (kind === 'way_back' && error instanceof ApiError && error.code === 'validation_failed') setTaken(true);
      else failed(error);
    }
  }

  return (
    <EntryPage
      icon={kind === 'email_change' ? <MailCheck /> : <KeyRound />}
      title={t(`verify.${kind}.title`)}
      lead={t(`verify.${kind}.lead`, { email })}
    >
      {user !== null && kind !== 'email_change' && user.email !== email && (
        <p className="notice notice--attention">{t('verify.other_user', { email: user.email })}</p>
      )}
      {isTaken && <p className="notice notice--attention" role="alert">{t('verify.way_back.taken')}</p>}
      <Button block busy={busy} onClick={() => void press()}>
        {t(`verify.${kind}.submit`)}
      </Button>
      <p className="field__hint">{t('verify.not_yours')}</p>
    </EntryPage>
  );
}

function EmailChanged({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <EntryPage icon={<MailCheck />} title={t('verify.changed_title')} lead={t('verify.changed_text', { email })} isOutcome>
      <Link className={buttonClass('primary', true)} to={paths.account}>
        {t('verify.to_account')}
      </Link>
    </EntryPage>
  );
}

function Expired() {
  const { t } = useTranslation();
  return (
    <EntryPage icon={<CircleX />} title={t('welcome.expired_title')} lead={t('verify.expired_text')} isOutcome>
      <Link className={buttonClass('primary', true)} to={paths.loginByMail()}>
        {t('login.by_mail')}
      </Link>
      <Link className={buttonClass('secondary', true)} to={paths.recover}>
        {t('login.forgot')}
      </Link>
    </EntryPage>
  );
}
