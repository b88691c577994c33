// Starts the page in the browser: takes over the server's HTML, or builds the page when there is none.

import { BrowserRouter } from 'react-router';
import { countContacts } from './api/count';
import { startVisit } from './api/resource';
import { App, type Boot } from './app';
import { startSession } from './features/account/session';
import { I18n, settleLanguage } from './i18n';
import { prefetchPages } from './prefetch';
import { pageAt } from './routes';
import { someoneIsThere } from './late-part';
import { needLanguage, takeOwnTexts } from './sections';
import { applyWholeStyle, layOutTheRest } from './style';

export { alive } from './alive';

async function start() {
  const root = document.getElementById('root');
  const data = document.getElementById('boot')?.textContent;
  if (!root || !data) throw new Error('not a page of this site');
  const boot = JSON.parse(data) as Boot;
  void someoneIsThere();

  // Everything the first render needs is here before it, so that it equals the server's.
  const arrived = boot.texts && takeOwnTexts(boot.lang, boot.texts);
  const [{ createRoot, hydrateRoot }] = await Promise.all([reactDom(), needLanguage(boot.lang), pageAt(location.pathname)?.arrive()]);
  arrived?.();
  if (hasMoved()) return location.reload();
  const i18n = new I18n(boot.lang);
  const app = <App boot={boot} i18n={i18n} cache={startVisit(boot.resources)} router={BrowserRouter} />;
  if (root.firstChild) hydrateRoot(root, app, { onRecoverableError: (error) => void (hasMoved() || reportError(error)) });
  else createRoot(root).render(app);

  void applyWholeStyle().then(layOutTheRest);
  startSession();
  prefetchPages();
  countContacts();
  await settleLanguage(i18n);
  if ('serviceWorker' in navigator) afterLoad(async () => (await import('./offline')).keepForOffline(i18n));
}

/** Runs React's code in a task of its own, after that of all other modules: between two a slow telephone answers a finger. */
async function reactDom() {
  await new Promise((resolve) => setTimeout(resolve));
  return require('react-dom/client') as typeof import('react-dom/client');
}

/** Whether back or forward led to another address meanwhile than the one the server has drawn. */
function hasMoved(): boolean {
  const drawn = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset['drawn'];
  return drawn !== undefined && drawn !== location.pathname + location.search;
}

/** Runs what nobody waits for, once the page is loaded and has nothing else to do; without a connection another page will. */
function afterLoad(run: () => Promise<void>) {
  const quietly = () => void run().catch(() => undefined);
  const idle = () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(quietly, { timeout: 10_000 });
    else setTimeout(quietly, 2000);
  };
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle);
}

void start();
