import type { ImportDifference, ImportReport, ImportVariant } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { money } from '../../../ui/format';

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

function Difference({ title, old_title: oldTitle, is_new: isNew, variants, more_variants: more }: ImportDifference) {
  const { t } = useTranslation();
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
      {!isNew && !oldTitle && variants.length === 0 && <p className="muted">{t('desk.import.other_facts')}</p>}
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
    </li>
  );
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
