import type { ComponentProps } from 'react';
import { useTranslation } from '../../../i18n';
import { Field } from '../../../ui/field';
import { lastDay, useClock } from '../when';

type Bound = Omit<ComponentProps<typeof Field>, 'label'>;

/** When a sale begins and ends, on the shop's clock. */
export function SaleDates({ starts, ends }: { starts: Bound; ends: Bound }) {
  const { t } = useTranslation();
  const clock = useClock();
  const last = lastDay(String(ends.value ?? ''));
  const hint = last === null ? t('desk.product.sale_ends_hint') : t('desk.product.sale_last_day', { day: clock.day(last) });
  return (
    <div className="desk-sale-dates">
      <Field label={t('desk.product.sale_starts')} type="datetime-local" hint={t('desk.product.sale_starts_hint')} {...starts} />
      <Field label={t('desk.product.sale_ends')} type="datetime-local" hint={hint} {...ends} />
    </div>
  );
}
