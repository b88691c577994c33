import { Suspense, useState, type ReactNode } from 'react';
import { ResourceProvider, type BootResources, type ResourceCache } from './api/resource';
import { OwnContext, type Own } from './api/own';
import { SentFormContext, type SentForm } from './api/sent-form';
import { SiteContext } from './api/site';
import type { Site } from './api/types';
import { I18nContext, type I18n } from './i18n';
import type { Dictionary, Lang } from './languages';
import { AppRoutes } from './routes';
import { ErrorBoundary } from './routes/error-boundary';

/** What the server puts into the page document beside the HTML. */
export type Boot = Own & {
  lang: Lang;
  site: Site;
  resources: BootResources;
  /** The owner's texts on this page, in its language, in place of ours. */
  texts?: Dictionary;
  /** A form that came back. */
  form?: SentForm;
};

type Props = {
  boot: Boot;
  i18n: I18n;
  cache: ResourceCache;
  /** The router: of the browser, or of one request on the server. */
  router: (props: { children: ReactNode }) => ReactNode;
};

/** The whole site; identical on the server and in the browser. */
export function App({ boot, i18n, cache, router: Router }: Props) {
  const [form, setForm] = useState(boot.form ?? null);
  return (
    <I18nContext value={i18n}>
      <SiteContext value={boot.site}>
        <ResourceProvider cache={cache}>
          <SentFormContext value={{ form, forget: () => setForm(null) }}>
            <ErrorBoundary>
              <OwnContext value={boot}>
                <Router>
                  <Suspense>
                    <AppRoutes />
                  </Suspense>
                </Router>
              </OwnContext>
            </ErrorBoundary>
          </SentFormContext>
        </ResourceProvider>
      </SiteContext>
    </I18nContext>
  );
}
