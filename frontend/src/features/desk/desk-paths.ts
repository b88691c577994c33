// The addresses below /admin, and of what the desk asks the server for.

import { paths } from '../../paths';

const below = (path: string) => `${paths.admin}/${path}`;
const one = (path: string, id: string) => `${below(path)}/${encodeURIComponent(id)}`;

export const deskPaths = {
  today: paths.admin,
  orders: below('orders'),
  /** Those in a state of `status`, or with something a person must look at. */
  ordersWith: (query: Record<string, string>) => `${below('orders')}?${new URLSearchParams(query).toString()}`,
  order: (id: string) => one('orders', id),
  slip: (id: string) => `${one('orders', id)}/slip`,
  comments: below('comments'),
  customers: below('customers'),
  customer: (id: string) => one('customers', id),
  log: below('log'),
};

const api = '/api/admin';

export const deskApi = {
  today: `${api}/today`,
  orders: `${api}/orders`,
  order: (id: string) => `${api}/orders/${encodeURIComponent(id)}`,
  /** An act on an order, by its name in the API. */
  orderAct: (id: string, act: string) => `${api}/orders/${encodeURIComponent(id)}/${act}`,
  comments: '/api/comments',
  comment: (id: string) => `/api/comments/${encodeURIComponent(id)}`,
  manyComments: `${api}/comments`,
  customers: `${api}/customers`,
  customer: (id: string) => `${api}/customers/${encodeURIComponent(id)}`,
  log: `${api}/log`,
};
