import { useState } from 'react';
import { api, ApiError } from '../../../api/client';
import type { SaleAnswer, SaleOutcome, VariantSaleOutcome } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { money } from '../../../ui/format';
import { SelectField } from '../../../ui/text-field';
import { useFailure } from '../../account/use-failure';
import { useForm, type FieldErrors, type FormValues } from '../../account/use-form';
import { useFreshSignIn } from '../../security/step-up';
import { centsOf } from '../cents';
import { deskApi } from '../desk-paths';
import { useAct } from '../use-act';
import { useClock } from '../when';
import { SaleDates } from './sale-dates';
import { tellOfSale } from './sale-undo';

/** What can be done; each but the last takes a value. */
const acts = ['percent_off', 'amount_off', 'price', 'remove'] as const;
type SaleAct = (typeof acts)[number];
/** The sale as it was asked for, of every product alike. */
type Asked = { act: SaleAct; value?: number; starts_at?: string; ends_at?: string };

/** The whole of a price, in basis points. */
const whole = 10_000;

type Props = {
  open: boolean;
  onClose: () => void;
  /** The products, by id. */
  ids: string[];
  /** After prices changed, and after they changed back. */
  onDone: () => void | Promise<void>;
};

/** Sets or takes away the sale of all variants of products: first it shows what each would cost. */
export function SaleDialog({ open, onClose, ...sale }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} title={t('desk.sale.title')} closeLabel={t('common.close')}>
      <SaleSteps onClose={onClose} {...sale} />
    </Dialog>
  );
}

function SaleSteps({ onClose, ids, onDone }: Omit<Props, 'open'>) {
  const { t } = useTranslation();
  const [act, setAct] = useState<SaleAct>('percent_off');
  const [seen, setSeen] = useState<{ asked: Asked; outcomes: SaleOutcome[] } | null>(null);
  const [changed, setChanged] = useState<string | null>(null);
  const { busy: acting, run } = useAct();
  const fresh = useFreshSignIn();

  async function look(asked: Asked) {
    const answer = await api.post<SaleAnswer>(deskApi.sales(true), { ...asked, products: ids.map((id) => ({ id })) });
    setSeen({ asked, outcomes: answer.products });
  }
  const { busy, errors, handlers } = useForm({
    check: (values) => Object.fromEntries(Object.entries(wrongIn(act, values)).map(([name, key]) => [name, t(key)])),
    send: async (values) => void (await fresh(() => look(askedFor(act, values)))),
    onError: useFailure(t('desk.sale.failed')),
  });

  async function apply(asked: Asked, outcomes: SaleOutcome[]) {
    const products = outcomes.filter(({ refused }) => refused === null).map(({ id, revision }) => ({ id, revision }));
    try {
      const done = await api.post<SaleAnswer>(deskApi.sales(false), { ...asked, products });
      onClose();
      tellOfSale({ title: t(saidOf(asked.act, done.products), { count: products.length }), outcomes: done.products });
      await onDone();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'product_changed') throw error;
      setChanged(String(error.params['product'] ?? ''));
      await look(asked);
    }
  }

  return (
    <>
      <form className="stack" hidden={seen !== null} {...handlers}>
        <p>{t('desk.sale.text', { count: ids.length })}</p>
        <SelectField label={t('desk.sale.act')} value={act} onChange={({ target }) => setAct(target.value as SaleAct)}>
          {acts.map((one) => (
            <option key={one} value={one}>
              {t(`desk.sale.act_is.${one}`)}
            </option>
          ))}
        </SelectField>
        {act !== 'remove' && <SaleFields act={act} errors={errors} />}
        <div className="row desk-dialog__acts">
          <Button type="submit" busy={busy}>
            {t('desk.sale.preview')}
          </Button>
        </div>
      </form>
      {seen && (
        <div className="stack">
          {changed !== null && <p className="notice">{t('desk.sale.changed', { title: changed })}</p>}
          <Outcomes
            outcomes={seen.outcomes}
            busy={acting !== null}
            onBack={() => {
              setSeen(null);
              setChanged(null);
            }}
            onApply={() => void run('sale', () => apply(seen.asked, seen.outcomes), { failed: t('desk.sale.failed') })}
          />
        </div>
      )}
    </>
  );
}

function SaleFields({ act, errors }: { act: Exclude<SaleAct, 'remove'>; errors: FieldErrors }) {
  const { t } = useTranslation();
  return (
    <>
      <Field
        label={t(`desk.sale.value_is.${act}`)}
        name="value"
        required
        inputMode="decimal"
        autoComplete="off"
        hint={act === 'percent_off' ? t('desk.sale.rounding') : undefined}
        error={errors.value}
      />
      <SaleDates
        starts={{ name: 'starts_at', error: errors.starts_at }}
        ends={{ name: 'ends_at', error: errors.ends_at }}
      />
    </>
  );
}

type OutcomesProps = { outcomes: SaleOutcome[]; busy: boolean; onBack: () => void; onApply: () => void };

/** What each product would cost, and which cannot be on this sale. */
function Outcomes({ outcomes, busy, onBack, onApply }: OutcomesProps) {
  const { t } = useTranslation();
  const count = outcomes.filter(({ refused }) => refused === null).length;
  return (
    <>
      <When outcomes={outcomes} />
      <ul className="desk-rows" aria-label={t('desk.sale.preview')}>
        {outcomes.map(({ id, title, refused, variants }) => (
          <li key={id}>
            <strong>
              <bdi lang="es">{title}</bdi>
            </strong>
            {refused !== null && <p className="notice">{t(`desk.sale.refused.${refused}`)}</p>}
            <ul className="numeric">
              {variants.map((variant) => (
                <li key={variant.variant_id}>
                  {variants.length > 1 && (
                    <>
                      <bdi lang="es">{variant.title}</bdi>:{' '}
                    </>
                  )}
                  <Becomes variant={variant} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {count === 0 && <p className="notice">{t('desk.sale.nothing')}</p>}
      <div className="row desk-dialog__acts">
        <Button busy={busy} disabled={count === 0} onClick={onApply}>
          {t('desk.sale.apply', { count })}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          {t('desk.sale.back')}
        </Button>
      </div>
    </>
  );
}

/** When the sale is on, which is alike for all. */
function When({ outcomes }: { outcomes: SaleOutcome[] }) {
  const { t } = useTranslation();
  const { moment, until } = useClock();
  const sale = outcomes.flatMap(({ variants }) => variants).find((variant) => typeof variant.sale_price_in_cents === 'number');
  if (sale === undefined) return null;
  const { sale_starts_at: starts, sale_ends_at: ends } = sale;
  return (
    <p>
      {starts ? t('desk.sale.from', { at: moment(starts) }) : t('desk.sale.from_now')}{' '}
      {ends ? t('desk.sale.until', { at: until(ends) }) : t('desk.sale.until_removed')}
    </p>
  );
}

/** What a variant costs before and then, and the sale that makes way. */
function Becomes({ variant }: { variant: VariantSaleOutcome }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { asked_in_cents: asked, price_in_cents: regular } = variant;
  const sale = variant.sale_price_in_cents ?? null;
  const price = money(regular, lang);
  return (
    <>
      <s>{money(asked, lang)}</s> <strong>{sale === null ? price : money(sale, lang)}</strong>{' '}
      {sale === null && <span className="muted">{t('desk.sale.none')}</span>}
      {sale !== null && asked !== regular && <span className="muted">{t('desk.sale.regular', { price })}</span>}
      {variant.ends_running_sale && <p className="notice">{t('desk.sale.ends_running', { sale: money(asked, lang), price })}</p>}
    </>
  );
}

/** What is said when it is done, as the key of a text. */
function saidOf(act: SaleAct, outcomes: SaleOutcome[]): string {
  if (act === 'remove') return 'desk.sale.removed';
  const starts = outcomes[0]?.variants[0]?.sale_starts_at;
  return starts && new Date(starts) > new Date() ? 'desk.sale.planned' : 'desk.sale.done';
}

/** What is wrong with which field, as keys of texts. */
function wrongIn(act: SaleAct, { value = '', starts_at: starts = '', ends_at: ends = '' }: FormValues): Record<string, string> {
  const amount = centsOf(value);
  if (act === 'remove') return {};
  return {
    ...(value !== '' && (amount === null || amount === 0) ? { value: 'desk.product.wrong.price' } : {}),
    ...(act === 'percent_off' && amount !== null && amount >= whole ? { value: 'desk.sale.wrong_percent' } : {}),
    // Written alike, moments compare as texts.
    ...(ends !== '' && starts >= ends ? { ends_at: 'desk.product.wrong.sale_end' } : {}),
  };
}

/** A percentage is typed with up to two decimals, as an amount is: the same figures are its basis points. */
function askedFor(act: SaleAct, { value = '', starts_at: starts, ends_at: ends }: FormValues): Asked {
  if (act === 'remove') return { act };
  return { act, value: centsOf(value) ?? 0, ...(starts ? { starts_at: starts } : {}), ...(ends ? { ends_at: ends } : {}) };
}
