import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { useClock } from '../when';
import type { Conflict, Editor } from './use-editor';

/** Where on the page a field of the wire is, by the key of its name. */
const places: Record<string, string> = {
  title: 'desk.product.title',
  slug: 'desk.product.slug',
  subtitle: 'desk.product.subtitle',
  ribbon_text: 'desk.product.ribbon',
  description: 'desk.product.description',
  type: 'desk.product.type',
  status: 'desk.product.status',
  is_hidden: 'desk.product.listed',
  purchasable: 'desk.product.purchasable',
  order: 'desk.product.order',
  site_product_selection: 'desk.product.selection',
  tax_rate_bp: 'desk.product.tax',
  metadata: 'desk.product.metadata',
  images: 'desk.product.pictures',
  options: 'desk.product.options',
  variants: 'desk.product.price_stock',
  collections: 'desk.product.collections',
  additional_info: 'desk.product.info',
  custom_fields: 'desk.product.fields',
  related: 'desk.product.related',
  texts: 'desk.product.texts',
};

/** Somebody else saved the product meanwhile: what they changed, and whose changes are to count. */
export function ConflictDialog({ editor: { conflict, decide } }: { editor: Editor }) {
  const { t } = useTranslation();
  return (
    <Dialog open={conflict !== null} onClose={decide.later} title={t('desk.conflict.title')} closeLabel={t('common.close')}>
      {conflict && (
        <div className="stack">
          <p>{t('desk.conflict.text')}</p>
          <Changes conflict={conflict} />
          <div className="row">
            <Button onClick={decide.applyOwn}>{t('desk.conflict.mine')}</Button>
            <Button variant="secondary" onClick={decide.takeTheirs}>
              {t('desk.conflict.theirs')}
            </Button>
          </div>
          <p className="field__hint">{t('desk.conflict.hint')}</p>
        </div>
      )}
    </Dialog>
  );
}

function Changes({ conflict: { changes, own } }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const clock = useClock();
  const name = (field: string) => {
    const key = places[field];
    return key === undefined ? field : t(key);
  };
  const both = Object.keys(own).filter((field) => changes.some(({ fields }) => fields.includes(field)));
  return (
    <>
      <ul className="desk-rows">
        {changes.map(({ by, at, fields }) => (
          <li key={`${at} ${by}`}>
            <strong>
              <bdi>{by}</bdi>
            </strong>{' '}
            <time className="muted" dateTime={at}>
              {clock.short(at)}
            </time>
            <p>{fields.map(name).join(' · ')}</p>
          </li>
        ))}
      </ul>
      {both.length > 0 && <p className="notice">{t('desk.conflict.both', { fields: both.map(name).join(' · ') })}</p>}
    </>
  );
}
