// What the desk reads of the server. Amounts named `…_in_cents` are integer cents.

import type { Carrier, Order, OrderStatus, Returned } from '../../api/types';

/** A day of the shop's calendar, `2026-11-21`, and what was sold on it. */
export type SalesDay = {
  date: string;
  orders: number;
  /** What stays of what came in. */
  total_in_cents: number;
  /** What came in, with what went back since. */
  gross_in_cents: number;
};

/** A variant of which little is left. */
export type LowStock = {
  variant_id: string;
  product_id: string;
  product_title: string;
  variant_title: string;
  sku: string | null;
  left: number;
};

/** What is wrong with the running program or in front of it, since when where somebody knows; the desk has words for each name. */
export type Trouble = { name: string; since: string | null; error: string | null };

/** What needs doing. */
export type TodayAnswer = {
  to_ship: number;
  pending_orders: number;
  attention: number;
  comments_pending: number;
  quotes_new: number;
  messages_new: number;
  dead_mails: number;
  troubles: Trouble[];
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

/** What about an order a person must look at. */
export type Attention =
  'paid_late' | 'paid_twice' | 'payment_unknown' | 'amount_differs' | 'disputed' | 'refund_failed';

/** An order as lists show it. */
export type ListedOrder = Returned & {
  id: string;
  short_id: string;
  /** What people call it by: `2026-0042`. */
  number: string;
  created_at: string;
  status: OrderStatus;
  attention: Attention | null;
  email: string;
  name: string;
  city: string;
  total_in_cents: number;
  /** What came in and stays. */
  net_in_cents: number;
  /** What of that the buyer's bank claims. */
  disputed_in_cents: number;
  items_count: number;
  tracking_number: string | null;
};

export type OrderEvent = {
  at: string;
  /** Such as `paid`. */
  kind: string;
  /** Who, where somebody of the firm did it. */
  by: string | null;
  /** The owner's words about it. */
  note: string | null;
  detail: Record<string, unknown> | null;
};

export type Refund = {
  id: string;
  amount_in_cents: number;
  shipping_in_cents: number;
  /** `elsewhere`: the owner gave it back in another way. */
  method: 'provider' | 'elsewhere';
  reason: string;
  /** `sent`: the provider has it, but has not settled it. */
  state: 'queued' | 'sent' | 'done' | 'failed';
  last_error: string | null;
  created_at: string;
  /** What it is for; empty for an amount alone. */
  lines: { item_id: string; quantity: number }[];
};

export type OrderMail = {
  id: string;
  /** Such as `order_paid`. */
  kind: string;
  recipient: string;
  state: 'queued' | 'sent' | 'dead';
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
};

/** An order with all that happened to it. */
export type DeskOrder = Order & {
  email: string;
  attention: Attention | null;
  /** Who may bring it, the usual one first. */
  carriers: Carrier[];
  /** Paid, and not all of the money back or on its way back. */
  to_ship: boolean;
  /** Cents that came in and stay. */
  net_in_cents: number;
  /** Cents of these that the buyer's bank claims. */
  disputed_in_cents: number;
  /** Cents that came in and are neither back, nor on their way back, nor claimed. */
  refundable_in_cents: number;
  /** Cents of the shipping that no refund has named. */
  refundable_shipping_in_cents: number;
  events: OrderEvent[];
  refunds: Refund[];
  mails: OrderMail[];
};

/** Somebody who has an account, has ordered, or has written. */
export type ListedCustomer = {
  /** Whether they have an account; if not, `id` is what they sent last. */
  has_account: boolean;
  id: string;
  email: string;
  /** May be empty, as the town. */
  name: string;
  city: string;
  created_at: string;
  orders_count: number;
  /** What they paid and did not get back. */
  total_in_cents: number;
  /** What they paid, with what went back since. */
  gross_in_cents: number;
  last_order_at: string | null;
  /** Requests for a quote and messages. */
  quotes_count: number;
};

/** What goes when somebody is erased, and for how long the law keeps what stays. */
export type Erasure = {
  email: string;
  has_account: boolean;
  is_admin: boolean;
  /** Not finished: nobody is erased meanwhile. */
  open_orders: number;
  orders: number;
  comments: number;
  quotes: number;
  messages: number;
  mails: number;
  kept_years: number;
};

/** A request for a quote, or a message, in somebody's own words. */
export type Inquiry = { id: string; message: string; created_at: string; phone?: string | null };

export type DeskCustomer = ListedCustomer & { orders: ListedOrder[]; quotes: Inquiry[]; messages: Inquiry[] };

/** Somebody who may sit at the desk. */
export type Administrator = {
  id: string;
  email: string;
  /** May be empty. */
  name: string;
  granted_at: string;
  /** Has a second step for signing in, without which the desk stays shut. */
  has_factor: boolean;
  last_sign_in_at: string | null;
  is_me: boolean;
};

/** Somebody who was offered to sit at the desk and has not accepted yet. */
export type Invitation = { id: string; email: string; invited_by: string; invited_at: string };

/** A mail of the shop. */
export type OutboxMail = {
  id: string;
  created_at: string;
  to: string;
  subject: string;
  state: OrderMail['state'];
  /** How often it was tried. */
  attempts: number;
  /** As the mail server said it. */
  last_error: string | null;
  next_try_at: string | null;
};
