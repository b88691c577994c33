//! A product as it rests in the database, read whole.

use std::collections::BTreeMap;
use std::ops::Deref;

use super::Rating;
use super::content::{Content, UnitPrice};
use super::draft::{CustomFieldDraft, DocumentDraft, Fields, ImageDraft, ProductDraft, VariantDraft};
use super::maker::Maker;
use super::paths::Ids;
use super::price::{self, Offer, Sale};
use crate::clock::Timestamp;
use crate::lang::Lang;
use crate::money::Cents;

/// A product with everything that belongs to it; texts are Spanish, others stand in `texts` by stored path.
pub(super) struct Stored {
    pub id: String,
    pub fields: Fields,
    pub made_by: Option<Maker>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
    pub images: Vec<Image>,
    pub options: Vec<Choice>,
    /// Those that are not deleted, in order.
    pub variants: Vec<Variant>,
    pub collections: Vec<Membership>,
    pub info: Vec<Info>,
    pub custom_fields: Vec<CustomField>,
    pub attributes: Vec<Attribute>,
    pub documents: Vec<Document>,
    /// By the Spanish value.
    pub swatches: BTreeMap<String, String>,
    pub related: Vec<Related>,
    /// What its buyers gave it.
    pub rating: Option<Rating>,
    pub texts: BTreeMap<Lang, BTreeMap<String, String>>,
}

impl Deref for Stored {
    type Target = Fields;

    fn deref(&self) -> &Fields {
        &self.fields
    }
}

pub(super) struct Image {
    pub id: String,
    pub url: String,
    pub kind: String,
    pub alt: String,
}

/// An option such as "Medida".
pub(super) struct Choice {
    pub id: String,
    pub title: String,
}

pub(super) struct Variant {
    pub id: String,
    pub title: String,
    pub sku: Option<String>,
    pub image_url: Option<String>,
    pub price: Cents,
    /// The sale price that is asked now.
    pub sale_price: Option<Cents>,
    /// The sale that is on or to come.
    pub sale: Option<Sale>,
    /// When the sale began that is on.
    pub sale_began: Option<Timestamp>,
    pub before_price: Option<Cents>,
    pub manage_inventory: bool,
    pub inventory_quantity: i64,
    pub weight_grams: Option<i64>,
    pub content: Option<Content>,
    pub gtin: Option<String>,
    /// In the order of the options.
    pub values: Vec<OptionValue>,
}

pub(super) struct OptionValue {
    pub id: String,
    pub option_id: String,
    pub value: String,
}

pub(super) struct Membership {
    pub collection_id: String,
    pub slug: String,
    pub title: String,
    pub position: i64,
}

pub(super) struct Info {
    pub id: String,
    pub title: String,
    pub description: String,
}

/// Something the customer fills in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomField {
    /// Its id.
    pub id: String,
    /// What is asked.
    pub title: String,
    /// Whether the product cannot be bought without it.
    pub is_required: bool,
    /// Characters of the answer, 1 to [`super::draft::LONGEST_CUSTOM_TEXT`].
    pub max_length: i64,
}

impl CustomField {
    fn to_draft(&self) -> CustomFieldDraft {
        CustomFieldDraft { title: self.title.clone(), is_required: self.is_required, max_length: Some(self.max_length) }
    }
}

pub(super) struct Attribute {
    pub id: String,
    pub name: String,
    pub value: String,
}

pub(super) struct Document {
    pub id: String,
    pub url: String,
    pub title: String,
}

pub(super) struct Related {
    pub id: String,
    pub section_title: String,
    pub product_id: String,
    pub slug: String,
    pub title: String,
    pub position: i64,
    /// Whether it can be shown: published, not hidden, not deleted.
    pub is_visible: bool,
}

impl Variant {
    pub(super) fn offer(&self) -> Offer {
        price::offer(self.price, self.sale_price, self.before_price)
    }

    /// Whether one can be had.
    pub(super) const fn is_in_stock(&self) -> bool {
        !self.manage_inventory || self.inventory_quantity > 0
    }

    /// What a unit of measure of it costs now.
    pub(super) fn unit_price(&self) -> Option<UnitPrice> {
        self.content?.unit_price(self.offer().price)
    }

    /// From when until when the sale is on that is shown: where a price is struck through.
    pub(super) fn promotion(&self) -> Option<(Timestamp, Option<Timestamp>)> {
        self.offer().before?;
        Some((self.sale_began?, self.sale.and_then(|sale| sale.ends_at)))
    }

    /// As it travels: the price, struck through when there is a second one, which is the sale's.
    pub(super) fn prices(&self) -> (Cents, Option<Cents>) {
        let offer = self.offer();
        match offer.before {
            Some(before) => (before, Some(offer.price)),
            None => (offer.price, None),
        }
    }
}

impl Stored {
    /// The variant whose price is shown; `None` for a product without variants.
    pub(super) fn displayed(&self) -> Option<&Variant> {
        let unit_prices = self.variants.iter().map(|variant| variant.offer().price);
        price::displayed(self.site_product_selection.as_deref(), unit_prices).map(|index| &self.variants[index])
    }

    /// The text at a stored path in a language, else the Spanish one that is passed.
    pub(super) fn text<'a>(&'a self, lang: Lang, path: &str, spanish: &'a str) -> &'a str {
        self.texts.get(&lang).and_then(|texts| texts.get(path)).map_or(spanish, String::as_str)
    }

    /// The rows that texts are attached to.
    pub(super) fn ids(&self) -> Ids {
        Ids {
            options: self.options.iter().map(|option| (option.title.clone(), option.id.clone())).collect(),
            variants: self.variants.iter().map(|variant| variant.id.clone()).collect(),
            info: self.info.iter().map(|info| info.id.clone()).collect(),
            fields: self.custom_fields.iter().map(|field| field.id.clone()).collect(),
            attributes: self.attributes.iter().map(|attribute| attribute.id.clone()).collect(),
            documents: self.documents.iter().map(|document| document.id.clone()).collect(),
            images: self.images.iter().map(|image| image.id.clone()).collect(),
        }
    }

    /// The product as it would be written: saving it changes nothing.
    pub(super) fn to_draft(&self) -> ProductDraft {
        let ids = self.ids();
        // A section of deleted products alone is none for now.
        let is_here = |path: &str| {
            path.strip_prefix("section/").is_none_or(|title| self.related.iter().any(|r| r.section_title == title))
        };
        let translate = |texts: &BTreeMap<String, String>| {
            let here = texts.iter().filter(|(path, _)| is_here(path));
            here.filter_map(|(path, text)| Some((ids.to_draft(path)?, text.clone()))).collect()
        };
        ProductDraft {
            id: Some(self.id.clone()),
            fields: self.fields.clone(),
            made_by: self.made_by.clone(),
            images: self.images.iter().map(|i| ImageDraft { url: i.url.clone(), alt: i.alt.clone() }).collect(),
            options: self.options.iter().map(|option| option.title.clone()).collect(),
            variants: self.variants.iter().map(Variant::to_draft).collect(),
            collections: self.collections.iter().map(|c| (c.slug.clone(), c.title.clone())).collect(),
            additional_info: self.info.iter().map(|i| (i.title.clone(), i.description.clone())).collect(),
            custom_fields: self.custom_fields.iter().map(CustomField::to_draft).collect(),
            attributes: self.attributes.iter().map(|a| (a.name.clone(), a.value.clone())).collect(),
            documents: self
                .documents
                .iter()
                .map(|d| DocumentDraft { url: d.url.clone(), title: d.title.clone() })
                .collect(),
            swatches: self.swatches.clone(),
            related: self.related.iter().map(|r| (r.section_title.clone(), r.slug.clone())).collect(),
            texts: self.texts.iter().map(|(lang, texts)| (*lang, translate(texts))).collect(),
        }
    }
}

impl Variant {
    fn to_draft(&self) -> VariantDraft {
        VariantDraft {
            id: Some(self.id.clone()),
            title: self.title.clone(),
            sku: self.sku.clone(),
            image_url: self.image_url.clone(),
            price: self.price,
            sale: self.sale,
            manage_inventory: self.manage_inventory,
            inventory_quantity: self.inventory_quantity,
            weight_grams: self.weight_grams,
            content: self.content,
            gtin: self.gtin.clone(),
            option_values: self.values.iter().map(|value| value.value.clone()).collect(),
        }
    }
}
