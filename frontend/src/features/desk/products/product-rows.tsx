import Eye from 'lucide-react/icons/eye';
import Factory from 'lucide-react/icons/factory';
import Percent from 'lucide-react/icons/percent';
import { useState } from 'react';
import type { DeskRow } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { money, thousands } from '../../../ui/format';
import { ProductPicture } from '../../catalogue/product-picture';
import { deskPaths } from '../desk-paths';
import { RowLink } from '../row-link';
import { useClock } from '../when';
import { AssignMaker } from './assign-maker';
import { SaleDialog } from './sale-dialog';
import { SaleUndo } from './sale-undo';
import { StatusDialog } from './status-dialog';

/** What the server changes at once. */
const most = 200;

type Props = {
  products: DeskRow[];
  /** Ids of chosen products, which may stand on other pages of the list. */
  chosen: string[];
  onChoose: (ids: string[]) => void;
  reload: () => Promise<void>;
};

/** Products of the list; a row leads to its editor, and those that are chosen can be put on sale together. */
export function ProductRows({ products, chosen, onChoose, reload }: Props) {
  return (
    <>
      <Chosen products={products} chosen={chosen} onChoose={onChoose} reload={reload} />
      <SaleUndo onDone={reload} />
      <Rows products={products} chosen={chosen} onChoose={onChoose} />
    </>
  );
}

function Chosen({ products, chosen, onChoose, reload }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isAssigning, setAssigning] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const done = async () => {
    onChoose([]);
    await reload();
  };
  const here = products.map(({ id }) => id);
  const elsewhere = chosen.filter((id) => !here.includes(id));
  const areAll = here.every((id) => chosen.includes(id));
  return (
    <div className="desk-bulk" data-chosen={chosen.length > 0 || undefined}>
      <label className="desk-check">
        <input type="checkbox" checked={areAll} onChange={() => onChoose(areAll ? elsewhere : [...elsewhere, ...here])} />
        <span>{chosen.length > 0 ? t('desk.chosen', { count: chosen.length }) : t('desk.choose_all')}</span>
      </label>
      {chosen.length > 0 && (
        <div className="row">
          {chosen.length > most && <span className="muted">{t('desk.sale.most', { count: most })}</span>}
          <Button variant="secondary" disabled={chosen.length > most} onClick={() => setOpen(true)}>
            <Percent aria-hidden="true" />
            {t('desk.sale.open')}
          </Button>
          <Button variant="secondary" disabled={chosen.length > most} onClick={() => setAssigning(true)}>
            <Factory aria-hidden="true" />
            {t('desk.makers.assign')}
          </Button>
          <Button variant="secondary" disabled={chosen.length > most} onClick={() => setMoving(true)}>
            <Eye aria-hidden="true" />
            {t('desk.products.status_open')}
          </Button>
          {elsewhere.length > 0 && (
            <Button variant="ghost" onClick={() => onChoose([])}>
              {t('desk.sale.clear')}
            </Button>
          )}
        </div>
      )}
      <SaleDialog open={isOpen} onClose={() => setOpen(false)} ids={chosen} onDone={done} />
      <StatusDialog open={isMoving} onClose={() => setMoving(false)} ids={chosen} onDone={done} reload={reload} />
      <AssignMaker open={isAssigning} onClose={() => setAssigning(false)} ids={chosen} onDone={done} />
    </div>
  );
}

function Rows({ products, chosen, onChoose }: Omit<Props, 'reload'>) {
  const { t } = useTranslation();
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <ul className="desk-products">
      {products.map((product) => (
        <li key={product.id} className="desk-product">
          <label className="desk-tick desk-product__choice">
            <input
              type="checkbox"
              dir="auto"
              aria-label={t('desk.choose', { name: product.title })}
              checked={chosen.includes(product.id)}
              onChange={() => toggle(product.id)}
            />
          </label>
          <ProductPicture url={product.thumbnail} alt="" place="small" />
          <div className="desk-product__text">
            <RowLink className="desk-product__title" to={deskPaths.product(product.id)}>
              <bdi lang="es">{product.title}</bdi>
            </RowLink>
            <Marks product={product} />
          </div>
          <Figures product={product} />
        </li>
      ))}
    </ul>
  );
}

function Marks({ product: { status, is_hidden: isHidden, purchasable, variants, type } }: { product: DeskRow }) {
  const { t } = useTranslation();
  return (
    <p className="desk-product__marks">
      <span className="desk-mark" data-state={status}>
        {t(`desk.product.status_is.${status}`)}
      </span>
      {isHidden && <span className="desk-mark">{t('desk.products.is_hidden')}</span>}
      {!purchasable && <span className="desk-mark">{t('desk.products.not_sold')}</span>}
      {type !== '' && (
        <span className="muted">
          <bdi lang="es">{type}</bdi>
        </span>
      )}
      {variants > 1 && <span className="muted">{t('desk.products.variants', { count: variants })}</span>}
    </p>
  );
}

function Figures({ product }: { product: DeskRow }) {
  const { t } = useTranslation();
  const lang = useLang();
  const clock = useClock();
  const { price_in_cents: price, on_sale: isOnSale, planned_sale_at: plannedAt, stock, variants } = product;
  return (
    <p className="desk-product__figures numeric">
      <strong>
        {variants > 1 ? t('desk.products.from', { price: money(price, lang) }) : money(price, lang)}
      </strong>
      {isOnSale && (
        <span className="desk-mark" data-state="sale">
          {t('desk.products.on_sale')}
        </span>
      )}
      {typeof plannedAt === 'string' && <span className="desk-mark">{t('desk.products.sale_planned', { at: clock.short(plannedAt) })}</span>}
      <span className="desk-product__stock" data-none={stock === 0 || undefined}>
        {stock == null ? t('desk.products.uncounted') : t('desk.products.stock', { count: stock, n: thousands(stock, lang) })}
      </span>
    </p>
  );
}
