import { useLang, useTranslation } from '../../i18n';
import { money } from '../../ui/format';

type Props = {
  /** Cents to pay. */
  cents: number;
  /** Cents before the sale, struck through; `null` without a sale. */
  before: number | null;
  large?: boolean;
};

export function Price({ cents, before, large = false }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <p className={large ? 'price price--large' : 'price'}>
      {before !== null && <span className="visually-hidden">{t('price.now')} </span>}
      <strong>{money(cents, lang)}</strong>
      {before !== null && (
        <>
          {' '}
          <span className="visually-hidden">{t('price.before')} </span>
          <del>{money(before, lang)}</del>
        </>
      )}
    </p>
  );
}
