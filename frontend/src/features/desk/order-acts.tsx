import Ban from 'lucide-react/icons/ban';
import Package from 'lucide-react/icons/package';
import PackageCheck from 'lucide-react/icons/package-check';
import PackageX from 'lucide-react/icons/package-x';
import PencilLine from 'lucide-react/icons/pencil-line';
import Printer from 'lucide-react/icons/printer';
import StickyNote from 'lucide-react/icons/sticky-note';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState, type ReactNode } from 'react';
import { api, ApiError, type Options } from '../../api/client';
import type { Carrier, DeskOrder } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { Button, buttonClass, type ButtonVariant } from '../../ui/button';
import { money } from '../../ui/format';
import { TextField } from '../../ui/text-field';
import type { FieldErrors, FormValues } from '../account/use-form';
import { ActDialog } from './act-dialog';
import { deskApi } from './desk-paths';
import { FileLink } from './file-link';
import { HowTo } from './guide/how-to';
import { GiveBack } from './order-refund';
import { doubtsOf, isDoubtful, isNumberOrNone, plainNumber } from './parcel';
import { CarrierField, TrackingField } from './parcel-fields';
import { GrantReturn } from './return-acts';
import { showingAnew } from './showing-anew';
import { undoTime, useAct } from './use-act';
import { brands } from '../orders/tracking';

type Act = 'ship' | 'correct' | 'change' | 'unship' | 'deliver' | 'undeliver' | 'refund' | 'cancel' | 'note' | 'email';

/** What the server calls an act that is called otherwise there. */
const paths: Partial<Record<Act, string>> = { correct: 'tracking', change: 'tracking' };

type Props = { order: DeskOrder; reload: () => Promise<void> };

/** What an order waits for: that it is sent, or arrives; nothing where it waits for nobody here. */
export function NextAct({ order, reload }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const act = order.to_ship ? 'ship' : order.status === 'shipped' ? 'deliver' : null;
  const dialog = { order, open: isOpen, onClose: () => setOpen(false), reload };
  // What speaks against it comes first.
  const variant = act === 'ship' && isDoubtful(order) ? 'secondary' : 'primary';
  return (
    <>
      {act && (
        <Button variant={variant} onClick={() => setOpen(true)}>
          {act === 'ship' ? <Package aria-hidden="true" /> : <PackageCheck aria-hidden="true" />}
          {t(`desk.order.${act}`)}
        </Button>
      )}
      {act === 'ship' && <Tracking {...dialog} act="ship" />}
      {act === 'deliver' && <Deliver {...dialog} />}
    </>
  );
}

/** What else can be done with an order as it is now. */
export function OrderActs({ order, reload }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Act | null>(null);
  const button = (act: Act, icon: ReactNode, variant: ButtonVariant) => (
    <Button block variant={variant} onClick={() => setOpen(act)}>
      {icon}
      {t(`desk.order.${act}`)}
    </Button>
  );
  const { status } = order;
  const correction = order.tracking_number ? 'correct' : 'change';
  const dialog = { order, onClose: () => setOpen(null), reload };
  return (
    <section className="panel stack" aria-label={t('desk.order.acts')}>
      {status !== 'pending' && status !== 'cancelled' && (
        <FileLink className={buttonClass('secondary', true)} href={deskApi.packingSlip(order.id)}>
          <Printer aria-hidden="true" />
          {t('desk.slip.open')}
        </FileLink>
      )}
      {status === 'delivered' && button('undeliver', <PackageX aria-hidden="true" />, 'secondary')}
      {status === 'shipped' && button(correction, <PencilLine aria-hidden="true" />, 'secondary')}
      {status === 'shipped' && !order.open_return && order.refund_state !== 'refunded' && button('unship', <PackageX aria-hidden="true" />, 'secondary')}
      {button('note', <StickyNote aria-hidden="true" />, 'secondary')}
      {order.refundable_in_cents > 0 && button('refund', <Undo2 className="flip" aria-hidden="true" />, 'secondary')}
      {(status === 'shipped' || status === 'delivered') && <GrantReturn order={order} reload={reload} />}
      {(status === 'pending' || status === 'paid') && button('cancel', <Ban aria-hidden="true" />, 'danger')}
      {order.to_ship && <HowTo act="ship" block />}
      {order.refundable_in_cents > 0 && <HowTo act="refund" block />}
      <Tracking {...dialog} act={correction} open={open === correction} />
      <TakeBack {...dialog} act="unship" open={open === 'unship'} />
      <TakeBack {...dialog} act="undeliver" open={open === 'undeliver'} />
      <Note {...dialog} open={open === 'note'} />
      <GiveBack {...dialog} open={open === 'refund'} />
      <Cancel {...dialog} open={open === 'cancel'} />
    </section>
  );
}

export type DialogProps = Props & { open: boolean; onClose: () => void };

/** What every act on an order tells its window. */
export function useOrderAct(act: Act, { order, open, onClose, reload }: DialogProps) {
  const { t } = useTranslation();
  return {
    open,
    onClose,
    onDone: reload,
    title: t(`desk.order.${act}`),
    submit: t(`desk.order.${act}_yes`),
    done: t(`desk.order.${act}_done`),
    failed: t(`desk.order.${act}_failed`),
    post: async (body?: object, options?: Options) => {
      try {
        return await api.post(deskApi.orderAct(order.id, paths[act] ?? act), body, options);
      } catch (error) {
        // Somebody else was faster: the page shows how it stands now.
        if (error instanceof ApiError && error.code === 'illegal_transition') {
          onClose();
          await reload();
        }
        throw error;
      }
    },
  };
}

/** Takes who brings it, and the carrier's number where there is one. */
function Tracking({ act: name, ...props }: DialogProps & { act: 'ship' | 'correct' | 'change' }) {
  const { t } = useTranslation();
  const { post, ...act } = useOrderAct(name, props);
  const { carriers, carrier: before, tracking_number: number } = props.order;
  const offered = !before || carriers.includes(before) ? carriers : [before, ...carriers];
  const doubts = name === 'ship' ? doubtsOf(props.order) : [];
  const [insist, setInsist] = useState(false);
  const [chosen, setCarrier] = useState<Carrier | null>(null);
  const carrier = chosen ?? before ?? offered[0] ?? 'correos';
  const hasNumbers = brands[carrier] !== undefined;
  const isReady = name === 'ship' && carrier === 'pick_up';
  const check = ({ tracking_number }: FormValues): FieldErrors => {
    const typed = hasNumbers ? plainNumber(tracking_number) : '';
    // The server would do nothing, and tell nobody.
    if (carrier === before && typed === (number ?? '')) return { carrier: t('desk.order.unchanged') };
    return isNumberOrNone(typed) ? {} : { tracking_number: t('desk.order.tracking_format') };
  };
  return (
    <ActDialog
      {...act}
      {...(isReady && { submit: t('desk.order.ship_yes_pick_up'), done: t('desk.order.ship_done_pick_up') })}
      check={check}
      send={({ tracking_number }) =>
        showingAnew(
          post({ carrier, ...(hasNumbers && { tracking_number: plainNumber(tracking_number) }), ...(insist && { insist }) }),
          props.reload,
        )
      }
    >
      {(errors) => (
        <>
          <p>{t(hasNumbers ? 'desk.order.ship_text' : `desk.order.told.${carrier}`)}</p>
          {doubts.length > 0 && (
            <>
              {doubts.map((doubt) => (
                <p key={doubt} className="notice">
                  {t(`desk.order.${doubt}_text`)}
                </p>
              ))}
              <label className="desk-check">
                <input type="checkbox" checked={insist} onChange={() => setInsist(!insist)} />
                <span>{t('desk.order.insist')}</span>
              </label>
            </>
          )}
          <CarrierField carriers={offered} value={carrier} onChoose={setCarrier} error={errors.carrier} />
          {hasNumbers && (
            <TrackingField
              label={t('desk.order.tracking')}
              name="tracking_number"
              defaultValue={number ?? ''}
              hint={t('desk.order.tracking_hint')}
              error={errors.tracking_number}
            />
          )}
        </>
      )}
    </ActDialog>
  );
}

/** It has arrived; for a moment a press takes it back, and later the order's own button does. */
function Deliver(props: DialogProps) {
  const { t } = useTranslation();
  const { run } = useAct();
  const { post, ...act } = useOrderAct('deliver', props);
  const undo = async () => {
    const said = { done: { title: t('desk.order.undeliver_done') }, failed: t('desk.order.undeliver_failed') };
    if (await run('undo', () => api.post(deskApi.orderAct(props.order.id, 'undeliver')), said)) await props.reload();
  };
  const done = () => ({
    title: act.done,
    duration: undoTime,
    action: { label: t('common.undo'), onClick: () => void undo() },
  });
  return (
    <ActDialog {...act} done={done} send={() => post()}>
      {() => <p>{t('desk.order.deliver_text')}</p>}
    </ActDialog>
  );
}

/** It has not left, or not arrived, after all. */
function TakeBack({ act: name, ...props }: DialogProps & { act: 'unship' | 'undeliver' }) {
  const { t } = useTranslation();
  const { post, ...act } = useOrderAct(name, props);
  return (
    <ActDialog {...act} send={() => post()}>
      {() => <p>{t(`desk.order.${name}_text`)}</p>}
    </ActDialog>
  );
}

function Note(props: DialogProps) {
  const { t } = useTranslation();
  const { post, ...act } = useOrderAct('note', props);
  return (
    <ActDialog {...act} send={({ text }) => post({ text })}>
      {(errors) => (
        <TextField
          label={t('desk.order.note_label')}
          name="text"
          rows={4}
          required
          maxLength={1000}
          hint={t('desk.order.note_hint')}
          error={errors.text}
        />
      )}
    </ActDialog>
  );
}

function Cancel(props: DialogProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { post, ...act } = useOrderAct('cancel', props);
  const [restock, setRestock] = useState(true);
  const { order } = props;
  const isPaid = order.status === 'paid';
  return (
    <ActDialog {...act} danger send={() => post(isPaid ? { restock } : {})}>
      {() => (
        <>
          <p>
            {isPaid
              ? t('desk.order.cancel_paid_text', { amount: money(order.refundable_in_cents, lang) })
              : t('desk.order.cancel_pending_text')}
          </p>
          {isPaid && (
            <label className="desk-check">
              <input type="checkbox" checked={restock} onChange={() => setRestock(!restock)} />
              <span>{t('desk.order.restock')}</span>
            </label>
          )}
        </>
      )}
    </ActDialog>
  );
}
