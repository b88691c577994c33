import Star from 'lucide-react/icons/star';
import { api } from '../../../api/client';
import { useResource } from '../../../api/resource';
import type { QuoteRating } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { deskApi } from '../desk-paths';
import { useAct } from '../use-act';
import { useClock } from '../when';

/** Asks who wanted a quote for stars, once; then says when that was and what they gave. */
export function AskStars({ quoteId }: { quoteId: string }) {
  const { t } = useTranslation();
  const clock = useClock();
  const { busy, run } = useAct();
  const path = deskApi.inquiryAct('quotes', quoteId, 'rating');
  const { data, reload } = useResource<QuoteRating>(path);
  if (!data) return null;
  if (data.asked_at) {
    return (
      <p className="muted">
        {t('desk.inbox.stars_asked', { date: clock.moment(data.asked_at) })}{' '}
        {data.stars ? t('desk.inbox.stars_given', { count: data.stars }) : t('desk.inbox.stars_none')}
      </p>
    );
  }
  const ask = async () => {
    const said = { done: { title: t('desk.inbox.stars_done') }, failed: t('desk.inbox.stars_failed') };
    if (await run('stars', () => api.post(path, {}), said)) await reload();
  };
  return (
    <Button block variant="secondary" busy={busy === 'stars'} onClick={() => void ask()}>
      <Star aria-hidden="true" />
      {t('desk.inbox.ask_stars')}
    </Button>
  );
}
