import { useState, type FormEvent } from 'react';
import { api, ApiError } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import { useSite } from '../../api/site';
import type { StockWishAnswer } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';

type Props = { variantId: string; title: string };

/** Where to write when something can be had again. With a session the server takes the account's address. */
export function TellMeForm({ variantId, title }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { store_id: storeId } = useSite();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [state, setState] = useState<StockWishAnswer['state'] | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    const wish = { variant_id: variantId, email: form.get('email'), website: form.get('website'), lang };
    try {
      setState((await api.post<StockWishAnswer>(resourcePaths.stockRequests(storeId), wish)).state);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(errorText(t, failure));
    }
    setBusy(false);
  };
  if (state !== null) {
    return (
      <p className="notice" role="status">
        {t(`finding.tell_${state}`)}
      </p>
    );
  }
  return (
    <form className="tell-me" onSubmit={(event) => void submit(event)} aria-label={t('finding.tell_title')}>
      <p>{t('finding.tell_lead', { title })}</p>
      <Field
        label={t('finding.tell_email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        maxLength={254}
        required
        autoFocus
        error={error ?? undefined}
      />
      <input className="visually-hidden" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <Button type="submit" busy={busy}>
        {t('finding.tell_send')}
      </Button>
    </form>
  );
}
