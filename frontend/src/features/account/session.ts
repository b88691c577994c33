// Who is signed in, as the server says. The tokens live in HttpOnly cookies that no script sees;
// what is kept here is the user and when the session ends.

import { useSyncExternalStore } from 'react';
import { alone, api, ApiError, setUnauthorizedHandler } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { clearHiddenResources, clearPersonalResources } from '../../api/resource';
import type { Awaiting, CurrentSession, CurrentUser } from '../../api/types';
import { keep, kept } from '../../kept';
import { isDue, retryDelay, TICK_MS } from './session-timing';

export type Session =
  | { status: 'loading'; user: null }
  | { status: 'anonymous'; user: null }
  /** Half a session: all but giving the second factor is refused. */
  | { status: 'awaiting'; user: null; awaiting: Awaiting }
  | { status: 'user'; user: CurrentUser }
  /** It ended by itself under a page that shows what is this user's; `asks` for another sign-in in a window above it. */
  | { status: 'ended'; user: CurrentUser; asks: boolean };

/** What may happen to a session; every tab of the site is told. */
export type SessionEvent =
  | 'signed_in'
  | 'signed_out'
  | 'token_refreshed'
  | 'password_recovery'
  | 'user_updated';

const auth = '/api/auth';
/** So long the end of a session waits for what the page still asks. */
const LAST_ANSWERS_MS = 2000;
const loading: Session = { status: 'loading', user: null };
const anonymous: Session = { status: 'anonymous', user: null };

let session: Session = loading;
/** Unix seconds; 0 when there is no session. */
let expiresAt = 0;
let channel: BroadcastChannel | null = null;
let renewal: Promise<boolean> | null = null;
/** Pages of a signed-in user that are open in this tab; none once the account is gone. */
let heldPages = 0;
let isErased = false;
const watchers = new Set<() => void>();

const watch = (notify: () => void) => {
  watchers.add(notify);
  return () => void watchers.delete(notify);
};

/** The session; `loading` on the server and until the first answer in the browser. */
export const useSession = (): Session =>
  useSyncExternalStore(
    watch,
    () => session,
    () => loading,
  );

/** Who is here, outside of components. */
export const currentUser = (): CurrentUser | null => session.user;

/** Restores the session and keeps it alive; called once, after the first render. */
export function startSession(): void {
  if ('BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel('session');
    channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => void hear(data);
  }
  setInterval(() => void tick(), TICK_MS);
  // Timers sleep in a hidden tab.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    // Another tab may have signed in, and this one not have heard it.
    void (session.status === 'ended' ? restore() : tick());
  });
  setUnauthorizedHandler(afterUnauthorized);
  void restore();
}

/** To be called once the server has given this browser other cookies: who is here now? @throws ApiError */
export async function signedIn(event: SessionEvent = 'signed_in'): Promise<void> {
  await ask();
  tell(event);
}

/** Ends this browser's session, on the server and in all tabs. @throws ApiError */
export async function signOut(): Promise<void> {
  // What is still asked in this session would be refused after its end, and would try to renew it.
  await alone(LAST_ANSWERS_MS, async () => {
    try {
      await api.post(`${auth}/logout?scope=local`);
    } catch (error) {
      // No session to end is what was wanted.
      if (!(error instanceof ApiError && error.status === 401)) throw error;
    }
    leave();
    tell('signed_out');
  });
}

/** To be called once the account is gone. This page still shows it, until it is left for a new one. */
export function accountErased(): void {
  isErased = true;
  sessionStorage.clear();
  tell('signed_out');
}

/** To be called after the user's own data changed. */
export async function userUpdated(): Promise<void> {
  tell('user_updated');
  await restore();
}

/** A page of a signed-in user is open, and what is written in it outlives the session; answers the function that ends it. */
export function holdPage(): () => void {
  heldPages += 1;
  return () => {
    heldPages -= 1;
    // Another page of the user may take its place.
    setTimeout(() => {
      if (heldPages === 0 && session.status === 'ended') leave();
    });
  };
}

/** Another sign-in is not wanted now: the page stays, and asks again at the next thing that needs one. */
export function putOffSignIn(): void {
  if (session.status === 'ended') change({ ...session, asks: false });
}

/** Gives up the page of a session that has ended, and what there may be of another. */
export function leaveEnded(): void {
  leave();
  tell('signed_out');
  void endHalf();
}

/** To be called when somebody stops between the password and the second factor: a page that waits for them asks from the start. */
export async function stoppedHalfWay(): Promise<void> {
  if (session.status === 'ended') await endHalf();
  else await signedIn();
}

const endHalf = () => api.post(`${auth}/logout?scope=local`).catch(() => undefined);

function change(next: Session) {
  session = next;
  watchers.forEach((notify) => notify());
}

/** Takes over what the server said; answers whether there is a session. */
function adopt({ user, awaiting, expires_at: until }: CurrentSession): boolean {
  // Half a session of the user whose page waits: the window above it asks for the second factor.
  if (session.status === 'ended' && awaiting?.email === session.user.email) return true;
  if (user) become({ status: 'user', user }, until ?? 0);
  else if (awaiting) become({ status: 'awaiting', user: null, awaiting }, until ?? 0);
  else become(nobody(), 0);
  return Boolean(user ?? awaiting);
}

/** Goes on as `next`, whose session ends at `until`, in Unix seconds; 0 where there is none. */
function become(next: Session, until: number) {
  expiresAt = until;
  shareExpiry(until);
  if (next.user?.id !== session.user?.id) clearPersonalResources();
  else if (next.status === 'ended') clearHiddenResources();
  change(next);
}

/** What a session becomes that ends by itself: what its page holds is not thrown away. */
function nobody(): Session {
  if (session.status === 'ended') return session;
  if (session.status !== 'user' || heldPages === 0 || isErased) return anonymous;
  return { status: 'ended', user: session.user, asks: true };
}

/** Forgets the user and all that this tab noted for them. */
function leave() {
  become(anonymous, 0);
  sessionStorage.clear();
}

async function ask(): Promise<void> {
  const answer = await retrying(() => api.get<CurrentSession>(resourcePaths.session));
  const until = answer.expires_at ?? 0;
  if (until === 0 || !isDue(until, Date.now())) {
    adopt(answer);
    return;
  }
  // The access token ran out while the site was closed; the session behind it lives longer.
  expiresAt = until;
  await renew();
}

async function restore(): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (session.status === 'loading') change(anonymous);
  }
}

async function tick(): Promise<void> {
  if (expiresAt > 0 && isDue(expiresAt, Date.now())) await renew();
}

/** Renews the session, once at a time in all tabs together; answers whether it is alive. */
function renew(): Promise<boolean> {
  renewal ??= exclusively(renewOnce).finally(() => {
    renewal = null;
  });
  return renewal;
}

async function renewOnce(): Promise<boolean> {
  let renewed = false;
  try {
    // Another tab may have been first.
    if (sharedExpiry() <= expiresAt || isDue(sharedExpiry(), Date.now())) {
      await retrying(() => api.post(`${auth}/token?grant_type=refresh_token`));
      renewed = true;
    }
    // The answer to the renewal does not say what the pages need to know of the person.
    const alive = adopt(await retrying(() => api.get<CurrentSession>(resourcePaths.session)));
    if (renewed) tell('token_refreshed');
    return alive;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Only a refusal of the session ends it; after anything else the next tick tries again.
    if (error.status !== 400 && error.status !== 401) {
      if (session.status === 'loading') change(anonymous);
      return false;
    }
    adopt({ user: null });
    return false;
  }
}

/** A call was refused for want of a session: worth repeating when it could be renewed, or its user has signed in again. */
async function afterUnauthorized(signsIn: boolean): Promise<boolean> {
  const here = session.user?.id;
  if (session.status === 'user' && (await renew())) return session.user?.id === here;
  return !signsIn && (await awaitSignIn());
}

/** Waits while another sign-in is asked for; answers whether the user of the page is here again. */
function awaitSignIn(): Promise<boolean> {
  if (session.status !== 'ended') return Promise.resolve(false);
  const { id } = session.user;
  if (!session.asks) change({ ...session, asks: true });
  return new Promise((resolve) => {
    const stop = watch(() => {
      if (session.status === 'ended' && session.asks) return;
      stop();
      resolve(session.status === 'user' && session.user.id === id);
    });
  });
}

async function hear(event: SessionEvent): Promise<void> {
  if (event === 'signed_out') leave();
  else if (event === 'token_refreshed' && session.status === 'user') expiresAt = sharedExpiry();
  else await restore();
}

function tell(event: SessionEvent) {
  channel?.postMessage(event);
}

function isTransient({ status }: ApiError): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504;
}

async function retrying<T>(call: () => Promise<T>): Promise<T> {
  const start = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const delay = retryDelay(attempt, Date.now() - start);
      if (delay === null || !(error instanceof ApiError && isTransient(error))) throw error;
      await new Promise((resume) => setTimeout(resume, delay));
    }
  }
}

/** Only secure pages have locks; elsewhere the server's grace for a repeated renewal has to do. */
async function exclusively(work: () => Promise<boolean>): Promise<boolean> {
  return 'locks' in navigator ? await navigator.locks.request('session-renewal', work) : await work();
}

const expiryKey = 'session-expires-at';

/** When the session ends as any tab last heard, in Unix seconds; 0 for no session. */
const sharedExpiry = (): number => Number(kept(expiryKey) ?? 0);

const shareExpiry = (seconds: number) => keep(expiryKey, seconds > 0 ? String(seconds) : null);
