// What surrounds every screen.

import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Alive } from '../alive';
import { CartPanel } from '../features/cart/cart-panel';
import { ContactButtons } from '../features/site/contact-buttons';
import { Footer } from '../features/site/footer';
import { CheckoutHeader, Header } from '../features/site/header';
import { useNavigationEffects } from '../features/site/use-navigation-effects';
import { useLanguageLoading, useTranslation } from '../i18n';
import { paths } from '../paths';
import { Spinner } from '../ui/spinner';
import { Toaster, ToastLabels } from '../ui/toast';
import { ErrorBoundary } from './error-boundary';

const withoutHeader: string[] = [
  paths.login,
  paths.register,
  paths.checkEmail,
  paths.welcome,
  paths.recover,
  paths.verify,
  paths.offline,
];

export default function Root() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const loading = useLanguageLoading();
  useNavigationEffects();
  const isCheckout = pathname === paths.checkout;
  // The desk has a frame of its own, which stays while its pages change.
  const isDesk = /^\/admin(\/|$)/.test(pathname);
  const page = (
    // Outside the boundary that is renewed per page: the old page stays until the new one is here.
    <Suspense fallback={<Spinner label={t('common.loading')} />}>
      <ErrorBoundary key={isDesk ? paths.admin : pathname}>
        <Outlet />
      </ErrorBoundary>
      <Alive />
    </Suspense>
  );
  return (
    <ToastLabels value={{ region: t('toast.region'), close: t('common.close') }}>
      <a className="skip-link" href="#contenido">
        {t('nav.skip')}
      </a>
      {isDesk ? (
        page
      ) : (
        <>
          {isCheckout ? <CheckoutHeader /> : !withoutHeader.includes(pathname) && <Header />}
          <main className="main" id="contenido" tabIndex={-1}>
            {page}
          </main>
          {/* Without a connection none of its links leads anywhere. */}
          {!isCheckout && pathname !== paths.offline && <Footer />}
          <ContactButtons />
          <CartPanel />
        </>
      )}
      <Toaster />
      {loading && <Spinner full label={t('common.loading')} />}
    </ToastLabels>
  );
}
