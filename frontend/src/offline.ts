// Starts the worker that keeps the telephone number for when there is no connection.

import type { I18n } from './i18n';

type Policy = { createScriptURL: (url: string) => unknown };
type TrustedTypes = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy };

/** The worker's address, as a browser that enforces Trusted Types takes it. */
function workerUrl(): string {
  const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  const policy = factory?.createPolicy('manetes-worker', { createScriptURL: () => '/sw.js' });
  return (policy?.createScriptURL('') ?? '/sw.js') as string;
}

/** Registers the worker and tells it the language, now and when it changes. */
export async function keepForOffline(i18n: I18n): Promise<void> {
  try {
    await navigator.serviceWorker.register(workerUrl());
    const { active } = await navigator.serviceWorker.ready;
    const tell = () => active?.postMessage(i18n.texts.lang);
    tell();
    i18n.subscribe(tell);
  } catch {
    // A browser that keeps nothing shows its own page when there is no connection.
  }
}
