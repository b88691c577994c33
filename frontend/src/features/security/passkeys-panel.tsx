import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { useSite } from '../../api/site';
import type { Resource } from '../../api/resource';
import type { ListedPasskey, PasskeyList } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { longDate } from '../../ui/format';
import { hasPasskeys } from '../account/passkey-support';
import { useFailure } from '../account/use-failure';
import { useForm } from '../account/use-form';
import { useFreshSignIn } from './step-up';
import { useMakePasskey } from './use-make-passkey';
import { useRemoval } from './use-removal';

/** The passkeys that open the account: adding one, naming and removing them; nothing where the site has none. */
export function PasskeysPanel({ data, reload }: Resource<PasskeyList>) {
  const { t } = useTranslation();
  const { passkeys: domain } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  const fresh = useFreshSignIn();
  const [isSupported, setSupported] = useState(true);
  useEffect(() => setSupported(hasPasskeys(domain)), [domain]);
  const [busy, make] = useMakePasskey(fresh, () => void reload());
  const list = data?.passkeys ?? [];
  if (!domain && list.length === 0) return null;
  const changed = async () => {
    // The button that was pressed goes away.
    heading.current?.focus();
    await reload();
  };
  return (
    <section className="panel stack">
      <h2 className="panel__title" ref={heading} tabIndex={-1}>
        <KeyRound aria-hidden="true" /> {t('passkey.title')}
      </h2>
      <p className="muted">{t('passkey.text')}</p>
      {data?.desk_asks && <p className="notice notice--attention">{t(`passkey.desk_${data.desk_asks}`)}</p>}
      {list.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onChanged={reload} onRemoved={changed} />
      ))}
      {isSupported ? (
        <Button variant="secondary" busy={busy} onClick={make}>
          {t('passkey.add')}
        </Button>
      ) : (
        <p className="muted">{t('passkey.unsupported')}</p>
      )}
    </section>
  );
}

type RowProps = { passkey: ListedPasskey; onChanged: () => Promise<void>; onRemoved: () => Promise<void> };

function PasskeyRow({ passkey: { id, name, created_at, last_used_at, useless }, onChanged, onRemoved }: RowProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'name' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const [busy, remove] = useRemoval({
    path: resourcePaths.passkey(id),
    gone: { title: t('passkey.removed'), description: t('passkey.removed_text') },
    failed: t('passkey.remove_failed'),
    onRemoved,
  });

  return (
    <div className="security__row">
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <br />
        <span className="muted">
          {last_used_at
            ? t('passkey.used', { date: longDate(last_used_at, t) })
            : t('passkey.unused', { date: longDate(created_at, t) })}
        </span>
        {useless && (
          <>
            <br />
            <strong>{t(`passkey.useless_${useless}`)}</strong>
          </>
        )}
      </p>
      <Button variant="ghost" aria-label={t('passkey.rename_named', { name })} onClick={() => setAsking('name')}>
        {t('passkey.rename')}
      </Button>
      <Button variant="danger" busy={busy} aria-label={t('passkey.remove_named', { name })} onClick={() => setAsking('remove')}>
        {t('passkey.remove')}
      </Button>
      <Dialog open={asking === 'name'} onClose={close} title={t('passkey.rename')} closeLabel={t('common.close')}>
        <NameForm
          id={id}
          name={name}
          onDone={async () => {
            close();
            await onChanged();
          }}
        />
      </Dialog>
      <Dialog
        open={asking === 'remove'}
        onClose={close}
        title={t('passkey.remove_named', { name })}
        closeLabel={t('common.close')}
        footer={
          <div className="row">
            <Button
              variant="danger"
              onClick={() => {
                close();
                void remove();
              }}
            >
              {t('passkey.remove')}
            </Button>
            <Button variant="secondary" onClick={close}>
              {t('passkey.keep')}
            </Button>
          </div>
        }
      >
        <p>{t('passkey.remove_confirm')}</p>
      </Dialog>
    </div>
  );
}

function NameForm({ id, name, onDone }: { id: string; name: string; onDone: () => Promise<void> }) {
  const { t } = useTranslation();
  const { busy, errors, handlers } = useForm({
    send: async ({ name: chosen = '' }) => {
      await api.patch(resourcePaths.passkey(id), { name: chosen });
      await onDone();
    },
    onError: useFailure(t('passkey.failed')),
  });
  return (
    <form className="stack" {...handlers}>
      <Field
        label={t('passkey.name')}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={name}
        error={errors.name}
      />
      <Button type="submit" busy={busy}>
        {t('passkey.save')}
      </Button>
    </form>
  );
}
