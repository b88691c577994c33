// What became of a payment, as the server knows it: it asks the provider, the browser never decides.

import { useEffect, useState } from 'react';
import { api, ApiError } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import type { PaymentState } from '../../api/types';

export type PaymentCheck = 'checking' | 'failed' | PaymentState;

/** Milliseconds between looks at a payment that is not settled yet; then the reader asks again. */
const pauses = [1000, 2000, 3000, 4000];

/** Follows the payment of an order; `round` counts how often the reader asked. */
export function usePaymentCheck(orderId: string, sessionId: string, round: number): PaymentCheck {
  const [check, setCheck] = useState<PaymentCheck>('checking');
  useEffect(() => {
    const stop = new AbortController();
    setCheck('checking');
    void follow(orderId, sessionId, stop.signal).then((result) => {
      if (!stop.signal.aborted) setCheck(result);
    });
    return () => stop.abort();
  }, [orderId, sessionId, round]);
  return check;
}

async function follow(orderId: string, sessionId: string, signal: AbortSignal): Promise<PaymentCheck> {
  let last: PaymentCheck = 'failed';
  for (const pause of [...pauses, 0]) {
    try {
      last = await api.post<PaymentState>(
        resourcePaths.checkPayment,
        { order_id: orderId, session_id: sessionId },
        { signal },
      );
      if (last.status !== 'pending') return last;
    } catch (error) {
      if (!(error instanceof ApiError) || isFinal(error)) return 'failed';
    }
    if (pause > 0) await new Promise((resume) => setTimeout(resume, pause));
    if (signal.aborted) return last;
  }
  return last;
}

/** A refusal stays one; a lost or late answer is worth another look. */
const isFinal = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 429;
