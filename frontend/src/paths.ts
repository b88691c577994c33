// Every link of the site. Nothing else spells a path.

/** In which order the store shows its products, where it is not the shop's own. */
export const sorts = ['price', 'price-down', 'newest', 'title'] as const;
export type Sort = (typeof sorts)[number];

/** What the store is narrowed down to: whole euros, and options with their values such as `Color:Rojo`, in Spanish. */
export type StoreChoices = { from?: number; to?: number; stock?: boolean; options?: string[]; sort?: Sort };

/** What the store page can be asked for; absent parts are left out of the address. */
export type StoreQuery = StoreChoices & { type?: string; q?: string; page?: number };

type Value = string | number | undefined;

const withQuery = (path: string, query: Record<string, Value | string[]>) => {
  const parts = Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one): [string, Value] => [name, one]))
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path;
};

/** The tabs of the account area. */
export type AccountTab = 'profile' | 'orders' | 'security' | 'data' | 'shipping';

/** The sections of the landing page, in their order. */
export const sections = ['inicio', 'servicios', 'quienes-somos', 'galeria', 'contacto'] as const;
export type Section = (typeof sections)[number];

/** The services of the firm, as the landing page groups them. */
export const serviceIds = ['construccion', 'reformas', 'urgencias', 'tienda'] as const;
export type ServiceId = (typeof serviceIds)[number];

export const paths = {
  home: '/',
  section: (id: Section) => `/#${id}`,
  /** The landing page at its services, with this one chosen. */
  service: (id: ServiceId) => `/?service=${id}#servicios`,
  contact: '/contact',
  quote: '/solicitar-presupuesto',
  /** The same, begun for a product. */
  quoteFor: (productId: string) => withQuery('/solicitar-presupuesto', { product: productId }),
  store: ({ type, q, from, to, stock, options, sort, page }: StoreQuery = {}) =>
    withQuery('/store', {
      type,
      q,
      from,
      to,
      stock: stock ? 1 : undefined,
      option: options,
      sort,
      page: page && page > 1 ? page : undefined,
    }),
  /** A product, and of it the variant that is named. */
  product: (id: string, variantId?: string) => withQuery(`/product/${encodeURIComponent(id)}`, { variant: variantId }),
  /** What services cost. */
  tariff: '/tarifas',
  cart: '/cart',
  wishlist: '/wishlist',
  /** Where a payment that was given up leads. */
  cartAfterCancel: (orderId: string, asGuest: boolean) =>
    withQuery('/cart', { guest: asGuest ? 1 : undefined, cancelled: 1, order_id: orderId }),
  checkout: '/checkout',
  /** The same without an account. */
  checkoutAsGuest: '/checkout?guest=1',
  /** Where Back leads from the payment page. */
  checkoutAfterCancel: (orderId: string, asGuest: boolean) =>
    withQuery('/checkout', { guest: asGuest ? 1 : undefined, cancelled: 1, order_id: orderId }),
  success: '/success',
  successOf: (orderId: string) => withQuery('/success', { order_id: orderId }),
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  legalNotice: '/legal-notice',
  cookies: '/cookies',
  withdrawal: '/withdrawal',
  /** Where its form goes, which must answer in the language it was read in. */
  withdrawalForm: (lang: string) => `${withQuery('/withdrawal', { lang })}#withdraw`,
  /** The same, begun for an order; `none` for something that is in none. */
  withdrawalOf: (orderId: string) => `${withQuery('/withdrawal', { order: orderId })}#withdraw`,
  shippingReturns: '/shipping-and-returns',
  accessibility: '/accessibility',
  /** A legal text as it was. */
  legalVersion: (document: string, version: number) => `/legal/${document}-${version}`,
  /** What the worker shows when there is no connection. */
  offline: '/offline',
  login: '/login',
  /** Sign in, then go on to `next`. */
  loginFor: (next: string) => withQuery('/login', { next }),
  /** Sign in with a mailed code, then go on to `next`. */
  loginByMail: (next?: string) => withQuery('/login', { with: 'code', next }),
  /** Sign in through a provider, then come back to `next`. */
  signInWith: (provider: string, lang: string, next?: string) =>
    withQuery('/api/auth/authorize', { provider, lang, redirect_to: next }),
  register: '/register',
  /** Register, and go on to `next` after signing in. */
  registerFor: (next: string) => withQuery('/register', { next }),
  checkEmail: '/check-email',
  welcome: '/welcome',
  recover: '/recover',
  /** Choose another password, then go on to `next`. */
  recoverFor: (next?: string) => withQuery('/recover', { next }),
  /** The second half of recovering, for somebody whom a mail has signed in. */
  choosePassword: (next?: string) => withQuery('/recover', { step: 'password', next }),
  /** Where mailed links lead. */
  verify: '/verify',
  account: '/account',
  /** `checkout` when the buyer is to come back and pay. */
  accountTab: (tab: AccountTab, from?: 'checkout') => withQuery('/account', { tab, from }),
  /** The owner's desk; what is below it is in features/desk/desk-paths.ts. */
  admin: '/admin',
  myOrders: '/my-orders',
  /** `asGuest` for whoever bought without an account: the browser has the order's cookie, which no script sees. */
  order: (id: string, asGuest = false) =>
    withQuery(`/order/${encodeURIComponent(id)}`, { guest: asGuest ? 1 : undefined }),
  /** Where stars are given, for an order or for the firm's work. */
  rate: (id: string) => `/rate/${encodeURIComponent(id)}`,
  tracking: (number?: string | null) => withQuery('/tracking', { number: number ?? undefined }),
  phone: (number: string) => `tel:${number}`,
  /** A chat, with a message begun when there is one. */
  whatsapp: (digits: string, text?: string) => withQuery(`https://wa.me/${digits}`, { text }),
  /** A picture of the site in a width in pixels; `version` names the whole set. */
  picture: (name: string, width: number, version: string) => `/pictures/${name}?w=${width}&v=${version}`,
  mail: (address: string) => `mailto:${address}`,
  /** A letter begun: the reader's own mail program opens with it. */
  mailWith: (address: string, subject: string, body: string) => withQuery(`mailto:${address}`, { subject, body }),
};
