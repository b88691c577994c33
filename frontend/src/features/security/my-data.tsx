import Download from 'lucide-react/icons/download';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { EmailField } from '../account/fields';
import { useUser } from '../account/require-user';
import { accountErased } from '../account/session';
import { useAction } from '../account/use-action';
import { useFailure } from '../account/use-failure';
import { useForm, type FieldErrors } from '../account/use-form';
import { StepUp, useFreshSignIn } from './step-up';

/** What the shop knows of the reader: taking it along, and having it forgotten. */
export function MyData() {
  return (
    <StepUp>
      <div className="security">
        <Export />
        <Erase />
      </div>
    </StepUp>
  );
}

/** Hands a file to the reader. */
function save(name: string, data: unknown) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Export() {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const [busy, download] = useAction(t('data.export_failed'), () =>
    fresh(async () => save('my-data.json', await api.get<unknown>(resourcePaths.myData))),
  );

  return (
    <section className="panel stack">
      <h2 className="panel__title">
        <Download aria-hidden="true" /> {t('data.export_title')}
      </h2>
      <p>{t('data.export_text')}</p>
      <Button variant="secondary" busy={busy} onClick={download}>
        {t('data.export')}
      </Button>
    </section>
  );
}

function Erase() {
  const { t } = useTranslation();
  const [step, setStep] = useState<'none' | 'asking' | 'done'>('none');
  // Nothing of the person stays in the page: it is left for a new one.
  const close = () => (step === 'done' ? location.assign(paths.home) : setStep('none'));
  return (
    <section className="panel stack">
      <h2 className="panel__title">
        <Trash2 aria-hidden="true" /> {t('data.erase_title')}
      </h2>
      <p>{t('data.erase_text')}</p>
      <Button variant="danger" onClick={() => setStep('asking')}>
        {t('data.erase')}
      </Button>
      <Dialog
        open={step !== 'none'}
        onClose={close}
        title={t(step === 'done' ? 'data.erased_title' : 'data.erase_title')}
        closeLabel={t('common.close')}
      >
        {step === 'done' ? (
          <div className="stack" role="status">
            <p>{t('data.erased_text')}</p>
            <Button autoFocus onClick={close}>
              {t('data.leave')}
            </Button>
          </div>
        ) : (
          <ConfirmErasure onErased={() => setStep('done')} onCancel={close} />
        )}
      </Dialog>
    </section>
  );
}

function ConfirmErasure({ onErased, onCancel }: { onErased: () => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const { email: own } = useUser();
  const fresh = useFreshSignIn();
  const { busy, errors, handlers } = useForm({
    check: ({ email = '' }): FieldErrors =>
      email.toLowerCase() === own ? {} : { email: t('data.erase_mismatch', { email: own }) },
    send: async () => {
      const isErased = await fresh(async () => void (await api.post(resourcePaths.eraseMyData)));
      if (!isErased) return;
      accountErased();
      onErased();
    },
    onError: useFailure(t('data.erase_failed')),
  });
  return (
    <form className="stack" {...handlers}>
      <p>{t('data.erase_warning')}</p>
      <EmailField label={t('data.erase_confirm')} autoComplete="email" errors={errors} />
      <div className="row">
        <Button type="submit" variant="danger" busy={busy}>
          {t('data.erase_yes')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('data.erase_no')}
        </Button>
      </div>
    </form>
  );
}
