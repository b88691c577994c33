// The addresses of prices in the API, as the server sends their answers along with the page.

import type { Lang } from '../../languages';

export const tariffApi = {
  prices: (lang: Lang) => `/api/tariff?lang=${lang}`,
  now: (postcode: string) => `/api/tariff/now?postcode=${encodeURIComponent(postcode)}`,
};

/** Where the prices of jobs are on their page. */
export const jobsAnchor = 'trabajos';
