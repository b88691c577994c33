import { useEffect, useState } from 'react';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { useSite } from '../../api/site';
import type { ProductList } from '../../api/types';
import { useLang } from '../../i18n';
import { cartLines, replaceCart } from './cart';
import { refreshLines, type CartNews } from './rules';

/**
 * Brings the stored cart up to date while it is shown and answers what changed. Without an answer
 * from the server the cart stays as it is: the order checks everything again.
 */
export function useCartRefresh(): CartNews[] {
  const { store_id: storeId } = useSite();
  const lang = useLang();
  const [news, setNews] = useState<CartNews[]>([]);

  useEffect(() => {
    const ids = [...new Set(cartLines().map(({ product }) => product.id))];
    if (ids.length === 0) return;
    const request = new AbortController();
    api
      .get<ProductList>(resourcePaths.productsById(storeId, lang, ids), { signal: request.signal })
      .then(({ count, products }) => {
        // A shortened list would make the missing products look sold out.
        if (request.signal.aborted || count > products.length) return;
        const known = cartLines().filter(({ product }) => ids.includes(product.id));
        const added = cartLines().filter(({ product }) => !ids.includes(product.id));
        const { lines, news: found } = refreshLines(known, products);
        replaceCart([...lines, ...added]);
        if (found.length > 0) setNews(found);
      })
      .catch(() => undefined);
    return () => request.abort();
  }, [storeId, lang]);

  return news;
}
