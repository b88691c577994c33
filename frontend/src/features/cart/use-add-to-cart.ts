import { useState } from 'react';
import { api, ApiError } from '../../api/client';
import { count } from '../../api/count';
import { resourcePaths } from '../../api/paths';
import { itemName, tooFew } from '../../api/problem';
import { useSite } from '../../api/site';
import type { VariantList } from '../../api/types';
import { useTranslation } from '../../i18n';
import type { TFunction } from '../../translation';
import { toast } from '../../ui/toast';
import { addToCart, cartLines, type CartLine } from './cart';
import { openCartPanel } from './panel-state';
import { lineKey, quantityOf } from './rules';

/** How long the shop may take to say what is left of a product; past that what the page knows counts. Milliseconds. */
const patience = 2000;

/** So long after a success nothing more is added: the second press of a double one is no second piece. Milliseconds. */
const settling = 600;

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

/** What was added and, where that is more than one, how many of it lie in the cart now. */
function nowInCart(t: TFunction, added: CartLine): string {
  const item = itemName(added.product.title, added.variant.title);
  const quantity = cartLines().find((line) => lineKey(line) === lineKey(added))?.quantity ?? 0;
  return quantity > 1 ? t('cart.added_to', { item, quantity }) : item;
}

/** Adds a line and tells the reader what became of it; answers whether it was added, and whether one is being added. */
export function useAddToCart(): [add: (line: CartLine) => Promise<boolean>, busy: boolean] {
  const { t } = useTranslation();
  const { store_id: storeId } = useSite();
  const [busy, setBusy] = useState(false);

  async function add(line: CartLine): Promise<boolean> {
    setBusy(true);
    let isAdded = false;
    try {
      isAdded = await addNow(line);
      return isAdded;
    } finally {
      setTimeout(() => setBusy(false), isAdded ? settling : 0);
    }
  }

  async function addNow(line: CartLine): Promise<boolean> {
    const action = { label: t('cart.view'), onClick: openCartPanel };
    const refusal = addToCart(await withStockOfNow(line, storeId));
    if (refusal) {
      // What there is may lie in the cart already: there it can be changed.
      const isHeld = quantityOf(cartLines(), line.variant.id) > 0;
      toast({
        variant: 'destructive',
        title: t('cart.add_failed'),
        description: tooFew(t, refusal),
        action: isHeld ? action : undefined,
      });
      return false;
    }
    count('added');
    toast({ variant: 'success', title: t('cart.added'), description: nowInCart(t, line), action });
    return true;
  }

  return [add, busy];
}
