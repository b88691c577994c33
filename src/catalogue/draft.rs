//! A product as it is written: what the import, the demo and the owner's desk hand over to [`super::save`].
//!
//! Everything is named by what people know (slug, SKU, titles), never by row ids, so that the same draft written twice
//! changes nothing the second time.

use std::collections::BTreeMap;

use super::price::Sale;
use crate::lang::Lang;
use crate::money::Cents;

/// A whole product. Texts are Spanish; other languages stand in `texts`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductDraft {
    /// The product's id when it is known (an export carries it); a new or slug-matched product otherwise.
    pub id: Option<String>,
    /// What the address and the import know the product by; unique, 1–200 characters.
    pub slug: String,
    /// 1–300 characters.
    pub title: String,
    /// A line under the title.
    pub subtitle: Option<String>,
    /// A short word on the picture, such as "Oferta".
    pub ribbon_text: Option<String>,
    /// HTML; cleaned when saved.
    pub description: String,
    /// The Spanish name of its type; empty for none.
    pub kind: String,
    /// Where it stands in the life of a product.
    pub status: Status,
    /// Left out of lists and not found, though published.
    pub is_hidden: bool,
    /// Whether it can be bought online.
    pub purchasable: bool,
    /// Ascending in the store.
    pub sort_order: i64,
    /// Which variant's price is shown: `lowest_price_first`, nothing (the same), or another word (the first's).
    pub site_product_selection: Option<String>,
    /// Contained in the prices, in basis points.
    pub tax_rate_bp: i64,
    /// Free data of the owner's; a JSON object.
    pub metadata: serde_json::Map<String, serde_json::Value>,
    /// In order; paths of this site.
    pub images: Vec<ImageDraft>,
    /// Titles of the options, in order; empty for a single variant.
    pub options: Vec<String>,
    /// At least one.
    pub variants: Vec<VariantDraft>,
    /// Slugs of collections with their Spanish titles, in order.
    pub collections: Vec<(String, String)>,
    /// More sections: title and HTML.
    pub additional_info: Vec<(String, String)>,
    /// What the customer fills in: title, and whether it must be filled in.
    pub custom_fields: Vec<(String, bool)>,
    /// Other products: section title and slug. An unknown slug is an error.
    pub related: Vec<(String, String)>,
    /// Texts in other languages by path: `title`, `subtitle`, `ribbon_text`, `description`, `type`, `option/<Spanish>`,
    /// `value/<Spanish>`, `variant/<position>`, `info/<position>/title`, `info/<position>/description`,
    /// `field/<position>`, `section/<Spanish>`, `image/<position>`; positions count from 0.
    pub texts: BTreeMap<Lang, BTreeMap<String, String>>,
}

/// Where a product stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    /// In the store.
    #[default]
    Published,
    /// Not yet.
    Draft,
    /// No more.
    Archived,
}

/// A picture of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageDraft {
    /// A path of this site, such as `/media/demo/llave-ajustable`.
    pub url: String,
    /// What it shows, in Spanish.
    pub alt: String,
}

/// A variant of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantDraft {
    /// The variant's id when it is known.
    pub id: Option<String>,
    /// What it is called within the product.
    pub title: String,
    /// Unique in the shop, where there is one.
    pub sku: Option<String>,
    /// Its own picture, a path of this site.
    pub image_url: Option<String>,
    /// Tax included; at most [`super::price::MAX_PRICE`].
    pub price: Cents,
    /// Below `price` and above 0; one that is over when it is saved is left out.
    pub sale: Option<Sale>,
    /// Whether stock is counted.
    pub manage_inventory: bool,
    /// Units in stock.
    pub inventory_quantity: i64,
    /// In grams.
    pub weight_grams: Option<i64>,
    /// One value per option of the product, in the same order.
    pub option_values: Vec<String>,
}
