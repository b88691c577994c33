// A list of the desk: search, filters, pages, and every state it can be in. All that narrows it down is in the
// address, so Back, reload and a sent link show the same.

import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import TextSearch from 'lucide-react/icons/text-search';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useResource } from '../../api/resource';
import { useTranslation } from '../../i18n';
import { Empty } from '../../ui/empty';
import { Loaded } from './desk-page';
import { useListQuery } from './use-list-query';

const perPage = 50;
/** Milliseconds between the last letter and the search. */
const pause = 300;

/** One way to look at a list: what its address says, and what the API is asked for (the same, unless given). */
export type View = {
  label: string;
  address: Record<string, string>;
  ask?: Record<string, string>;
  /** How much waits there. */
  count?: number;
  /** What it shows, where its name does not say enough; and what it is called to have nothing of that. */
  note?: string;
  none?: string;
};

/** An answer with a part of a list under `Name`; `searched_for` is what was looked for instead when nothing has what was typed. */
type Part<Name extends string> = Record<Name, unknown[]> & { count: number; searched_for?: string | null };

type Props<Answer extends Part<Name>, Name extends string> = {
  /** Its address in the API. */
  api: string;
  /** The member of the answer that holds the rows. */
  name: Name;
  /** What the API is asked for besides, as the page has it. */
  ask?: Record<string, string>;
  /** What the search looks at; no search without it. */
  search?: string;
  /** The first is the one without anything in the address. */
  views?: View[];
  /** Said when there is nothing, and nothing was searched for. */
  empty: { title: string; text?: string; art?: ReactNode };
  /** Stands below it where nothing is found. */
  besidesNothing?: ReactNode;
  /** Draws the rows; `reload` is for after an act, `answer` holds what came with them. */
  children: (rows: Answer[Name], reload: () => Promise<void>, answer: Answer) => ReactNode;
};

export function DeskList<Answer extends Part<Name>, Name extends string>(props: Props<Answer, Name>) {
  const { api, name, ask, search, views = [], empty, besidesNothing, children } = props;
  const { t } = useTranslation();
  const query = useListQuery();
  const view = views.find(({ address }) => isShown(address, query.get)) ?? views[0];
  const isNarrowed = query.get('q') !== '' || (view !== undefined && view !== views[0]);
  const asked = new URLSearchParams({
    offset: String((query.page - 1) * perPage),
    limit: String(perPage),
    ...ask,
    ...(view?.ask ?? view?.address),
    ...(query.get('q') === '' ? {} : { q: query.get('q') }),
  });
  const answer = useResource<Answer>(`${api}?${asked.toString()}`);
  return (
    <>
      {search !== undefined && <SearchBox label={search} />}
      {view !== undefined && <Views views={views} shown={view} />}
      {view?.note !== undefined && <p className="muted">{view.note}</p>}
      <Loaded resource={answer}>
        {(data) => {
          const rows = data[name];
          if (rows.length === 0 && view?.none !== undefined && query.get('q') === '') return <Empty title={view.none} />;
          if (rows.length === 0) {
            return (
              <>
                {isNarrowed ? <NothingFound /> : <Empty {...empty} />}
                {besidesNothing}
              </>
            );
          }
          return (
            <>
              <p className="desk-count" role="status">
                {data.searched_for && <span>{t('desk.corrected', { q: query.get('q'), meant: data.searched_for })} </span>}
                {t('desk.count', { count: data.count })}
              </p>
              {children(rows, answer.reload, data)}
              <Pager count={data.count} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** Whether the address is that of a view; one that says nothing is the first, which is found otherwise. */
const isShown = (address: View['address'], get: (name: string) => string) =>
  Object.keys(address).length > 0 && Object.entries(address).every(([name, value]) => get(name) === value);

function SearchBox({ label }: { label: string }) {
  const { get, replace } = useListQuery();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLInputElement>(null);
  const asked = get('q');
  const last = useRef(asked);
  // Back and the filters change the address without the box; what the box asked for comes when more may be typed in it.
  useEffect(() => {
    if (box.current !== null && asked !== last.current) box.current.value = asked;
    last.current = asked;
  }, [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const look = () => {
    clearTimeout(timer.current);
    const text = box.current?.value.trim() ?? '';
    if (text === last.current) return;
    last.current = text;
    replace({ q: text });
  };
  const typed = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(look, pause);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look();
  };
  return (
    <form className="desk-search" role="search" onSubmit={submit}>
      <TextSearch aria-hidden="true" />
      <input
        ref={box}
        className="field__input"
        type="search"
        name="q"
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        defaultValue={asked}
        onChange={typed}
      />
    </form>
  );
}

function Views({ views, shown }: { views: View[]; shown: View }) {
  const { t } = useTranslation();
  const { to } = useListQuery();
  const row = useRef<HTMLUListElement>(null);
  // On a telephone the row is longer than the screen.
  useEffect(() => {
    const pill = row.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const seen = row.current?.getBoundingClientRect();
    if (!pill || !seen) return;
    row.current?.scrollBy({ left: pill.left + pill.width / 2 - seen.left - seen.width / 2 });
  }, [shown.label, shown.count]);
  const none = Object.fromEntries(views.flatMap(({ address }) => Object.keys(address)).map((name) => [name, '']));
  return (
    <nav aria-label={t('desk.views')}>
      <ul className="desk-pills" ref={row}>
        {views.map((view) => (
          <li key={view.label}>
            <Link
              className="pill"
              to={to({ ...none, ...view.address })}
              state={{ keepScroll: true }}
              aria-current={view === shown ? 'true' : undefined}
            >
              {view.label}
              <WaitingCount count={view.count ?? 0} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How much waits where a link leads; nothing where nothing does. */
export function WaitingCount({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <>
      {' '}
      <span className="desk-waiting numeric">
        {count}
        <span className="visually-hidden"> {t('desk.waiting', { count })}</span>
      </span>
    </>
  );
}

function NothingFound() {
  const { t } = useTranslation();
  return (
    <Empty title={t('desk.nothing_title')} text={t('desk.nothing_text')}>
      <Link className="button button--secondary" to="?">
        {t('desk.show_all')}
      </Link>
    </Empty>
  );
}

function Pager({ count }: { count: number }) {
  const { t } = useTranslation();
  const { page, to } = useListQuery();
  const pages = Math.ceil(count / perPage);
  if (pages < 2) return null;
  const turn = (target: number, label: string, icon: ReactNode) =>
    target < 1 || target > pages ? (
      <span className="icon-button desk-pager__end" aria-hidden="true">
        {icon}
      </span>
    ) : (
      <Link className="icon-button" to={to({ page: target === 1 ? '' : String(target) })} aria-label={label} title={label}>
        {icon}
      </Link>
    );
  return (
    <nav className="desk-pager" aria-label={t('desk.pages')}>
      {turn(page - 1, t('desk.previous'), <ArrowLeft className="flip" aria-hidden="true" />)}
      <span className="numeric">{t('desk.page', { page, pages })}</span>
      {turn(page + 1, t('desk.next'), <ArrowRight className="flip" aria-hidden="true" />)}
    </nav>
  );
}
