import PackageOpen from 'lucide-react/icons/package-open';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { newKey } from '../../api/new-key';
import type { DeskOrder, DeskReturn } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import type { TFunction } from '../../translation';
import { Button, buttonClass } from '../../ui/button';
import { Field } from '../../ui/field';
import { money } from '../../ui/format';
import { SelectField, TextField } from '../../ui/text-field';
import type { FieldErrors, FormValues } from '../account/use-form';
import { ActDialog } from './act-dialog';
import { centsOf } from './cents';
import { deskApi, deskPaths } from './desk-paths';
import { isOpen } from './return-parts';
import { showingAnew } from './showing-anew';

type Act = 'assign' | 'cancel' | 'take_out' | 'goods' | 'refund' | 'close';
type Props = { returned: DeskReturn; reload: () => Promise<void> };
type DialogProps = Props & { open: boolean; onClose: () => void };

/** What can be done with a return as it is now, the next step first. */
export function ReturnActs({ returned, reload }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Act | null>(null);
  const { state, order } = returned;
  const isSent = order?.status === 'shipped' || order?.status === 'delivered';
  const isPart = order?.items.some(({ left, named }) => named < left) ?? false;
  const offered: Act[] = [];
  if (state === 'received' && order?.status === 'paid') offered.push(isPart ? 'take_out' : 'cancel');
  if (state === 'received' && order?.status === 'pending') offered.push('cancel');
  const isPaidBack = returned.paid_in_cents > 0 && returned.comes_to_in_cents === 0;
  if (state === 'goods_back' && !isPaidBack) offered.push('refund');
  if (isOpen(returned) && isSent) offered.push('goods');
  // Where its buyer proved whose order it is, nobody has to say so.
  const proof = returned.withdrawal?.proof;
  if (state === 'received' && !returned.granted && proof !== 'session' && proof !== 'key') offered.push('assign');
  if (isOpen(returned)) offered.push('close');
  if (offered.length === 0) return null;
  const dialog = (act: Act) => ({ returned, reload, open: open === act, onClose: () => setOpen(null) });
  return (
    <section className="panel stack" aria-label={t('desk.return.acts')}>
      {offered.map((act, index) => (
        <Button key={act} block variant={index === 0 ? 'primary' : 'secondary'} onClick={() => setOpen(act)}>
          {actName(t, act, returned)}
        </Button>
      ))}
      <Assign {...dialog('assign')} />
      <Cancel {...dialog('cancel')} />
      <TakeOut {...dialog('take_out')} />
      <GoodsBack {...dialog('goods')} />
      <Refund {...dialog('refund')} />
      <Close {...dialog('close')} />
    </section>
  );
}

/** The order that a statement names, as long as nobody has said that it is of it. */
const namedOrder = ({ order, withdrawal }: DeskReturn) => (order ? undefined : withdrawal?.order_id);

const actName = (t: TFunction, act: Act, returned: DeskReturn) =>
  act === 'assign' && namedOrder(returned)
    ? t('desk.return.act.assign_named', { number: returned.withdrawal?.order_number ?? '' })
    : t(`desk.return.act.${act}`);

/** What every act on a return tells its window. */
function useReturnAct(act: Act, path: string, { returned, open, onClose, reload }: DialogProps) {
  const { t } = useTranslation();
  const name = actName(t, act, returned);
  return {
    post: (body: object, headers: Record<string, string> = {}) =>
      api.post(deskApi.returnAct(returned.id, path), body, { headers }),
    window: {
      open,
      onClose,
      title: name,
      submit: name,
      done: t('desk.return.done'),
      failed: t('desk.return.failed'),
      onDone: reload,
    },
  };
}

/** Whose goods a statement is about; the order that it names is written there already. */
function Assign(props: DialogProps) {
  const { t } = useTranslation();
  const { post, window } = useReturnAct('assign', 'assign', props);
  const named = namedOrder(props.returned);
  const number = props.returned.withdrawal?.order_number ?? '';
  return (
    <ActDialog {...window} send={({ order_id: id = '' }) => post({ order_id: id.trim() })}>
      {(errors) => (
        <>
          <p>{named ? t('desk.return.assign_named', { number }) : t('desk.return.assign_text')}</p>
          {named ? (
            <input type="hidden" name="order_id" value={named} />
          ) : (
            <Field
              label={t('desk.return.order_id')}
              name="order_id"
              required
              maxLength={64}
              autoComplete="off"
              dir="ltr"
              error={errors.order_id}
            />
          )}
        </>
      )}
    </ActDialog>
  );
}

function Cancel(props: DialogProps) {
  const { t } = useTranslation();
  const { post, window } = useReturnAct('cancel', 'cancel', props);
  return (
    <ActDialog {...window} danger send={() => post({})}>
      {() => <p>{t('desk.return.cancel_text')}</p>}
    </ActDialog>
  );
}

/** What is not sent at all: its money goes back at once. */
function TakeOut(props: DialogProps) {
  const { t } = useTranslation();
  const { post, window } = useReturnAct('take_out', 'take-out', props);
  const items = props.returned.order?.items.filter(({ returnable }) => returnable > 0) ?? [];
  return (
    <ActDialog {...window} danger send={(values) => post({ lines: linesOf(items, values) })}>
      {() => (
        <>
          <p>{t('desk.return.take_out_text')}</p>
          {items.map((item) => (
            <fieldset key={item.id} className="desk-refund__line stack">
              <Units item={item} none={t('desk.return.all_sent')} chosen={item.named} />
              <Restock id={item.id} />
            </fieldset>
          ))}
        </>
      )}
    </ActDialog>
  );
}

type Item = NonNullable<DeskReturn['order']>['items'][number];

/** What was chosen of each line, where it is not nothing. */
const linesOf = (items: Item[], values: FormValues) =>
  items
    .map(({ id }) => ({ item_id: id, quantity: Number(values[`units.${id}`] ?? 0), restock: values[`restock.${id}`] === 'yes' }))
    .filter(({ quantity }) => quantity > 0);

function Units({ item: { id, title, returnable }, none, chosen }: { item: Item; none: string; chosen: number }) {
  return (
    <SelectField label={<bdi>{title}</bdi>} name={`units.${id}`} defaultValue={chosen}>
      {Array.from({ length: returnable + 1 }, (_, units) => (
        <option key={units} value={units}>
          {units === 0 ? none : units}
        </option>
      ))}
    </SelectField>
  );
}

function Restock({ id, isSpoilt = false }: { id: string; isSpoilt?: boolean }) {
  const { t } = useTranslation();
  return (
    <SelectField label={t('desk.return.restock')} name={`restock.${id}`} defaultValue={isSpoilt ? 'no' : 'yes'}>
      <option value="yes">{t('desk.return.sellable')}</option>
      <option value="no">{t('desk.return.not_sellable')}</option>
    </SelectField>
  );
}

/** What came back, whether it can be sold again, and what it lost of its value. */
function GoodsBack(props: DialogProps) {
  const { t } = useTranslation();
  const { post, window } = useReturnAct('goods', 'goods-back', props);
  const items = props.returned.order?.items ?? [];
  const cameBack = (values: FormValues) =>
    linesOf(items, values).map((line) => ({
      ...line,
      loss_in_cents: centsOf(values[`loss.${line.item_id}`] || '0') ?? 0,
      note: values[`note.${line.item_id}`] || undefined,
    }));
  const check = (values: FormValues): FieldErrors => {
    const errors: FieldErrors = {};
    for (const { id } of items) {
      const loss = centsOf(values[`loss.${id}`] || '0');
      if (loss === null) errors[`loss.${id}`] = t('desk.return.no_amount');
      else if (loss > 0 && !values[`note.${id}`]) errors[`note.${id}`] = t('form.required');
    }
    return errors;
  };
  return (
    <ActDialog {...window} check={check} send={(values) => post({ lines: cameBack(values) })}>
      {(errors) => (
        <>
          <p>{t('desk.return.goods_text')}</p>
          {items.filter(({ returnable }) => returnable > 0).map((item) => (
            <Came key={item.id} item={item} line={props.returned.lines.find((line) => line.item_id === item.id)} errors={errors} />
          ))}
        </>
      )}
    </ActDialog>
  );
}

type CameProps = {
  item: Item;
  line: DeskReturn['lines'][number] | undefined;
  errors: FieldErrors;
};

/** Of one line: units, state and loss. */
function Came({ item, line, errors }: CameProps) {
  const { t } = useTranslation();
  const { id, named } = item;
  return (
    <fieldset className="desk-refund__line stack">
      <Units item={item} none={t('desk.return.none')} chosen={line?.quantity ?? named} />
      <Restock id={id} isSpoilt={line !== undefined && !line.restock} />
      <Field
        label={t('desk.return.loss')}
        name={`loss.${id}`}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        defaultValue={line && line.loss_in_cents > 0 ? (line.loss_in_cents / 100).toFixed(2) : ''}
        error={errors[`loss.${id}`]}
      />
      <Field
        label={t('desk.return.loss_note')}
        name={`note.${id}`}
        maxLength={1000}
        autoComplete="off"
        dir="auto"
        defaultValue={line?.note ?? ''}
        error={errors[`note.${id}`]}
      />
    </fieldset>
  );
}

/** Gives back what the goods come to, as it is shown. */
function Refund(props: DialogProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { post, window } = useReturnAct('refund', 'refund', props);
  const [elsewhere, setElsewhere] = useState(false);
  // The same request again, as after an answer that was lost, is the same refund.
  const key = useRef(newKey());
  const { comes_to_in_cents: total, shipping_in_cents: shipping, paid_in_cents: paid } = props.returned;
  const send = () =>
    showingAnew(post({ expected_in_cents: total, elsewhere }, { 'Idempotency-Key': key.current }), props.reload);
  return (
    <ActDialog {...window} danger send={send}>
      {() => (
        <>
          <p>{t('desk.return.refund_text')}</p>
          {paid > 0 && <p className="notice">{t('desk.return.paid', { amount: money(paid, lang) })}</p>}
          <p>
            <strong className="numeric">{money(total, lang)}</strong>
            {shipping > 0 && <> · {t('desk.return.with_shipping', { amount: money(shipping, lang) })}</>}
          </p>
          <label className="desk-check">
            <input type="checkbox" checked={elsewhere} onChange={() => setElsewhere(!elsewhere)} />
            <span>{t('desk.order.refund_elsewhere')}</span>
          </label>
        </>
      )}
    </ActDialog>
  );
}

/** Puts it aside, with words to the buyer or none. */
function Close(props: DialogProps) {
  const { t } = useTranslation();
  const { post, window } = useReturnAct('close', 'close', props);
  return (
    <ActDialog {...window} send={({ words }) => post(words ? { words } : {})}>
      {(errors) => (
        <TextField
          label={t('desk.return.words')}
          hint={t('desk.return.words_hint')}
          name="words"
          rows={4}
          maxLength={1000}
          dir="auto"
          error={errors.words}
        />
      )}
    </ActDialog>
  );
}

/** Lets the buyer of an order that was sent return goods, though the law does not ask for it; leads to one that is open. */
export function GrantReturn({ order, reload }: { order: DeskOrder; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (order.open_return) {
    return (
      <Link className={buttonClass('secondary', true)} to={deskPaths.withdrawal(order.open_return)}>
        <PackageOpen aria-hidden="true" />
        {t('desk.return.see_open')}
      </Link>
    );
  }
  return (
    <>
      <Button block variant="secondary" onClick={() => setOpen(true)}>
        <PackageOpen aria-hidden="true" />
        {t('desk.return.grant')}
      </Button>
      <ActDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('desk.return.grant')}
        submit={t('desk.return.grant')}
        send={({ words }) => api.post(deskApi.returns, { order_id: order.id, ...(words ? { words } : {}) })}
        done={t('desk.return.granted')}
        failed={t('desk.return.failed')}
        onDone={reload}
      >
        {(errors) => (
          <>
            <p>{t('desk.return.grant_text')}</p>
            <TextField label={t('desk.return.words')} name="words" rows={3} maxLength={1000} dir="auto" error={errors.words} />
          </>
        )}
      </ActDialog>
    </>
  );
}
