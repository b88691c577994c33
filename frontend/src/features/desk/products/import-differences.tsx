import type { ImportDifference, ImportField, ImportReport, ImportVariant } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { languages } from '../../../languages';
import { money } from '../../../ui/format';
import { useClock } from '../when';

/** What becomes of each product, of the first where there are many: new ones, and what changes with what it was. */
export function Differences({ report }: { report: ImportReport }) {
  const { t } = useTranslation();
  const { differences, dry_run: isDryRun } = report;
  const more = report.created + report.changed - differences.length;
  if (differences.length === 0) return null;
  return (
    <details className="accordion" open={isDryRun}>
      <summary>{t(isDryRun ? 'desk.import.which' : 'desk.import.which_done')}</summary>
      <ul className="desk-rows desk-notes">
        {differences.map((difference) => (
          <Difference key={difference.row} {...difference} />
        ))}
        {more > 0 && <li className="muted">{t('desk.import.more', { n: more })}</li>}
      </ul>
    </details>
  );
}

function Difference({
  title,
  old_title: oldTitle,
  is_new: isNew,
  variants,
  more_variants: more,
  fields,
  more_fields: moreFields,
}: ImportDifference) {
  const { t } = useTranslation();
  const isTold = isNew || oldTitle || variants.length > 0 || fields.length > 0;
  return (
    <li>
      <strong>
        <bdi lang="es">{title}</bdi>
      </strong>{' '}
      {isNew && (
        <span className="desk-mark" data-state="published">
          {t('desk.import.new')}
        </span>
      )}
      {oldTitle && (
        <p className="muted">
          <bdi>{t('desk.import.was_called', { title: oldTitle })}</bdi>
        </p>
      )}
      {!isTold && <p className="muted">{t('desk.import.other_facts')}</p>}
      <ul className="numeric">
        {variants.map((variant, at) => (
          <li key={at}>
            {variant.title !== title && (
              <>
                <bdi lang="es">{variant.title}</bdi>:{' '}
              </>
            )}
            <Becomes {...variant} />
          </li>
        ))}
        {more > 0 && <li className="muted">{t('desk.import.more', { n: more })}</li>}
      </ul>
      {fields.length > 0 && (
        <ul>
          {fields.map((field, at) => (
            <FieldBecomes key={at} {...field} />
          ))}
          {moreFields > 0 && <li className="muted">{t('desk.import.more', { n: moreFields })}</li>}
        </ul>
      )}
    </li>
  );
}

/** What the editor calls the fields of a variant. */
const ofVariant: Record<string, string> = {
  sku: 'desk.product.sku',
  image_url: 'desk.product.variant_picture',
  price: 'desk.product.price',
  sale_price: 'desk.product.sale',
  sale_starts_at: 'desk.product.sale_starts',
  sale_ends_at: 'desk.product.sale_ends',
  weight_grams: 'desk.product.weight',
  content: 'desk.product.content',
  gtin: 'desk.product.gtin',
  variant_title: 'desk.product.variant_title',
};

function FieldBecomes({ field, lang, variant, old, new: wanted }: ImportField) {
  const { t } = useTranslation();
  const inWords = useValueInWords();
  const name = t(ofVariant[field] ?? `desk.field.${field}`);
  // What the desk says in its reader's words is in its reader's language.
  const told = (value: string) => {
    const words = inWords(field, value);
    return { lang: words === value ? (lang ?? 'es') : undefined, dir: 'auto', children: words } as const;
  };
  return (
    <li className="desk-becomes">
      {variant && (
        <>
          <bdi lang="es">{variant}</bdi> ·{' '}
        </>
      )}
      {name}
      {lang && ` (${languages[lang].name})`}
      {old || wanted ? ': ' : ''}
      {old && <s {...told(old)} />} {wanted && <strong {...told(wanted)} />}
      {old && wanted === '' && t('desk.import.emptied')}
    </li>
  );
}

/** Says what a file writes for programs. */
function useValueInWords(): (field: string, value: string) => string {
  const { t } = useTranslation();
  const clock = useClock();
  const own = useLang();
  return (field, value) => {
    if (field === 'status') return t(`desk.product.status_is.${value}`);
    if (field === 'fitting') return t(`desk.product.fitting_${value}`);
    if (field.startsWith('sale_') && value.includes('T')) return clock.moment(value);
    if (field === 'price' || field === 'sale_price') return money(Math.round(Number(value) * 100), own);
    if (field === 'tax_rate_bp') return `${Number(value)} %`;
    if (field === 'purchasable') return t(value === 'true' ? 'desk.fact.yes' : 'desk.fact.no');
    // The file says whether it is hidden, the desk whether it is seen.
    if (field === 'is_hidden') return t(value === 'true' ? 'desk.fact.no' : 'desk.fact.yes');
    return value;
  };
}

function Becomes({ price_in_cents: price, old_price_in_cents: oldPrice, stock, old_stock: oldStock }: ImportVariant) {
  const { t } = useTranslation();
  const lang = useLang();
  const isPriced = typeof price === 'number';
  const wasCounted = typeof oldStock === 'number';
  const isCounted = typeof stock === 'number';
  return (
    <>
      {isPriced && (
        <>
          {t('desk.import.price')} {typeof oldPrice === 'number' && <s>{money(oldPrice, lang)}</s>} <strong>{money(price, lang)}</strong>
        </>
      )}
      {isPriced && (isCounted || wasCounted) && ' · '}
      {(isCounted || wasCounted) && (
        <>
          {t('desk.import.stock')} {wasCounted && <s>{oldStock}</s>}{' '}
          <strong>{isCounted ? stock : t('desk.products.uncounted')}</strong>
        </>
      )}
    </>
  );
}
