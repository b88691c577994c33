import type { Order, OrderItem } from '../../api/types';

type Line = Pick<OrderItem, 'quantity' | 'refunded_quantity'> & { custom_field_values: unknown[] };
type Made = Pick<Order, 'status' | 'refund_state' | 'withdrawn_at'> & { order_items: Line[] };

/** Whether it waits to be sent until something in it is made that bears its buyer's words and was not given back. */
export const isBeingMade = ({ status, refund_state: refund, withdrawn_at: withdrawn, order_items: items }: Made) =>
  status === 'paid' && refund !== 'refunded' && !withdrawn && items.some(isMade);

const isMade = ({ quantity, refunded_quantity: back, custom_field_values: texts }: Line) => texts.length > 0 && back < quantity;
