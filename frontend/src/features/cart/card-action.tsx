import type { Card } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Link } from 'react-router';
import { paths } from '../../paths';
import { Button, buttonClass } from '../../ui/button';
import { cartVariant } from './rules';
import { useAddToCart } from './use-add-to-cart';

/** A card's button: adds the only variant, leads to where there is something to choose, or to where it is asked for. */
export function CardAction({ card }: { card: Card }) {
  const { t } = useTranslation();
  const [add, busy] = useAddToCart();
  const { variant } = card;
  const isFitted = card.fitting === 'only';
  if (card.purchasable && card.sold_out) {
    return (
      <Link
        className={buttonClass('secondary', true)}
        to={paths.product(card.id)}
        aria-label={t('card.sold_out_named', { title: card.title })}
      >
        {t('card.sold_out')}
      </Link>
    );
  }
  if (!variant || (card.needs_input && card.purchasable)) {
    return (
      <Link
        className={buttonClass('secondary', true)}
        to={paths.product(card.id)}
        aria-label={t(card.needs_input ? 'card.personalise_named' : 'card.choose_named', { title: card.title })}
      >
        {t(card.needs_input ? 'card.personalise' : 'card.choose')}
      </Link>
    );
  }
  if (!card.purchasable) {
    return (
      <Link
        className={buttonClass('secondary', true)}
        to={paths.quoteFor(card.id)}
        aria-label={t(isFitted ? 'card.ask_fitted_named' : 'card.ask_named', { title: card.title })}
      >
        {t(isFitted ? 'product.ask_fitted' : 'product.ask')}
      </Link>
    );
  }
  return (
    <Button
      block
      busy={busy}
      aria-label={t('card.add_named', { title: card.title })}
      onClick={() =>
        void add({
          product: { id: card.id, title: card.title, image: card.image_url ?? null, image_alt: card.image_alt ?? card.title },
          variant: cartVariant(variant),
          quantity: 1,
        })
      }
    >
      {t('card.add')}
    </Button>
  );
}
