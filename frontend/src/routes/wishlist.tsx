import Heart from 'lucide-react/icons/heart';
import { Link } from 'react-router';
import { resourcePaths } from '../api/paths';
import { useResource } from '../api/resource';
import { useSite } from '../api/site';
import type { CardList } from '../api/types';
import { CardAction } from '../features/cart/card-action';
import { useLast } from '../features/catalogue/use-last';
import { CardGrid } from '../features/catalogue/product-card';
import { useTitle } from '../features/site/use-navigation-effects';
import { useWish } from '../features/wishlist/use-wish';
import { useWishes } from '../features/wishlist/wishes';
import { useLang, useTranslation } from '../i18n';
import { LoadFailed } from '../load-failed';
import { paths } from '../paths';
import { Button, buttonClass } from '../ui/button';
import { Empty } from '../ui/empty';
import { regainFocus } from '../ui/focus';
import { neighbourOf } from '../ui/neighbour';
import { Spinner } from '../ui/spinner';
import { useAlive } from '../ui/use-alive';

/** What the reader wants to remember, as it is in the store today. */
export default function Wishlist() {
  const { t } = useTranslation();
  const lang = useLang();
  const { store_id: storeId } = useSite();
  const ids = useWishes();
  const isAlive = useAlive();
  const change = useWish();
  useTitle(t('wishlist.title'));
  const { data: latest, error, reload } = useResource<CardList>(
    ids.length === 0 ? null : resourcePaths.cardsById(storeId, lang, [...ids].sort()),
  );
  const data = useLast(latest);
  const cards = ids.flatMap((id) => data?.cards.find((card) => card.id === id) ?? []);
  if (!isAlive) return <Spinner label={t('common.loading')} />;
  if (ids.length === 0 || (data && cards.length === 0)) {
    return (
      <div className="page">
        <Empty heading="h1" art={<Heart size={72} strokeWidth={1.5} />} title={t('wishlist.title')} text={t('wishlist.empty')}>
          <Link className={buttonClass('primary')} to={paths.store()}>
            {t('wishlist.to_store')}
          </Link>
        </Empty>
      </div>
    );
  }
  return (
    <div className="page section">
      <h1 className="section__title">{t('wishlist.title')}</h1>
      {error && (
        <LoadFailed title={t('wishlist.unread')} error={error} reload={reload} />
      )}
      {!error && !data && <Spinner label={t('common.loading')} />}
      <CardGrid
        cards={cards}
        heading="h2"
        action={(card) => (
          <div className="wishlist__acts">
            <CardAction card={card} />
            <Button
              variant="ghost"
              block
              aria-label={t('wishlist.remove_named', { title: card.title })}
              onClick={({ currentTarget }) => {
                neighbourOf(currentTarget)?.querySelector('a')?.focus({ preventScroll: true });
                change(card.id, card.title, false);
                requestAnimationFrame(regainFocus);
              }}
            >
              {t('wishlist.remove')}
            </Button>
          </div>
        )}
      />
    </div>
  );
}
