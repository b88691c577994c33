// Renders a page inside the binary: `SSR.prepare()` once, then `SSR.render(url, boot)` per page.

import './polyfills';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { ResourceCache } from './api/resource';
import { App, type Boot } from './app';
import { I18n } from './i18n';
import { langCodes, type Lang } from './languages';
import { pages } from './routes';
import { dictionaryOf, needLanguage } from './sections';

/** What React writes in place of a part whose rendering threw. */
const unfinished = '<!--$!-->';

const instances = new Map<Lang, I18n>();

async function prepare(): Promise<void> {
  for (const lang of langCodes) {
    await needLanguage(lang);
    instances.set(lang, new I18n(lang));
  }
  for (const { load } of pages) await load();
}

/** HTML for the root element. `url` is path and query; `bootJson` is what the browser will get too. */
function render(url: string, bootJson: string): string {
  const boot = JSON.parse(bootJson) as Boot;
  const known = instances.get(boot.lang);
  // The engine draws pages of more than one edition: the owner's texts stay with the page.
  const instance = known && boot.texts ? new I18n(boot.lang, { ...dictionaryOf(boot.lang), ...boot.texts }) : known;
  if (!instance) throw new Error(`no texts in ${boot.lang}`);
  const html = renderToString(
    <App
      boot={boot}
      i18n={instance}
      cache={new ResourceCache(boot.resources)}
      router={({ children }) => <StaticRouter location={url}>{children}</StaticRouter>}
    />,
  );
  // React hides an error behind a loading state; a page that failed must not pass for a finished one.
  if (html.includes(unfinished)) throw new Error(`rendering ${url} failed`);
  return html;
}

Object.assign(globalThis, { SSR: { prepare, render } });
