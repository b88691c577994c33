// Renders a page inside the binary: `SSR.prepare()` once, then `SSR.render(url, boot)` per page.

import './polyfills';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { ResourceCache } from './api/resource';
import { App, type Boot } from './app';
import { I18n } from './i18n';
import { langCodes, type Dictionary, type Lang } from './languages';
import { pages } from './routes';
import { needLanguage } from './sections';
import { i18next, newI18next } from './translation';

/** What React writes in place of a part whose rendering threw. */
const unfinished = '<!--$!-->';

/** Pictures that React would have fetched early: the document's head names the one that is worth it. */
const preloads = /^(<link rel="preload"[^>]*>)+/;

const instances = new Map<Lang, I18n>();

async function prepare(): Promise<void> {
  for (const lang of langCodes) {
    await needLanguage(lang);
    instances.set(lang, new I18n(lang));
  }
  for (const { load } of pages) await load();
}

/** The engine draws pages of more than one edition: the owner's texts stay with the page. */
function withOwn(lang: Lang, own: Dictionary): I18n {
  const { site, legal } = i18next.getDataByLanguage(lang) ?? {};
  return new I18n(lang, newI18next({ [lang]: { site: Object.assign({}, site, own), legal: legal ?? {} } }));
}

/** HTML for the root element. `url` is path and query; `bootJson` is what the browser will get too. */
function render(url: string, bootJson: string): string {
  const boot = JSON.parse(bootJson) as Boot;
  const known = instances.get(boot.lang);
  const instance = known && boot.texts ? withOwn(boot.lang, boot.texts) : known;
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
  return html.replace(preloads, '');
}

Object.assign(globalThis, { SSR: { prepare, render } });
