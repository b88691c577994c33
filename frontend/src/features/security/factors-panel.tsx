import ShieldCheck from 'lucide-react/icons/shield-check';
import { useRef, useState } from 'react';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { CodesLeft, Enrolled, Factor, RecoveryCodes as NewCodes } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { longDate } from '../../ui/format';
import { toast } from '../../ui/toast';
import { useUser } from '../account/require-user';
import { useAction } from '../account/use-action';
import { useFailure } from '../account/use-failure';
import { EnrolFactor } from './enrol-factor';
import { RecoveryCodes } from './recovery-codes';
import { useFreshSignIn } from './step-up';

type Props = { factors: Factor[]; onChanged: () => Promise<void> };

/** The second factor: adding an app, removing it, and codes for the day the phone is lost. */
export function FactorsPanel({ factors, onChanged }: Props) {
  const { t } = useTranslation();
  const [enrolment, setEnrolment] = useState<Enrolled | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { admin_needs_factor } = useUser();
  const verified = factors.filter(({ status }) => status === 'verified');

  const enrolled = async (made: string[]) => {
    setEnrolment(null);
    setCodes(made);
    await onChanged();
  };

  /** The step is over, and with it what had the focus. */
  const end = (): void => {
    setEnrolment(null);
    setCodes(null);
    heading.current?.focus();
  };

  return (
    <section className="panel stack">
      <h2 className="panel__title" ref={heading} tabIndex={-1}>
        <ShieldCheck aria-hidden="true" /> {t('factor.title')}
      </h2>
      <p className="muted">{t(verified.length > 0 ? 'factor.is_on' : 'factor.is_off')}</p>
      {admin_needs_factor && <p className="notice notice--attention">{t('factor.admin')}</p>}
      {verified.map((factor) => (
        <FactorRow key={factor.id} factor={factor} onChanged={onChanged} />
      ))}
      {enrolment !== null && (
        <EnrolFactor enrolment={enrolment} onEnrolled={enrolled} onCancel={end} />
      )}
      {codes !== null && <RecoveryCodes codes={codes} onDone={end} />}
      {verified.length === 0 && enrolment === null && <StartEnrolment onStarted={setEnrolment} />}
      {verified.length > 0 && codes === null && <CodesLeft onMade={setCodes} />}
    </section>
  );
}

function StartEnrolment({ onStarted }: { onStarted: (enrolment: Enrolled) => void }) {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const [busy, start] = useAction(t('factor.failed'), () =>
    fresh(async () => onStarted(await api.post<Enrolled>(resourcePaths.factors, { factor_type: 'totp' }))),
  );

  return (
    <Button variant="secondary" busy={busy} onClick={start}>
      {t('factor.add')}
    </Button>
  );
}

function FactorRow({ factor, onChanged }: { factor: Factor; onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const failed = useFailure(t('factor.remove_failed'));

  async function remove() {
    setAsking(false);
    setBusy(true);
    try {
      const isGone = await fresh(async () => void (await api.delete(resourcePaths.factor(factor.id))));
      if (isGone) toast({ title: t('factor.removed'), variant: 'success' });
    } catch (error) {
      failed(error);
    }
    setBusy(false);
    await onChanged();
  }

  return (
    <div className="security__row">
      <p>
        <strong>
          <bdi>{factor.friendly_name || t('factor.app')}</bdi>
        </strong>
        <br />
        <span className="muted">{t('factor.since', { date: longDate(factor.created_at, t) })}</span>
      </p>
      <Button variant="danger" busy={busy} onClick={() => setAsking(true)}>
        {t('factor.remove')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('factor.remove')}
        closeLabel={t('common.close')}
        footer={
          <div className="row">
            <Button variant="danger" onClick={() => void remove()}>
              {t('factor.remove_yes')}
            </Button>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('factor.remove_no')}
            </Button>
          </div>
        }
      >
        <p>{t('factor.remove_confirm')}</p>
      </Dialog>
    </div>
  );
}

function CodesLeft({ onMade }: { onMade: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const { data } = useResource<CodesLeft>(resourcePaths.recoveryCodes);
  const fresh = useFreshSignIn();
  const [busy, make] = useAction(t('recovery.failed'), () =>
    fresh(async () => onMade((await api.post<NewCodes>(resourcePaths.recoveryCodes)).codes)),
  );

  return (
    <div className="security__row">
      <p>{data ? t('recovery.left', { count: data.left }) : t('common.loading')}</p>
      <Button variant="secondary" busy={busy} onClick={make}>
        {t('recovery.make')}
      </Button>
    </div>
  );
}
