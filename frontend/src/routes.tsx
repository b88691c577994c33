// Every screen of the site, who may see it, and where its code is. Names are those of manifest.json.

import { useEffect, useRef, type ReactNode } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { countPage } from './api/count';
import { RequireUser } from './features/account/require-user';
import { productFurther } from './features/comments/later';
import { homeSections } from './features/home/later';
import { useTranslation } from './i18n';
import { paths } from './paths';
import { pagesOf } from './route-page';
import Root from './routes/root';
import sections from './routes/sections.json';
import type { Section } from './sections';

/** The texts that come with a module under routes/; the build reads them too. */
const sectionsOf: Partial<Record<string, Section[]>> = sections as Record<string, Section[]>;

const landing = pagesOf(() => import('./routes/landing'), sectionsOf['landing']);
const shop = pagesOf(() => import('./routes/shop'));
const cart = pagesOf(() => import('./routes/cart'), sectionsOf['cart']);
const oneProduct = pagesOf(() => import('./routes/one-product'), sectionsOf['one-product']);
const inquiries = pagesOf(() => import('./routes/inquiries'), sectionsOf['inquiries']);
const customer = pagesOf(() => import('./routes/customer'), sectionsOf['customer']);
const desk = pagesOf(() => import('./routes/admin'), sectionsOf['admin']);
const extras = pagesOf(() => import('./routes/extras'), sectionsOf['extras']);
const legal = pagesOf(() => import('./routes/legal'), sectionsOf['legal']);

/** The server has the receipt of what is sent, and so have pages that are opened within the site. */
const receipt = { late: true, load: () => import('./later').then(({ bringReceipt }) => bringReceipt()) };

export const pages = [
  landing('home', '/', 'public', (module) => module.Home, homeSections),
  shop('store', '/store', 'public', (module) => module.Store),
  oneProduct('product', '/product/:id', 'public', (module) => module.Product, productFurther),
  cart('cart', '/cart', 'public', (module) => module.Cart),
  inquiries('contact', '/contact', 'public', (module) => module.Contact, receipt),
  inquiries('quote', '/solicitar-presupuesto', 'public', (module) => module.Quote, receipt),
  customer('checkout', '/checkout', 'public', (module) => module.Checkout),
  customer('success', '/success', 'public', (module) => module.Success),
  customer('login', '/login', 'public', (module) => module.Login),
  customer('register', '/register', 'public', (module) => module.Register),
  customer('check-email', '/check-email', 'public', (module) => module.CheckEmail),
  customer('welcome', '/welcome', 'public', (module) => module.Welcome),
  customer('recover', '/recover', 'public', (module) => module.Recover),
  customer('verify', '/verify', 'public', (module) => module.Verify),
  customer('account', '/account', 'user', (module) => module.Account),
  customer('order', '/order/:id', 'public', (module) => module.Order),
  extras('wishlist', paths.wishlist, 'public', (module) => module.Wishlist),
  extras('tariff', paths.tariff, 'public', (module) => module.Tariff),
  extras('rate', '/rate/:id', 'public', (module) => module.Rate),
  customer('tracking', '/tracking', 'user', (module) => module.Tracking),
  desk('admin', `${paths.admin}/*`, 'user', (module) => module.Admin),
  legal('terms', paths.terms, 'public', (module) => module.Terms),
  legal('privacy', paths.privacy, 'public', (module) => module.Privacy),
  legal('legal-notice', paths.legalNotice, 'public', (module) => module.LegalNotice),
  legal('cookies', paths.cookies, 'public', (module) => module.Cookies),
  legal('withdrawal', paths.withdrawal, 'public', (module) => module.Withdrawal),
  legal('shipping-and-returns', paths.shippingReturns, 'public', (module) => module.ShippingAndReturns),
  legal('accessibility', paths.accessibility, 'public', (module) => module.Accessibility),
  legal('legal-version', '/legal/:id', 'public', (module) => module.Version),
  customer('offline', paths.offline, 'public', (module) => module.Offline),
  shop('not-found', '*', 'public', (module) => module.NotFound),
];

/** What the pages of a signed-in user are headed while it is not known yet who is here. */
const waitingTitles: Partial<Record<string, string>> = {
  tracking: 'tracking.title',
};

/** The page an address leads to; as for the server, `/Store` is not `/store`. */
export const pageAt = (pathname: string) =>
  pages.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));

/** Counts the pages that are opened within the site. */
function useCountedPages() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    countPage(pageAt(pathname)?.name);
  }, [pathname]);
}

export function AppRoutes() {
  const { t } = useTranslation();
  useCountedPages();
  const guarded = (name: string, page: ReactNode) => (
    <RequireUser title={t(waitingTitles[name] ?? 'nav.account')}>{page}</RequireUser>
  );
  return (
    <Routes>
      <Route element={<Root />}>
        <Route caseSensitive path={paths.myOrders} element={<Navigate to={paths.account} replace />} />
        {pages.map(({ name, path, access, Page }) => (
          <Route
            key={path}
            caseSensitive
            path={path}
            element={access === 'user' ? guarded(name, <Page />) : <Page />}
          />
        ))}
      </Route>
    </Routes>
  );
}
