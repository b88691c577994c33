//! The catalogue as it travels: the store service's own format, with a few additions for the shop's pages.
//!
//! Amounts are integer cents. A variant on sale carries in `price_in_cents` what may be struck through (the lowest
//! price of the 30 days before the sale, see [`crate::catalogue::price`]) and in `sale_price_in_cents` what it costs.

use poem_openapi::Object;
use poem_openapi::types::Any;
use serde_json::Value;

use super::Rating;
pub use super::card_wire::{
    Card, CardList, CardVariant, Facets, OptionFacet, OptionValueCount, Related, Section, TypeCount,
};
use super::draft::Fitting;
pub use super::store_wire::{Collection, CollectionList, StoreOwner, StoreSettings};

/// A page of products.
#[derive(Debug, Clone, Object)]
pub struct ProductList {
    /// How many there are in all.
    pub count: i64,
    /// How many were left out at the beginning.
    pub offset: i64,
    /// How many were asked for.
    pub limit: i64,
    /// The products.
    pub products: Vec<Product>,
}

/// One product.
#[derive(Debug, Clone, Object)]
pub struct ProductAnswer {
    /// The product.
    pub product: Product,
}

/// A product with everything that belongs to it.
#[derive(Debug, Clone, Object)]
pub struct Product {
    /// Its id.
    pub id: String,
    /// What its address knows it by.
    pub slug: String,
    /// In the language asked for, like every text here, else in Spanish.
    pub title: String,
    /// A line under the title.
    pub subtitle: Option<String>,
    /// A short word on the picture.
    pub ribbon_text: Option<String>,
    /// Who makes it, the same in every language.
    pub brand: Option<String>,
    /// Who makes it; left out while nobody has said.
    #[oai(skip_serializing_if_is_none)]
    pub maker: Option<Maker>,
    /// The model, type or other name its maker tells it by; left out without one.
    #[oai(skip_serializing_if_is_none)]
    pub model: Option<String>,
    /// What to mind for safety's sake, on several lines; left out where there is nothing.
    #[oai(skip_serializing_if_is_none)]
    pub warnings: Option<String>,
    /// What its producer promises beyond the law; left out unless all of it was given.
    #[oai(skip_serializing_if_is_none)]
    pub guarantee: Option<Guarantee>,
    /// HTML: paragraphs, lists, emphasis, headings and links only.
    pub description: String,
    /// The first picture.
    pub thumbnail: Option<String>,
    /// In order.
    pub images: Vec<Image>,
    /// The same as `images`.
    pub media: Vec<Image>,
    /// What the displayed variant costs, in cents.
    pub price_in_cents: i64,
    /// ISO 4217.
    pub currency: String,
    /// `published` for everything in the store.
    pub status: String,
    /// Whether it can be bought online.
    pub purchasable: bool,
    /// Whether the firm fits it too.
    pub fitting: Fitting,
    /// What is in the box, a line each.
    pub in_the_box: Vec<String>,
    /// Where it stands in the store, ascending.
    pub order: i64,
    /// Which variant's price is displayed: the cheapest for `lowest_price_first` or null, else the first.
    pub site_product_selection: Option<String>,
    /// What the variants differ in.
    pub options: Vec<ProductOption>,
    /// In order.
    pub variants: Vec<Variant>,
    /// The collections it belongs to.
    pub product_collections: Vec<ProductCollection>,
    /// More sections.
    pub additional_info: Vec<AdditionalInfo>,
    /// What is told of it one by one.
    pub attributes: Vec<Attribute>,
    /// What its maker says of it at length.
    pub documents: Vec<Document>,
    /// What kind of thing it is.
    pub r#type: ProductType,
    /// What the customer fills in.
    pub custom_fields: Vec<CustomField>,
    /// Working days of making it, where it is made for its buyer and that is known; left out otherwise.
    #[oai(skip_serializing_if_is_none)]
    pub making_days: Option<i64>,
    /// Other products in the store.
    pub related_products: Vec<RelatedProduct>,
    /// RFC 3339.
    pub updated_at: String,
    /// RFC 3339.
    pub created_at: String,
    /// Always null: deleted products are not found.
    pub deleted_at: Option<String>,
    /// The owner's own data.
    pub metadata: Any<Value>,
    /// What its buyers gave it; left out while there is nothing.
    #[oai(skip_serializing_if_is_none)]
    pub rating: Option<Rating>,
}

/// Who makes a product, as Regulation (EU) 2023/988 wants it told with each offer.
#[derive(Debug, Clone, Object)]
pub struct Maker {
    /// Its name or trade mark.
    pub name: String,
    /// Where it gets post; may be empty.
    pub address: String,
    /// Its electronic address, for mail or of a page; may be empty.
    pub contact: String,
    /// Who answers in the Union for what a maker outside it makes; left out for others.
    #[oai(skip_serializing_if_is_none)]
    pub responsible: Option<Responsible>,
}

/// Who answers in the Union for what somebody outside it makes.
#[derive(Debug, Clone, Object)]
#[oai(rename = "ResponsiblePerson")]
pub struct Responsible {
    /// Their name.
    pub name: String,
    /// Where they get post; may be empty.
    pub address: String,
    /// Their electronic address, for mail or of a page; may be empty.
    pub contact: String,
}

/// A producer's commercial guarantee of durability, free of charge and for the whole of a product.
#[derive(Debug, Clone, Object)]
pub struct Guarantee {
    /// How long, in months; more than 24.
    pub months: i64,
    /// Whose promise it is.
    pub producer: String,
    /// For which model.
    pub model: String,
    /// All of it, for people.
    pub formatted: String,
}

/// A picture.
#[derive(Debug, Clone, Object)]
#[oai(rename = "ProductImage")]
pub struct Image {
    /// A path of this site.
    pub url: String,
    /// From 0.
    pub order: usize,
    /// `image`.
    pub r#type: String,
    /// What it shows.
    pub alt: String,
}

/// What variants differ in, such as a size.
#[derive(Debug, Clone, Object)]
pub struct ProductOption {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// One per variant.
    pub values: Vec<OptionValue>,
}

/// What a variant is in one option.
#[derive(Debug, Clone, Object)]
#[oai(rename = "ProductOptionValue")]
pub struct OptionValue {
    /// Its id.
    pub id: String,
    /// The option.
    pub option_id: String,
    /// The variant.
    pub variant_id: String,
    /// Such as `30 mm`.
    pub value: String,
    /// The colour to show for it, such as `#a9b8a0`; left out where there is none.
    #[oai(skip_serializing_if_is_none)]
    pub swatch: Option<String>,
}

/// Something told of a product.
#[derive(Debug, Clone, Object)]
#[oai(rename = "ProductAttribute")]
pub struct Attribute {
    /// Such as `Potencia`.
    pub name: String,
    /// Such as `2,6 kW`.
    pub value: String,
    /// The number in it; left out where it is none.
    #[oai(skip_serializing_if_is_none)]
    pub number: Option<f64>,
    /// What that number counts; left out where nothing is counted.
    #[oai(skip_serializing_if_is_none)]
    pub unit: Option<String>,
    /// The class of energy efficiency that it is; left out where it is something else.
    #[oai(skip_serializing_if_is_none)]
    pub energy: Option<EnergyClass>,
}

/// A class of energy efficiency.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
pub struct EnergyClass {
    /// Such as `E`.
    pub class: String,
    /// The best of its label, such as `A` or `A+++`.
    pub best: String,
    /// The worst of it, such as `G` or `D`.
    pub worst: String,
    /// Steps from the best, 0 to 6: each has its colour.
    pub step: i64,
    /// A path of this site, which leads to the sheet of its maker; left out where there is none.
    #[oai(skip_serializing_if_is_none)]
    pub sheet: Option<String>,
}

/// A paper of a product's maker.
#[derive(Debug, Clone, Object)]
#[oai(rename = "ProductDocument")]
pub struct Document {
    /// What it is.
    pub title: String,
    /// A path of this site; it leads to a PDF.
    pub url: String,
    /// How large that is; left out where nobody knows.
    #[oai(skip_serializing_if_is_none)]
    pub bytes: Option<u64>,
}

/// What is really bought.
#[derive(Debug, Clone, Object)]
pub struct Variant {
    /// Its id.
    pub id: String,
    /// What it is called within its product.
    pub title: String,
    /// Its own picture, a path of this site.
    pub image_url: Option<String>,
    /// The shop's own number for it.
    pub sku: Option<String>,
    /// One, in euros.
    pub prices: Vec<Price>,
    /// In cents: what it costs, or when it is on sale what is struck through.
    pub price_in_cents: i64,
    /// The same, for people.
    pub price_formatted: String,
    /// What it costs on sale, in cents; null without a sale.
    pub sale_price_in_cents: Option<i64>,
    /// The same, for people.
    pub sale_price_formatted: Option<String>,
    /// When the sale began that is on, RFC 3339; left out without one.
    #[oai(skip_serializing_if_is_none)]
    pub sale_starts_at: Option<String>,
    /// When it is over, RFC 3339; left out where no end is known.
    #[oai(skip_serializing_if_is_none)]
    pub sale_ends_at: Option<String>,
    /// The same, for people, on the clocks of the shop; left out without a sale.
    #[oai(skip_serializing_if_is_none)]
    pub sale_dates_formatted: Option<String>,
    /// ISO 4217.
    pub currency: String,
    /// How amounts are shown.
    pub currency_info: Currency,
    /// Whether stock is counted.
    pub manage_inventory: bool,
    /// In grams, where known.
    pub weight: Option<i64>,
    /// How much it holds, such as `0.75 l`; left out where it is not sold by measure.
    #[oai(skip_serializing_if_is_none)]
    pub content: Option<String>,
    /// What a unit of measure costs now; left out where the price is that already.
    #[oai(skip_serializing_if_is_none)]
    pub unit_price: Option<UnitPrice>,
    /// The number its maker gave it: 8, 12, 13 or 14 digits; left out where it has none.
    #[oai(skip_serializing_if_is_none)]
    pub gtin: Option<String>,
    /// What it is in each option.
    pub options: Vec<OptionValue>,
    /// Units in stock; says nothing unless `manage_inventory`.
    pub inventory_quantity: i64,
}

/// What a unit of measure costs.
#[derive(Debug, Clone, Object)]
pub struct UnitPrice {
    /// In cents, tax included.
    pub price_in_cents: i64,
    /// `kg`, `l`, `m`, `m2`, `m3` or `unit`.
    pub unit: String,
    /// Both, for people.
    pub formatted: String,
}

/// A price in one currency.
#[derive(Debug, Clone, Object)]
#[oai(rename = "VariantPrice")]
pub struct Price {
    /// As the variant's `price_in_cents`.
    pub amount: i64,
    /// As the variant's `sale_price_in_cents`.
    pub sale_amount: Option<i64>,
    /// `eur`.
    pub currency_code: String,
    /// How it is shown.
    pub currency: Currency,
}

/// How amounts of a currency are shown.
#[derive(Debug, Clone, Object)]
pub struct Currency {
    /// `eur`.
    pub code: String,
    /// `EUR`.
    pub iso_code: String,
    /// `€`.
    pub symbol: String,
    /// `$1` stands for the amount.
    pub template: String,
}

/// That a product is in a collection.
#[derive(Debug, Clone, Object)]
pub struct ProductCollection {
    /// The product.
    pub product_id: String,
    /// The collection.
    pub collection_id: String,
    /// Among the product's collections.
    pub order: i64,
}

/// A further section of a product.
#[derive(Debug, Clone, Object)]
pub struct AdditionalInfo {
    /// Its id.
    pub id: String,
    /// From 0.
    pub order: usize,
    /// Its heading.
    pub title: String,
    /// HTML like a description.
    pub description: String,
}

/// What kind of thing a product is.
#[derive(Debug, Clone, Object)]
pub struct ProductType {
    /// The stable Spanish name; empty for none.
    pub value: String,
    /// Its name in the language asked for.
    pub label: String,
}

/// Something the customer fills in.
#[derive(Debug, Clone, Object)]
pub struct CustomField {
    /// Its id.
    pub id: String,
    /// What is asked.
    pub title: String,
    /// Whether the product cannot be bought without it.
    pub is_required: bool,
    /// Characters of the answer, at most.
    pub max_length: i64,
}

/// That a product points to another.
#[derive(Debug, Clone, Object)]
pub struct RelatedProduct {
    /// The id of the relation.
    pub id: String,
    /// The heading it stands under.
    pub section_title: String,
    /// `product`.
    pub related_type: String,
    /// The other product.
    pub related_id: String,
    /// In order.
    pub position: i64,
}

/// Stock numbers.
#[derive(Debug, Clone, Object)]
pub struct VariantList {
    /// One per variant.
    pub variants: Vec<VariantStock>,
}

/// The stock of a variant.
#[derive(Debug, Clone, Object)]
pub struct VariantStock {
    /// The variant.
    pub id: String,
    /// Units in stock.
    pub inventory_quantity: i64,
}
