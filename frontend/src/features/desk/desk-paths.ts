// The addresses below /admin, and of what the desk asks the server for.

import { paths } from '../../paths';

/** Requests for a quote, or messages. */
export type InboxKind = 'quotes' | 'messages';

const below = (path: string) => `${paths.admin}/${path}`;
const withQuery = (path: string, query: Record<string, string>) =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`;
const one = (path: string, id: string) => `${below(path)}/${encodeURIComponent(id)}`;

export const deskPaths = {
  today: paths.admin,
  orders: below('orders'),
  /** Those in a state of `status`, or with something a person must look at. */
  ordersWith: (query: Record<string, string>) => withQuery(below('orders'), query),
  order: (id: string) => one('orders', id),
  products: below('products'),
  newProduct: below('products/new'),
  /** The same with its title begun. */
  newProductCalled: (title: string) => withQuery(below('products/new'), { title }),
  product: (id: string) => one('products', id),
  /** Of all variants, or of those that a search or a state of the stock finds. */
  bulk: (query: Record<string, string> = {}) => withQuery(below('products/bulk'), query),
  importProducts: below('products/import'),
  makers: below('products/makers'),
  comments: below('comments'),
  inbox: below('inbox'),
  inboxOf: (kind: InboxKind, status?: string) =>
    `${kind === 'quotes' ? below('inbox') : below('inbox/messages')}${status ? `?status=${status}` : ''}`,
  /** Messages that complain, those first whose answer is due. */
  complaints: `${below('inbox/messages')}?kind=complaint`,
  inquiry: (kind: InboxKind, id: string) => one(`inbox/${kind}`, id),
  withdrawals: below('withdrawals'),
  withdrawal: (id: string) => one('withdrawals', id),
  customers: below('customers'),
  customer: (id: string) => one('customers', id),
  mails: below('mails'),
  queuedMails: `${below('mails')}?state=queued`,
  tariff: below('tariff'),
  proof: below('proof'),
  settings: below('settings'),
  /** What the firm is by law: name, tax number, address. */
  legalSettings: `${below('settings')}#group-legal`,
  /** The field of a setting. */
  setting: (key: string) => `${below('settings')}#${key}`,
  texts: below('settings/texts'),
  sitePictures: below('settings/pictures'),
  people: below('people'),
  visits: below('visits'),
  invoices: below('invoices'),
  log: below('log'),
  guide: below('guide'),
  law: below('law'),
};

const api = '/api/admin';
const ofQuarter = (quarter: string) => (quarter === '' ? '' : `?quarter=${encodeURIComponent(quarter)}`);

export const deskApi = {
  today: `${api}/today`,
  law: `${api}/law`,
  duty: (id: string) => `${api}/law/${id}`,
  orders: `${api}/orders`,
  order: (id: string) => `${api}/orders/${encodeURIComponent(id)}`,
  packingSlip: (id: string) => `${api}/orders/${encodeURIComponent(id)}/packing-slip`,
  /** Of several orders in one file. */
  packingSlips: (ids: string[]) => `${api}/orders/packing-slips?ids=${ids.map(encodeURIComponent).join(',')}`,
  /** The orders of a list to take along; `query` narrows them down as it does the list. */
  ordersFile: (query: URLSearchParams) => `${api}/orders.csv?${query.toString()}`,
  invoicesOf: (orderId: string) => `${api}/invoices?order=${encodeURIComponent(orderId)}`,
  invoicePaper: (number: string) => `${api}/invoices/${number}.pdf`,
  correctInvoice: (number: string) => `${api}/invoices/${number}/correct`,
  annulInvoice: (number: string) => `${api}/invoices/${number}/annul`,
  /** What the invoices of a quarter come to; of the current one where none is given. */
  invoiceBooks: (quarter: string) => `${api}/invoices/books${ofQuarter(quarter)}`,
  quarterInvoices: `${api}/invoices/books/invoices`,
  /** The same to take along. */
  invoiceFile: (quarter: string, ending: 'csv' | 'zip') => `${api}/invoices/books.${ending}${ofQuarter(quarter)}`,
  /** An act on an order, by its name in the API. */
  orderAct: (id: string, act: string) => `${api}/orders/${encodeURIComponent(id)}/${act}`,
  products: '/api/products',
  product: (id: string) => `/api/products/${encodeURIComponent(id)}`,
  restoreProduct: (id: string) => `${api}/products/${encodeURIComponent(id)}/restore`,
  preview: (id: string, lang: string) => `${api}/products/${encodeURIComponent(id)}/preview?lang=${lang}`,
  variants: `${api}/variants`,
  bulk: `${api}/products/bulk`,
  sales: (isDryRun: boolean) => `${api}/products/sales?dry_run=${String(isDryRun)}`,
  makers: `${api}/makers`,
  maker: (slug: string) => `${api}/makers/${encodeURIComponent(slug)}`,
  /** Says where products stand. */
  productsStatus: `${api}/products/status`,
  /** Gives products a maker. */
  assignMaker: `${api}/products/makers`,
  importState: (id: string) => `${api}/products/import/${id}`,
  importProducts: (isDryRun: boolean, byRow: boolean) =>
    `${api}/products/import?${new URLSearchParams({ dry_run: String(isDryRun), row_by_row: String(byRow) }).toString()}`,
  /** Those that can be taken back, or were. */
  imports: `${api}/imports`,
  pastImport: (id: string) => `${api}/imports/${encodeURIComponent(id)}`,
  undoImport: (id: string) => `${api}/imports/${encodeURIComponent(id)}/undo`,
  exportProducts: `${api}/products/export`,
  pictures: `${api}/pictures`,
  documents: (name: string) => `${api}/documents?name=${encodeURIComponent(name)}`,
  comments: '/api/comments',
  comment: (id: string) => `/api/comments/${encodeURIComponent(id)}`,
  manyComments: `${api}/comments`,
  inbox: (kind: InboxKind) => `${api}/${kind}`,
  inquiry: (kind: InboxKind, id: string) => `${api}/${kind}/${encodeURIComponent(id)}`,
  /** An act on what somebody wrote, by its name in the API. */
  inquiryAct: (kind: InboxKind, id: string, act: string) => `${api}/${kind}/${encodeURIComponent(id)}/${act}`,
  /** Where a file of an answer is sent to, by what it is called. */
  answerFiles: (name: string) => `${api}/inbox/files?name=${encodeURIComponent(name.slice(-100))}`,
  answerFile: (id: string) => `${api}/inbox/files/${encodeURIComponent(id)}`,
  quotePhoto: (id: string, photo: string) => `${api}/quotes/${encodeURIComponent(id)}/photos/${encodeURIComponent(photo)}`,
  acknowledgement: (id: string) => `${api}/withdrawals/${encodeURIComponent(id)}/acknowledgement`,
  returns: `${api}/returns`,
  returned: (id: string) => `${api}/returns/${encodeURIComponent(id)}`,
  /** An act on a return, by its name in the API. */
  returnAct: (id: string, act: string) => `${api}/returns/${encodeURIComponent(id)}/${act}`,
  customers: `${api}/customers`,
  customer: (id: string) => `${api}/customers/${encodeURIComponent(id)}`,
  erasure: (id: string) => `${api}/customers/${encodeURIComponent(id)}/erasure`,
  erase: (id: string) => `${api}/customers/${encodeURIComponent(id)}/erase`,
  alertsTest: `${api}/alerts/test`,
  mails: `${api}/mails`,
  retryMails: `${api}/mails/retry`,
  /** What becomes of the mails that a restored shop still had to send. */
  heldMails: (act: 'send' | 'drop') => `${api}/mails/held/${act}`,
  retryMail: (id: string) => `${api}/mails/${encodeURIComponent(id)}/retry`,
  tariff: `${api}/tariff`,
  proof: `${api}/proof`,
  /** The latest states, by their dates. */
  tariffVersions: `${api}/tariff/versions?limit=200`,
  tariffVersion: (version: number) => `${api}/tariff/versions/${version}`,
  settings: `${api}/settings`,
  texts: `${api}/texts`,
  sitePictures: `${api}/site-pictures`,
  sitePicture: (name: string) => `${api}/site-pictures/${encodeURIComponent(name)}`,
  people: `${api}/people`,
  person: (id: string) => `${api}/people/${encodeURIComponent(id)}`,
  invitation: (id: string) => `${api}/invitations/${encodeURIComponent(id)}`,
  visits: `${api}/visits`,
  missedSearches: `${api}/visits/searches`,
  log: `${api}/log`,
};
