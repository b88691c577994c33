//! Products of the desk as they travel: whole, with every text, amounts in cents. The same shape goes both ways; what
//! only the server knows is read-only.

use std::collections::{BTreeMap, HashMap};

use poem_openapi::Object;
use poem_openapi::types::{Any, MaybeUndefined};
use serde_json::{Map, Value};

use super::form::{ProductForm, VariantForm};
use crate::catalogue::content::Content;
use crate::catalogue::draft::{
    CustomFieldDraft, DocumentDraft, FieldChanges, Fitting, ImageDraft, ProductStatus, VariantDraft,
};
use crate::catalogue::fields::plain_fields;
use crate::catalogue::price::Sale;
use crate::catalogue::stored::{Stored, Variant};
use crate::clock::Timestamp;
use crate::lang::Lang;
use crate::money::Cents;
use crate::problem::Problem;

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
    /// Characters of the answer, 1 to 200; of a change that does not say it: as it is, of a new one 200.
    pub max_length: Option<i64>,
}

impl DeskField {
    fn new(CustomFieldDraft { title, is_required, max_length }: CustomFieldDraft) -> Self {
        Self { title, is_required, max_length }
    }

    fn into_draft(Self { title, is_required, max_length }: Self) -> CustomFieldDraft {
        CustomFieldDraft { title, is_required, max_length }
    }
}

/// Something told of the product.
#[derive(Debug, Clone, Object)]
#[oai(deny_unknown_fields)]
pub struct DeskAttribute {
    /// Such as `Potencia`.
    pub name: String,
    /// Such as `2,6 kW`; what begins with a number is known as one.
    pub value: String,
}

/// A paper of its maker.
#[derive(Debug, Clone, Object)]
#[oai(deny_unknown_fields)]
pub struct DeskDocument {
    /// Where it was kept.
    pub url: String,
    /// What it is, in Spanish.
    pub title: String,
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
    /// How much it holds, where it is sold by measure, such as `0.75 l`: an amount with at most three decimals, and `g`, `kg`,
    /// `ml`, `cl`, `l`, `cm`, `m`, `m2`, `m3` or `unit`.
    pub content: Option<String>,
    /// The number its maker gave it: 8, 12, 13 or 14 digits, the last of which checks the others.
    pub gtin: Option<String>,
    /// One value per option, in their order.
    #[oai(default)]
    pub option_values: Vec<String>,
}

/// Texts by language and path.
type Texts = HashMap<String, HashMap<String, String>>;
/// Paths of texts by language.
type Paths = HashMap<String, Vec<String>>;

/// Makes the shapes of a whole product, which hold its plain fields side by side with the rest.
macro_rules! define {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty, $wire:literal, $column:literal;)*) => {
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
            $($(#[doc = $doc])* #[oai(rename = $wire)] pub $name: <$type as Field>::Shown,)*
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
            pub attributes: Vec<DeskAttribute>,
            /// In order.
            pub documents: Vec<DeskDocument>,
            /// Colours such as `#a9b8a0`, by Spanish option values.
            pub swatches: HashMap<String, String>,
            /// In order.
            pub related: Vec<DeskRelated>,
            /// Read-only: what those are called, by slug.
            pub related_titles: HashMap<String, String>,
            /// By language and path.
            pub texts: Texts,
            /// Read-only: translations whose Spanish text is another by now.
            pub stale_texts: Paths,
        }

        /// What a product is to be; what is absent stays as it is.
        #[derive(Debug, Default, Object)]
        #[oai(deny_unknown_fields)]
        pub struct DeskForm {
            /// The state of the product the change was made from.
            pub revision: Option<String>,
            $($(#[doc = $doc])* #[oai(rename = $wire)] pub $name: <$type as Field>::Sent,)*
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
            pub attributes: Option<Vec<DeskAttribute>>,
            /// All of them, in order.
            pub documents: Option<Vec<DeskDocument>>,
            /// All of them.
            pub swatches: Option<HashMap<String, String>>,
            /// All of them, in order.
            pub related: Option<Vec<DeskRelated>>,
            /// All of them, by language and path.
            pub texts: Option<Texts>,
            /// Stale translations that are right as they are.
            #[oai(default)]
            pub confirmed_texts: Paths,
        }

        impl DeskProduct {
            pub(super) fn new(product: &Stored, revision: String, stale: BTreeMap<Lang, Vec<String>>) -> Self {
                let draft = product.to_draft();
                Self {
                    id: product.id.clone(),
                    revision,
                    created_at: product.created_at.to_rfc3339(),
                    updated_at: product.updated_at.to_rfc3339(),
                    $($name: Field::shown(draft.fields.$name),)*
                    images: draft.images.into_iter().map(|i| DeskImage { url: i.url, alt: i.alt }).collect(),
                    options: draft.options,
                    variants: product.variants.iter().map(DeskVariant::new).collect(),
                    collections: all(draft.collections, |(slug, title)| DeskCollection { slug, title }),
                    additional_info: all(draft.additional_info, |(title, description)| DeskInfo { title, description }),
                    attributes: all(draft.attributes, |(name, value)| DeskAttribute { name, value }),
                    documents: all(draft.documents, |document| DeskDocument { url: document.url, title: document.title }),
                    swatches: draft.swatches.into_iter().collect(),
                    custom_fields: all(draft.custom_fields, DeskField::new),
                    related: all(draft.related, |(section, slug)| DeskRelated { section, slug }),
                    related_titles: product.related.iter().map(|r| (r.slug.clone(), r.title.clone())).collect(),
                    texts: by_code(draft.texts.into_iter().map(|(lang, texts)| (lang, texts.into_iter().collect()))),
                    stale_texts: by_code(stale.into_iter()),
                }
            }
        }

        impl DeskForm {
            /// As the module takes it; a language that is none of ours is named.
            pub(super) fn read(self) -> Result<ProductForm, Problem> {
                let texts = self.texts.map(|texts| by_language("texts", texts)).transpose()?;
                let texts = texts.map(|texts| texts.into_iter().map(|(lang, texts)| (lang, texts.into_iter().collect())));
                Ok(ProductForm {
                    revision: self.revision,
                    fields: FieldChanges { $($name: Field::sent(self.$name),)* },
                    images: each(self.images, |image| ImageDraft { url: image.url, alt: image.alt }),
                    options: self.options,
                    variants: self.variants.map(read_variants).transpose()?,
                    collections: each(self.collections, |collection| (collection.slug, collection.title)),
                    additional_info: each(self.additional_info, |info| (info.title, info.description)),
                    attributes: each(self.attributes, |attribute| (attribute.name, attribute.value)),
                    documents: each(self.documents, |document| DocumentDraft { url: document.url, title: document.title }),
                    swatches: self.swatches.map(|swatches| swatches.into_iter().collect()),
                    custom_fields: each(self.custom_fields, DeskField::into_draft),
                    related: each(self.related, |related| (related.section, related.slug)),
                    texts: texts.map(Iterator::collect),
                    confirmed_texts: by_language("confirmed_texts", self.confirmed_texts)?,
                })
            }
        }
    };
}
plain_fields!(define);

/// How a plain field travels: shown, and sent in a change.
pub trait Field: Sized {
    /// In an answer.
    type Shown;
    /// In a change, which may leave it out.
    type Sent;

    /// The value as it is shown.
    fn shown(self) -> Self::Shown;
    /// What is wanted; `None` when nothing was said.
    fn sent(sent: Self::Sent) -> Option<Self>;
}

/// What travels as it is, and is absent from a change that does not speak of it.
macro_rules! as_it_is {
    ($($type:ty),*) => {
        $(impl Field for $type {
            type Shown = Self;
            type Sent = Option<Self>;

            fn shown(self) -> Self {
                self
            }
            fn sent(sent: Option<Self>) -> Option<Self> {
                sent
            }
        })*
    };
}
as_it_is!(String, bool, i64, ProductStatus, Fitting);

/// What null takes away.
macro_rules! may_be_none {
    ($($type:ty),*) => {
        $(impl Field for Option<$type> {
            type Shown = Self;
            type Sent = MaybeUndefined<$type>;

            fn shown(self) -> Self {
                self
            }
            fn sent(sent: MaybeUndefined<$type>) -> Option<Self> {
                match sent {
                    MaybeUndefined::Undefined => None,
                    MaybeUndefined::Null => Some(None),
                    MaybeUndefined::Value(value) => Some(Some(value)),
                }
            }
        })*
    };
}
may_be_none!(String, i64);

impl Field for Map<String, Value> {
    type Shown = Any<Self>;
    type Sent = Option<Any<Self>>;

    fn shown(self) -> Any<Self> {
        Any(self)
    }
    fn sent(sent: Option<Any<Self>>) -> Option<Self> {
        sent.map(|Any(map)| map)
    }
}

fn all<A, B>(list: Vec<A>, shown: impl Fn(A) -> B) -> Vec<B> {
    list.into_iter().map(shown).collect()
}

fn by_code<T>(texts: impl Iterator<Item = (Lang, T)>) -> HashMap<String, T> {
    texts.map(|(lang, texts)| (lang.code().to_owned(), texts)).collect()
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
            content: variant.content.map(|content| content.to_string()),
            gtin: variant.gtin.clone(),
            option_values: variant.values.iter().map(|value| value.value.clone()).collect(),
        }
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
        let content = self.content.as_deref().map(str::parse::<Content>).transpose();
        let content = content.map_err(|error| Problem::invalid(&format!("variants/{n}/content"), error.to_string()))?;
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
                content,
                gtin: self.gtin,
                option_values: self.option_values,
            },
        })
    }
}

fn each<A, B>(list: Option<Vec<A>>, read: impl Fn(A) -> B) -> Option<Vec<B>> {
    list.map(|list| list.into_iter().map(read).collect())
}

fn by_language<T>(field: &str, given: HashMap<String, T>) -> Result<BTreeMap<Lang, T>, Problem> {
    let read = |(code, value): (String, T)| match code.parse::<Lang>() {
        Ok(lang) => Ok((lang, value)),
        Err(_) => Err(Problem::invalid(&format!("{field}/{code}"), "is not a language of this site")),
    };
    given.into_iter().map(read).collect()
}
