// The cart itself, the same in the side panel and on its page.

import Trash2 from 'lucide-react/icons/trash-2';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { tooFew } from '../../api/problem';
import { useSite } from '../../api/site';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button, IconButton } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { focusOn } from '../../ui/focus';
import { money } from '../../ui/format';
import { neighbourOf } from '../../ui/neighbour';
import { Stepper } from '../../ui/stepper';
import { toast } from '../../ui/toast';
import { ArrivalNote } from '../catalogue/arrival';
import { ProductPicture } from '../catalogue/product-picture';
import { cartLines, clearCart, removeFromCart, replaceCart, setQuantity, useBuyable, useCart } from './cart';
import { CartNewsNote } from './cart-news';
import { EmptyCartArt } from './empty-cart-art';
import { cartTotal, isMade, lineKey, makingDays, shippingCost, unitPrice, type CartLine } from './rules';
import { useCartRefresh } from './use-cart-refresh';

/** All lines, with a notice when the shop's prices or stock changed since they were added. */
export function CartLines() {
  const lines = useCart();
  const news = useCartRefresh();
  return (
    <>
      <CartNewsNote news={news} />
      <ul className="cart-lines">
        {lines.map((line) => (
          <Line key={lineKey(line)} line={line} />
        ))}
      </ul>
    </>
  );
}

function Line({ line }: { line: CartLine }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { product, variant, missing, custom_field_values: texts = [] } = line;
  const remove = ({ currentTarget, detail }: MouseEvent) => {
    // The second half of a double click meets the next line.
    if (detail > 1) return;
    neighbourOf(currentTarget)?.focus({ preventScroll: true });
    const key = lineKey(line);
    const at = cartLines().findIndex((other) => lineKey(other) === key);
    const bringBack = () => {
      const now = cartLines();
      if (now.some((other) => lineKey(other) === key)) return;
      replaceCart([...now.slice(0, at), line, ...now.slice(at)]);
      // Once the message, which has the focus, is gone.
      requestAnimationFrame(() => {
        const lists = document.querySelectorAll('.cart-lines');
        focusOn(lists[lists.length - 1]?.children[at] ?? null);
      });
    };
    removeFromCart(key);
    toast({ title: t('cart.removed'), description: product.title, action: { label: t('common.undo'), onClick: bringBack } });
  };
  return (
    <li className="cart-line" tabIndex={-1}>
      <ProductPicture url={product.image} alt={product.image_alt ?? product.title} place="line" />
      <div className="cart-line__text">
        <p className="cart-line__title">
          {missing === 'not_sold' ? product.title : <Link to={paths.product(product.id)}>{product.title}</Link>}
        </p>
        {variant.title !== product.title && (
          <p className="muted">
            <bdi>{variant.title}</bdi>
          </p>
        )}
        {texts.map(({ id, title, value }) => (
          <p className="cart-line__custom" key={id}>
            {title}:{' '}
            <q>
              <bdi>{value}</bdi>
            </q>
          </p>
        ))}
        {isMade(line) && <p className="muted">{t('product.no_returns')}</p>}
        {missing === undefined ? (
          <p className="numeric">{money(unitPrice(variant), lang)}</p>
        ) : (
          <p className="cart-line__missing">{t(`cart.missing.${missing}`)}</p>
        )}
      </div>
      <div className="cart-line__tools">
        {missing === undefined && <Quantity line={line} />}
        {missing === 'sold_out' && <Link to={paths.product(product.id, variant.id)}>{t('cart.missing.tell_me')}</Link>}
        <IconButton label={t('cart.remove', { title: product.title })} onClick={remove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}

/** How many of a line, and what they cost together. */
function Quantity({ line }: { line: CartLine }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { product, variant, quantity } = line;
  const named = { title: product.title };

  const change = (wanted: number) => {
    const refusal = setQuantity(lineKey(line), wanted);
    if (!refusal) return;
    toast({
      variant: 'destructive',
      title: t('cart.quantity_failed'),
      description: tooFew(t, refusal),
    });
  };

  return (
    <>
      <Stepper
        value={quantity}
        onChange={change}
        labels={{
          input: t('quantity.of', named),
          decrease: t('quantity.decrease_of', named),
          increase: t('quantity.increase_of', named),
        }}
      />
      <strong className="numeric">{money(unitPrice(variant) * quantity, lang)}</strong>
    </>
  );
}

/** Sums and the way to the checkout (`children`) of what can be bought, and clearing; `notes` stand between them. */
export function CartSummary({ notes, children }: { notes?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  const buyable = useBuyable();

  const clear = () => {
    const before = cartLines();
    clearCart();
    toast({ title: t('cart.cleared'), action: { label: t('common.undo'), onClick: () => replaceCart(before) } });
  };

  return (
    <div className="cart-summary">
      {buyable.length > 0 && (
        <>
          <Sums lines={buyable} />
          {notes}
          {children}
        </>
      )}
      <Button variant="ghost" onClick={clear}>
        {t('cart.clear')}
      </Button>
    </div>
  );
}

/** What the lines cost, delivered. Changes of the sum are read out. */
function Sums({ lines }: { lines: CartLine[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { shipping } = useSite();
  const items = cartTotal(lines);
  const delivery = shippingCost(items, shipping);
  return (
    <dl className="sums numeric">
      <div>
        <dt>{t('cart.subtotal')}</dt>
        <dd>{money(items, lang)}</dd>
      </div>
      <div>
        <dt>{t('cart.shipping')}</dt>
        <dd>{delivery === 0 ? t('cart.shipping_free') : money(delivery, lang)}</dd>
      </div>
      <div className="sums__total">
        <dt>{t('cart.total')}</dt>
        <dd>
          <span role="status">{money(items + delivery, lang)}</span>
        </dd>
      </div>
    </dl>
  );
}

/** What there is to know of the sums: how far it is to free delivery, when it comes and where to. */
export function CartNotes() {
  const { t } = useTranslation();
  const lang = useLang();
  const { shipping } = useSite();
  const lines = useBuyable();
  if (lines.length === 0) return null;
  const missing = shipping.free_from_in_cents - cartTotal(lines);
  return (
    <>
      {missing > 0 && <p className="cart-summary__hint">{t('cart.free_shipping_hint', { amount: money(missing, lang) })}</p>}
      <ArrivalNote isMade={lines.some(isMade)} making={makingDays(lines)} />
      <p className="muted cart-summary__note">
        {t('delivery.where')} {t('price.tax_included')}
      </p>
    </>
  );
}

/** Nothing in the cart; `children` is the way to the store. */
export function EmptyCart({ heading, children }: { heading: 'h1' | 'p'; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Empty heading={heading} art={<EmptyCartArt />} title={t('cart.empty_title')} text={t('cart.empty_text')}>
      {children}
    </Empty>
  );
}
