import type { Order } from '../../api/types';

type Made = Pick<Order, 'status' | 'refund_state' | 'withdrawn_at'> & { order_items: { custom_field_values: unknown[] }[] };

/** Whether it waits to be sent until something in it is made that bears its buyer's words. */
export const isBeingMade = ({ status, refund_state: refund, withdrawn_at: withdrawn, order_items: items }: Made) =>
  status === 'paid' && refund !== 'refunded' && !withdrawn && items.some(({ custom_field_values: texts }) => texts.length > 0);
