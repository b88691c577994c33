import { useState, type ReactNode } from 'react';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import { useSite } from '../../api/site';
import type { Card, CardList } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { CardGrid } from './product-card';
import { forgetSeen } from './seen-products';

const most = 4;

export type Props = {
  /** What was looked at, the latest first. */
  ids: string[];
  action: (card: Card) => ReactNode;
};

/** The products this browser looked at before, as they are today; nothing when none of them is left. */
export function SeenLately({ ids, action }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { store_id: storeId } = useSite();
  const [forgotten, setForgotten] = useState(false);
  const { data } = useResource<CardList>(forgotten ? null : resourcePaths.cardsById(storeId, lang, ids));
  const cards = ids.flatMap((id) => data?.cards.find((card) => card.id === id) ?? []).slice(0, most);
  if (cards.length === 0) return null;
  const forget = () => {
    forgetSeen();
    setForgotten(true);
  };
  return (
    <section className="section" aria-labelledby="seen-title">
      <div className="seen__head">
        <h2 className="section__title" id="seen-title">
          {t('finding.seen')}
        </h2>
        <Button variant="secondary" onClick={forget}>
          {t('finding.forget_seen')}
        </Button>
      </div>
      <CardGrid cards={cards} heading="h3" action={action} />
    </section>
  );
}
