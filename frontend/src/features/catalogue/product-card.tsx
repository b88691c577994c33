import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n';
import { Link } from 'react-router';
import type { Card } from '../../api/types';
import { paths } from '../../paths';
import { Heart } from './heart';
import { Price } from './price';
import { ProductPicture } from './product-picture';
import { Stars } from './stars';

type Props = {
  card: Card;
  /** Its button; the catalogue itself knows no cart. */
  action: ReactNode;
  eager?: boolean;
  heading?: 'h2' | 'h3';
};

/** A product in a list. The title's link covers the whole card. */
function ProductCard({ card, action, eager, heading: Heading = 'h2' }: Props) {
  const { t } = useTranslation();
  const isFitted = card.fitting === 'only';
  // What is reduced says so by itself, as long as it is; the owner's own words come first.
  const ribbon = card.ribbon_text || (typeof card.before_price_in_cents === 'number' && t('card.sale')) || (isFitted && t('card.only_fitted'));
  return (
    <article className="card">
      <ProductPicture url={card.image_url} alt={card.image_alt ?? card.title} eager={eager} />
      <Heart productId={card.id} title={card.title} />
      {ribbon && <p className="card__ribbon">{ribbon}</p>}
      <div className="card__body">
        <Heading className="card__title">
          <Link to={paths.product(card.id)}>{card.title}</Link>
        </Heading>
        <p className="card__subtitle">{card.subtitle || t('card.default_subtitle')}</p>
        <Stars rating={card.rating} />
        <Price
          cents={card.price_in_cents}
          before={card.before_price_in_cents}
          isFrom={card.price_is_from}
          energy={card.energy}
          notes={[card.unit_price_formatted, card.sale_dates_formatted, isFitted && t('card.plus_fitting')]}
        />
        <div className="card__action">{action}</div>
      </div>
    </article>
  );
}

type GridProps = {
  cards: Card[];
  action: (card: Card) => ReactNode;
  /** How many pictures are in view when the page opens. */
  eager?: number;
  heading?: 'h2' | 'h3';
};

export function CardGrid({ cards, action, eager = 0, heading }: GridProps) {
  return (
    <ul className="cards">
      {cards.map((card, index) => (
        <li key={card.id}>
          <ProductCard card={card} action={action(card)} eager={index < eager} heading={heading} />
        </li>
      ))}
    </ul>
  );
}
