// What one reader may give stars for, as the server draws it into that reader's page alone.

/** As src/site/rate.rs writes it. */
export type OwnRating = {
  path: string;
  /** `early` before it has arrived, `over` when it is too late, `gone` when nothing was kept, `unknown` without the link. */
  state: 'open' | 'early' | 'over' | 'gone' | 'unknown';
  /** The last day, `2026-12-23`. */
  until: string | null;
  /** Whether it is about the firm's work and not about an order. */
  of_firm: boolean;
  number: string;
  /** Then texts are shown with the account's name. */
  has_account: boolean;
  signed: string;
  /** Whether the form has just arrived. */
  sent: boolean;
  wrong: { field: 'stars' | 'text'; product: string } | null;
  products: { id: string; title: string; image_url: string | null; stars: number | null; text: string }[];
};
