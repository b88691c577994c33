// Products as the desk reads and writes them. Spanish texts stand in the product, those of other languages in `texts`.

export type ProductStatus = 'published' | 'draft' | 'archived';

/** A product in the desk's list. */
export type ProductRow = {
  id: string;
  slug: string;
  title: string;
  thumbnail: string | null;
  status: ProductStatus;
  is_hidden: boolean;
  purchasable: boolean;
  type: string;
  /** How many it has. */
  variants: number;
  price_in_cents: number;
  on_sale: boolean;
  /** Units of all variants whose stock is counted; `null` when none is. */
  stock: number | null;
};

/** A variant in the table of many. */
export type VariantRow = {
  id: string;
  product_id: string;
  product_title: string;
  title: string;
  sku: string | null;
  price_in_cents: number;
  /** Of the sale that is on or to come. */
  sale_price_in_cents: number | null;
  sale_starts_at: string | null;
  sale_ends_at: string | null;
  manage_inventory: boolean;
  inventory_quantity: number;
};

export type WireVariant = {
  id?: string | null;
  title: string;
  sku: string | null;
  image_url: string | null;
  price_in_cents: number;
  sale_price_in_cents: number | null;
  /** RFC 3339, or as typed on the shop's clock; `null` at once. */
  sale_starts_at: string | null;
  /** The same; `null` until it is taken away. */
  sale_ends_at: string | null;
  manage_inventory: boolean;
  /** Left out of a change: as many as there are. */
  inventory_quantity?: number | null;
  /** How many the editor showed: the difference counts, so that a sale of meanwhile is not undone. */
  inventory_seen?: number;
  weight_grams: number | null;
  /** One per option, in their order. */
  option_values: string[];
};

/** Texts by language and path, or paths by language. */
export type TextsByLang = Record<string, Record<string, string>>;
export type PathsByLang = Record<string, string[]>;

/** What can be written of a product. */
export type ProductBody = {
  slug: string;
  title: string;
  subtitle: string | null;
  ribbon_text: string | null;
  brand: string | null;
  /** HTML. */
  description: string;
  type: string;
  status: ProductStatus;
  is_hidden: boolean;
  purchasable: boolean;
  /** Ascending in the store. */
  order: number;
  site_product_selection: string | null;
  /** Basis points: 2100 is 21 %. */
  tax_rate_bp: number;
  metadata: Record<string, unknown>;
  images: { url: string; alt: string }[];
  options: string[];
  variants: WireVariant[];
  collections: { slug: string; title: string }[];
  additional_info: { title: string; description: string }[];
  custom_fields: { title: string; is_required: boolean }[];
  related: { section: string; slug: string }[];
  texts: TextsByLang;
};

export type DeskProduct = Omit<ProductBody, 'variants'> & {
  id: string;
  /** Names this state of it; a change says which one it was made from. */
  revision: string;
  updated_at: string;
  variants: (WireVariant & { before_price_in_cents?: number | null })[];
  /** Translations whose Spanish text is another by now. */
  stale_texts: PathsByLang;
};

/** What somebody else changed meanwhile. */
export type OthersChange = { by: string; at: string; fields: string[] };

/** `message` is the program's English; by `code` and `params` this page says it in its own language. */
export type ImportNote = { row: number; message: string; code?: string | null; params?: Record<string, string | number> | null };

/** A cell or a row that cannot be imported; row 0 is the file as a whole. */
export type RowProblem = { row: number; column: string; message: string };

/** How far an import is; `report` once it is done. */
export type ImportState = { id: string; done: number; total: number; report: ImportReport | null };

export type ImportReport = {
  dry_run: boolean;
  format: string;
  created: number;
  changed: number;
  unchanged: number;
  /** Products that are not imported because of a row, and the first of their problems. */
  left_out: number;
  problems: RowProblem[];
  missing_pictures: ImportNote[];
  notes: ImportNote[];
};

/** What becomes, or became, of a product that is put on sale. */
export type SaleOutcome = {
  id: string;
  title: string;
  /** The state it is in then. */
  revision: string;
  /** Why it stays as it is. */
  refused: 'nothing_left' | 'not_below' | null;
  variants: {
    variant_id: string;
    title: string;
    price_in_cents: number;
    before_sale_price_in_cents: number | null;
    before_sale_starts_at: string | null;
    before_sale_ends_at: string | null;
    sale_price_in_cents: number | null;
  }[];
};
