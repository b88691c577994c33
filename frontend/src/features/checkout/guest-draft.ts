// What a buyer has typed so far, kept on the way to the payment page, too, until the order is paid: all of it without an
// account, and what the invoice asks for with one.

import { forgetFormDraft, formDraft, keepFormDraft, type FormDraft } from '../../form-draft';

const key = 'guest-draft';

export type GuestDraft = FormDraft;

export const guestDraft = (): GuestDraft => formDraft(key);
export const keepGuestDraft = (form: HTMLFormElement): void => keepFormDraft(key, form);
export const forgetGuestDraft = (): void => forgetFormDraft(key);
