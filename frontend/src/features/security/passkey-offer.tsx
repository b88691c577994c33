import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import { resourcePaths } from '../../api/paths';
import { useSite } from '../../api/site';
import { useResource } from '../../api/resource';
import type { PasskeyList } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { canKeepPasskey } from '../account/passkey';
import { notePasskey, recallPasskey } from '../account/passkey-memory';
import { hasPasskeys } from '../account/passkey-support';
import { StepUp, useFreshSignIn } from './step-up';
import { useMakePasskey } from './use-make-passkey';

/** Offers a passkey to whoever has none, on a device that can keep one, until they say "not now". */
export function PasskeyOffer() {
  const { passkeys: domain } = useSite();
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (!hasPasskeys(domain) || recallPasskey() !== null) return;
    void canKeepPasskey().then(setOffered);
  }, [domain]);
  if (!isOffered) return null;
  return (
    <StepUp>
      <Offer onEnd={() => setOffered(false)} />
    </StepUp>
  );
}

function Offer({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation();
  const { data } = useResource<PasskeyList>(resourcePaths.passkeys);
  const fresh = useFreshSignIn();
  const [busy, make] = useMakePasskey(fresh, onEnd);
  if (!data || data.passkeys.length > 0) return null;
  return (
    <section className="panel stack" aria-labelledby="passkey-offer">
      <h2 className="panel__title" id="passkey-offer">
        <KeyRound aria-hidden="true" /> {t('passkey.offer_title')}
      </h2>
      <p>{t('passkey.offer_text')}</p>
      <div className="row">
        <Button busy={busy} onClick={make}>
          {t('passkey.add')}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            notePasskey('not-now');
            onEnd();
          }}
        >
          {t('passkey.not_now')}
        </Button>
      </div>
    </section>
  );
}
