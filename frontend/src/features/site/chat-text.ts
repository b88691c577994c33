import { matchPath, useLocation } from 'react-router';
import { resourcePaths } from '../../api/paths';
import { useKnown } from '../../api/resource';
import { useSite } from '../../api/site';
import type { Order, ProductAnswer } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';

/** What a chat begins with: the product, the order or the request that the reader has in front of them, if any. */
export function useChatText(): string | undefined {
  const { t, lang } = useTranslation();
  const { store_id: storeId } = useSite();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const idIn = (path: string) => matchPath(path, pathname)?.params['id'] ?? null;
  const isQuote = pathname === paths.quote;
  const productId = isQuote ? query.get('product') : idIn('/product/:id');
  const orderId = pathname === paths.success ? query.get('order_id') : idIn('/order/:id');
  const product = useKnown<ProductAnswer>(productId === null ? null : resourcePaths.product(storeId, lang, productId))?.product;
  const order = useKnown<Order>(orderId === null ? null : resourcePaths.order(orderId));
  if (product) return t(isQuote ? 'chat.quote_product' : 'chat.product', { product: product.title });
  if (isQuote) return t('chat.quote');
  return order && t('chat.order', { number: order.number });
}
