import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import type { Order } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button, buttonClass } from '../../ui/button';
import { toast } from '../../ui/toast';
import { MailLink } from './mail-link';
import { claimToken, forgetClaimToken } from './claim-token';

type Props = {
  orderId: string;
  /** Of whoever is signed in. */
  email: string | null;
  onSaved: () => void;
};

/** The way of an order that was bought without an account into one: only a mail's link proves whose order it is. */
export function SaveOrder({ orderId, email, onSaved }: Props) {
  const { t } = useTranslation();
  const [token, setToken] = useState<string | null>(null);
  // After hydration only: the server never sees the fragment of an address.
  useEffect(() => setToken(claimToken(orderId)), [orderId]);
  return (
    <section className="panel stack" aria-labelledby="save-order">
      <h2 className="panel__title" id="save-order">
        {t('guest.save_title')}
      </h2>
      {token === null && (
        <>
          <p>{t('guest.save_text')}</p>
          <MailLink orderId={orderId} label={t('guest.save_mail')} />
        </>
      )}
      {token !== null && email === null && <SignInFirst orderId={orderId} />}
      {token !== null && email !== null && (
        <Save
          orderId={orderId}
          token={token}
          email={email}
          onDone={(isSaved) => {
            forgetClaimToken();
            setToken(null);
            if (isSaved) onSaved();
          }}
        />
      )}
    </section>
  );
}

function SignInFirst({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const here = paths.order(orderId, true);
  return (
    <>
      <p>{t('guest.save_sign_in')}</p>
      <Link className={buttonClass('primary', true)} to={paths.loginFor(here)}>
        {t('login.submit')}
      </Link>
      <Link className={buttonClass('secondary', true)} to={paths.registerFor(here)}>
        {t('login.register')}
      </Link>
    </>
  );
}

type SaveProps = { orderId: string; token: string; email: string; onDone: (isSaved: boolean) => void };

function Save({ orderId, token, email, onDone }: SaveProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await api.post<Order>(resourcePaths.claimOrder(orderId), { token });
      toast({ title: t('guest.saved_title'), description: t('guest.saved_text'), variant: 'success' });
      onDone(true);
    } catch (error) {
      toast({ title: t('guest.save_failed'), description: errorText(t, error), variant: 'destructive' });
      onDone(false);
    }
  }

  return (
    <>
      <p>{t('guest.save_to', { email })}</p>
      <Button block busy={busy} onClick={() => void save()}>
        {t('guest.save')}
      </Button>
    </>
  );
}
