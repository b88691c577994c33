import type { Fitting } from '../../api/types';
import { useTranslation } from '../../i18n';

type Props = {
  purchasable: boolean;
  fitting: Fitting;
  /** Pieces that can be sold; `Infinity` when they are not counted. */
  stock: number;
  wanted: number;
  /** Whether it is made for its buyer: when it comes is said elsewhere, and that it is there would not be true. */
  isMade: boolean;
};

/** Whether the wanted quantity is there, in words; changes are read out. */
export function StockNote({ purchasable, fitting, stock, wanted, isMade }: Props) {
  const { t } = useTranslation();
  const state = stock <= 0 ? 'none' : !purchasable ? 'shop' : wanted > stock ? 'few' : 'ok';
  const text = {
    shop: t(fitting === 'only' ? 'stock.with_fitting' : 'stock.in_shop'),
    none: t('stock.unavailable'),
    few: t('stock.insufficient', { count: stock }),
    ok: stock === Infinity ? !isMade && t('stock.available') : t('stock.in_stock', { count: stock }),
  }[state];
  return (
    <p className="stock" data-state={state} role="status">
      {text}
    </p>
  );
}
