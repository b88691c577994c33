import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import type { Awaiting } from '../api/types';
import { FactorForm } from '../features/account/factor-form';
import { signedIn, signOut } from '../features/account/session';
import { useFailure } from '../features/account/use-failure';
import { EntryPage } from '../features/site/entry-page';
import { useTranslation } from '../i18n';
import { Button } from '../ui/button';

/** The step after the password or the mail: completes the sign-in with the second factor, or gives it up. */
export function FactorStep({ awaiting: { email, factors } }: { awaiting: Awaiting }) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const failed = useFailure(t('account.logout_failed'));

  async function leave() {
    setLeaving(true);
    await signOut().catch(failed);
    setLeaving(false);
  }

  return (
    <EntryPage icon={<ShieldCheck />} title={t('factor.title')} lead={t('factor.lead', { email })}>
      <FactorForm factors={factors} onGiven={() => signedIn()} />
      <p className="entry__other">{t('factor.lost')}</p>
      <Button variant="secondary" block busy={leaving} onClick={() => void leave()}>
        {t('factor.leave')}
      </Button>
    </EntryPage>
  );
}
