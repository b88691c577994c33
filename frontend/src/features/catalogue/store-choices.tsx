// Narrowing the store's list down by price, stock and options, and sorting it. All of it is in the address, so a plain form
// does as well; with a script each choice applies at once.

import X from 'lucide-react/icons/x';
import { useId, useState, type ComponentProps, type FormEvent } from 'react';
import { Link } from 'react-router';
import type { Facets } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { paths, sorts, type StoreQuery } from '../../paths';
import { Button } from '../../ui/button';
import { Drawer } from '../../ui/dialog';
import { money } from '../../ui/format';
import { useFilterSheet } from './use-filter-sheet';

type Props = { facets: Facets | null | undefined; query: StoreQuery };
type FormProps = Props & {
  /** How many products are shown. */
  count: number;
};

/** As many values as are seen at a glance. */
const shortList = 4;

const keepScroll = { state: { keepScroll: true } };

/** What the form says, as the address will; `undefined` stands for what is not chosen. */
function readForm(form: HTMLFormElement, query: StoreQuery): StoreQuery {
  const data = new FormData(form);
  const euros = (name: string) => {
    const entered = data.get(name);
    return typeof entered === 'string' && /^\d{1,6}$/.test(entered) ? Number(entered) : undefined;
  };
  return {
    type: query.type,
    q: query.q,
    from: euros('from'),
    to: euros('to'),
    stock: data.has('stock') || undefined,
    options: data.getAll('option').filter((value) => typeof value === 'string'),
    sort: sorts.find((sort) => sort === data.get('sort')),
  };
}

export function StoreChoicesForm({ facets, query, count }: FormProps) {
  const { t } = useTranslation();
  const sheet = useFilterSheet(paths.store(query));
  const number = chosen(query).length;
  // Whoever comes with filters set sees them; afterwards it is theirs to open and close.
  const [open] = useState(number > 0);
  // What was just chosen shows at once; the address follows, and then says what is chosen.
  const address = paths.store(query);
  const [last, setLast] = useState(address);
  const [asked, setAsked] = useState<StoreQuery | null>(null);
  if (address !== last) {
    setLast(address);
    setAsked(null);
  }
  const shown = asked ?? query;
  const apply = (form: HTMLFormElement) => {
    const wanted = readForm(form, query);
    setAsked(wanted);
    sheet.goTo(paths.store(wanted));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  const now = (event: { currentTarget: { form: HTMLFormElement | null } }) => {
    if (event.currentTarget.form) apply(event.currentTarget.form);
  };
  const filters = (
    <div className="narrow__form">
      <Prices query={query} />
      <Availability count={facets?.in_stock} chosen={shown.stock ?? false} onChange={now} />
      {facets?.options.map((option) => (
        <OptionValues key={option.name} option={option} chosen={shown.options ?? []} onChange={now} />
      ))}
    </div>
  );
  return (
    <form className="narrow" action={paths.store()} onSubmit={submit}>
      {query.type !== undefined && <input type="hidden" name="type" value={query.type} />}
      {query.q !== undefined && <input type="hidden" name="q" value={query.q} />}
      <label className="narrow__sort">
        <span className="narrow__title">{t('store.sort')}</span>
        <select className="field__input" name="sort" value={shown.sort ?? ''} onChange={now}>
          <option value="">{t('store.sort_order')}</option>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`store.sort_${sort}`)}
            </option>
          ))}
        </select>
      </label>
      <details className="narrow__more" open={open}>
        <summary onClick={sheet.onSummary}>
          {t('store.filter')}
          {number > 0 && <span className="narrow__number">{t('store.filter_active', { number })}</span>}
        </summary>
        {!sheet.open && filters}
      </details>
      <Drawer
        open={sheet.open}
        onClose={sheet.close}
        title={t('store.filter')}
        closeLabel={t('common.close')}
        footer={
          <Button block onClick={sheet.close}>
            {t('store.show', { count })}
          </Button>
        }
      >
        {filters}
      </Drawer>
    </form>
  );
}

function Prices({ query }: { query: StoreQuery }) {
  const { t } = useTranslation();
  return (
    <fieldset className="narrow__group">
      <legend className="narrow__title">{t('store.price')}</legend>
      <div className="narrow__prices">
        {(['from', 'to'] as const).map((name) => (
          <label key={`${name}${query[name] ?? ''}`}>
            <span>{t(`store.${name}`)}</span>
            <input
              className="field__input"
              type="number"
              inputMode="numeric"
              name={name}
              min="0"
              max="999999"
              defaultValue={query[name]}
            />
          </label>
        ))}
        <Button type="submit" variant="secondary">
          {t('store.apply')}
        </Button>
      </div>
    </fieldset>
  );
}

type AvailabilityProps = { count: number | undefined; chosen: boolean; onChange: ComponentProps<'input'>['onChange'] };

/** What can be had now alone; not offered where that is nothing, unless it is chosen and can be taken back. */
function Availability({ count, chosen, onChange }: AvailabilityProps) {
  const { t } = useTranslation();
  // Once chosen it stays, although nothing more is found with it: the focus is on it.
  const [stays, setStays] = useState(chosen);
  if (chosen && !stays) setStays(true);
  if (count === 0 && !stays) return null;
  return (
    <fieldset className="narrow__group">
      <legend className="narrow__title">{t('store.availability')}</legend>
      <label className="narrow__check">
        <input type="checkbox" name="stock" value="1" checked={chosen} onChange={onChange} />
        <span>{t('store.in_stock')}</span>
        {count !== undefined && <span className="narrow__count numeric">{count}</span>}
      </label>
    </fieldset>
  );
}

type OptionProps = { option: Facets['options'][number]; chosen: string[]; onChange: ComponentProps<'input'>['onChange'] };

/** The values of one option. Longer lists are folded until somebody asks for them, or comes with one of them set. */
function OptionValues({ option, chosen, onChange }: OptionProps) {
  const id = useId();
  const choices = option.values.map((one) => ({ ...one, choice: `${option.name}:${one.value}` }));
  const [open] = useState(choices.length <= shortList || choices.some(({ choice }) => chosen.includes(choice)));
  return (
    <details className="narrow__group" open={open}>
      <summary className="narrow__title" id={id}>
        {option.label}
      </summary>
      <div role="group" aria-labelledby={id}>
        {choices.map(({ choice, label, count }) => (
          <label className="narrow__check" key={choice}>
            <input type="checkbox" name="option" value={choice} checked={chosen.includes(choice)} onChange={onChange} />
            <bdi>{label}</bdi>
            <span className="narrow__count numeric">{count}</span>
          </label>
        ))}
      </div>
    </details>
  );
}

type Chosen = { key: string; kind: 'from' | 'to' | 'stock' | 'option'; rest: StoreQuery };

/** Each filter that is set, with the query that is left without it. */
function chosen(query: StoreQuery): Chosen[] {
  const rest = { ...query, page: undefined };
  const single = (['from', 'to', 'stock'] as const)
    .filter((kind) => query[kind] !== undefined)
    .map((kind): Chosen => ({ key: kind, kind, rest: { ...rest, [kind]: undefined } }));
  const options = (query.options ?? []).map((option): Chosen => ({
    key: option,
    kind: 'option',
    rest: { ...rest, options: query.options?.filter((other) => other !== option) },
  }));
  return [...single, ...options];
}

/** The filters that are set, each a link that takes it back; nothing while there are none. */
export function ChosenFilters({ facets, query }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const all = chosen(query);
  if (all.length === 0) return null;
  const label = ({ key, kind }: Chosen) => {
    if (kind === 'stock') return t('store.in_stock');
    if (kind !== 'option') return t(`store.${kind}_price`, { price: money((query[kind] ?? 0) * 100, lang) });
    const option = facets?.options.find(({ name }) => key.startsWith(`${name}:`));
    const value = option?.values.find((one) => `${option.name}:${one.value}` === key);
    return value?.label ?? key.slice(key.indexOf(':') + 1);
  };
  return (
    <ul className="pills">
      {all.map((one) => (
        <li key={one.key}>
          <Link className="pill" to={paths.store(one.rest)} aria-label={t('store.remove', { name: label(one) })} {...keepScroll}>
            <bdi>{label(one)}</bdi>
            <X aria-hidden="true" />
          </Link>
        </li>
      ))}
      <li>
        <Link className="pill" to={paths.store({ type: query.type, q: query.q, sort: query.sort })} {...keepScroll}>
          {t('store.clear')}
        </Link>
      </li>
    </ul>
  );
}
