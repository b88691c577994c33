import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { api } from '../../../api/client';
import type { DeskRow, RestoredProduct } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Empty } from '../../../ui/empty';
import { toast } from '../../../ui/toast';
import { ProductPicture } from '../../catalogue/product-picture';
import { deskApi } from '../desk-paths';
import { useAct } from '../use-act';
import { useClock } from '../when';

/** Brings deleted products back, one at a time, and says what they come back without. */
export function useRestore(onDone: () => Promise<void>) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const restore = async (id: string) => {
    let lost: string[] = [];
    const bring = async () => void (lost = (await api.post<RestoredProduct>(deskApi.restoreProduct(id))).lost_skus);
    if (!(await run(id, bring, { failed: t('desk.products.not_restored') }))) return;
    toast({
      variant: lost.length > 0 ? 'default' : 'success',
      title: t('desk.products.restored'),
      ...(lost.length > 0 && { description: t('desk.products.lost_skus', { skus: lost.join(', ') }), duration: 10_000 }),
    });
    await onDone();
  };
  return { busy, restore };
}

/** Products that were deleted, each with until when it can come back. */
export function DeletedRows({ products, reload }: { products: DeskRow[]; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const clock = useClock();
  const { busy, restore } = useRestore(reload);
  return (
    <ul className="desk-products">
      {products.map(({ id, title, thumbnail, restorable_until: until }) => (
        <li key={id} className="desk-product desk-product--deleted">
          <ProductPicture url={thumbnail} alt="" place="small" />
          <p className="desk-product__text">
            <strong>
              <bdi lang="es">{title}</bdi>
            </strong>
            {typeof until === 'string' && <span className="muted">{t('desk.products.restorable', { day: clock.until(until) })}</span>}
          </p>
          <Restore busy={busy === id} disabled={busy !== null} onClick={() => void restore(id)} />
        </li>
      ))}
    </ul>
  );
}

/** What stands at the address of a product that was deleted: until when it can come back, and the way. */
export function DeletedProduct({ id, until, reload }: { id: string; until: string; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const clock = useClock();
  const { busy, restore } = useRestore(reload);
  return (
    <Empty
      art={<Trash2 size={48} strokeWidth={1.25} />}
      title={t('desk.products.gone_title')}
      text={t('desk.products.gone_text', { day: clock.until(until) })}
    >
      <Restore busy={busy !== null} onClick={() => void restore(id)} />
    </Empty>
  );
}

function Restore(props: { busy: boolean; disabled?: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="secondary" {...props}>
      <Undo2 className="flip" aria-hidden="true" />
      {t('desk.products.restore')}
    </Button>
  );
}
