// What is one reader's alone, as the server draws it into that reader's page.

import { createContext } from 'react';
import type { OwnRating } from './own-rating';
import type { OwnWithdrawal } from './own-withdrawal';

export type Own = {
  /** What this reader alone may give stars for. */
  rating?: OwnRating;
  /** What this reader alone withdraws from. */
  withdrawal?: OwnWithdrawal;
};

export const OwnContext = createContext<Own>({});
