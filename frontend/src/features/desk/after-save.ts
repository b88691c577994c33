import { leftOf } from './texts/words';

/** The draft of what the server has `saved`, but for the parts that were changed since it was `sent`. */
export const afterSave = <Draft extends Record<string, unknown>>(now: Draft, sent: Draft, saved: Draft): Draft => ({
  ...saved,
  ...leftOf(now, sent),
});
