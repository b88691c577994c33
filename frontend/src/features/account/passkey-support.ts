/** Whether this browser has passkeys for a site that calls itself `domain`; false on the server. */
export const hasPasskeys = (domain: string | null | undefined): boolean =>
  typeof domain === 'string' && 'PublicKeyCredential' in globalThis && location.hostname === domain;
