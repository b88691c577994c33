// What the search proposes while somebody types: the list of a combobox, as ARIA's authoring practices have it. The
// focus stays in the field; the arrow keys move a mark through the list.

import ClockIcon from 'lucide-react/icons/clock-3';
import Search from 'lucide-react/icons/search';
import Tag from 'lucide-react/icons/tag';
import Wrench from 'lucide-react/icons/wrench';
import { useEffect, useEffectEvent, useLayoutEffect, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import type { Suggestions as Found } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import type { Lang } from '../../languages';
import { paths, serviceIds } from '../../paths';
import { money } from '../../ui/format';
import { useDismiss } from '../../ui/use-dismiss';
import { EnergyMarks } from './energy-arrow';
import { ProductPicture } from './product-picture';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches';

/** What the field must say of its list. */
export type Listed = { open: boolean; active?: string };

export type Props = {
  /** Of the list. */
  id: string;
  /** What stands in the field. */
  text: string;
  /** What the field and the list are in. */
  form: RefObject<HTMLFormElement | null>;
  /** Called with each key pressed in the field. */
  onKey: RefObject<((event: KeyboardEvent) => void) | null>;
  onListed: (listed: Listed) => void;
};

type Option = { label: string; to: string; icon: ReactNode; detail?: ReactNode; search?: string };
type Group = { title: string; options: Option[] };

/** Letters that are worth asking for, as the server has it. */
const enough = 2;
/** How long a pause between two letters is, in milliseconds. */
const pause = 60;

const answers = new Map<string, Found>();

/** What the server proposes for `text`; while the next answer is on its way, the last one. */
function useFound(text: string, lang: Lang): Found | null {
  const wanted = text.trim();
  const path = wanted.length < enough ? null : resourcePaths.suggestions(lang, wanted);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (path === null) return;
    const kept = answers.get(path);
    if (kept) {
      setFound(kept);
      return;
    }
    const request = new AbortController();
    const ask = async () => {
      const answer = await api.get<Found>(path, { signal: request.signal }).catch(() => null);
      if (answer === null || request.signal.aborted) return;
      answers.set(path, answer);
      setFound(answer);
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [path]);
  return path === null ? null : found;
}

function useGroups(text: string, recent: string[]): Group[] {
  const { t } = useTranslation();
  const lang = useLang();
  const found = useFound(text, lang);
  const search = (q: string, label: string, icon: ReactNode): Option => ({ label, to: paths.store({ q }), icon, search: q });
  if (text.trim().length < enough) {
    const options = recent.map((q) => search(q, q, <ClockIcon aria-hidden="true" />));
    return [{ title: t('finding.recent'), options }].filter((group) => group.options.length > 0);
  }
  if (found === null) return [];
  const { products, types, services, searched_for: meant, kinds_first: kindsFirst } = found;
  const goods: Group = {
    title: t('finding.products'),
    options: products.map((card) => ({
      label: card.title,
      to: paths.product(card.id),
      icon: <ProductPicture url={card.image_url} alt="" place="small" />,
      detail: (
        <>
          <EnergyMarks told={card.energy} />
          <span>
            {card.price_is_from && `${t('price.from')} `}
            {money(card.price_in_cents, lang)}
          </span>
        </>
      ),
    })),
  };
  const kinds: Group[] = [
    {
      title: t('finding.types'),
      options: types.map(({ value, label }) => ({
        label,
        to: paths.store({ type: value }),
        icon: <Tag aria-hidden="true" />,
      })),
    },
    {
      title: t('finding.services'),
      options: services.flatMap(({ part, title }) => {
        const id = serviceIds.find((known) => known === part);
        return id ? [{ label: title, to: paths.service(id), icon: <Wrench aria-hidden="true" /> }] : [];
      }),
    },
  ];
  const slip: Group = { title: t('finding.meant'), options: meant ? [search(meant, meant, <Search aria-hidden="true" />)] : [] };
  const groups = kindsFirst ? [slip, ...kinds, goods] : [slip, goods, ...kinds];
  return groups.filter(({ options }) => options.length > 0);
}

export function Suggestions({ id, text, form, onKey, onListed }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [recent, setRecent] = useState(recentSearches);
  const [open, setOpen] = useState(true);
  const [marked, setMarked] = useState(-1);
  const [last, setLast] = useState(text);
  if (text !== last) {
    setLast(text);
    setOpen(true);
    setMarked(-1);
  }
  const groups = useGroups(text, recent);
  const options = groups.flatMap((group) => group.options);
  const shown = open && options.length > 0;
  const current = shown && marked < options.length ? marked : -1;
  const optionId = (index: number) => `${id}-${index}`;

  const choose = ({ to, search }: Option) => {
    setOpen(false);
    if (search !== undefined) rememberSearch(search);
    void navigate(to);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Somebody who writes Arabic or Chinese may be choosing among letters.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = options[current];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      // Between the last and the first stands the field itself.
      const places = options.length + 1;
      setMarked(shown ? ((current + 1 + step + places) % places) - 1 : step > 0 ? 0 : options.length - 1);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && shown) {
      // The first one closes the list, and leaves what was typed.
      event.preventDefault();
    } else if (event.key === 'Enter') {
      setOpen(false);
    }
  });
  useEffect(() => {
    onKey.current = press;
    return () => void (onKey.current = null);
  }, [onKey]);
  useDismiss(form, 'input', () => {
    setOpen(false);
    return shown;
  });
  const active = current >= 0 ? optionId(current) : undefined;
  // At once: the field says what is marked as soon as it is.
  useLayoutEffect(() => onListed({ open: shown, active }), [onListed, shown, active]);
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <>
      <p className="visually-hidden" role="status">
        {shown && t('finding.count', { count: options.length })}
      </p>
      <div className="suggestions" hidden={!shown}>
        <div role="listbox" id={id} aria-label={t('finding.label')}>
          {groups.map(({ title, options: own }, place) => {
            const first = groups.slice(0, place).reduce((sum, group) => sum + group.options.length, 0);
            return (
              <div role="group" aria-labelledby={`${id}-group-${place}`} key={title}>
                <p className="suggestions__title" id={`${id}-group-${place}`} role="presentation">
                  {title}
                </p>
                {own.map((option, index) => (
                  <div
                    className="suggestion"
                    role="option"
                    id={optionId(first + index)}
                    aria-selected={current === first + index}
                    key={optionId(first + index)}
                    // The focus stays in the field.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => choose(option)}
                  >
                    <span className="suggestion__icon">{option.icon}</span>
                    <bdi className="suggestion__label">{option.label}</bdi>
                    {option.detail && <span className="suggestion__detail numeric">{option.detail}</span>}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
        {groups.length > 0 && text.trim().length < enough && (
          <button
            type="button"
            className="suggestions__forget"
            onClick={() => {
              forgetSearches();
              setRecent([]);
              form.current?.querySelector('input')?.focus();
            }}
          >
            {t('finding.forget')}
          </button>
        )}
      </div>
    </>
  );
}
