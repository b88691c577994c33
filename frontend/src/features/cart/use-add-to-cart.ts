import { useState } from 'react';
import { api, ApiError } from '../../api/client';
import { count } from '../../api/count';
import { resourcePaths } from '../../api/paths';
import { itemName, tooFew } from '../../api/problem';
import { useSite } from '../../api/site';
import type { VariantList } from '../../api/types';
import { useTranslation } from '../../i18n';
import { toast } from '../../ui/toast';
import { openCartPanel } from './panel-state';
import { addToCart, type CartLine } from './cart';

/** How long the shop may take to say what is left of a product; past that what the page knows counts. Milliseconds. */
const patience = 2000;

/** The line with what is left now: a page may have been open for hours. The order checks again. */
async function withStockOfNow(line: CartLine, storeId: string): Promise<CartLine> {
  try {
    const { variants } = await api.get<VariantList>(resourcePaths.stock(storeId, line.product.id), {
      signal: AbortSignal.timeout(patience),
    });
    const now = variants.find(({ id }) => id === line.variant.id);
    // One that is not sold any more is not there at all.
    const stock = now ? { inventory_quantity: now.inventory_quantity } : { manage_inventory: true, inventory_quantity: 0 };
    return { ...line, variant: { ...line.variant, ...stock } };
  } catch (error) {
    if (error instanceof ApiError || error instanceof DOMException) return line;
    throw error;
  }
}

/** Adds a line and tells the reader what became of it; answers whether it was added, and whether one is being added. */
export function useAddToCart(): [add: (line: CartLine) => Promise<boolean>, busy: boolean] {
  const { t } = useTranslation();
  const { store_id: storeId } = useSite();
  const [busy, setBusy] = useState(false);

  async function add(line: CartLine): Promise<boolean> {
    setBusy(true);
    const refusal = addToCart(await withStockOfNow(line, storeId).finally(() => setBusy(false)));
    if (refusal) {
      toast({
        variant: 'destructive',
        title: t('cart.add_failed'),
        description: tooFew(t, refusal),
      });
      return false;
    }
    count('added');
    toast({
      variant: 'success',
      title: t('cart.added'),
      description: itemName(line.product.title, line.variant.title),
      action: { label: t('cart.view'), onClick: openCartPanel },
    });
    return true;
  }

  return [add, busy];
}
