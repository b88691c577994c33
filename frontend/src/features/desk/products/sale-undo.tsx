import X from 'lucide-react/icons/x';
import { useSyncExternalStore } from 'react';
import { api } from '../../../api/client';
import type { SaleOutcome } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Button, IconButton } from '../../../ui/button';
import { deskApi } from '../desk-paths';
import { useAct } from '../use-act';

/** What was done last with sales, in words, and what it made of each product. */
type Done = { title: string; outcomes: SaleOutcome[] };

let last: Done | null = null;
const listeners = new Set<() => void>();

/** Tells what was done with sales, on every page that shows them, until it is closed or taken back. */
export function tellOfSale(done: Done | null) {
  last = done;
  listeners.forEach((notify) => notify());
}

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};

/** What was done last with sales, which can be taken back; `onDone` after it was. */
export function SaleUndo({ onDone }: { onDone: () => void | Promise<void> }) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const done = useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  );
  async function undo({ outcomes }: Done) {
    const said = { done: { title: t('desk.sale.undone') }, failed: t('desk.sale.failed') };
    if (!(await run('undo', () => api.post(deskApi.sales(false), before(outcomes)), said))) return;
    tellOfSale(null);
    await onDone();
  }
  return (
    <div role="status">
      {done && (
        <div className="notice row">
          <strong>{done.title}</strong>
          <Button variant="secondary" busy={busy !== null} onClick={() => void undo(done)}>
            {t('common.undo')}
          </Button>
          <IconButton label={t('common.close')} onClick={() => tellOfSale(null)}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

/** What puts products back on the sales they had before. */
const before = (outcomes: SaleOutcome[]) => ({
  act: 'restore',
  products: outcomes.map(({ id, revision, variants }) => ({
    id,
    revision,
    sales: variants.map((variant) => ({
      variant_id: variant.variant_id,
      sale_price_in_cents: variant.before_sale_price_in_cents,
      sale_starts_at: variant.before_sale_starts_at,
      sale_ends_at: variant.before_sale_ends_at,
    })),
  })),
});
