// The texts of the site that the owner may replace, as the server tells the desk.

import type { Lang } from '../../../languages';

export type SiteText = {
  /** Such as `hero.title`. */
  name: string;
  group: string;
  max_length: number;
  /** What it may name between double braces. */
  values: string[];
  /** The owner's, by language. */
  own: Partial<Record<Lang, string>>;
};

export type SiteTextsAnswer = { texts: SiteText[] };
