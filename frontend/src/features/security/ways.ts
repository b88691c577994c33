import { ApiError } from '../../api/client';

/** How somebody may sign in again, and for what: the desk has closed, or something asks for a recent sign-in. */
export type Ways = 'any' | 'desk' | 'mail' | 'passkey';

/** What each asks in. */
export const leads: Record<Ways, string> = {
  any: 'step_up.text',
  desk: 'step_up.desk',
  mail: 'step_up.by_mail',
  passkey: 'step_up.by_passkey',
};

/** The ways that a refusal leaves: not the password where it counts for nothing; null where no sign-in is asked for. */
export function waysFor(error: unknown): Ways | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'passkey_required') return 'passkey';
  if (error.code !== 'reauthentication_needed') return null;
  if (error.params.desk === 'closed') return 'desk';
  return error.params.method === 'otp' ? 'mail' : 'any';
}
