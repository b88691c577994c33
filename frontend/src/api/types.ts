// The wire format, as the server sends it. Amounts named `…_in_cents` are integer cents.

export type Shipping = {
  flat_in_cents: number;
  /** From this amount of items on, delivery is free. */
  free_from_in_cents: number;
};

/** A time of opening on days in a row, 0 for Monday to 6 for Sunday. */
export type Opening = { first_day: number; last_day: number; opens: string; closes: string };

/** Days without office hours, `2026-12-24` to `2027-01-06`; the name may be empty. */
export type Closure = { first: string; last: string; name: string };

export type Site = {
  brand: string;
  legal_name: string;
  /** For calls, emergencies included; E.164, for `tel:` links. */
  phone: string;
  phone_display: string;
  /** Of the office; absent where it is the one for calls. */
  office_phone?: string;
  office_phone_display?: string;
  /** Digits only. */
  whatsapp: string;
  /** Absent where it is the number for calls. */
  whatsapp_display?: string;
  email: string;
  locality: string;
  /** The tax number, the registered office and the entry in the Mercantile Register; null until the owner gives them. */
  nif: string | null;
  address: string | null;
  register: string | null;
  /** When the office is open. */
  hours: Opening[];
  /** When it is closed all the same during the next weeks; absent when it never is. */
  closures?: Closure[];
  /** The places the firm works in. */
  area: string[];
  store_id: string;
  currency: string;
  shipping: Shipping;
  password_min_length: number;
  /** Whether messages can be sent from the contact form. */
  contact_form_enabled: boolean;
  /** How long what people tell of themselves is kept: in months, years, days and days. */
  retention: { inquiries: number; orders: number; unconfirmed_accounts: number; dead_mails: number };
  languages: string[];
  payments: string;
  /** The name of the service that tells people from programs on the forms of accounts; absent when there is none. */
  captcha?: string;
  /** The version of the pictures of the site, for their addresses; `null` when there are none. */
  pictures: string | null;
  /** Whether some texts are the firm's own, in place of those of locales/; absent when none is. */
  own_texts?: true;
  /** Names of those that are the firm's own and no illustrations. */
  own_pictures?: string[];
  /** Who people may sign in with besides; absent when there is nobody. */
  providers?: { id: string; name: string }[];
};

/** `alt` says what it shows; the product's title where nobody has said so. */
export type Image = { url: string; order: number; type: string; alt: string };

export type OptionValue = { id: string; option_id: string; variant_id: string; value: string };

export type Variant = {
  id: string;
  title: string;
  image_url: string | null;
  sku: string | null;
  price_in_cents: number;
  price_formatted: string;
  sale_price_in_cents: number | null;
  sale_price_formatted: string | null;
  currency: string;
  manage_inventory: boolean;
  weight: number | null;
  options: OptionValue[];
  inventory_quantity: number | null;
};

export type CustomField = { id: string; title: string; is_required: boolean };

export type CustomFieldValue = { id: string; value: string };

export type Product = {
  id: string;
  title: string;
  subtitle: string | null;
  ribbon_text: string | null;
  /** Who makes it. */
  brand: string | null;
  /** HTML, cleaned by the server. */
  description: string | null;
  thumbnail: string | null;
  images: Image[];
  price_in_cents: number;
  currency: string;
  status: string;
  purchasable: boolean;
  order: number | null;
  site_product_selection: string | null;
  options: { id: string; title: string; values: OptionValue[] }[];
  variants: Variant[];
  product_collections: { product_id: string; collection_id: string; order: number }[];
  additional_info: { id: string; order: number; title: string; description: string }[];
  type: { value: string } | null;
  custom_fields: CustomField[];
  related_products: {
    id: string;
    section_title: string;
    related_type: string;
    related_id: string;
    position: number;
  }[];
  updated_at: string;
  created_at: string;
  deleted_at: string | null;
  metadata: unknown;
  slug: string | null;
};

export type ProductType = { value: string; label: string; count: number };

/** What a cart keeps of a variant. */
export type CardVariant = Pick<
  Variant,
  | 'id'
  | 'title'
  | 'price_in_cents'
  | 'sale_price_in_cents'
  | 'manage_inventory'
  | 'inventory_quantity'
>;

export type Card = {
  id: string;
  title: string;
  subtitle: string | null;
  ribbon_text: string | null;
  /** Its first picture, and what that shows. */
  image_url: string | null;
  image_alt: string | null;
  type: { value: string; label: string } | null;
  /** The displayed price: the sale price when there is one. */
  price_in_cents: number;
  before_price_in_cents: number | null;
  variant_count: number;
  purchasable: boolean;
  /** A required custom field must be filled in first. */
  needs_input: boolean;
  /** The only variant; `null` when there are several to choose from. */
  variant: CardVariant | null;
};

export type CardPage = {
  count: number;
  offset: number;
  limit: number;
  types: ProductType[];
  cards: Card[];
  /** What was searched for instead of what was typed, which nothing has. */
  searched_for: string | null;
};

export type ProductPage = { product: Product };

export type ProductList = { count: number; offset: number; limit: number; products: Product[] };

export type VariantStock = { variants: { id: string; inventory_quantity: number | null }[] };

export type RelatedSections = { sections: { title: string; cards: Card[] }[] };

export type Role = 'customer' | 'admin';

export type User = {
  id: string;
  email: string;
  role: string;
  /** They administer the shop, once they have a second factor. */
  admin_needs_factor: boolean;
  user_metadata: { name?: string };
};

/** A second factor: an authenticator app. */
export type Factor = {
  id: string;
  /** What its owner calls it; may be empty. */
  friendly_name: string;
  status: 'verified' | 'unverified';
  created_at: string;
};

/** Somebody whose password was right and whose second factor is still to come. */
export type Awaiting = { email: string; factors: Factor[] };

export type SessionState = { user: User | null; awaiting?: Awaiting; expires_at?: number };

/** The reader's own account, as the auth service describes it. */
export type AccountUser = {
  id: string;
  email: string;
  /** The address they asked to have and have not confirmed yet. */
  new_email?: string;
  factors: Factor[];
  identities: Identity[];
};

/** What opens the reader's account: their address, `email`, or who they are at a provider. */
export type Identity = { identity_id: string; provider: string; email: string; created_at: string };

/** What signing in is answered with; while the levels differ, a second factor is still to come. */
export type SignInAnswer = VerifyAnswer & { aal: string; next_aal: string };

/** What a mailed link or code is answered with: perhaps a page that another program asked to be led to. */
export type VerifyAnswer = { user: AccountUser; redirect_to?: string };

/** What an authenticator app needs; shown once. */
export type Enrolment = { id: string; totp: { qr_code: string; secret: string; uri: string } };

/** Somewhere the reader's account is signed in. */
export type ListedSession = {
  id: string;
  user_agent: string;
  created_at: string;
  last_seen_at: string;
  current: boolean;
};

export type Address = {
  name: string;
  address: string;
  city: string;
  postal_code: string;
  country: string;
  /** For whoever brings it; empty where none was given. */
  phone?: string;
};

/** Who brings an order. */
export type Carrier = 'correos' | 'seur' | 'mrw' | 'gls' | 'own_van' | 'pick_up';

export type Profile = {
  id: string;
  name: string | null;
  address: string | null;
  city: string | null;
  postal_code: string | null;
  country: string | null;
  phone: string | null;
  role: string;
  email: string;
};

export type OrderStatus = 'pending' | 'paid' | 'shipped' | 'delivered' | 'cancelled';

/** Whether an order's money is back or on its way back. */
export type RefundState = 'none' | 'partly_refunded' | 'refunded';

/** What became of an order's money. */
export type Returned = {
  refund_state: RefundState;
  refunded_in_cents: number;
  /** On its way back. */
  refund_pending_in_cents: number;
  /** Taken back by the buyer's bank. */
  charged_back_in_cents: number;
};

export type OrderItem = {
  id: string;
  product_id: string;
  variant_id: string;
  product_title: string;
  variant_title: string;
  sku: string | null;
  quantity: number;
  /** For how many of them the money is back or on its way back. */
  refunded_quantity: number;
  /** Euros. */
  price_at_purchase: number;
  price_at_purchase_in_cents: number;
  image_url: string | null;
  /** What it shows, in the order's language; absent when nobody has said so. */
  image_alt: string | null;
  custom_field_values: { id: string; title: string; value: string }[];
};

export type Order = Returned & {
  id: string;
  /** What people call it by: `2026-0042`. */
  number: string;
  user_id: string;
  /** Euros. */
  total_price: number;
  total_in_cents: number;
  items_in_cents: number;
  shipping_in_cents: number;
  tax_in_cents: number;
  currency: string;
  shipping_address: Address;
  status: OrderStatus;
  /** Once shipped. */
  carrier: Carrier | null;
  tracking_number: string | null;
  created_at: string;
  paid_at: string | null;
  /** Pending, and its stock still held. */
  payable: boolean;
  expires_at: string | null;
  cancellation_reason: string | null;
  order_items: OrderItem[];
};

export type OrderList = { count: number; offset: number; limit: number; orders: Order[] };

/** What somebody wrote about a product. */
export type Comment = {
  id: string;
  item_id: string;
  user_id: string;
  /** The name in their profile; null when there is none. */
  author: string | null;
  /** Plain text in lines. */
  content: string;
  status: 'pending' | 'approved' | 'rejected';
  created_at: string;
};

export type CommentList = { count: number; offset: number; limit: number; comments: Comment[] };
