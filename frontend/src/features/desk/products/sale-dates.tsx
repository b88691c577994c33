import type { ComponentProps } from 'react';
import { useTranslation } from '../../../i18n';
import { Field } from '../../../ui/field';

type Bound = Omit<ComponentProps<typeof Field>, 'label'>;

/** When a sale begins and ends, on the shop's clock. */
export function SaleDates({ starts, ends }: { starts: Bound; ends: Bound }) {
  const { t } = useTranslation();
  return (
    <div className="desk-sale-dates">
      <Field label={t('desk.product.sale_starts')} type="datetime-local" hint={t('desk.product.sale_starts_hint')} {...starts} />
      <Field label={t('desk.product.sale_ends')} type="datetime-local" hint={t('desk.product.sale_ends_hint')} {...ends} />
    </div>
  );
}
