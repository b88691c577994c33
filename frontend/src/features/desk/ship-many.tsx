import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api, ApiError } from '../../api/client';
import { errorText } from '../../api/problem';
import type { Carrier, DeskOrderLine } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { toast } from '../../ui/toast';
import { useFailure } from '../account/use-failure';
import { useForm, type FieldErrors, type FormValues } from '../account/use-form';
import { brands } from '../orders/tracking';
import { useFreshSignIn } from '../security/step-up';
import { deskApi, deskPaths } from './desk-paths';
import { isDoubtful, isNumberOrNone, plainNumber } from './parcel';
import { CarrierField, TrackingField } from './parcel-fields';
import { undoTime } from './use-act';
import { useWindowGuard } from './window-guard';

type Props = {
  orders: DeskOrderLine[];
  carriers: Carrier[];
  onClose: () => void;
  reload: () => Promise<void>;
};

/** Parcels that leave together: one carrier for all, a number for each. Each order is an act of its own. */
export function ShipMany({ open, ...props }: Props & { open: boolean }) {
  const { t } = useTranslation();
  const parcels = useRef<HTMLDivElement>(null);
  const { leave, question } = useWindowGuard(parcels, props.onClose);
  return (
    <>
      {question}
      <Dialog open={open} onClose={leave} title={t('desk.orders.ship_title')} closeLabel={t('common.close')} asks>
        <div ref={parcels}>
          <Parcels {...props} onLeave={leave} />
        </div>
      </Dialog>
    </>
  );
}

/** What the next one would be told, too: nobody is signed in, too many at once, no answer. */
const isForAll = ({ status }: ApiError) => status === 0 || status === 401 || status === 429 || status >= 500;

/** An order that was not sent, and why. */
type Refused = { order: DeskOrderLine; why: string };

function Parcels({ orders, carriers, onClose, onLeave, reload }: Props & { onLeave: () => void }) {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const [carrier, setCarrier] = useState(carriers[0] ?? 'correos');
  const [refused, setRefused] = useState<Refused[]>([]);
  const hasNumbers = brands[carrier] !== undefined;
  const doubtful = orders.filter(isDoubtful);
  const parcels = orders.filter((order) => !isDoubtful(order));
  // What was refused may have left the list: somebody cancelled it.
  useEffect(() => {
    if (orders.length === 0) onClose();
  }, [orders.length, onClose]);
  const numberIn = (values: FormValues, id: string) => (hasNumbers ? plainNumber(values[id]) : '');

  /** What was refused is told by number: of what was cancelled meanwhile nothing is left here to tell it at. */
  const tell = (sent: number, found: Refused[]) =>
    toast({
      title: sent > 0 ? t('desk.orders.ship_done', { count: sent }) : t('desk.order.ship_failed'),
      ...(found.length === 0
        ? { variant: 'success' }
        : { variant: 'destructive', duration: undoTime, description: found.map(({ order, why }) => `${order.number}: ${why}`).join(' ') }),
    });
  const check = (values: FormValues): FieldErrors =>
    Object.fromEntries(
      parcels
        .filter(({ id }) => !isNumberOrNone(numberIn(values, id)))
        .map(({ id }) => [id, t('desk.order.tracking_format')]),
    );
  const { busy, errors, handlers } = useForm({
    check,
    send: async (values) => {
      const found: Refused[] = [];
      let sent = 0;
      try {
        for (const order of parcels) {
          const parcel = { carrier, ...(hasNumbers && { tracking_number: numberIn(values, order.id) }) };
          try {
            // Whoever does not sign in again sends none of the others either.
            if (!(await fresh(async () => void (await api.post(deskApi.orderAct(order.id, 'ship'), parcel))))) break;
            sent += 1;
          } catch (error) {
            // What is wrong with one is no reason to keep the others; where nobody answers, they wait.
            if (!(error instanceof ApiError) || isForAll(error)) throw error;
            found.push({ order, why: errorText(t, error) });
          }
        }
      } finally {
        setRefused(found);
        if (sent === parcels.length) onClose();
        if (sent > 0 || found.length > 0) {
          tell(sent, found);
          await reload();
        }
      }
    },
    onError: useFailure(t('desk.order.ship_failed')),
  });
  const why = (id: string) => errors[id] || refused.find(({ order }) => order.id === id)?.why;
  return (
    <form className="stack" {...handlers}>
      {parcels.length > 0 && (
        <>
          <p>{t(hasNumbers ? 'desk.order.ship_text' : `desk.order.told.${carrier}`)}</p>
          <CarrierField carriers={carriers} value={carrier} onChoose={setCarrier} />
        </>
      )}
      {parcels.map((order) => (
        <Parcel key={order.id} order={order} hasNumbers={hasNumbers} error={why(order.id)} />
      ))}
      {doubtful.length > 0 && <Doubtful orders={doubtful} />}
      <div className="row desk-dialog__acts">
        {parcels.length > 0 && (
          <Button type="submit" busy={busy}>
            {t(carrier === 'pick_up' ? 'desk.orders.ready' : 'desk.orders.ship', { count: parcels.length })}
          </Button>
        )}
        <Button variant="secondary" onClick={onLeave}>
          {t('desk.not_now')}
        </Button>
      </div>
    </form>
  );
}

function Parcel({ order: { id, number, name }, hasNumbers, error }: { order: DeskOrderLine; hasNumbers: boolean; error?: string }) {
  const { t } = useTranslation();
  const whose = (
    <>
      <bdi className="numeric">{number}</bdi> · <bdi>{name}</bdi>
    </>
  );
  if (!hasNumbers) {
    return (
      <div>
        <p>{whose}</p>
        {error && (
          <p className="field__error" role="alert">
            {error}
          </p>
        )}
      </div>
    );
  }
  return <TrackingField label={whose} name={id} placeholder={t('desk.order.tracking')} error={error} />;
}

function Doubtful({ orders }: { orders: DeskOrderLine[] }) {
  const { t } = useTranslation();
  return (
    <div className="notice">
      <p>{t('desk.orders.ship_alone')}</p>
      <ul>
        {orders.map(({ id, number, name }) => (
          <li key={id}>
            <Link to={deskPaths.order(id)}>
              <bdi className="numeric">{number}</bdi> · <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
