// Passkeys, as the browser makes and shows them. The server judges what it is sent; a refusal is an ApiError.

import { api, ApiError } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import type { ListedPasskey, PasskeyQuestion } from '../../api/types';
import { notePasskey } from './passkey-memory';
import { currentUser, signedIn } from './session';

/** Bytes in the JSON of the standard. */
const encode = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const decode = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** What of the options is bytes for the browser. */
type Asked = {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: { id: string; type: 'public-key' }[];
};

/** Whether the device itself can keep one. */
export const canKeepPasskey = (): Promise<boolean> =>
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);

/** The reader gave it up, or let the time pass: nothing to tell of. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);

/** The device has one for this account already. */
export const isKnown = (error: unknown): boolean => error instanceof DOMException && error.name === 'InvalidStateError';

/** Makes a passkey and adds it to the account of whoever is signed in. @throws ApiError, DOMException */
export async function makePasskey(name: string): Promise<ListedPasskey> {
  const { id, options } = await api.post<PasskeyQuestion>(resourcePaths.passkeyQuestion);
  const asked = options as Asked & Omit<PublicKeyCredentialCreationOptions, keyof Asked>;
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...asked,
    challenge: decode(asked.challenge),
    user: { ...asked.user, id: decode(asked.user.id) },
    excludeCredentials: asked.excludeCredentials?.map((known) => ({ ...known, id: decode(known.id) })),
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
  if (made === null) throw new DOMException('', 'NotAllowedError');
  const response = made.response as AuthenticatorAttestationResponse;
  const answer = { attestationObject: encode(response.attestationObject), clientDataJSON: encode(response.clientDataJSON) };
  const added = await api.post<ListedPasskey>(resourcePaths.passkeys, { id, name, credential: shownAs(made, answer) });
  notePasskey('used');
  return added;
}

/** How long a question is asked before another takes its place, in milliseconds: the server forgets it after five minutes. */
export const patience = 4 * 60_000;

export const askToSignIn = () => api.post<PasskeyQuestion>(resourcePaths.passkeySignInQuestion);

/** How a passkey is asked for: at a press, or among what the browser proposes for the field of the address. */
type Way = { signal?: AbortSignal; mediation?: CredentialMediationRequirement };

/**
 * Signs in with a passkey that answers the question. Where somebody is here already it must be theirs: another's leaves
 * for the account, so that nothing is done in the wrong one. @throws ApiError, DOMException
 */
export async function signInWithPasskey({ id, options }: PasskeyQuestion, way: Way = {}): Promise<void> {
  const here = currentUser()?.id;
  const { challenge, rpId, userVerification, timeout } = options as {
    challenge: string;
    rpId: string;
    userVerification: UserVerificationRequirement;
    timeout: number;
  };
  const publicKey = { challenge: decode(challenge), rpId, userVerification, timeout };
  const shown = (await navigator.credentials.get({ publicKey, ...way })) as PublicKeyCredential | null;
  if (shown === null) throw new DOMException('', 'NotAllowedError');
  const response = shown.response as AuthenticatorAssertionResponse;
  const answer = {
    authenticatorData: encode(response.authenticatorData),
    clientDataJSON: encode(response.clientDataJSON),
    signature: encode(response.signature),
    userHandle: response.userHandle && encode(response.userHandle),
  };
  try {
    await api.post(resourcePaths.passkeySignIn, { id, credential: shownAs(shown, answer) });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'passkey_refused') notePasskey(null);
    throw error;
  }
  notePasskey('used');
  await signedIn();
  if (here !== undefined && currentUser()?.id !== here) {
    location.assign('/account');
    throw new ApiError(0, 'unauthorized', 'another account');
  }
}

const shownAs = ({ id, type }: PublicKeyCredential, response: object) => ({ id, rawId: id, type, response });
