import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import { useSite } from '../../api/site';
import type { OrderItem, ProductList } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { addToCart, cartLines } from '../cart/cart';
import { available } from '../cart/rules';
import { affordable, linesToRebuy } from './rebuy';

/** Puts an order's items into the cart again and says what could not be. */
export function BuyAgain({ items }: { items: OrderItem[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { store_id } = useSite();
  const [busy, setBusy] = useState(false);

  /** Adds what can be added; answers how many lines were, and what to say about the rest. */
  async function rebuy() {
    const ids = [...new Set(items.map(({ variant_id }) => variant_id))];
    const { products } = await api.get<ProductList>(resourcePaths.productsById(store_id, lang, ids));
    const { lines, gone } = linesToRebuy(items, products);
    const missing = gone.map((product) => t('order.unavailable_item', { product }));
    let added = 0;
    for (const line of lines) {
      const quantity = affordable(line, cartLines());
      if (quantity > 0 && addToCart({ ...line, quantity }) === null) added += 1;
      if (quantity === line.quantity) continue;
      missing.push(
        t('error.insufficient_stock', {
          product: line.product.title,
          variant: line.variant.title,
          available: available(line.variant),
        }),
      );
    }
    return { added, missing };
  }

  async function onClick() {
    setBusy(true);
    try {
      const { added, missing } = await rebuy();
      if (missing.length === 0) {
        toast({
          title: t('order.bought_again_title'),
          description: t('order.bought_again_text'),
          variant: 'success',
        });
      } else {
        toast({
          title: t(added > 0 ? 'order.bought_some_title' : 'order.bought_none_title'),
          description: missing.join(' '),
          variant: 'destructive',
        });
      }
    } catch (error) {
      toast({
        title: t('order.buy_again_failed'),
        description: errorText(t, error),
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="secondary" block busy={busy} onClick={() => void onClick()}>
      <RotateCw aria-hidden="true" />
      {t('order.buy_again')}
    </Button>
  );
}
