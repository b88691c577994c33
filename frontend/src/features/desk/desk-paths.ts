// The addresses below /admin, and of what the desk asks the server for.

import { paths } from '../../paths';

const below = (path: string) => `${paths.admin}/${path}`;
const one = (path: string, id: string) => `${below(path)}/${encodeURIComponent(id)}`;

export const deskPaths = {
  today: paths.admin,
  orders: below('orders'),
  /** Those that a view or a search of the list shows. */
  ordersWith: (query: Record<string, string>) => `${below('orders')}?${new URLSearchParams(query).toString()}`,
  order: (id: string) => one('orders', id),
  slip: (id: string) => `${one('orders', id)}/slip`,
  comments: below('comments'),
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
  log: `${api}/log`,
};
