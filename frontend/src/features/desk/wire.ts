// What the desk reads of the server. Amounts named `…_in_cents` are integer cents.

/** A day of the shop's calendar, `2026-11-21`, and what was sold on it. */
export type SalesDay = { date: string; orders: number; total_in_cents: number };

/** A variant of which little is left. */
export type LowStock = {
  product_id: string;
  product_title: string;
  variant_title: string;
  sku: string | null;
  inventory_quantity: number;
};

/** What needs doing. */
export type TodayAnswer = {
  to_ship: number;
  pending_orders: number;
  attention: number;
  comments_pending: number;
  quotes_new: number;
  dead_mails: number;
  low_stock: LowStock[];
  /** The last 28 days, the oldest first. */
  sales: SalesDay[];
};

export type CommentStatus = 'pending' | 'approved' | 'rejected';

export type DeskComment = {
  id: string;
  item_id: string;
  product_title: string;
  user_id: string;
  /** The name in their profile. */
  author: string | null;
  content: string;
  status: CommentStatus;
  /** Why it was rejected. */
  reason?: string | null;
  created_at: string;
};

/** An entry of the log. */
export type LogEntry = {
  seq: number;
  at: string;
  actor: { kind: 'admin' | 'command_line' | 'system'; id: string; label: string; from: string | null };
  /** Such as `order.shipped`. */
  act: string;
  /** The id of what it was done to. */
  subject: string;
  detail: Record<string, unknown> | null;
};
