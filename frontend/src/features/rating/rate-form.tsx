import type { OwnRating } from '../../api/own-rating';
import { useSite } from '../../api/site';
import { useLang, useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { longDate } from '../../ui/format';
import { TextField } from '../../ui/text-field';

const stars = [1, 2, 3, 4, 5];

type Props = { rating: OwnRating };

/** Stars for each product of an order, or for the firm. The browser sends it by itself, with scripts or without. */
export function RateForm({ rating }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { path, products, of_firm: ofFirm, has_account: hasAccount, signed, until, wrong } = rating;
  return (
    <form className="stack" method="post" action={path}>
      {products.map((product) => (
        <ProductStars
          key={product.id}
          product={product}
          ofFirm={ofFirm}
          required={products.length === 1}
          wrong={wrong?.product === product.id ? wrong.field : null}
        />
      ))}
      {!ofFirm && !hasAccount && (
        <Field
          label={t('rate.signed')}
          hint={t('rate.signed_hint')}
          name="signed"
          autoComplete="given-name"
          maxLength={60}
          defaultValue={signed}
        />
      )}
      {!ofFirm && hasAccount && <p className="muted">{t('rate.account')}</p>}
      <input type="hidden" name="lang" value={lang} />
      <div className="row">
        <Button type="submit">{t('rate.send')}</Button>
      </div>
      {until !== null && <p className="muted">{t('rate.until', { date: longDate(until, t) })}</p>}
      <p className="muted">{t('rate.how')}</p>
    </form>
  );
}

type ProductProps = {
  product: OwnRating['products'][number];
  ofFirm: boolean;
  required: boolean;
  wrong: 'stars' | 'text' | null;
};

function ProductStars({ product, ofFirm, required, wrong }: ProductProps) {
  const { t } = useTranslation();
  const { brand } = useSite();
  const { id, title, image_url: url } = product;
  const wrongId = `wrong-${id}`;
  return (
    <fieldset className="panel stack rate" aria-describedby={wrong === 'stars' ? wrongId : undefined}>
      <legend className="rate__title">
        {url && <img className="rate__picture" src={url} alt="" width={64} height={64} />}
        <bdi>{ofFirm ? brand : title}</bdi>
      </legend>
      <div className="rate__stars">
        {stars.map((count) => (
          <label className="rate__star" key={count}>
            <input
              className="visually-hidden"
              type="radio"
              name={`stars.${id}`}
              value={count}
              defaultChecked={product.stars === count}
              required={required}
            />
            <span aria-hidden="true">★</span>
            <span className="visually-hidden">{t('rate.stars', { count })}</span>
          </label>
        ))}
      </div>
      {wrong === 'stars' && (
        <p className="field__error" id={wrongId}>
          {t('rate.wrong_stars')}
        </p>
      )}
      {!ofFirm && (
        <TextField
          label={t('rate.text')}
          hint={t('rate.text_hint')}
          name={`text.${id}`}
          rows={3}
          maxLength={2000}
          dir="auto"
          defaultValue={product.text}
          error={wrong === 'text' ? t('rate.wrong_text') : undefined}
        />
      )}
    </fieldset>
  );
}
