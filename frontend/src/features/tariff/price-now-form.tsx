import { useState, type FormEvent } from 'react';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';

type Props = {
  /** Where to, as it was typed. */
  postcode?: string;
  error?: string;
  /** Answers it where it was asked; without it, and without scripts, the page of prices does. */
  onAsk?: (postcode: string) => void;
};

/** Asks what it costs to call somebody out now. */
export function PriceNowForm({ postcode = '', error, onAsk }: Props) {
  const { t } = useTranslation();
  const [isMissing, setMissing] = useState(false);
  const ask = (event: FormEvent<HTMLFormElement>) => {
    if (!onAsk) return;
    event.preventDefault();
    onAsk(String(new FormData(event.currentTarget).get('postcode')).trim());
  };
  return (
    <form className="price-now__form" method="get" action={`${paths.tariff}#ahora`} onSubmit={ask}>
      <Field
        label={t('price_now.postcode')}
        name="postcode"
        inputMode="numeric"
        autoComplete="postal-code"
        dir="ltr"
        required
        maxLength={12}
        defaultValue={postcode}
        onInvalid={(event) => {
          event.preventDefault();
          event.currentTarget.focus();
          setMissing(true);
        }}
        onInput={() => setMissing(false)}
        error={isMissing ? t('form.required') : error}
      />
      <input type="hidden" name="lang" value={useLang()} />
      <Button type="submit" variant="secondary">
        {t('price_now.submit')}
      </Button>
    </form>
  );
}
