// The receipt of what was sent. Its code comes once something is, and so does it to a page that arrives with one.

import { lazy, Suspense, useState, type ComponentType } from 'react';
import { patiently } from '../../late-part';
import { applyWholeStyle } from '../../style';
import type { ReceiptProps } from './receipt';

let ready: ComponentType<ReceiptProps> | null = null;

export const offerReceipt = (receipt: ComponentType<ReceiptProps>) => void (ready = receipt);

const bring = () => Promise.all([import('../../later').then(({ bringReceipt }) => bringReceipt()), applyWholeStyle()]);

/** Whether it can be shown now. */
export const receiptIsHere = () => bring().then(() => true, () => false);

const Late = lazy(async () => {
  await patiently(bring);
  return { default: ready as ComponentType<ReceiptProps> };
});

/** The receipt, as soon as it is here. */
export function Sent(props: ReceiptProps) {
  const [Content] = useState(() => ready ?? Late);
  return (
    <Suspense>
      <Content {...props} />
    </Suspense>
  );
}
