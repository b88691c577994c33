// The one way to talk to the server: typed, same origin, session in HttpOnly cookies.

import type { Code } from './types';

/**
 * What went wrong: the server's codes, `network_error` when no answer came, and `wrong_code` for a
 * code from a mail or an app that was mistyped or is over. */
export type ErrorCode = Code | 'network_error' | 'wrong_code';

/** Members a problem may carry beside its code; which ones depends on the code. */
export type ProblemParams = Record<string, unknown>;

/** A refusal of the server, or `network_error` (status 0) when no answer came. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    readonly detail: string,
    readonly params: ProblemParams = {},
  ) {
    super(detail || code);
    this.name = 'ApiError';
  }
}

/** Reads the body of a failed answer; anything that is no problem document becomes `internal`. */
export function problemFrom(status: number, body: unknown): ApiError {
  if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string') {
    const detail = 'detail' in body && typeof body.detail === 'string' ? body.detail : '';
    return new ApiError(status, body.code as Code, detail, body as ProblemParams);
  }
  return new ApiError(status, status === 404 ? 'not_found' : 'internal', `HTTP ${status}`);
}

/** Tries to renew the session; answers whether the call is worth repeating. One that `signsIn` is not, for want of a sign-in. */
type UnauthorizedHandler = (signsIn: boolean) => Promise<boolean>;

let onUnauthorized: UnauthorizedHandler | null = null;

export function setUnauthorizedHandler(handler: UnauthorizedHandler | null) {
  onUnauthorized = handler;
}

/** What is asked on the way to a session, besides what is about the session itself. */
const signInPaths = /^\/api\/(?:auth\/(?:otp|verify|recover|resend|factors\/[^/]+\/(?:challenge|verify))|passkeys\/)/;

/** Asks for another sign-in; answers whether the call is worth repeating. */
type StaleHandler = (refusal: ApiError) => Promise<boolean>;

let onStale: StaleHandler | null = null;

/** For what is read, and files, where a sign-in may be too old for it. What else is sent is repeated by whoever sent it. */
export function setStaleHandler(handler: StaleHandler | null) {
  onStale = handler;
}

let onWritten: (() => void) | null = null;

/** What is sent to sign in or out changes nothing that is shown. */
const aboutSignIn = /^\/api\/(?:auth|passkeys)\//;

/** Called after each thing that was sent and taken: what is shown of it elsewhere is old. */
export function setWrittenHandler(handler: (() => void) | null) {
  onWritten = handler;
}

/** How often somebody has signed in again. */
let signIns = 0;

/** Somebody has: what was asked before and is refused after that is asked again, and nobody a second time. */
export function signedInAgain() {
  signIns += 1;
}

export type Options = {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Nobody has asked for it: a refusal asks nobody to sign in. */
  unasked?: boolean;
};

/** Waits for the server. A connection that fails is no answer, also one that breaks off midway. */
async function answered<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'network_error', 'network error');
  }
}

async function send(method: string, path: string, body: unknown, options: Options): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Session-Transport': 'cookie',
    ...options.headers,
  };
  const isFile = typeof Blob !== 'undefined' && body instanceof Blob;
  if (body !== undefined) headers['Content-Type'] = isFile ? body.type : 'application/json';
  const request = fetch(path, {
    method,
    headers,
    credentials: 'same-origin',
    body: isFile || body === undefined ? body : JSON.stringify(body),
    signal: options.signal,
  });
  return answered(request, options.signal);
}

type Reader = (response: Response, signal?: AbortSignal) => Promise<unknown>;

const read: Reader = async (response, signal) => {
  const text = await answered(response.text(), signal);
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const underWay = new Set<Promise<unknown>>();

/** What is asked meanwhile waits for it. */
let gate: Promise<void> | null = null;

/**
 * Does `work`, which ends the session, once all that is being asked now has been answered, after `ms` at the latest. What is
 * asked meanwhile is asked afterwards, if the page that wants it is still there.
 */
export async function alone(ms: number, work: () => Promise<void>): Promise<void> {
  let open = () => {};
  gate = new Promise((resolve) => (open = resolve));
  try {
    const late = new Promise((resolve) => setTimeout(resolve, ms));
    await Promise.race([Promise.allSettled(underWay), late]);
    await work();
  } finally {
    // In a task of its own: by then the page has let go of what it wanted.
    setTimeout(() => {
      gate = null;
      open();
    });
  }
}

/** A file as it comes. */
const readFile: Reader = (response, signal) => answered(response.blob(), signal);

async function call<T>(method: string, path: string, body: unknown, options: Options = {}, taken: Reader = read): Promise<T> {
  const answer = ask<T>(method, path, body, options, taken);
  underWay.add(answer);
  try {
    return await answer;
  } finally {
    underWay.delete(answer);
  }
}

async function ask<T>(method: string, path: string, body: unknown, options: Options, taken: Reader): Promise<T> {
  // What renews the session, or ends it, is not repeated by renewing it.
  const isAboutSession = /^\/api\/auth\/(?:token|logout|session)\b/.test(path);
  if (gate && !isAboutSession) await gate;
  const signInsBefore = signIns;
  let response = await send(method, path, body, options);
  if (response.status === 401 && onUnauthorized && !isAboutSession && !options.unasked) {
    if (await onUnauthorized(signInPaths.test(path))) response = await send(method, path, body, options);
  }
  if (response.ok) {
    const answer = (await taken(response, options.signal)) as T;
    if (method !== 'GET' && !aboutSignIn.test(path)) onWritten?.();
    return answer;
  }
  const refusal = problemFrom(response.status, await read(response, options.signal));
  const isRepeatable = (method === 'GET' && !options.unasked) || body instanceof Blob;
  const isStale = isRepeatable && refusal.code === 'reauthentication_needed';
  if (isStale && (signIns > signInsBefore || (await onStale?.(refusal)))) {
    return call<T>(method, path, body, options, taken);
  }
  throw refusal;
}

export const api = {
  get: <T>(path: string, options?: Options) => call<T>('GET', path, undefined, options),
  file: (path: string) => call<Blob>('GET', path, undefined, { headers: { Accept: '*/*' } }, readFile),
  post: <T>(path: string, body: unknown = {}, options?: Options) => call<T>('POST', path, body, options),
  put: <T>(path: string, body: unknown, options?: Options) => call<T>('PUT', path, body, options),
  patch: <T>(path: string, body: unknown, options?: Options) => call<T>('PATCH', path, body, options),
  delete: <T>(path: string, options?: Options) => call<T>('DELETE', path, undefined, options),
};
