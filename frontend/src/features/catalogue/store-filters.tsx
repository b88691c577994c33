// Narrowing the store's list down. All of it is links and a plain form, so it works without scripts.

import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { TypeCount } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Link } from 'react-router';
import { paths, type StoreQuery } from '../../paths';

/** A link per product type that something would be found of, all of them first; nothing where there is nothing to choose. */
export function TypeLinks({ types, query }: { types: TypeCount[]; query: StoreQuery }) {
  const { t } = useTranslation();
  const offered = types.filter(({ value, count }) => count > 0 || value === query.type);
  // One that is chosen can be taken back.
  if (types.length < 2 || (offered.length < 2 && query.type === undefined)) return null;
  // The options of one type are not those of another.
  const to = (type: string | undefined) => paths.store({ ...query, type, options: undefined, page: undefined });
  const link = (value: string | undefined, label: string, count?: number) => (
    <li key={value ?? ''}>
      <Link
        className="pill"
        to={to(value)}
        aria-current={query.type === value ? 'true' : undefined}
        state={{ keepScroll: true }}
      >
        {label}
        {count !== undefined && <span className="pill__count">{count}</span>}
      </Link>
    </li>
  );
  return (
    <nav aria-label={t('store.types')}>
      <ul className="pills">
        {link(undefined, t('store.all'))}
        {offered.map(({ value, label, count }) => link(value, label, count))}
      </ul>
    </nav>
  );
}

type PaginationProps = { query: StoreQuery; count: number; perPage: number };

export function Pagination({ query, count, perPage }: PaginationProps) {
  const { t } = useTranslation();
  const pages = Math.ceil(count / perPage);
  const current = query.page ?? 1;
  if (pages < 2) return null;
  // All of a few pages; of many, the ends and the neighbours.
  const numbers = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => pages <= 7 || number === 1 || number === pages || Math.abs(number - current) <= 1,
  );
  const to = (page: number) => paths.store({ ...query, page });
  return (
    <nav className="pagination" aria-label={t('store.pages')}>
      {current > 1 && (
        <Link className="pill" to={to(current - 1)} rel="prev" aria-label={t('store.previous')}>
          <ChevronLeft className="flip" aria-hidden="true" />
        </Link>
      )}
      {numbers.map((number, index) => (
        <span className="pagination__item" key={number}>
          {number - (numbers[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
          <Link
            className="pill"
            to={to(number)}
            aria-label={t('store.page', { number })}
            aria-current={number === current ? 'page' : undefined}
          >
            {number}
          </Link>
        </span>
      ))}
      {current < pages && (
        <Link className="pill" to={to(current + 1)} rel="next" aria-label={t('store.next')}>
          <ChevronRight className="flip" aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}
