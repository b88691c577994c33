import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { tooFew } from '../../api/problem';
import { useSite } from '../../api/site';
import type { OrderItem, ProductList } from '../../api/types';
import { useTranslation } from '../../i18n';
import { addToCart, cartLines } from '../cart/cart';
import { available } from '../cart/rules';
import { affordable, keptOf, linesToRebuy } from './rebuy';

/** How many lines came into the cart, and what to say about the rest. */
export type Rebought = { added: number; missing: string[] };

/** Puts an order's items into the cart, as the shop sells them today. The answer throws `ApiError`. */
export function useRebuy(): (items: OrderItem[]) => Promise<Rebought> {
  const { t, lang } = useTranslation();
  const { store_id } = useSite();
  return async (bought) => {
    const items = keptOf(bought);
    const ids = [...new Set(items.map(({ variant_id }) => variant_id))];
    const { products } = await api.get<ProductList>(resourcePaths.productsById(store_id, lang, ids));
    const { lines, gone } = linesToRebuy(items, products);
    const missing = gone.map((product) => t('order.unavailable_item', { product }));
    let added = 0;
    for (const line of lines) {
      const quantity = affordable(line, cartLines());
      if (quantity > 0 && addToCart({ ...line, quantity }) === null) added += 1;
      if (quantity === line.quantity) continue;
      const { product, variant } = line;
      missing.push(tooFew(t, { product: product.title, variant: variant.title, available: available(variant) }));
    }
    return { added, missing };
  };
}
