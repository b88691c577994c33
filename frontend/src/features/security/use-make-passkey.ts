import { useState } from 'react';
import { useTranslation } from '../../i18n';
import { toast } from '../../ui/toast';
import { isGivenUp, isKnown, makePasskey } from '../account/passkey';
import { useFailure } from '../account/use-failure';
import { deviceOf } from './device';

/** Makes a passkey for whoever is here, asking them to sign in again where the server wants it. */
export function useMakePasskey(
  fresh: (work: () => Promise<void>) => Promise<boolean>,
  onMade: () => void,
): [busy: boolean, make: () => void] {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const failed = useFailure(t('passkey.failed'));

  async function make() {
    setBusy(true);
    try {
      const name = deviceOf(navigator.userAgent) ?? t('passkey.one');
      const isMade = await fresh(async () => void (await makePasskey(name)));
      if (isMade) {
        toast({ title: t('passkey.added'), description: t('passkey.added_text'), variant: 'success' });
        onMade();
      }
    } catch (error) {
      if (isKnown(error)) toast({ title: t('passkey.known') });
      else if (!isGivenUp(error)) failed(error);
    }
    setBusy(false);
  }

  return [busy, () => void make()];
}
