import { itemName } from '../../api/problem';
import type { TFunction } from '../../translation';
import type { CartNews } from './rules';

/** A change of the cart in words. */
export const newsText = (t: TFunction, { kind, product, variant, quantity }: CartNews) =>
  t(`cart.news.${kind}`, { item: itemName(product, variant), count: quantity });
