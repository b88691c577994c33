//! A product as it is written: what the import, the demo and the owner's desk hand over to [`super::save`].
//!
//! Everything is named by what people know (slug, SKU, titles), never by row ids, so that the same draft written twice
//! changes nothing the second time.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use super::content::Content;
pub use super::fields::{FieldChanges, Fields};
use super::maker::Maker;
use super::price::Sale;
use crate::lang::Lang;
use crate::money::Cents;

/// A whole product. Texts are Spanish; other languages stand in `texts`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProductDraft {
    /// The product's id when it is known (an export carries it); a new or slug-matched product otherwise.
    pub id: Option<String>,
    /// Its plain fields; those of a draft are read as its own.
    pub fields: Fields,
    /// Who its maker is: what a file says of one that is not in the shop yet. Of one that is, the shop's word stands.
    pub made_by: Option<Maker>,
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
    /// What the customer fills in, in order.
    pub custom_fields: Vec<CustomFieldDraft>,
    /// What is told of it one by one: name and value, see [`super::attribute`].
    pub attributes: Vec<(String, String)>,
    /// What its maker says of it at length.
    pub documents: Vec<DocumentDraft>,
    /// The colours of option values, such as `#a9b8a0`, by the Spanish value.
    pub swatches: BTreeMap<String, String>,
    /// Other products: section title and slug. An unknown slug is an error.
    pub related: Vec<(String, String)>,
    /// Texts in other languages by path: `title`, `subtitle`, `ribbon_text`, `warnings`, `in_the_box`, `description`, `type`,
    /// `option/<Spanish>`, `value/<Spanish>`, `variant/<position>`, `info/<position>/title`, `info/<position>/description`,
    /// `attribute/<position>/name`, `attribute/<position>/value`, `document/<position>`, `field/<position>`,
    /// `section/<Spanish>`, `image/<position>`; positions count from 0.
    pub texts: BTreeMap<Lang, BTreeMap<String, String>>,
}

impl Deref for ProductDraft {
    type Target = Fields;

    fn deref(&self) -> &Fields {
        &self.fields
    }
}

impl DerefMut for ProductDraft {
    fn deref_mut(&mut self) -> &mut Fields {
        &mut self.fields
    }
}

/// Where a product stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, poem_openapi::Enum)]
#[oai(rename_all = "snake_case")]
pub enum ProductStatus {
    /// In the store.
    #[default]
    Published,
    /// Not yet.
    Draft,
    /// No more.
    Archived,
}

/// Whether the firm fits a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, poem_openapi::Enum)]
#[oai(rename_all = "snake_case")]
pub enum Fitting {
    /// There is nothing to be fitted.
    None,
    /// Whoever wants it has it fitted.
    #[default]
    Offered,
    /// It is sold with its fitting alone, and so never online.
    Only,
}

/// Something the customer fills in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomFieldDraft {
    /// What is asked, in Spanish.
    pub title: String,
    /// Whether the product cannot be bought without it.
    pub is_required: bool,
    /// Characters of the answer, 1 to [`LONGEST_CUSTOM_TEXT`], where that is said.
    pub max_length: Option<i64>,
}

impl CustomFieldDraft {
    /// Characters of the answer: all that there may be, where nothing is said of it.
    pub fn length(&self) -> i64 {
        self.max_length.unwrap_or(LONGEST_CUSTOM_TEXT)
    }

    /// What is not said of the length of `fields` stays as `known` have it, by what they ask.
    pub fn keep_lengths(fields: &mut [Self], known: &[Self]) {
        for field in fields.iter_mut().filter(|field| field.max_length.is_none()) {
            field.max_length = known.iter().find(|old| old.title == field.title).map(Self::length);
        }
    }
}

/// Characters of what a customer fills in, at most, whatever the product says.
pub const LONGEST_CUSTOM_TEXT: i64 = 200;

/// A paper of a product's maker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentDraft {
    /// A path of this site, see [`crate::pictures::documents`].
    pub url: String,
    /// What it is, in Spanish.
    pub title: String,
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
    pub weight_grams: Option<i64>,
    /// How much it holds, where it is sold by measure.
    pub content: Option<Content>,
    /// The number its maker gave it: digits, the last of which checks the others.
    pub gtin: Option<String>,
    /// One value per option of the product, in the same order.
    pub option_values: Vec<String>,
}
