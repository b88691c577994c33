import { useLocation, useNavigationType } from 'react-router';
import { useAlive } from '../../ui/use-alive';
import { Sent } from './sent';

/** What the page that a request for a quote leads to is told: the number of the request, and that the form is done with. */
export type QuoteSent = { quoteSent: string; isDone: true };

/** The receipt of a request for a quote; it stays with its step of the visit, also over a reload. */
export function SentQuote() {
  const state = useLocation().state as Partial<QuoteSent> | null;
  const isNew = useNavigationType() === 'PUSH';
  const number = state?.quoteSent;
  // The server draws the page without.
  if (!useAlive() || typeof number !== 'string') return null;
  return (
    <div className="page section">
      <Sent of={{ kind: 'quote', number }} isNew={isNew} />
    </div>
  );
}
