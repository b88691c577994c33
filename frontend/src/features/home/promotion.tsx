import { Link } from 'react-router';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import { useSite } from '../../api/site';
import type { Card, CardList } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { Carousel } from '../../ui/carousel';
import { Spinner } from '../../ui/spinner';
import { CardAction } from '../cart/card-action';
import { Price } from '../catalogue/price';
import { ProductPicture } from '../catalogue/product-picture';

const promoted = 5;

/** A few products of the store that have a picture, one after the other; nothing when there are none. */
export function Promotion() {
  const { t } = useTranslation();
  const lang = useLang();
  const { store_id: storeId } = useSite();
  const { data, loading } = useResource<CardList>(resourcePaths.cards(storeId, lang, { limit: promoted, offset: 0 }));
  const cards = data?.cards.filter((card) => card.image_url !== null) ?? [];
  if (!loading && cards.length === 0) return null;
  return (
    <section className="page section promotion" aria-labelledby="promotion-title">
      <header className="section-head section-head--row">
        <h2 id="promotion-title">{t('promotion.title')}</h2>
        <Link className={buttonClass('secondary')} to={paths.store()}>
          {t('promotion.link')}
        </Link>
      </header>
      {loading ? (
        <Spinner label={t('common.loading')} />
      ) : (
        <Carousel
          words={{
            label: t('promotion.label'),
            carousel: t('promotion.carousel'),
            slide: t('promotion.slide'),
            previous: t('promotion.previous'),
            next: t('promotion.next'),
            pause: t('promotion.pause'),
            play: t('promotion.play'),
            position: (index) => t('promotion.position', { index: index + 1, total: cards.length }),
          }}
          slides={cards.map((card) => ({ key: card.id, content: <Slide card={card} /> }))}
        />
      )}
    </section>
  );
}

function Slide({ card }: { card: Card }) {
  return (
    <article className="promo">
      <ProductPicture url={card.image_url} alt={card.image_alt ?? card.title} place="promo" />
      <div className="promo__text">
        {card.type && <p className="kicker">{card.type.label}</p>}
        <h3>
          <Link to={paths.product(card.id)}>{card.title}</Link>
        </h3>
        {card.subtitle && <p className="muted">{card.subtitle}</p>}
        <Price
          cents={card.price_in_cents}
          before={card.before_price_in_cents}
          isFrom={card.price_is_from}
          energy={card.energy}
          notes={[card.unit_price_formatted, card.sale_dates_formatted]}
        />
        <div className="promo__action">
          <CardAction card={card} />
        </div>
      </div>
    </article>
  );
}
