import { Link, useSearchParams } from 'react-router';
import { errorText } from '../api/problem';
import { cardsPerPage, resourcePaths } from '../api/paths';
import { useResource } from '../api/resource';
import { useSite } from '../api/site';
import type { CardList } from '../api/types';
import { CardAction } from '../features/cart/card-action';
import { CardGrid } from '../features/catalogue/product-card';
import { ChosenFilters, StoreChoicesForm } from '../features/catalogue/store-choices';
import { Pagination, TypeLinks } from '../features/catalogue/store-filters';
import { StoreSearch } from '../features/catalogue/store-search';
import { CallLink } from '../call-link';
import { useTitle } from '../features/site/use-navigation-effects';
import { useLast } from '../features/catalogue/use-last';
import { useLang, useTranslation } from '../i18n';
import { LoadFailed } from '../load-failed';
import { paths, sorts, type StoreQuery } from '../paths';
import { buttonClass } from '../ui/button';
import { Empty } from '../ui/empty';
import { Spinner } from '../ui/spinner';

/** What the address asks for, as the server reads it; a page that is no number reads as the first. */
function useStoreQuery(): StoreQuery & { page: number } {
  const [params] = useSearchParams();
  const number = Number(params.get('page') ?? 1);
  const page = Number.isInteger(number) && number >= 1 && number <= 10_000 ? number : 1;
  const euros = (name: string) => {
    const given = params.get(name) ?? '';
    return /^\d+$/.test(given) && Number(given) <= 1_000_000 ? Number(given) : undefined;
  };
  const options = [...new Set(params.getAll('option'))].filter((option) => /^[^:]+:[^]/.test(option) && [...option].length <= 200);
  return {
    type: params.get('type') || undefined,
    q: params.get('q')?.trim() || undefined,
    from: euros('from'),
    to: euros('to'),
    stock: params.get('stock') === '1' || undefined,
    options,
    sort: sorts.find((sort) => sort === params.get('sort')),
    page,
  };
}

export default function Store() {
  const { t } = useTranslation();
  const lang = useLang();
  const { store_id: storeId } = useSite();
  const query = useStoreQuery();
  const { type, q, page } = query;
  const { data, error, reload } = useResource<CardList>(
    resourcePaths.cards(storeId, lang, {
      limit: cardsPerPage,
      offset: (page - 1) * cardsPerPage,
      type,
      q,
      choices: query,
    }),
  );
  // While another type or page is on its way the one before stays.
  const shown = useLast(data);
  useTitle(t('store.title'));

  return (
    <div className="page section">
      <header className="store-header">
        <div>
          <h1>{t('store.title')}</h1>
          <p className="muted">{t('store.intro')}</p>
        </div>
        <StoreSearch key={q} q={q} />
      </header>
      {shown && !foundNothing(shown, query) && (
        <>
          <TypeLinks types={shown.types} query={query} />
          <StoreChoicesForm facets={shown.facets} query={query} count={shown.count} />
          <ChosenFilters facets={shown.facets} query={query} />
        </>
      )}
      {error ? (
        <LoadFailed title={t('store.error', { error: errorText(t, error) })} text="" error={error} reload={reload} />
      ) : shown ? (
        <div aria-busy={data === undefined}>
          <p className="store-count" role="status">
            {shown.searched_for && (
              <>
                {t('store.corrected', { q, meant: shown.searched_for })} <br />
              </>
            )}
            {t('store.count', { count: shown.count })}
          </p>
          {shown.cards.length === 0 ? (
            <NothingFound page={shown} query={query} />
          ) : (
            <CardGrid cards={shown.cards} action={(card) => <CardAction card={card} />} eager={2} />
          )}
          <Pagination query={query} count={shown.count} perPage={cardsPerPage} />
          {shown.searched_for && shown.cards.length > 0 && <AskUs />}
        </div>
      ) : (
        <Spinner label={t('common.loading')} />
      )}
    </div>
  );
}

/** Filters that are set. */
const isNarrowed = ({ from, to, stock, options = [] }: StoreQuery) => [from, to, stock, ...options].some((choice) => choice !== undefined);

/** Whether there is nothing to choose from, whatever is chosen. */
const foundNothing = ({ count, types }: CardList, query: StoreQuery) =>
  count === 0 && !isNarrowed(query) && types.every((type) => type.count === 0);

/** Why there is nothing here, and the next wider look. */
function NothingFound({ page, query }: { page: CardList; query: StoreQuery }) {
  const { t } = useTranslation();
  const { type, q } = query;
  if (isNarrowed(query) && page.count === 0) {
    return (
      <Empty title={t('store.nothing_left')}>
        <Link className={buttonClass('primary')} to={paths.store({ type, q, sort: query.sort })}>
          {t('store.clear')}
        </Link>
      </Empty>
    );
  }
  const elsewhere = q !== undefined && type !== undefined && page.count === 0;
  const label = page.types.find(({ value }) => value === type)?.label ?? type;
  const reason = page.count > 0 ? 'store.no_page' : q ? 'store.no_match' : 'store.empty';
  return (
    <Empty
      title={elsewhere ? t('store.no_match_in', { q: page.searched_for ?? q, type: label }) : t(reason, { q })}
      text={q && t('store.ask_us')}
    >
      {elsewhere && (
        <Link className={buttonClass('primary')} to={paths.store({ q })}>
          {t('store.search_all')}
        </Link>
      )}
      <Link className={buttonClass('secondary')} to={paths.store()}>
        {t('store.show_all')}
      </Link>
      {q && <WaysToAsk />}
    </Empty>
  );
}

/** For whom something else was found than what they typed. */
function AskUs() {
  const { t } = useTranslation();
  return (
    <div className="stack store-ask">
      <p>{t('store.ask_us')}</p>
      <div className="row">
        <WaysToAsk />
      </div>
    </div>
  );
}

function WaysToAsk() {
  const { t } = useTranslation();
  return (
    <>
      <Link className={buttonClass('secondary')} to={paths.quote}>
        {t('store.ask_quote')}
      </Link>
      <CallLink />
    </>
  );
}
