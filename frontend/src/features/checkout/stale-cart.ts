// When the server refuses an order because the cart is not what the shop sells any more.

import { api, ApiError, type ErrorCode } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import type { ProductList } from '../../api/types';
import type { Lang } from '../../languages';
import type { TFunction } from '../../translation';
import { money } from '../../ui/format';
import { cartLines, replaceCart } from '../cart/cart';
import { newsText } from '../cart/news-text';
import { buyableLines, refreshLines, type CartNews } from '../cart/rules';
import type { Notice } from './notice';

const codes = new Set<ErrorCode>(['price_changed', 'insufficient_stock', 'unknown_variant', 'not_purchasable']);

export const isStaleCart = (error: unknown): error is ApiError =>
  error instanceof ApiError && codes.has(error.code);

type Shop = { storeId: string; lang: Lang; t: TFunction };

/**
 * Puts today's prices and stock into the cart. Answers what to tell the buyer, who saw `total`
 * cents, and whether anything is left to buy. Without an answer the cart stays as it is.
 */
export async function refreshStaleCart(
  error: ApiError,
  total: number,
  { storeId, lang, t }: Shop,
): Promise<Notice & { empty: boolean }> {
  const ids = [...new Set(cartLines().map(({ product }) => product.id))];
  const news: CartNews[] = [];
  let empty = false;
  try {
    const { products } = await api.get<ProductList>(resourcePaths.productsById(storeId, lang, ids));
    const current = refreshLines(cartLines(), products);
    news.push(...current.news);
    empty = buyableLines(current.lines).length === 0;
    replaceCart(current.lines);
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
  }
  const told = news.map((item) => newsText(t, item));
  const after = error.params.total_in_cents;
  if (error.code === 'price_changed' && typeof after === 'number') {
    told.unshift(t('checkout.price_changed_text', { before: money(total, lang), after: money(after, lang) }));
  } else if (error.code === 'insufficient_stock' || told.length === 0) {
    told.unshift(errorText(t, error));
  }
  const title = error.code === 'price_changed' ? 'checkout.price_changed_title' : 'checkout.unavailable_title';
  return { title: t(title), details: told, empty };
}
