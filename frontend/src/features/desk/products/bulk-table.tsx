import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api, ApiError } from '../../../api/client';
import type { DeskVariantRow } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { toast } from '../../../ui/toast';
import { useFailure } from '../../account/use-failure';
import { useFreshSignIn } from '../../security/step-up';
import { deskApi, deskPaths } from '../desk-paths';
import { centsOf, countOf, typed } from '../cents';
import { useLeaveGuard } from '../leave-guard';
import { SaveBar } from '../save-bar';
import { useClock } from '../when';
import { fieldNamed, refusalOf } from './problems';

/** What is typed of a variant; what is absent was not touched. */
type Typed = { price?: string; sale?: string; stock?: string; content?: string; gtin?: string };
type Part = keyof Typed;

/** The variant as it was when somebody began to type, and what they typed. */
type Edit = { row: DeskVariantRow; typed: Typed };

/** What the server takes at once. */
const most = 500;

const fields: Record<string, Part> = { price: 'price', sale_price: 'sale', inventory_quantity: 'stock', content: 'content', gtin: 'gtin' };

/** Changes of many variants, kept while the list is searched and turned over. */
export function useBulk() {
  const { t } = useTranslation();
  const lang = useLang();
  const fresh = useFreshSignIn();
  const failed = useFailure(t('desk.bulk.failed'));
  const [edits, setEdits] = useState<Record<string, Edit>>({});
  /** The field that kept it from being saved, as `<variant> <part>`, and why. */
  const [wrong, setWrong] = useState<{ at: string; why: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const saving = useRef(false);

  const shown = (row: DeskVariantRow): Required<Typed> => ({
    price: typed(row.price_in_cents, lang),
    sale: typed(row.sale_price_in_cents, lang),
    stock: String(row.inventory_quantity),
    content: row.content ?? '',
    gtin: row.gtin ?? '',
    ...edits[row.id]?.typed,
  });

  function type(row: DeskVariantRow, part: Part, text: string) {
    setWrong(null);
    setEdits((now) => ({ ...now, [row.id]: { row: now[row.id]?.row ?? row, typed: { ...now[row.id]?.typed, [part]: text } } }));
  }

  const changes = Object.values(edits).flatMap(({ row, typed }) => {
    const change = changeOf(row, typed);
    return Object.keys(change).length > 0 ? [{ variant_id: row.id, ...change }] : [];
  });
  /** The first that cannot be read, as `<variant> <part>`. */
  const unreadable = Object.values(edits).flatMap(({ row, typed }) =>
    (Object.keys(typed) as Part[]).filter((part) => !isReadable(row, typed, part)).map((part) => `${row.id} ${part}`),
  )[0];

  async function save(reload: () => Promise<void>) {
    if (saving.current || (changes.length === 0 && unreadable === undefined)) return;
    setWrong(null);
    if (unreadable !== undefined) {
      setWrong({ at: unreadable, why: t('desk.bulk.unreadable') });
      return toast({ title: t('desk.bulk.failed'), description: t('desk.bulk.unreadable'), variant: 'destructive' });
    }
    saving.current = true;
    setBusy(true);
    let done = 0;
    try {
      while (done < changes.length) {
        const some = changes.slice(done, done + most);
        if (!(await fresh(async () => void (await api.post(deskApi.bulk, { changes: some }))))) return;
        done += some.length;
        // What is saved is not sent again with what follows.
        const saved = new Set(some.map(({ variant_id: id }) => id));
        setEdits((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !saved.has(id))));
      }
      await reload();
      toast({ title: t('desk.bulk.done', { count: changes.length }), variant: 'success' });
      setEdits({});
    } catch (error) {
      const field = error instanceof ApiError ? /^changes\/(\d+)\/(.+)$/.exec(String(error.params['field'])) : null;
      const change = field === null ? undefined : changes[done + Number(field[1])];
      if (field === null || change === undefined) return failed(error);
      const [part, row] = [fields[fieldNamed(field[2] ?? '')] ?? 'price', edits[change.variant_id]?.row];
      const why = t(refusalOf(`/${part}`));
      setWrong({ at: `${change.variant_id} ${part}`, why });
      toast({ title: row?.product_title ?? t('desk.bulk.failed'), description: why, variant: 'destructive' });
    } finally {
      saving.current = false;
      setBusy(false);
    }
  }

  const discard = () => {
    setWrong(null);
    setEdits({});
  };
  const isDirty = changes.length > 0 || unreadable !== undefined;
  // Here and not in the table, which goes where a search finds nothing.
  const question = useLeaveGuard(isDirty);
  return { shown, type, save, discard, busy, count: changes.length, wrong, isDirty, question };
}

function isReadable(row: DeskVariantRow, typed: Typed, part: Part): boolean {
  // The server reads measures and barcodes, and names the one that it cannot.
  if (part === 'content' || part === 'gtin') return true;
  if (part === 'stock') return countOf(typed.stock ?? '') !== null;
  const price = centsOf(typed.price ?? '') ?? row.price_in_cents;
  if (part === 'price') {
    const sale = typed.sale === undefined ? row.sale_price_in_cents : null;
    return centsOf(typed.price ?? '') !== null && price > (sale ?? -1);
  }
  const sale = centsOf(typed.sale ?? '');
  return typed.sale?.trim() === '' || (sale !== null && sale < price);
}

/** What somebody typed in place of a text; nothing where it is as it was. */
const another = (text: string | undefined, before: string | null | undefined) =>
  text === undefined || text.trim() === (before ?? '') ? undefined : text.trim() || null;

function changeOf(row: DeskVariantRow, { price, sale, stock, ...typed }: Typed) {
  const content = another(typed.content, row.content);
  const gtin = another(typed.gtin, row.gtin);
  const cents = price === undefined ? null : centsOf(price);
  const off = sale === undefined ? row.sale_price_in_cents : centsOf(sale);
  const units = stock === undefined ? null : countOf(stock);
  return {
    ...(cents !== null && cents !== row.price_in_cents ? { price_in_cents: cents } : {}),
    ...(off !== row.sale_price_in_cents ? { sale_price_in_cents: off } : {}),
    ...(units !== null && units !== row.inventory_quantity
      ? { inventory_quantity: units, inventory_seen: row.inventory_quantity }
      : {}),
    ...(content === undefined ? {} : { content }),
    ...(gtin === undefined ? {} : { gtin }),
  };
}

/** What the columns are called, by the keys of their texts. */
const columns: Record<Part, string> = {
  price: 'desk.product.price',
  sale: 'desk.product.sale',
  stock: 'desk.product.stock',
  content: 'desk.product.content',
  gtin: 'desk.product.gtin',
};

/** What a telephone's keyboard shows. */
const keyboards: Record<Part, 'decimal' | 'numeric' | 'text'> = {
  price: 'decimal',
  sale: 'decimal',
  stock: 'numeric',
  content: 'text',
  gtin: 'numeric',
};

/** What is compared by its last figure; the rest is read from its start. */
const isFigure = (part: Part) => part === 'price' || part === 'sale' || part === 'stock';

type Props = { variants: DeskVariantRow[]; reload: () => Promise<void>; bulk: ReturnType<typeof useBulk> };

export function BulkTable({ variants, reload, bulk }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const { wrong } = bulk;
  useEffect(() => {
    if (wrong !== null) table.current?.querySelector<HTMLElement>(`[name="${CSS.escape(wrong.at)}"]`)?.focus();
  }, [wrong]);
  return (
    <form
      className="desk-editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void bulk.save(reload);
      }}
    >
      <table className="desk-bulk-table" ref={table}>
        <thead>
          <tr>
            <th scope="col">{t('desk.bulk.variant')}</th>
            {(Object.keys(columns) as Part[]).map((part) => (
              <th key={part} scope="col" id={`${id}-${part}`} data-figures={isFigure(part) || undefined}>
                {t(columns[part])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <Row key={variant.id} table={id} variant={variant} bulk={bulk} />
          ))}
        </tbody>
      </table>
      <BulkBar bulk={bulk} />
    </form>
  );
}

function BulkBar({ bulk }: Pick<Props, 'bulk'>) {
  const { t } = useTranslation();
  const detail = bulk.count > 0 ? t('desk.bulk.count', { count: bulk.count }) : undefined;
  return <SaveBar isDirty={bulk.isDirty} busy={bulk.busy} discard={bulk.discard} detail={detail} wrong={bulk.wrong === null ? 0 : 1} />;
}

/** What is changed can be saved where the table shows none of it, too. */
export function BulkSave({ bulk }: Pick<Props, 'bulk'>) {
  return (
    <form
      className="desk-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void bulk.save(() => Promise.resolve());
      }}
    >
      <BulkBar bulk={bulk} />
    </form>
  );
}

type RowProps = Pick<Props, 'bulk'> & { table: string; variant: DeskVariantRow };

function Row({ table, variant, bulk }: RowProps) {
  const { t } = useTranslation();
  const values = bulk.shown(variant);
  const { id, product_title: product, title, sku } = variant;
  const whyWrong = (part: Part) => (bulk.wrong?.at === `${id} ${part}` ? bulk.wrong.why : null);
  const cell = (part: Part) => (
    <td data-label={t(columns[part])} data-figures={isFigure(part) || undefined}>
      <input
        className="field__input numeric"
        name={`${id} ${part}`}
        aria-labelledby={`${table}-${part} ${table}-${id}`}
        aria-invalid={whyWrong(part) !== null || undefined}
        aria-describedby={whyWrong(part) === null ? undefined : `${table}-wrong`}
        inputMode={keyboards[part]}
        dir="ltr"
        autoComplete="off"
        // Inert it would lose the focus.
        readOnly={bulk.busy}
        value={values[part]}
        onChange={({ target }) => bulk.type(variant, part, target.value)}
      />
      {whyWrong(part) !== null && (
        <p className="field__error" id={`${table}-wrong`}>
          {whyWrong(part)}
        </p>
      )}
    </td>
  );
  return (
    <tr>
      <th scope="row" id={`${table}-${id}`}>
        <Link to={deskPaths.product(variant.product_id)}>
          <bdi lang="es">{product}</bdi>
        </Link>
        {title !== product && (
          <span>
            <bdi lang="es">{title}</bdi>
          </span>
        )}
        {sku && (
          <span className="muted">
            <bdi dir="ltr">{sku}</bdi>
          </span>
        )}
        <SaleDates {...variant} />
      </th>
      {cell('price')}
      {cell('sale')}
      {variant.manage_inventory ? (
        cell('stock')
      ) : (
        <td className="muted" data-label={t(columns.stock)} data-figures>
          <span>{t('desk.products.uncounted')}</span>
        </td>
      )}
      {cell('content')}
      {cell('gtin')}
    </tr>
  );
}

/** When the sale begins and ends, as far as the clock does it: here only its price is changed. */
function SaleDates({ sale_starts_at: starts, sale_ends_at: ends }: DeskVariantRow) {
  const { t } = useTranslation();
  const { moment, until } = useClock();
  const toCome = starts && new Date(starts) > new Date() ? starts : null;
  if (!toCome && !ends) return null;
  return (
    <span className="muted">
      {toCome && t('desk.bulk.sale_from', { at: moment(toCome) })}
      {toCome && ends && ' '}
      {ends && t('desk.bulk.sale_until', { at: until(ends) })}
    </span>
  );
}
