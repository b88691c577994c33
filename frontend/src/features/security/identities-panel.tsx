import KeyRound from 'lucide-react/icons/key-round';
import { useRef } from 'react';
import { resourcePaths } from '../../api/paths';
import { useSite } from '../../api/site';
import type { Identity } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { longDate } from '../../ui/format';
import { useRemoval } from './use-removal';

type Props = { identities: Identity[]; onChanged: () => Promise<void> };

/** Providers that open the account, and how to end that; nothing when there are none. */
export function IdentitiesPanel({ identities: all, onChanged }: Props) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const identities = all.filter(({ provider }) => provider !== 'email');
  if (identities.length === 0) return null;
  const changed = async () => {
    // The button that was pressed goes away.
    heading.current?.focus();
    await onChanged();
  };
  return (
    <section className="panel stack">
      <h2 className="panel__title" ref={heading} tabIndex={-1}>
        <KeyRound aria-hidden="true" /> {t('identities.title')}
      </h2>
      <p className="muted">{t('identities.text')}</p>
      {identities.map((identity) => (
        <IdentityRow key={identity.identity_id} identity={identity} onRemoved={changed} />
      ))}
    </section>
  );
}

type RowProps = { identity: Identity; onRemoved: () => Promise<void> };

function IdentityRow({ identity: { identity_id, provider, email, created_at }, onRemoved }: RowProps) {
  const { t } = useTranslation();
  const { providers } = useSite();
  const name = providers?.find(({ id }) => id === provider)?.name ?? provider;
  const [busy, remove] = useRemoval({
    path: resourcePaths.identity(identity_id),
    gone: { title: t('identities.removed', { name }) },
    failed: t('identities.failed'),
    onRemoved,
  });

  return (
    <div className="security__row">
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <bdi>{email}</bdi>
        <br />
        <span className="muted">{t('factor.since', { date: longDate(created_at, t) })}</span>
      </p>
      <Button variant="danger" busy={busy} aria-label={t('identities.remove_named', { name })} onClick={() => void remove()}>
        {t('identities.remove')}
      </Button>
    </div>
  );
}
