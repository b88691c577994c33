// What was typed into the request for a quote, until it is sent.

import { forgetFormDraft, formDraft, keepFormDraft } from '../../form-draft';

const key = 'quote-draft';

/** The fields a reader fills in, but for the message. */
const typed = ['name', 'email', 'phone', 'service', 'town', 'when'];

/** Puts back what was typed; the message only where it was about the same, in place of how it begins there. */
export function fillInQuoteDraft(form: HTMLFormElement): void {
  const { asked, message, ...draft } = formDraft(key);
  for (const name of typed) {
    const field = form.elements.namedItem(name);
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (isField && field.value === '') field.value = draft[name] ?? '';
  }
  const text = form.elements.namedItem('message');
  if (text instanceof HTMLTextAreaElement && message && asked === location.search) text.value = message;
}

export const keepQuoteDraft = (form: HTMLFormElement): void => keepFormDraft(key, form, { asked: location.search });
export const forgetQuoteDraft = (): void => forgetFormDraft(key);
