// What the account pages ask of the auth service. Every call throws ApiError when it is refused.
//
// Signing in changes the browser's cookies and nothing else: `signedIn` of session.ts then tells the pages.

import { api, ApiError } from '../../api/client';
import type { Challenge, Factor, Session, User } from '../../api/types';
import { goOnTo } from './next-path';

const auth = '/api/auth';

export type Registration = {
  email: string;
  password: string;
  name: string;
  address: string;
  city: string;
  postal_code: string;
  country: string;
  lang: string;
};

/** What a mail was sent for; its link and its code say so. */
type MailedFor = 'signup' | 'magiclink' | 'recovery' | 'email_change' | 'invite';

/** What shows that somebody reads the mailbox: the code they type, or the token of the link they followed. */
export type Proof = { email: string } & ({ token: string } | { token_hash: string });

/** The second factors one of which is still to be given; none when signing in is complete. */
function missing({ aal, next_aal, user }: Session): Factor[] {
  return aal === next_aal ? [] : user.factors.filter(({ status }) => status === 'verified');
}

/** What shows that a person asks, where that is asked for. */
const person = (captcha_token: string | undefined) =>
  captcha_token === undefined ? {} : { gotrue_meta_security: { captcha_token } };

/** Signs in; answers the second factors one of which is asked for next. */
export async function signIn(email: string, password: string, captcha?: string): Promise<Factor[]> {
  const body = { email, password, ...person(captcha) };
  return missing(await api.post<Session>(`${auth}/token?grant_type=password`, body));
}

/** Asks for an account; it can be used once the address is confirmed. */
export async function signUp({ email, password, ...form }: Registration, captcha?: string): Promise<void> {
  const data = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''));
  await api.post(`${auth}/signup`, { email, password, data, ...person(captcha) });
}

/** What was mailed to confirm a sign-up: its code, or the token of its link. */
export type SignUpProof = Proof | { token_hash: string };

/**
 * Confirms the address of a sign-up; signs nobody in. `password` takes the place of the one typed before, and has to be
 * chosen where `passwordNeededFor` says so. Answers whether the browser goes on to another page by itself.
 */
export async function confirmSignUp(proof: SignUpProof, password?: string): Promise<boolean> {
  return goOnTo(await sendProof<Session>('signup', proof, password));
}

/** Takes the administrator's role that a mailed link offers, without signing in; answers as `confirmSignUp`. */
export async function acceptInvitation(proof: Proof, password?: string): Promise<boolean> {
  return goOnTo(await sendProof<Session>('invite', proof, password));
}

/** The account that is not confirmed without choosing its password now; null for any other refusal. */
export function passwordNeededFor(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'password_required') return null;
  return String(error.params.email ?? '');
}

/** Makes another address the account's, without signing in; answers as `confirmSignUp`. */
export async function confirmEmail(proof: Proof): Promise<boolean> {
  return goOnTo(await sendProof<Session>('email_change', proof));
}

/** Signs in with what was mailed; answers the second factors one of which is asked for next, and where to go then. */
export async function signInByMail(
  type: 'magiclink' | 'recovery',
  proof: Proof,
): Promise<{ factors: Factor[]; onward?: string }> {
  const answer = await sendProof<Session>(type, proof);
  return { factors: missing(answer), onward: answer.redirect_to ?? undefined };
}

/** A typed code that is refused is said to be wrong, at its field; a link has expired. */
async function sendProof<T>(type: MailedFor, proof: SignUpProof, password?: string): Promise<T> {
  try {
    return await api.post<T>(`${auth}/verify`, { type, ...proof, password });
  } catch (error) {
    const isTyped = 'token' in proof && error instanceof ApiError && error.code === 'otp_expired';
    throw isTyped ? new ApiError(error.status, 'wrong_code', error.detail, { field: 'token' }) : error;
  }
}

/** Sends the confirmation mail again. */
export const resendConfirmation = (email: string, captcha?: string) =>
  api.post(`${auth}/resend`, { type: 'signup', email, ...person(captcha) });

/** Sends the mail to an account's new address again; `email` is the one it has. */
export const resendEmailChange = (email: string, captcha?: string) =>
  api.post(`${auth}/resend`, { type: 'email_change', email, ...person(captcha) });

/** Mails a link and a code that sign in, where the address has an account. */
export const mailSignIn = (email: string, captcha?: string) =>
  api.post(`${auth}/otp`, { email, create_user: false, ...person(captcha) });

/** Mails a link and a code that let a forgotten password be set anew, where the address has an account. */
export const mailRecovery = (email: string, captcha?: string) =>
  api.post(`${auth}/recover`, { email, ...person(captcha) });

/** Mails a code that stands for the current password once. */
export const mailCode = () => api.get(`${auth}/reauthenticate`);

/** What to change, and what allows it. */
export type Change = { password?: string; email?: string; current_password?: string; nonce?: string };

export const changeAccount = (change: Change) => api.put<User>(`${auth}/user`, change);

/** Answers the challenge of a second factor with a code of the app, or with a recovery code. */
export async function giveFactor(factorId: string, code: string): Promise<void> {
  const factor = `${auth}/factors/${encodeURIComponent(factorId)}`;
  const challenge = await api.post<Challenge>(`${factor}/challenge`);
  await api.post(`${factor}/verify`, { challenge_id: challenge.id, code });
}
