import { count } from '../../api/count';
import { tooFew } from '../../api/problem';
import { useTranslation } from '../../i18n';
import { toast } from '../../ui/toast';
import { openCartPanel } from './panel-state';
import { addToCart, type CartLine } from './cart';

/** Adds a line and tells the reader what became of it; answers whether it was added. */
export function useAddToCart(): (line: CartLine) => boolean {
  const { t } = useTranslation();
  return (line) => {
    const refusal = addToCart(line);
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
      description: line.product.title,
      action: { label: t('cart.view'), onClick: openCartPanel },
    });
    return true;
  };
}
