import { CartPanelBody as Lines } from '../features/cart/cart-panel-parts';
import { UnpaidOrders } from '../features/checkout/unpaid-orders';

/** What the side panel shows: the cart, and what it was before and is not paid. */
export function CartPanelBody() {
  return (
    <>
      <Lines />
      <UnpaidOrders />
    </>
  );
}
