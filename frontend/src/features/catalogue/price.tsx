import { useLang, useTranslation } from '../../i18n';
import { money } from '../../ui/format';

type Props = {
  /** Cents to pay. */
  cents: number;
  /** Cents before the sale, struck through; nothing without a sale. */
  before: number | null | undefined;
  large?: boolean;
};

export function Price({ cents, before, large = false }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <p className={large ? 'price price--large' : 'price'}>
      {typeof before === 'number' && <span className="visually-hidden">{t('price.now')} </span>}
      <strong>{money(cents, lang)}</strong>
      {typeof before === 'number' && (
        <>
          {' '}
          <span className="visually-hidden">{t('price.before')} </span>
          <del>{money(before, lang)}</del>
        </>
      )}
    </p>
  );
}
