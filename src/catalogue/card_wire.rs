//! Products as they travel in the shop's lists, where a card stands for each.

use poem_openapi::Object;

use super::Rating;
use super::draft::Fitting;
use super::wire::{Attribute, ProductType};

/// A page of cards.
#[derive(Debug, Clone, Object)]
pub struct CardList {
    /// How many there are in all.
    pub count: i64,
    /// How many were left out at the beginning.
    pub offset: i64,
    /// How many were asked for.
    pub limit: i64,
    /// Every type in the store, whichever was asked for.
    pub types: Vec<TypeCount>,
    /// The cards.
    pub cards: Vec<Card>,
    /// What the list can be narrowed down to; null unless it was asked for, and where the list is too long to be counted.
    pub facets: Option<Facets>,
    /// What was searched for instead of `q`, which nothing has and which seems to be a slip; else null.
    pub searched_for: Option<String>,
}

/// What one more choice would leave of a list.
#[derive(Debug, Clone, Object)]
pub struct Facets {
    /// How many products can be had now.
    pub in_stock: i64,
    /// The options there are to choose from.
    pub options: Vec<OptionFacet>,
}

/// An option of products and its values.
#[derive(Debug, Clone, Object)]
pub struct OptionFacet {
    /// The stable Spanish title.
    pub name: String,
    /// Its title in the language asked for.
    pub label: String,
    /// Its values.
    pub values: Vec<OptionValueCount>,
}

/// A value of an option and how many products have it.
#[derive(Debug, Clone, Object)]
pub struct OptionValueCount {
    /// The stable Spanish value.
    pub value: String,
    /// The value in the language asked for.
    pub label: String,
    /// How many products.
    pub count: i64,
}

/// A type and how many products of it fit the search and the other choices.
#[derive(Debug, Clone, Object)]
pub struct TypeCount {
    /// The stable Spanish name.
    pub value: String,
    /// Its name in the language asked for.
    pub label: String,
    /// How many products.
    pub count: i64,
}

/// What a product's card in the store shows.
#[derive(Debug, Clone, Object)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own on the wire")]
pub struct Card {
    /// The product.
    pub id: String,
    /// Its title.
    pub title: String,
    /// A line under the title.
    pub subtitle: Option<String>,
    /// A short word on the picture.
    pub ribbon_text: Option<String>,
    /// Its first picture, a path of this site.
    pub image_url: Option<String>,
    /// What that shows; its title when nobody has said so.
    pub image_alt: Option<String>,
    /// What kind of thing it is.
    pub r#type: ProductType,
    /// What the displayed variant costs, in cents.
    pub price_in_cents: i64,
    /// Whether that is where its prices begin: another variant costs more, and none less.
    pub price_is_from: bool,
    /// What is struck through beside it, in cents; null without a sale.
    pub before_price_in_cents: Option<i64>,
    /// From when until when that sale is on, for people; left out without one.
    #[oai(skip_serializing_if_is_none)]
    pub sale_dates_formatted: Option<String>,
    /// What a unit of measure of the displayed variant costs now, for people; left out where the price is that already.
    #[oai(skip_serializing_if_is_none)]
    pub unit_price_formatted: Option<String>,
    /// Which classes of energy efficiency it has; their sheets stand with the product. Left out where it has none.
    #[oai(skip_serializing_if_is_empty, default)]
    pub energy: Vec<Attribute>,
    /// How many variants there are to choose from.
    pub variant_count: usize,
    /// Whether it can be bought online.
    pub purchasable: bool,
    /// Whether the firm fits it too.
    pub fitting: Fitting,
    /// Whether the customer has to fill something in first.
    pub needs_input: bool,
    /// Whether it can be had in no variant; left out while it can.
    #[oai(skip_serializing_if = "std::ops::Not::not", default)]
    pub sold_out: bool,
    /// The only variant; null when there are several to choose from.
    pub variant: Option<CardVariant>,
    /// What its buyers gave it; left out while there is nothing.
    #[oai(skip_serializing_if_is_none)]
    pub rating: Option<Rating>,
}

/// What a cart keeps of a variant.
#[derive(Debug, Clone, Object)]
pub struct CardVariant {
    /// Its id.
    pub id: String,
    /// What it is called within its product.
    pub title: String,
    /// In cents: what it costs, or when it is on sale what is struck through.
    pub price_in_cents: i64,
    /// What it costs on sale, in cents; null without a sale.
    pub sale_price_in_cents: Option<i64>,
    /// Whether stock is counted.
    pub manage_inventory: bool,
    /// Units in stock; says nothing unless `manage_inventory`.
    pub inventory_quantity: i64,
}

/// The products a product points to.
#[derive(Debug, Clone, Object)]
#[oai(rename = "RelatedProducts")]
pub struct Related {
    /// In order.
    pub sections: Vec<Section>,
    /// More of the same type, where the sections do not fill a row of four.
    pub similar: Vec<Card>,
}

/// Related products under one heading.
#[derive(Debug, Clone, Object)]
#[oai(rename = "RelatedSection")]
pub struct Section {
    /// The heading.
    pub title: String,
    /// The products.
    pub cards: Vec<Card>,
}
