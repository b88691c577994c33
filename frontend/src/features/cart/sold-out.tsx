import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { TellMe } from '../catalogue/tell-me';
import { BuyBar } from './buy-bar';

type Props = { variantId: string; title: string };

/** In place of what buys: what is sold out is told of when it is back. */
export function SoldOut({ variantId, title }: Props) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  // The form takes the focus, and comes into sight with it, as soon as it is here.
  const ask = () => setAsking(true);
  return (
    <>
      <div ref={place}>
        <TellMe variantId={variantId} title={title} open={asking} onOpen={ask} />
      </div>
      {!asking && (
        <BuyBar place={place}>
          <Button onClick={ask}>{t('stock.tell_me_short')}</Button>
        </BuyBar>
      )}
    </>
  );
}
