import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { newKey } from '../../api/new-key';
import { useLang, useTranslation } from '../../i18n';
import { Button, buttonClass } from '../../ui/button';
import { Field } from '../../ui/field';
import { money } from '../../ui/format';
import { SelectField } from '../../ui/text-field';
import type { FieldErrors, FormValues } from '../account/use-form';
import { ActDialog } from './act-dialog';
import { centsOf, typed } from './cents';
import { deskPaths } from './desk-paths';
import { useOrderAct, type DialogProps } from './order-acts';
import { comesTo, everything, linesOf, unitsLeft, type Picked } from './refund-lines';
import { showingAnew } from './showing-anew';

type Way = 'goods' | 'amount';

/** Gives money back: for goods, whose price is counted, or an amount; by the provider, or written down. */
export function GiveBack(props: DialogProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { post, ...act } = useOrderAct('refund', props);
  const { order } = props;
  const most = order.refundable_in_cents;
  const left = order.order_items.filter((item) => unitsLeft(item) > 0);
  const [way, setWay] = useState<Way>(left.length > 0 ? 'goods' : 'amount');
  // Of a single article there is only one thing to give back: all of it.
  const isOne = left.length === 1 && left.every((item) => unitsLeft(item) === 1);
  const all = { picked: everything(order, order.status === 'paid'), shipping: typed(order.refundable_shipping_in_cents || null, lang) };
  const [picked, setPicked] = useState<Picked>(isOne ? all.picked : {});
  const [shipping, setShipping] = useState(isOne ? all.shipping : '');
  const [written, setWritten] = useState<string | null>(null);
  const amount = written ?? typed(most, lang);
  const [elsewhere, setElsewhere] = useState(false);
  const given = shippingOf(shipping);
  const total = comesTo(order, picked, given ?? 0);
  const isSum = total > 0 && given !== null && given <= order.refundable_shipping_in_cents;
  const back = way === 'amount' ? (centsOf(amount) ?? 0) : isSum ? total : 0;
  const submit = back > 0 && back <= most ? t('desk.order.refund_sum', { amount: money(back, lang) }) : act.submit;

  // The same request again, as after an answer that was lost, is the same refund; once answered, the next is another.
  const sent = useRef({ body: '', key: '' });
  const send = ({ amount = '', reason }: FormValues) => {
    const what =
      way === 'amount'
        ? { amount_in_cents: centsOf(amount) }
        : { lines: linesOf(order, picked), shipping_in_cents: shippingOf(shipping), expected_in_cents: total };
    const wanted = { ...what, left_in_cents: most, ...(elsewhere && { elsewhere }), ...(reason ? { reason } : {}) };
    const body = JSON.stringify(wanted);
    if (sent.current.body !== body) sent.current = { body, key: newKey() };
    return showingAnew(post(wanted, { headers: { 'Idempotency-Key': sent.current.key } }), props.reload);
  };

  const startAgain = async () => {
    sent.current = { body: '', key: '' };
    setPicked({});
    setShipping('');
    setWritten(null);
    setElsewhere(false);
    await act.onDone();
  };

  const check = ({ amount = '', reason = '' }: FormValues): FieldErrors => {
    const errors: FieldErrors = {};
    const cents = centsOf(amount) ?? 0;
    if (way === 'amount' && cents === 0) errors.amount = t('desk.product.wrong.price');
    if (way === 'amount' && cents > most) errors.amount = t('desk.order.refund_most', { amount: money(most, lang) });
    if (way === 'goods') {
      const shown = shippingOf(shipping);
      const shippingLeft = order.refundable_shipping_in_cents;
      if (shown === null || shown > shippingLeft) errors.shipping = t('desk.order.refund_most', { amount: money(shippingLeft, lang) });
      else if (total === 0) errors[left[0]?.id ?? 'shipping'] = t(shippingLeft > 0 ? 'desk.order.refund_nothing' : 'desk.order.refund_no_goods');
    }
    if (elsewhere && reason === '') errors.reason = t('form.required');
    return errors;
  };

  return (
    <ActDialog
      {...act}
      onClose={() => {
        setWritten(null);
        act.onClose();
      }}
      submit={elsewhere ? t('desk.order.refund_elsewhere_yes') : submit}
      danger
      check={check}
      send={send}
      onDone={startAgain}
    >
      {(errors) => (
        <>
          <p>{t(elsewhere ? 'desk.order.refund_elsewhere_text' : 'desk.order.refund_text', { amount: money(most, lang) })}</p>
          {order.open_return && (
            <div className="notice notice--attention stack">
              <p>{t('desk.order.refund_return_open')}</p>
              <div className="row">
                <Link className={buttonClass('secondary')} to={deskPaths.withdrawal(order.open_return)}>
                  {t('desk.order.refund_by_return')}
                </Link>
              </div>
            </div>
          )}
          {order.to_ship && <p className="muted">{t('desk.order.refund_or_cancel')}</p>}
          {left.length > 0 && (
            <SelectField label={t('desk.order.refund_what')} name="way" value={way} onChange={(event) => setWay(event.target.value as Way)}>
              <option value="goods">{t('desk.order.refund_goods')}</option>
              <option value="amount">{t('desk.order.refund_an_amount')}</option>
            </SelectField>
          )}
          {way === 'goods' ? (
            <>
              {!isOne && (
                <Button
                  variant="ghost"
                  className="desk-refund__all"
                  onClick={() => {
                    setPicked(all.picked);
                    setShipping(all.shipping);
                  }}
                >
                  {t('desk.order.refund_all')}
                </Button>
              )}
              {left.map((item) => (
                <Units key={item.id} order={order} item={item} picked={picked} onPick={setPicked} error={errors[item.id]} />
              ))}
              {order.refundable_shipping_in_cents > 0 && (
                <Field
                  label={t('desk.order.refund_shipping')}
                  name="shipping"
                  inputMode="decimal"
                  dir="ltr"
                  autoComplete="off"
                  value={shipping}
                  onChange={(event) => setShipping(event.target.value)}
                  hint={t('desk.order.refund_up_to', { amount: money(order.refundable_shipping_in_cents, lang) })}
                  error={errors.shipping}
                />
              )}
              <p className="desk-refund__total" aria-live="polite">
                {t('desk.order.refund_total')} <strong className="numeric">{money(total, lang)}</strong>
              </p>
            </>
          ) : (
            <Field
              label={t('desk.order.refund_amount')}
              name="amount"
              inputMode="decimal"
              required
              dir="ltr"
              autoComplete="off"
              value={amount}
              onChange={(event) => setWritten(event.target.value)}
              error={errors.amount}
            />
          )}
          <label className="desk-check">
            <input type="checkbox" checked={elsewhere} onChange={() => setElsewhere(!elsewhere)} />
            <span>{t('desk.order.refund_elsewhere')}</span>
          </label>
          <Field
            label={t(elsewhere ? 'desk.order.refund_how' : 'desk.order.refund_reason')}
            name="reason"
            required={elsewhere}
            maxLength={1000}
            autoComplete="off"
            hint={t('desk.order.reason_hint')}
            error={errors.reason}
          />
        </>
      )}
    </ActDialog>
  );
}

/** Nothing typed is nothing; `null` is no amount. */
const shippingOf = (text: string) => (text.trim() === '' ? 0 : centsOf(text));

type UnitsProps = {
  order: DialogProps['order'];
  item: DialogProps['order']['order_items'][number];
  picked: Picked;
  onPick: (picked: Picked) => void;
  error?: string;
};

/** How many units of a line, and whether they go on sale again. */
function Units({ order, item, picked, onPick, error }: UnitsProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { quantity = 0, restock = order.status === 'paid' } = picked[item.id] ?? {};
  const pick = (change: object) => onPick({ ...picked, [item.id]: { quantity, restock, ...change } });
  const title = item.variant_title === item.product_title ? item.product_title : `${item.product_title} (${item.variant_title})`;
  const left = unitsLeft(item);
  return (
    <div className="desk-refund__line">
      <SelectField
        label={<bdi lang="es">{title}</bdi>}
        name={item.id}
        value={quantity}
        onChange={(event) => pick({ quantity: Number(event.target.value) })}
        hint={
          left < item.quantity
            ? t('desk.order.refund_gone', { n: item.quantity - left, of: item.quantity })
            : undefined
        }
        error={error}
      >
        {Array.from({ length: left + 1 }, (_, n) => (
          <option key={n} value={n}>
            {n === 0 ? t('desk.order.refund_none') : `${n} × ${money(item.price_at_purchase_in_cents, lang)}`}
          </option>
        ))}
      </SelectField>
      {quantity > 0 && (
        <label className="desk-check">
          <input type="checkbox" checked={restock} onChange={() => pick({ restock: !restock })} />
          <span>{t('desk.order.refund_restock')}</span>
        </label>
      )}
    </div>
  );
}
