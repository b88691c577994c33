// What was typed into the request for a quote, until it is sent.

import { fillIn, forgetFormDraft, formDraft, keepFormDraft } from '../../form-draft';

const key = 'quote-draft';

/** Puts back what was typed; the message only where it was about the same, in place of how it begins there. */
export function fillInQuoteDraft(form: HTMLFormElement): void {
  const { asked, message, proposed, ...draft } = formDraft(key);
  const isSame = asked === location.search;
  // Nobody chose what another product proposed.
  if (!isSame && draft['service'] === proposed) delete draft['service'];
  fillIn(form, draft);
  const text = form.elements.namedItem('message');
  if (text instanceof HTMLTextAreaElement && message && isSame) text.value = message;
}

/** Chooses the service that fits what is asked for, unless somebody chose one or has begun to ask for the same. */
export function proposeService(form: HTMLFormElement, service: string): void {
  const field = form.elements.namedItem('service');
  const isBegun = formDraft(key)['asked'] === location.search;
  if (field instanceof HTMLSelectElement && field.value === '' && !isBegun) field.value = service;
}

/** `proposed` is the service that what is asked for proposes, if any. */
export const keepQuoteDraft = (form: HTMLFormElement, proposed = ''): void =>
  keepFormDraft(key, form, { asked: location.search, proposed });
export const forgetQuoteDraft = (): void => forgetFormDraft(key);
