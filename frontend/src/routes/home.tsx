import { Link } from 'react-router';
import { resourcePaths } from '../api/paths';
import { useResource } from '../api/resource';
import { useSite } from '../api/site';
import type { CardPage } from '../api/types';
import { CardAction } from '../features/cart/card-action';
import { CardGrid } from '../features/catalogue/product-card';
import { contactSection } from '../features/contact/section';
import { About } from '../features/site/about';
import { Hero } from '../features/site/hero';
import { Services } from '../features/site/services';
import { useTitle } from '../features/site/use-title';
import { useLang, useTranslation } from '../i18n';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';

export default function Home() {
  const { t } = useTranslation();
  useTitle(t('home.title'));
  return (
    <>
      <Hero />
      <Services />
      <Promotion />
      <About />
      <contactSection.Part />
    </>
  );
}

const promoted = 5;

/** A few products of the store that have a picture; nothing when there are none. */
function Promotion() {
  const { t } = useTranslation();
  const lang = useLang();
  const { store_id: storeId } = useSite();
  const { data } = useResource<CardPage>(resourcePaths.cards(storeId, lang, { limit: promoted, offset: 0 }));
  const cards = data?.cards.filter((card) => card.image_url !== null) ?? [];
  if (cards.length === 0) return null;
  return (
    <section className="page section promotion" aria-labelledby="promotion-title">
      <div className="section__head">
        <h2 id="promotion-title">{t('home.store_title')}</h2>
        <Link className={buttonClass('secondary')} to={paths.store()}>
          {t('home.store_link')}
        </Link>
      </div>
      <CardGrid cards={cards} heading="h3" action={(card) => <CardAction card={card} />} />
    </section>
  );
}
