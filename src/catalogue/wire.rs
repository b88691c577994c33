//! The catalogue as it travels: the store service's own format, with a few additions for the shop's pages.
//!
//! Amounts are integer cents. A variant on sale carries in `price_in_cents` what may be struck through (the lowest
//! price of the 30 days before the sale, see [`crate::catalogue::price`]) and in `sale_price_in_cents` what it costs.

use poem_openapi::Object;
use poem_openapi::types::Any;
use serde_json::Value;

use super::html;
use super::sql::list::CollectionRow;
use super::stored::{self, Stored};
use crate::lang::Lang;
use crate::money::{CURRENCY, Cents};

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
    /// What kind of thing it is.
    pub r#type: ProductType,
    /// What the customer fills in.
    pub custom_fields: Vec<CustomField>,
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
}

/// A picture.
#[derive(Debug, Clone, Object)]
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
pub struct OptionValue {
    /// Its id.
    pub id: String,
    /// The option.
    pub option_id: String,
    /// The variant.
    pub variant_id: String,
    /// Such as `30 mm`.
    pub value: String,
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
    /// ISO 4217.
    pub currency: String,
    /// How amounts are shown.
    pub currency_info: Currency,
    /// Whether stock is counted.
    pub manage_inventory: bool,
    /// In grams, where known.
    pub weight: Option<i64>,
    /// What it is in each option.
    pub options: Vec<OptionValue>,
    /// Units in stock; says nothing unless `manage_inventory`.
    pub inventory_quantity: i64,
}

/// A price in one currency.
#[derive(Debug, Clone, Object)]
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

/// All collections.
#[derive(Debug, Clone, Object)]
pub struct CollectionList {
    /// The collections.
    pub collections: Vec<Collection>,
    /// How many.
    pub count: usize,
}

/// A group of products.
#[derive(Debug, Clone, Object)]
pub struct Collection {
    /// Its id.
    pub id: String,
    /// In the language asked for, else in Spanish.
    pub title: String,
    /// A path of this site.
    pub image_url: Option<String>,
    /// The store it belongs to.
    pub store_id: String,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339.
    pub updated_at: String,
    /// Always null.
    pub deleted_at: Option<String>,
    /// The owner's own data.
    pub metadata: Any<Value>,
}

/// How the store is set up.
#[derive(Debug, Clone, Object)]
pub struct StoreSettings {
    /// The store.
    pub store_id: String,
    /// Whose it is.
    pub store_owner: StoreOwner,
    /// The one currency.
    pub currency: Currency,
    /// The languages product texts may be asked for in.
    pub languages: Vec<String>,
}

/// Whose store it is.
#[derive(Debug, Clone, Object)]
pub struct StoreOwner {
    /// The language texts fall back to.
    pub language: String,
}

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
}

/// A type and how many products of it fit the search.
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
pub struct Card {
    /// The product.
    pub id: String,
    /// Its title.
    pub title: String,
    /// A line under the title.
    pub subtitle: Option<String>,
    /// A short word on the picture.
    pub ribbon_text: Option<String>,
    /// Its first picture.
    pub image: Option<CardImage>,
    /// What kind of thing it is.
    pub r#type: ProductType,
    /// What the displayed variant costs, in cents.
    pub price_in_cents: i64,
    /// The same, for people.
    pub price_formatted: String,
    /// What is struck through beside it, in cents; null without a sale.
    pub before_price_in_cents: Option<i64>,
    /// The same, for people.
    pub before_price_formatted: Option<String>,
    /// How many variants there are to choose from.
    pub variant_count: usize,
    /// Whether it can be bought online.
    pub purchasable: bool,
    /// Whether the customer has to fill something in first.
    pub needs_input: bool,
    /// The first variant.
    pub variant: Variant,
}

/// The picture of a card.
#[derive(Debug, Clone, Object)]
pub struct CardImage {
    /// A path of this site.
    pub url: String,
    /// What it shows.
    pub alt: String,
}

/// The products a product points to.
#[derive(Debug, Clone, Object)]
pub struct Related {
    /// In order.
    pub sections: Vec<Section>,
}

/// Related products under one heading.
#[derive(Debug, Clone, Object)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// The products.
    pub cards: Vec<Card>,
}

impl Currency {
    /// The one currency of the shop.
    pub fn euro() -> Self {
        Self {
            code: CURRENCY.to_lowercase(),
            iso_code: CURRENCY.to_owned(),
            symbol: String::from("€"),
            template: String::from("$1 €"),
        }
    }
}

impl Product {
    /// The product in a language; HTML is cleaned once more.
    pub(super) fn new(product: &Stored, lang: Lang) -> Self {
        let text = |path: &str, spanish: &str| product.text(lang, path, spanish).to_owned();
        let images: Vec<Image> = (0..product.images.len()).map(|n| image(product, n, lang)).collect();
        Self {
            id: product.id.clone(),
            slug: product.slug.clone(),
            title: text("title", &product.title),
            subtitle: optional(product, "subtitle", product.subtitle.as_deref(), lang),
            ribbon_text: optional(product, "ribbon_text", product.ribbon_text.as_deref(), lang),
            description: html::clean(&text("description", &product.description)),
            thumbnail: images.first().map(|image| image.url.clone()),
            media: images.clone(),
            images,
            price_in_cents: product.displayed().map_or(0, |variant| variant.offer().price.0),
            currency: CURRENCY.to_owned(),
            status: product.status.as_str().to_owned(),
            purchasable: product.purchasable,
            order: product.sort_order,
            site_product_selection: product.site_product_selection.clone(),
            options: options(product, lang),
            variants: product.variants.iter().map(|variant| Variant::new(product, variant, lang)).collect(),
            product_collections: product
                .collections
                .iter()
                .map(|membership| ProductCollection {
                    product_id: product.id.clone(),
                    collection_id: membership.collection_id.clone(),
                    order: membership.position,
                })
                .collect(),
            additional_info: additional_info(product, lang),
            r#type: ProductType::new(product, lang),
            custom_fields: custom_fields(product, lang),
            related_products: related_products(product, lang),
            updated_at: product.updated_at.to_rfc3339(),
            created_at: product.created_at.to_rfc3339(),
            deleted_at: product.deleted_at.map(crate::clock::Timestamp::to_rfc3339),
            metadata: Any(Value::Object(product.metadata.clone())),
        }
    }
}

/// A text that may be missing: the translation of one that is not, else the Spanish one.
fn optional(product: &Stored, path: &str, spanish: Option<&str>, lang: Lang) -> Option<String> {
    spanish.map(|spanish| product.text(lang, path, spanish).to_owned())
}

fn image(product: &Stored, n: usize, lang: Lang) -> Image {
    let image = &product.images[n];
    let alt = product.text(lang, &format!("image/{}", image.id), &image.alt);
    // A picture nobody described shows the product.
    let alt = if alt.is_empty() { product.text(lang, "title", &product.title) } else { alt };
    Image { url: image.url.clone(), order: n, r#type: image.kind.clone(), alt: alt.to_owned() }
}

fn option_value(product: &Stored, variant: &stored::Variant, value: &stored::OptionValue, lang: Lang) -> OptionValue {
    OptionValue {
        id: value.id.clone(),
        option_id: value.option_id.clone(),
        variant_id: variant.id.clone(),
        value: product.text(lang, &format!("value/{}", value.value), &value.value).to_owned(),
    }
}

fn options(product: &Stored, lang: Lang) -> Vec<ProductOption> {
    let option = |option: &stored::Choice| {
        let values = product.variants.iter().flat_map(|variant| {
            let of_this = variant.values.iter().filter(|value| value.option_id == option.id);
            of_this.map(move |value| option_value(product, variant, value, lang))
        });
        ProductOption {
            id: option.id.clone(),
            title: product.text(lang, &format!("option/{}", option.id), &option.title).to_owned(),
            values: values.collect(),
        }
    };
    product.options.iter().map(option).collect()
}

fn additional_info(product: &Stored, lang: Lang) -> Vec<AdditionalInfo> {
    let info = |(order, info): (usize, &stored::Info)| AdditionalInfo {
        id: info.id.clone(),
        order,
        title: product.text(lang, &format!("info/{}/title", info.id), &info.title).to_owned(),
        description: html::clean(product.text(lang, &format!("info/{}/description", info.id), &info.description)),
    };
    product.info.iter().enumerate().map(info).collect()
}

fn custom_fields(product: &Stored, lang: Lang) -> Vec<CustomField> {
    let field = |field: &stored::CustomField| CustomField {
        id: field.id.clone(),
        title: product.text(lang, &format!("field/{}", field.id), &field.title).to_owned(),
        is_required: field.is_required,
    };
    product.fields.iter().map(field).collect()
}

fn related_products(product: &Stored, lang: Lang) -> Vec<RelatedProduct> {
    let related = |related: &stored::Related| {
        let section = &related.section_title;
        RelatedProduct {
            id: related.id.clone(),
            section_title: product.text(lang, &format!("section/{section}"), section).to_owned(),
            related_type: String::from("product"),
            related_id: related.product_id.clone(),
            position: related.position,
        }
    };
    product.related.iter().filter(|related| related.is_visible).map(related).collect()
}

impl ProductType {
    fn new(product: &Stored, lang: Lang) -> Self {
        Self { value: product.kind.clone(), label: product.text(lang, "type", &product.kind).to_owned() }
    }
}

impl Variant {
    fn new(product: &Stored, variant: &stored::Variant, lang: Lang) -> Self {
        let offer = variant.offer();
        let (price, sale) = match offer.before {
            Some(before) => (before, Some(offer.price)),
            None => (offer.price, None),
        };
        Self {
            id: variant.id.clone(),
            title: product.text(lang, &format!("variant/{}", variant.id), &variant.title).to_owned(),
            image_url: variant.image_url.clone(),
            sku: variant.sku.clone(),
            prices: vec![Price {
                amount: price.0,
                sale_amount: sale.map(|cents| cents.0),
                currency_code: CURRENCY.to_lowercase(),
                currency: Currency::euro(),
            }],
            price_in_cents: price.0,
            price_formatted: price.format(lang),
            sale_price_in_cents: sale.map(|cents| cents.0),
            sale_price_formatted: sale.map(|cents| cents.format(lang)),
            currency: CURRENCY.to_owned(),
            currency_info: Currency::euro(),
            manage_inventory: variant.manage_inventory,
            weight: variant.weight_grams,
            options: variant.values.iter().map(|value| option_value(product, variant, value, lang)).collect(),
            inventory_quantity: variant.inventory_quantity,
        }
    }
}

impl Card {
    /// The card of a product; `None` for one without variants, which cannot be shown.
    pub(super) fn new(product: &Stored, lang: Lang) -> Option<Self> {
        let (first, shown) = (product.variants.first()?, product.displayed()?.offer());
        let picture = (!product.images.is_empty()).then(|| image(product, 0, lang));
        Some(Self {
            id: product.id.clone(),
            title: product.text(lang, "title", &product.title).to_owned(),
            subtitle: optional(product, "subtitle", product.subtitle.as_deref(), lang),
            ribbon_text: optional(product, "ribbon_text", product.ribbon_text.as_deref(), lang),
            image: picture.map(|image| CardImage { url: image.url, alt: image.alt }),
            r#type: ProductType::new(product, lang),
            price_in_cents: shown.price.0,
            price_formatted: shown.price.format(lang),
            before_price_in_cents: shown.before.map(|cents| cents.0),
            before_price_formatted: shown.before.map(|cents: Cents| cents.format(lang)),
            variant_count: product.variants.len(),
            purchasable: product.purchasable,
            needs_input: product.fields.iter().any(|field| field.is_required),
            variant: Variant::new(product, first, lang),
        })
    }
}

impl Collection {
    pub(super) fn new(row: CollectionRow, store_id: &str) -> Self {
        Self {
            id: row.id,
            title: row.title,
            image_url: row.image_url,
            store_id: store_id.to_owned(),
            created_at: row.created_at.to_rfc3339(),
            updated_at: row.updated_at.to_rfc3339(),
            deleted_at: None,
            metadata: Any(row.metadata),
        }
    }
}
