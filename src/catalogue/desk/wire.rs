//! Products of the desk as they travel: whole, with every text, amounts in cents. The same shape goes both ways; what
//! only the server knows is read-only.

use std::collections::{BTreeMap, HashMap};

use poem_openapi::types::{Any, MaybeUndefined};
use poem_openapi::{Enum, Object};
use serde_json::{Map, Value};

use super::form::{ProductForm, VariantForm};
use crate::catalogue::draft::{ImageDraft, Status, VariantDraft};
use crate::catalogue::price::Sale;
use crate::catalogue::stored::{Stored, Variant};
use crate::clock::Timestamp;
use crate::lang::Lang;
use crate::money::Cents;
use crate::problem::Problem;

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
    pub status: Standing,
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
    /// Units of all variants whose stock is counted; null when none is.
    pub stock: Option<i64>,
    /// RFC 3339.
    pub updated_at: String,
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
}

/// Where a product stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename = "ProductStatus", rename_all = "snake_case")]
pub enum Standing {
    /// In the store.
    Published,
    /// Not yet.
    Draft,
    /// No more.
    Archived,
}

impl From<Status> for Standing {
    fn from(status: Status) -> Self {
        match status {
            Status::Published => Self::Published,
            Status::Draft => Self::Draft,
            Status::Archived => Self::Archived,
        }
    }
}

impl From<Standing> for Status {
    fn from(standing: Standing) -> Self {
        match standing {
            Standing::Published => Self::Published,
            Standing::Draft => Self::Draft,
            Standing::Archived => Self::Archived,
        }
    }
}

/// A picture and what it shows.
#[derive(Debug, Clone, Object)]
#[oai(deny_unknown_fields)]
pub struct DeskImage {
    /// A path of this site.
    pub url: String,
    /// In Spanish.
    #[oai(default)]
    pub alt: String,
}

/// A collection by its slug.
#[derive(Debug, Clone, Object)]
#[oai(deny_unknown_fields)]
pub struct DeskCollection {
    /// What it is known by.
    pub slug: String,
    /// Its Spanish title; used for a new one only.
    pub title: String,
}

/// A section of its own.
#[derive(Debug, Clone, Object)]
#[oai(deny_unknown_fields)]
pub struct DeskInfo {
    /// Its heading.
    pub title: String,
    /// HTML.
    pub description: String,
}

/// What the customer fills in.
#[derive(Debug, Clone, Object)]
#[oai(deny_unknown_fields)]
pub struct DeskField {
    /// What is asked for.
    pub title: String,
    /// Whether it must be filled in.
    pub is_required: bool,
}

/// Another product it points to.
#[derive(Debug, Clone, Object)]
#[oai(deny_unknown_fields)]
pub struct DeskRelated {
    /// The heading it stands under.
    pub section: String,
    /// Its slug.
    pub slug: String,
}

/// A variant.
#[derive(Debug, Clone, Object)]
#[oai(deny_unknown_fields)]
pub struct DeskVariant {
    /// The variant; absent for a new one.
    pub id: Option<String>,
    /// What it is called within the product.
    #[oai(default)]
    pub title: String,
    /// Unique in the shop.
    pub sku: Option<String>,
    /// Its own picture.
    pub image_url: Option<String>,
    /// The regular price, tax included.
    pub price_in_cents: i64,
    /// The sale price.
    pub sale_price_in_cents: Option<i64>,
    /// When the sale begins; at once when it does not say. RFC 3339; in a change also without an offset, on the clocks
    /// of the shop: `2026-12-01T08:00`.
    pub sale_starts_at: Option<String>,
    /// When it is over, written alike; until it is taken away when it does not say.
    pub sale_ends_at: Option<String>,
    /// Read-only: what the recorded prices allow to strike through.
    pub before_price_in_cents: Option<i64>,
    /// Whether stock is counted.
    pub manage_inventory: bool,
    /// Units in stock; absent in a change: as many as there are.
    pub inventory_quantity: Option<i64>,
    /// In a change: how many the editor showed. Then the difference to that counts.
    pub inventory_seen: Option<i64>,
    /// In grams.
    pub weight_grams: Option<i64>,
    /// One value per option, in their order.
    #[oai(default)]
    pub option_values: Vec<String>,
}

/// Texts by language and path.
type Texts = HashMap<String, HashMap<String, String>>;
/// Paths of texts by language.
type Paths = HashMap<String, Vec<String>>;

/// A product, whole.
#[derive(Debug, Clone, Object)]
pub struct DeskProduct {
    /// The product.
    pub id: String,
    /// Names this state of it; a change is made from one.
    pub revision: String,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339.
    pub updated_at: String,
    /// In its address; unique.
    pub slug: String,
    /// In Spanish, as every text but those in `texts`.
    pub title: String,
    /// A line under the title.
    pub subtitle: Option<String>,
    /// A short word on the picture.
    pub ribbon_text: Option<String>,
    /// HTML.
    pub description: String,
    /// The name of its type; empty for none.
    pub r#type: String,
    /// Where it stands.
    pub status: Standing,
    /// Left out of the store though published.
    pub is_hidden: bool,
    /// Whether it can be bought online.
    pub purchasable: bool,
    /// Ascending in the store.
    pub order: i64,
    /// Whose price is displayed: `lowest_price_first` or null, or another word: the first's.
    pub site_product_selection: Option<String>,
    /// Contained in the prices, in basis points.
    pub tax_rate_bp: i64,
    /// Free data.
    pub metadata: Any<Map<String, Value>>,
    /// In order.
    pub images: Vec<DeskImage>,
    /// Their titles, in order.
    pub options: Vec<String>,
    /// In order.
    pub variants: Vec<DeskVariant>,
    /// In order.
    pub collections: Vec<DeskCollection>,
    /// In order.
    pub additional_info: Vec<DeskInfo>,
    /// In order.
    pub custom_fields: Vec<DeskField>,
    /// In order.
    pub related: Vec<DeskRelated>,
    /// By language and path.
    pub texts: Texts,
    /// Read-only: translations whose Spanish text is another by now.
    pub stale_texts: Paths,
}

impl DeskProduct {
    pub(super) fn new(product: &Stored, revision: String, stale: BTreeMap<Lang, Vec<String>>) -> Self {
        let draft = product.to_draft();
        Self {
            id: product.id.clone(),
            revision,
            created_at: product.created_at.to_rfc3339(),
            updated_at: product.updated_at.to_rfc3339(),
            slug: draft.slug,
            title: draft.title,
            subtitle: draft.subtitle,
            ribbon_text: draft.ribbon_text,
            description: draft.description,
            r#type: draft.kind,
            status: draft.status.into(),
            is_hidden: draft.is_hidden,
            purchasable: draft.purchasable,
            order: draft.sort_order,
            site_product_selection: draft.site_product_selection,
            tax_rate_bp: draft.tax_rate_bp,
            metadata: Any(draft.metadata),
            images: draft.images.into_iter().map(|i| DeskImage { url: i.url, alt: i.alt }).collect(),
            options: draft.options,
            variants: product.variants.iter().map(DeskVariant::new).collect(),
            collections: draft.collections.into_iter().map(|(slug, title)| DeskCollection { slug, title }).collect(),
            additional_info: draft
                .additional_info
                .into_iter()
                .map(|(title, description)| DeskInfo { title, description })
                .collect(),
            custom_fields: draft
                .custom_fields
                .into_iter()
                .map(|(title, is_required)| DeskField { title, is_required })
                .collect(),
            related: draft.related.into_iter().map(|(section, slug)| DeskRelated { section, slug }).collect(),
            texts: draft
                .texts
                .into_iter()
                .map(|(lang, texts)| (lang.code().to_owned(), texts.into_iter().collect()))
                .collect(),
            stale_texts: stale.into_iter().map(|(lang, paths)| (lang.code().to_owned(), paths)).collect(),
        }
    }
}

impl DeskVariant {
    fn new(variant: &Variant) -> Self {
        Self {
            id: Some(variant.id.clone()),
            title: variant.title.clone(),
            sku: variant.sku.clone(),
            image_url: variant.image_url.clone(),
            price_in_cents: variant.price.0,
            sale_price_in_cents: variant.sale.map(|sale| sale.price.0),
            sale_starts_at: variant.sale.and_then(|sale| sale.starts_at).map(Timestamp::to_rfc3339),
            sale_ends_at: variant.sale.and_then(|sale| sale.ends_at).map(Timestamp::to_rfc3339),
            before_price_in_cents: variant.offer().before.map(|cents| cents.0),
            manage_inventory: variant.manage_inventory,
            inventory_quantity: Some(variant.inventory_quantity),
            inventory_seen: None,
            weight_grams: variant.weight_grams,
            option_values: variant.values.iter().map(|value| value.value.clone()).collect(),
        }
    }
}

/// What a product is to be; what is absent stays as it is.
#[derive(Debug, Default, Object)]
#[oai(deny_unknown_fields)]
pub struct DeskForm {
    /// The state of the product the change was made from.
    pub revision: Option<String>,
    /// Made from the title when a new product has none.
    pub slug: Option<String>,
    /// 1–300 characters.
    pub title: Option<String>,
    /// Null takes it away.
    pub subtitle: MaybeUndefined<String>,
    /// Null takes it away.
    pub ribbon_text: MaybeUndefined<String>,
    /// HTML; cleaned when saved.
    pub description: Option<String>,
    /// Empty for none.
    pub r#type: Option<String>,
    /// `draft` for a new product that says nothing.
    pub status: Option<Standing>,
    /// Left out of the store.
    pub is_hidden: Option<bool>,
    /// Can be bought online.
    pub purchasable: Option<bool>,
    /// Ascending in the store.
    pub order: Option<i64>,
    /// Null for the cheapest's price.
    pub site_product_selection: MaybeUndefined<String>,
    /// 0–10,000.
    pub tax_rate_bp: Option<i64>,
    /// A JSON object.
    pub metadata: Option<Any<Map<String, Value>>>,
    /// All of them, in order.
    pub images: Option<Vec<DeskImage>>,
    /// All of them, in order.
    pub options: Option<Vec<String>>,
    /// All of them, in order.
    pub variants: Option<Vec<DeskVariant>>,
    /// All of them, in order.
    pub collections: Option<Vec<DeskCollection>>,
    /// All of them, in order.
    pub additional_info: Option<Vec<DeskInfo>>,
    /// All of them, in order.
    pub custom_fields: Option<Vec<DeskField>>,
    /// All of them, in order.
    pub related: Option<Vec<DeskRelated>>,
    /// All of them, by language and path.
    pub texts: Option<Texts>,
    /// Stale translations that are right as they are.
    #[oai(default)]
    pub confirmed_texts: Paths,
}

impl DeskForm {
    /// As the module takes it; a language that is none of ours is named.
    pub(super) fn read(self) -> Result<ProductForm, Problem> {
        let texts = self.texts.map(|texts| by_language("texts", texts)).transpose()?;
        let texts = texts.map(|texts| texts.into_iter().map(|(lang, texts)| (lang, texts.into_iter().collect())));
        Ok(ProductForm {
            revision: self.revision,
            slug: self.slug,
            title: self.title,
            subtitle: nullable(self.subtitle),
            ribbon_text: nullable(self.ribbon_text),
            description: self.description,
            kind: self.r#type,
            status: self.status.map(Status::from),
            is_hidden: self.is_hidden,
            purchasable: self.purchasable,
            sort_order: self.order,
            site_product_selection: nullable(self.site_product_selection),
            tax_rate_bp: self.tax_rate_bp,
            metadata: self.metadata.map(|Any(metadata)| metadata),
            images: each(self.images, |image| ImageDraft { url: image.url, alt: image.alt }),
            options: self.options,
            variants: self.variants.map(read_variants).transpose()?,
            collections: each(self.collections, |collection| (collection.slug, collection.title)),
            additional_info: each(self.additional_info, |info| (info.title, info.description)),
            custom_fields: each(self.custom_fields, |field| (field.title, field.is_required)),
            related: each(self.related, |related| (related.section, related.slug)),
            texts: texts.map(Iterator::collect),
            confirmed_texts: by_language("confirmed_texts", self.confirmed_texts)?,
        })
    }
}

fn read_variants(variants: Vec<DeskVariant>) -> Result<Vec<VariantForm>, Problem> {
    variants.into_iter().enumerate().map(|(n, variant)| variant.read(n)).collect()
}

impl DeskVariant {
    fn read(self, n: usize) -> Result<VariantForm, Problem> {
        let moment = |name: &str, text: Option<&str>| match text.map(Timestamp::parse_local) {
            Some(None) => {
                Err(Problem::invalid(&format!("variants/{n}/{name}"), "is no moment such as 2026-12-01T08:00"))
            }
            read => Ok(read.flatten()),
        };
        let starts_at = moment("sale_starts_at", self.sale_starts_at.as_deref())?;
        let ends_at = moment("sale_ends_at", self.sale_ends_at.as_deref())?;
        Ok(VariantForm {
            inventory_quantity: self.inventory_quantity,
            inventory_seen: self.inventory_seen,
            draft: VariantDraft {
                id: self.id,
                title: self.title,
                sku: self.sku,
                image_url: self.image_url,
                price: Cents(self.price_in_cents),
                sale: self.sale_price_in_cents.map(|cents| Sale { price: Cents(cents), starts_at, ends_at }),
                manage_inventory: self.manage_inventory,
                inventory_quantity: 0,
                weight_grams: self.weight_grams,
                option_values: self.option_values,
            },
        })
    }
}

fn each<A, B>(list: Option<Vec<A>>, read: impl Fn(A) -> B) -> Option<Vec<B>> {
    list.map(|list| list.into_iter().map(read).collect())
}

#[expect(clippy::option_option, reason = "not said, taken away, or said")]
fn nullable(given: MaybeUndefined<String>) -> Option<Option<String>> {
    match given {
        MaybeUndefined::Undefined => None,
        MaybeUndefined::Null => Some(None),
        MaybeUndefined::Value(text) => Some(Some(text)),
    }
}

fn by_language<T>(field: &str, given: HashMap<String, T>) -> Result<BTreeMap<Lang, T>, Problem> {
    let read = |(code, value): (String, T)| match code.parse::<Lang>() {
        Ok(lang) => Ok((lang, value)),
        Err(_) => Err(Problem::invalid(&format!("{field}/{code}"), "is not a language of this site")),
    };
    given.into_iter().map(read).collect()
}
