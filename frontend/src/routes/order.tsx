import { useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { resourcePaths } from '../api/paths';
import { useResource } from '../api/resource';
import type { Order } from '../api/types';
import { RequireUser } from '../features/account/require-user';
import { useSession } from '../features/account/session';
import { PayOrder } from '../features/checkout/pay-order';
import { OrderPage } from '../features/orders/order-page';
import { SaveOrder } from '../features/orders/save-order';
import { PasskeyOffer } from '../features/security/passkeys-later';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { paths } from '../paths';

/** One order, for its account or for a browser that has its cookie; anybody else signs in first. */
export default function OrderRoute() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const session = useSession();
  const asGuest = query.has('guest') && (session.status === 'anonymous' || session.status === 'awaiting');
  if (asGuest) return <Shown />;
  return (
    <RequireUser title={t('order.number')}>
      <Shown />
    </RequireUser>
  );
}

function Shown() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const session = useSession();
  const { data: order, error } = useResource<Order>(resourcePaths.order(id));
  const [isSaved, setSaved] = useState(false);
  useTitle(order && `${t('order.number')} ${order.number}`);
  // The cookie is over.
  if (error?.status === 401) return <Navigate to={paths.loginFor(paths.order(id))} replace />;
  return (
    <>
      <OrderPage
        id={id}
        pay={(payable, reload) => <PayOrder order={payable} onRefused={reload} />}
        save={(reload) => (
          <SaveOrder
            orderId={id}
            email={session.user?.email ?? null}
            onSaved={() => {
              setSaved(true);
              reload();
            }}
          />
        )}
      />
      {isSaved && (
        <div className="page">
          <PasskeyOffer />
        </div>
      )}
    </>
  );
}
