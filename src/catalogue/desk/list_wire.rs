//! Lists of the desk's products and variants as they travel, amounts in cents.

use poem_openapi::Object;

use crate::catalogue::draft::ProductStatus;

/// A page of the desk's products.
#[derive(Debug, Clone, Object)]
pub struct DeskProductList {
    /// How many fit.
    pub count: i64,
    /// How many were left out at the beginning.
    pub offset: i64,
    /// How many were asked for.
    pub limit: i64,
    /// What was changed last first.
    pub products: Vec<DeskRow>,
    /// What was searched for instead of `q`, which nothing has and which seems to be a slip; else null.
    pub searched_for: Option<String>,
}

/// A product in a list.
#[derive(Debug, Clone, Object)]
pub struct DeskRow {
    /// The product.
    pub id: String,
    /// In its address.
    pub slug: String,
    /// In Spanish.
    pub title: String,
    /// Its first picture.
    pub thumbnail: Option<String>,
    /// Where it stands.
    pub status: ProductStatus,
    /// Left out of the store though published.
    pub is_hidden: bool,
    /// Whether it can be bought online.
    pub purchasable: bool,
    /// The Spanish name of its type.
    pub r#type: String,
    /// How many variants it has.
    pub variants: i64,
    /// What the displayed variant costs, in cents.
    pub price_in_cents: i64,
    /// Whether a variant is on sale.
    pub on_sale: bool,
    /// When the next sale of a variant that is on none begins, RFC 3339; null when none is planned.
    pub planned_sale_at: Option<String>,
    /// Units of all variants whose stock is counted; null when none is.
    pub stock: Option<i64>,
    /// RFC 3339.
    pub updated_at: String,
    /// When it was deleted, RFC 3339; null unless it is.
    pub deleted_at: Option<String>,
    /// Until when a deleted product can be brought back, RFC 3339.
    pub restorable_until: Option<String>,
}

/// A product that is back.
#[derive(Debug, Clone, Object)]
pub struct RestoredProduct {
    /// The product.
    pub id: String,
    /// In Spanish.
    pub title: String,
    /// SKUs that other products have by now: its variants are without them.
    pub lost_skus: Vec<String>,
}

/// A page of variants.
#[derive(Debug, Clone, Object)]
pub struct DeskVariantList {
    /// How many fit.
    pub count: i64,
    /// How many were left out at the beginning.
    pub offset: i64,
    /// How many were asked for.
    pub limit: i64,
    /// By product, in the store's order.
    pub variants: Vec<DeskVariantRow>,
    /// What was searched for instead of `q`, which nothing has and which seems to be a slip; else null.
    pub searched_for: Option<String>,
}

/// A variant in a list.
#[derive(Debug, Clone, Object)]
pub struct DeskVariantRow {
    /// The variant.
    pub id: String,
    /// Its product.
    pub product_id: String,
    /// What that is called, in Spanish.
    pub product_title: String,
    /// What it is called within it.
    pub title: String,
    /// The shop's own number for it.
    pub sku: Option<String>,
    /// The regular price in cents.
    pub price_in_cents: i64,
    /// The price in cents of the sale that is on or to come.
    pub sale_price_in_cents: Option<i64>,
    /// When it begins, RFC 3339; null at once.
    pub sale_starts_at: Option<String>,
    /// When it is over, RFC 3339; null until it is taken away.
    pub sale_ends_at: Option<String>,
    /// Whether stock is counted.
    pub manage_inventory: bool,
    /// Units in stock.
    pub inventory_quantity: i64,
    /// How much it holds, `0.75 l`.
    pub content: Option<String>,
    /// The number of its barcode.
    pub gtin: Option<String>,
}
