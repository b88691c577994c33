//! The demo catalogue: what `serve --demo` puts into an empty shop. Its prices are written day by day, as a shop would
//! have, so that what is struck through comes out of the history like everywhere else.

mod facts;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::draft::{CustomFieldDraft, Fields, ImageDraft, ProductDraft, ProductStatus, VariantDraft};
use super::maker::Maker;
use super::price::Sale;
use super::save::{is_stored, nothing_is_imported};
use super::sql::{known, makers, read, write};
use super::{Error, delete, save, save_all, set_collection_texts};
use crate::audit::Actor;
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::lang::Lang;
use crate::money::Cents;

/// For so many days after it was loaded the demo's sales are on.
const SALE_DAYS: i64 = 21;

#[derive(Deserialize)]
struct Catalogue {
    makers: Vec<MadeBy>,
    collections: Vec<Collection>,
    products: Vec<Product>,
}

#[derive(Deserialize)]
struct MadeBy {
    slug: String,
    name: String,
    address: String,
    contact: String,
    #[serde(default)]
    is_outside_eu: bool,
    #[serde(default)]
    eu_name: String,
    #[serde(default)]
    eu_address: String,
    #[serde(default)]
    eu_contact: String,
}

#[derive(Deserialize)]
struct Collection {
    slug: String,
    title: String,
    texts: BTreeMap<Lang, CollectionTexts>,
}

#[derive(Deserialize)]
struct CollectionTexts {
    title: String,
}

#[derive(Deserialize)]
struct Product {
    slug: String,
    title: String,
    subtitle: Option<String>,
    ribbon_text: Option<String>,
    brand: Option<String>,
    maker: Option<String>,
    model: Option<String>,
    warnings: Option<String>,
    description: String,
    #[serde(rename = "type")]
    kind: String,
    order: i64,
    site_product_selection: Option<String>,
    purchasable: bool,
    tax_rate_percent: i64,
    images: Vec<Image>,
    collections: Vec<String>,
    options: Vec<Choice>,
    variants: Vec<Variant>,
    additional_info: Vec<Info>,
    custom_fields: Vec<Field>,
    related: Vec<Related>,
    price_history: Vec<Price>,
    texts: BTreeMap<Lang, Texts>,
}

#[derive(Deserialize)]
struct Image {
    file: String,
    alt: String,
}

#[derive(Deserialize)]
struct Choice {
    key: String,
    title: String,
}

#[derive(Deserialize)]
struct Variant {
    sku: String,
    title: String,
    /// Its picture, where it has one of its own.
    image: Option<String>,
    options: BTreeMap<String, String>,
    price_in_cents: Cents,
    sale_price_in_cents: Option<Cents>,
    manage_inventory: bool,
    inventory_quantity: i64,
    weight_grams: Option<i64>,
    content: Option<String>,
    gtin: Option<String>,
}

#[derive(Deserialize)]
struct Info {
    key: String,
    title: String,
    description: String,
}

#[derive(Deserialize)]
struct Field {
    key: String,
    title: String,
    is_required: bool,
    max_length: i64,
}

impl Field {
    fn draft(&self) -> CustomFieldDraft {
        CustomFieldDraft { title: self.title.clone(), is_required: self.is_required, max_length: Some(self.max_length) }
    }
}

#[derive(Deserialize)]
struct Related {
    section_title: String,
    slug: String,
}

/// A price in force from so many days ago on.
#[derive(Deserialize)]
struct Price {
    sku: String,
    days_ago: i64,
    #[serde(rename = "price_in_cents")]
    regular: Cents,
    #[serde(rename = "sale_price_in_cents")]
    sale: Option<Cents>,
}

/// The texts of a product in another language, by the keys of the product.
#[derive(Deserialize)]
struct Texts {
    title: String,
    subtitle: Option<String>,
    ribbon_text: Option<String>,
    warnings: Option<String>,
    description: String,
    #[serde(rename = "type")]
    kind: String,
    options: BTreeMap<String, String>,
    option_values: BTreeMap<String, String>,
    variants: BTreeMap<String, String>,
    additional_info: BTreeMap<String, InfoTexts>,
    custom_fields: BTreeMap<String, String>,
    related_sections: BTreeMap<String, String>,
    image_alts: Vec<String>,
}

#[derive(Deserialize)]
struct InfoTexts {
    title: String,
    description: String,
}

/// Writes the demo catalogue and answers how many products it has. For an empty shop: products with the same slugs
/// are overwritten.
pub fn load(tx: &Tx<'_>, now: Timestamp) -> Result<usize, Error> {
    let catalogue = read();
    for collection in &catalogue.collections {
        let texts = collection.texts.iter().map(|(lang, texts)| (*lang, texts.title.clone())).collect();
        set_collection_texts(tx, &collection.slug, &collection.title, &texts, now)?;
    }
    let mut drafts: Vec<ProductDraft> = catalogue.products.iter().map(|product| draft(product, &catalogue)).collect();
    for (product, draft) in catalogue.products.iter().zip(&drafts) {
        write_past(tx, product, draft, now)?;
    }
    let end = sales_end(now);
    for sale in drafts.iter_mut().flat_map(|draft| &mut draft.variants).filter_map(|variant| variant.sale.as_mut()) {
        sale.ends_at = end;
    }
    save_all(tx, &drafts, now).map_err(|(_, error)| error)?;
    Ok(drafts.len())
}

/// The midnight at which the demo's sales end: whoever sells says until when (Llei 22/2010, art. 211-11).
fn sales_end(loaded: Timestamp) -> Option<Timestamp> {
    let (midnight, _) = Timestamp::day(&loaded.plus_days(SALE_DAYS).date().to_string())?;
    Some(midnight)
}

/// What became of the demo's products.
#[derive(Debug, Default)]
pub struct Removed {
    /// How many were deleted.
    pub products: usize,
    /// Titles of those that somebody made their own: they differ from what the demo brought.
    pub changed: Vec<String>,
    /// Titles of those that stand in orders.
    pub sold: Vec<String>,
}

/// Deletes the demo's products that are as they came and in no order, and its collections that nothing is left in.
pub fn remove(tx: &Tx<'_>, actor: &Actor, is_sold: impl Fn(&str) -> bool, now: Timestamp) -> Result<Removed, Error> {
    nothing_is_imported(tx)?;
    let (catalogue, mut removed, mut gone) = (read(), Removed::default(), Vec::new());
    // All are judged before the first goes, for they name each other.
    for product in &catalogue.products {
        let Some(id) = known::live_product_id(tx, &product.slug)? else { continue };
        let mut draft = draft(product, &catalogue);
        // What was deleted before is no change of those that named it.
        let related = std::mem::take(&mut draft.related);
        for (section, slug) in related {
            if known::live_product_id(tx, &slug)?.is_some() {
                draft.related.push((section, slug));
            }
        }
        if is_sold(&id) {
            removed.sold.push(product.title.clone());
        } else if is_as_it_came(tx, &as_its_sales_stand(tx, &id, draft)?, now)? {
            gone.push(id);
        } else {
            removed.changed.push(product.title.clone());
        }
    }
    for id in &gone {
        delete(tx, actor, id, now)?;
    }
    for collection in &catalogue.collections {
        write::soft_delete_empty_collection(tx, &collection.slug, now)?;
    }
    for slug in catalogue.makers.iter().map(|maker| &maker.slug) {
        // One that the owner wrote anew is the owner's. The demo's products that were deleted keep none here.
        if makers::find(tx, slug)? == maker(slug, &catalogue) {
            makers::remove(tx, slug, now)?;
        }
    }
    Ok(Removed { products: gone.len(), ..removed })
}

/// With the end that the day of loading gave its sales, and without those that are over.
fn as_its_sales_stand(tx: &Tx<'_>, id: &str, mut draft: ProductDraft) -> Result<ProductDraft, Error> {
    let stored = read::find(tx, id)?.map(|product| product.to_draft());
    for variant in &mut draft.variants {
        let stored = stored.iter().flat_map(|draft| &draft.variants).find(|stored| stored.sku == variant.sku);
        let Some((stored, sale)) = stored.zip(variant.sale) else { continue };
        variant.sale = stored.sale.map(|stored| Sale { ends_at: stored.ends_at, ..sale });
    }
    Ok(draft)
}

fn is_as_it_came(tx: &Tx<'_>, draft: &ProductDraft, now: Timestamp) -> Result<bool, Error> {
    match is_stored(tx, draft, now) {
        Err(Error::Db(error)) => Err(Error::Db(error)),
        // What could not be saved any more is not what is stored: its SKU is another's by now.
        outcome => Ok(outcome.unwrap_or(false)),
    }
}

/// Saves the product as it was on each day one of its prices changed, oldest first.
fn write_past(tx: &Tx<'_>, product: &Product, draft: &ProductDraft, now: Timestamp) -> Result<(), Error> {
    let days: BTreeSet<i64> = product.price_history.iter().map(|price| price.days_ago).collect();
    for day in days.into_iter().rev() {
        let mut past = draft.clone();
        past.related.clear();
        past.texts.clear();
        for (variant, known) in past.variants.iter_mut().zip(&product.variants) {
            let of_variant = product.price_history.iter().filter(|price| price.sku == known.sku);
            // The youngest that was in force by then, else the first there ever was.
            let (so_far, later): (Vec<&Price>, Vec<&Price>) = of_variant.partition(|price| price.days_ago >= day);
            let in_force = so_far.into_iter().min_by_key(|price| price.days_ago);
            if let Some(price) = in_force.or(later.into_iter().max_by_key(|price| price.days_ago)) {
                variant.price = price.regular;
                variant.sale = price.sale.map(Sale::undated);
            }
        }
        save(tx, &past, now.plus_days(-day))?;
    }
    Ok(())
}

fn read() -> Catalogue {
    serde_json::from_str(include_str!("catalogue.json")).expect("the embedded file is the one the tests read")
}

fn draft(product: &Product, catalogue: &Catalogue) -> ProductDraft {
    let title_of = |slug: &String| {
        let known = catalogue.collections.iter().find(|collection| collection.slug == *slug);
        known.map_or_else(|| slug.clone(), |collection| collection.title.clone())
    };
    let image = |image: &Image| ImageDraft { url: format!("/media/demo/{}", image.file), alt: image.alt.clone() };
    let mut draft = ProductDraft {
        id: None,
        made_by: product.maker.as_ref().and_then(|slug| maker(slug, catalogue)),
        images: product.images.iter().map(image).collect(),
        options: product.options.iter().map(|option| option.title.clone()).collect(),
        variants: product.variants.iter().map(|variant| variant_draft(variant, &product.options)).collect(),
        collections: product.collections.iter().map(|slug| (slug.clone(), title_of(slug))).collect(),
        additional_info: product.additional_info.iter().map(|i| (i.title.clone(), i.description.clone())).collect(),
        custom_fields: product.custom_fields.iter().map(Field::draft).collect(),
        related: product.related.iter().map(|r| (r.section_title.clone(), r.slug.clone())).collect(),
        texts: product.texts.iter().map(|(lang, texts)| (*lang, paths(product, texts))).collect(),
        fields: Fields {
            slug: product.slug.clone(),
            title: product.title.clone(),
            subtitle: product.subtitle.clone(),
            ribbon_text: product.ribbon_text.clone(),
            brand: product.brand.clone(),
            maker: product.maker.clone(),
            model: product.model.clone(),
            warnings: product.warnings.clone(),
            description: product.description.clone(),
            kind: product.kind.clone(),
            status: ProductStatus::Published,
            purchasable: product.purchasable,
            sort_order: product.order,
            site_product_selection: product.site_product_selection.clone(),
            tax_rate_bp: product.tax_rate_percent * 100,
            ..Fields::default()
        },
        ..ProductDraft::default()
    };
    facts::add(&mut draft);
    draft
}

fn maker(slug: &str, catalogue: &Catalogue) -> Option<Maker> {
    let known = catalogue.makers.iter().find(|maker| maker.slug == slug)?;
    Some(Maker {
        slug: known.slug.clone(),
        name: known.name.clone(),
        address: known.address.clone(),
        contact: known.contact.clone(),
        is_outside_eu: known.is_outside_eu,
        eu_name: known.eu_name.clone(),
        eu_address: known.eu_address.clone(),
        eu_contact: known.eu_contact.clone(),
    })
}

fn variant_draft(variant: &Variant, options: &[Choice]) -> VariantDraft {
    VariantDraft {
        id: None,
        title: variant.title.clone(),
        sku: Some(variant.sku.clone()),
        image_url: variant.image.as_ref().map(|file| format!("/media/demo/{file}")),
        price: variant.price_in_cents,
        sale: variant.sale_price_in_cents.map(Sale::undated),
        manage_inventory: variant.manage_inventory,
        inventory_quantity: variant.inventory_quantity,
        weight_grams: variant.weight_grams,
        content: variant.content.as_deref().and_then(|content| content.parse().ok()),
        gtin: variant.gtin.clone(),
        option_values: options.iter().filter_map(|option| variant.options.get(&option.key).cloned()).collect(),
    }
}

/// The texts by the paths of a draft.
fn paths(product: &Product, texts: &Texts) -> BTreeMap<String, String> {
    let mut paths = BTreeMap::new();
    let mut add = |path: String, text: &str| paths.insert(path, text.to_owned());
    add(String::from("title"), &texts.title);
    add(String::from("subtitle"), texts.subtitle.as_deref().unwrap_or_default());
    add(String::from("ribbon_text"), texts.ribbon_text.as_deref().unwrap_or_default());
    add(String::from("warnings"), texts.warnings.as_deref().unwrap_or_default());
    add(String::from("description"), &texts.description);
    add(String::from("type"), &texts.kind);
    for option in &product.options {
        add(format!("option/{}", option.title), texts.options.get(&option.key).map_or("", String::as_str));
    }
    for (spanish, text) in &texts.option_values {
        add(format!("value/{spanish}"), text);
    }
    for (n, variant) in product.variants.iter().enumerate() {
        add(format!("variant/{n}"), texts.variants.get(&variant.sku).map_or("", String::as_str));
    }
    for (n, info) in product.additional_info.iter().enumerate() {
        if let Some(text) = texts.additional_info.get(&info.key) {
            add(format!("info/{n}/title"), &text.title);
            add(format!("info/{n}/description"), &text.description);
        }
    }
    for (n, field) in product.custom_fields.iter().enumerate() {
        add(format!("field/{n}"), texts.custom_fields.get(&field.key).map_or("", String::as_str));
    }
    for (spanish, text) in &texts.related_sections {
        add(format!("section/{spanish}"), text);
    }
    for (n, alt) in texts.image_alts.iter().enumerate() {
        add(format!("image/{n}"), alt);
    }
    paths
}
