// The addresses of server resources. The order of query parameters is part of the agreement with
// the server, which sends the data of a page under exactly these names.

import type { Lang } from '../languages';
import type { Sort, StoreChoices } from '../paths';

export type CardQuery = { limit: number; offset: number; type?: string; q?: string; choices?: StoreChoices };

const store = (storeId: string) => `/api/store/${encodeURIComponent(storeId)}`;
const part = (name: string, value: string | undefined) =>
  value ? `&${name}=${encodeURIComponent(value)}` : '';

const cents = (name: string, euros: number | undefined) => (euros === undefined ? '' : `&${name}=${euros * 100}`);

const sorting: Record<Sort, string> = {
  price: '&sort_by=price',
  'price-down': '&sort_by=price&order=DESC',
  newest: '&sort_by=created_at&order=DESC',
  title: '&sort_by=title',
};

/** What the store's page narrows its list down to, with the counts of what is left to choose. */
const narrowed = ({ from, to, stock, options = [], sort }: StoreChoices) =>
  [
    cents('price_from', from),
    cents('price_to', to),
    stock ? '&in_stock=true' : '',
    ...options.map((option) => part('option', option)),
    sort ? sorting[sort] : '',
    '&facets=true',
  ].join('');

/** How many cards a page of the store shows. */
export const cardsPerPage = 24;

export const resourcePaths = {
  cards: (storeId: string, lang: Lang, { limit, offset, type, q, choices }: CardQuery) =>
    `${store(storeId)}/cards?lang=${lang}&limit=${limit}&offset=${offset}${part('type', type)}${part('q', q)}${choices ? narrowed(choices) : ''}`,
  /** Cards by product ids. */
  cardsById: (storeId: string, lang: Lang, ids: string[]) =>
    `${store(storeId)}/cards?lang=${lang}&limit=${ids.length}${ids.map((id) => `&ids[]=${encodeURIComponent(id)}`).join('')}`,
  /** `making` is the working days of making what is in an order. */
  dispatch: (making = 0) => (making > 0 ? `/api/site/dispatch?making=${making}` : '/api/site/dispatch'),
  proof: '/api/site/proof',
  suggestions: (lang: Lang, q: string) => `/api/suggestions?lang=${lang}&q=${encodeURIComponent(q)}`,
  product: (storeId: string, lang: Lang, id: string) =>
    `${store(storeId)}/products/${encodeURIComponent(id)}?lang=${lang}`,
  related: (storeId: string, lang: Lang, id: string) =>
    `${store(storeId)}/products/${encodeURIComponent(id)}/related?lang=${lang}`,
  comments: (productId: string, limit: number, offset: number) =>
    `/api/comments?item_id=${encodeURIComponent(productId)}&limit=${limit}&offset=${offset}`,
  /** Products by product or variant ids. */
  productsById: (storeId: string, lang: Lang, ids: string[]) =>
    `${store(storeId)}/products?${ids.map((id) => `ids[]=${encodeURIComponent(id)}&`).join('')}limit=200&lang=${lang}`,
  stock: (storeId: string, productId: string) =>
    `${store(storeId)}/variants?fields=inventory_quantity&product_ids[]=${encodeURIComponent(productId)}`,
  stockRequests: (storeId: string) => `${store(storeId)}/stock-requests`,
  confirmStockRequests: (storeId: string) => `${store(storeId)}/stock-requests/confirm`,
  /** The way to withdraw from an order, also for whoever has only its cookie. */
  withdrawFrom: (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}/withdrawal#withdraw`,
  /** The versions of a legal text, and one of them whole where one is named. */
  legalText: (document: string, lang: Lang, version?: string) =>
    `/api/legal/${document}?lang=${lang}${version ? `&version=${version}` : ''}`,
  count: (what: string) => `/api/counts/${what}`,
  session: '/api/auth/session',
  user: '/api/auth/user',
  sessions: '/api/auth/sessions',
  sessionOf: (id: string) => `/api/auth/sessions/${encodeURIComponent(id)}`,
  endOthers: '/api/auth/logout?scope=others',
  factors: '/api/auth/factors',
  factor: (id: string) => `/api/auth/factors/${encodeURIComponent(id)}`,
  identity: (id: string) => `/api/auth/user/identities/${encodeURIComponent(id)}`,
  recoveryCodes: '/api/auth/recovery-codes',
  passkeys: '/api/passkeys',
  passkey: (id: string) => `/api/passkeys/${encodeURIComponent(id)}`,
  passkeyQuestion: '/api/passkeys/question',
  passkeySignIn: '/api/passkeys/sign-in',
  passkeySignInQuestion: '/api/passkeys/sign-in/question',
  myData: '/api/my-data',
  eraseMyData: '/api/my-data/erase',
  profile: (id: string) => `/api/profiles/${encodeURIComponent(id)}`,
  orders: (limit: number, offset: number) => `/api/orders?limit=${limit}&offset=${offset}`,
  order: (id: string) => `/api/orders/${encodeURIComponent(id)}`,
  orderInvoices: (id: string) => `/api/orders/${encodeURIComponent(id)}/invoices`,
  invoicePaper: (id: string, number: string) => `/api/orders/${encodeURIComponent(id)}/invoices/${number}.pdf`,
  makeInvoice: (id: string) => `/api/orders/${encodeURIComponent(id)}/invoice`,
  lookAtInvoice: (id: string) => `/api/orders/${encodeURIComponent(id)}/invoice/look`,
  orderRating: (id: string) => `/api/orders/${encodeURIComponent(id)}/rating`,
  paymentMeans: '/api/payment-means',
  createOrder: '/api/functions/create-order-and-send-email',
  checkPayment: '/api/functions/check-payment',
  cancelOrder: (id: string) => `/api/orders/${encodeURIComponent(id)}/cancel`,
  payOrder: (id: string) => `/api/orders/${encodeURIComponent(id)}/payment`,
  mailOrderLink: (id: string) => `/api/orders/${encodeURIComponent(id)}/link`,
  claimOrder: (id: string) => `/api/orders/${encodeURIComponent(id)}/claim`,
  budgetRequest: '/api/functions/send-budget-request',
  quotePhotos: '/api/functions/quote-photos',
  postComment: '/api/comments',
  contactMessage: '/api/functions/send-contact-message',
};
