// What is to be known of a parcel before it leaves. Pure.

import type { DeskOrderLine } from '../../api/types';

/** Labels part a carrier's number with spaces, which the carrier's page does not take. */
export const plainNumber = (typed = '') => typed.replace(/[\s-]/g, '').toUpperCase();

/** Of a plain one, as the server takes it; nothing is none. */
export const isNumberOrNone = (plain: string) => /^([A-Z0-9]{10,30})?$/.test(plain);

type Doubtful = Pick<DeskOrderLine, 'disputed_in_cents' | 'unproven_withdrawal'>;

/** Why an order is sent only if the owner insists. */
export const doubtsOf = ({ disputed_in_cents: claimed, unproven_withdrawal: unproven }: Doubtful) => [
  ...(claimed > 0 ? ['disputed'] : []),
  ...(unproven ? ['unproven'] : []),
];

/** Better looked at alone: its money is claimed, or somebody says it is not wanted any more. */
export const isDoubtful = (order: Doubtful) => doubtsOf(order).length > 0;
