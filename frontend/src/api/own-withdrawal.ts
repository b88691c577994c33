// What one reader withdraws from, as the server draws it into that reader's page alone. Without it the form is empty.

/** An order that was not sent, where it is theirs: it is cancelled, or a person looks at it. */
export type UnsentOrder = {
  state: 'cancelled' | 'waits';
  order: string;
  number: string;
  is_guest: boolean;
  back_in_cents: number;
};

/** As src/site/withdraw.rs writes it. */
export type OwnWithdrawal = {
  step: 'form' | 'review' | 'done';
  name: string;
  contract: string;
  email: string;
  comment: string;
  /** By which a second click is known, from the second step on. */
  token: string;
  /** The order, where it is theirs, with the units whose money is neither back nor on its way back. */
  order: {
    id: string;
    number: string;
    items: { id: string; title: string; left: number; chosen: number; is_personal: boolean }[];
  } | null;
  /** Other orders of their account. */
  others: { id: string; number: string }[];
  /** In words, line by line. */
  statement: string[] | null;
  receipt: { number: string; received_at: string; unsent: UnsentOrder | null } | null;
  /** Cents that go back for what is chosen of the order, from the second step on. */
  back_in_cents: number | null;
  /** Whether they leave out what delivery cost, as a part of the order alone is withdrawn from. */
  keeps_shipping: boolean;
  /** Why the form came back. */
  problem: { code: string; field?: string; reason?: string } | null;
};
