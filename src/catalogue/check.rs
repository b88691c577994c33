//! RULE: which drafts are products. Texts are cleaned first, so that what is checked is what would be stored.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{Fields, Fitting, LONGEST_CUSTOM_TEXT, ProductDraft, VariantDraft};
use super::price::MAX_PRICE;
use super::{Error, gtin, html, maker};
use crate::clock::Timestamp;
use crate::lang::Lang;
use crate::money::Cents;
use crate::pictures::documents;
use crate::text;

/// How long texts may be, in characters, and how many there may be of what.
pub(super) mod limits {
    pub const TITLE: usize = 300;
    pub const SUBTITLE: usize = 300;
    pub const KIND: usize = 100;
    pub const BRAND: usize = 100;
    pub const MODEL: usize = 200;
    pub const WARNINGS: usize = 4000;
    /// Bytes.
    pub const HTML: usize = 100_000;
    /// Bytes.
    pub const METADATA: usize = 20_000;
    pub const PICTURES: usize = 20;
    pub const ALT: usize = 500;
    pub const COLLECTIONS: usize = 100;
    pub const COLLECTION: usize = 200;
    pub const INFO: usize = 50;
    pub const INFO_TITLE: usize = 300;
    pub const RELATED: usize = 100;
    pub const ATTRIBUTES: usize = 60;
    /// An attribute's name.
    pub const ATTRIBUTE: usize = 100;
    pub const ATTRIBUTE_VALUE: usize = 300;
    pub const DOCUMENTS: usize = 10;
    pub const DOCUMENT: usize = 200;
    pub const OPTIONS: usize = 10;
    /// An option's name or value.
    pub const OPTION: usize = 200;
    pub const SKU: usize = 100;
    /// Of one product; the most a product of Shopify's has.
    pub const VARIANTS: usize = 2048;
}

const MAX_STOCK: i64 = 1_000_000;
const MAX_GRAMS: i64 = 1_000_000;
/// A producer's guarantee is told when it goes beyond the two years of the Union's law.
const GUARANTEE_MONTHS: std::ops::RangeInclusive<i64> = 30..=1200;

/// The draft as it would be stored now, or the first field that is not acceptable.
pub(super) fn checked(draft: &ProductDraft, now: Timestamp) -> Result<ProductDraft, Error> {
    all_checked(draft, now).map_err(|mut faults| faults.swap_remove(0))
}

/// [`checked`] with every field that is not acceptable, of which there is one at least.
pub(super) fn all_checked(draft: &ProductDraft, now: Timestamp) -> Result<ProductDraft, Vec<Error>> {
    let (mut draft, mut faults) = (draft.clone(), Faults::default());
    if let Some(id) = &draft.id {
        faults.look(id_shaped("id", id));
    }
    draft.fields = checked_fields(draft.fields, &mut faults);
    check_lists(&mut draft, &mut faults);
    check_facts(&mut draft, &mut faults);
    check_options(&mut draft.options, &mut faults);
    faults.require("variants", (1..=limits::VARIANTS).contains(&draft.variants.len()), "must be from 1 to 2,048");
    for (n, variant) in draft.variants.iter_mut().enumerate() {
        check_variant(n, variant, &draft.options, &mut faults);
        variant.sale = variant.sale.filter(|sale| !sale.is_over(now));
    }
    check_variants_differ(&draft.variants, &mut faults);
    check_swatches(&mut draft, &mut faults);
    check_texts(&mut draft, &mut faults);
    if faults.0.is_empty() { Ok(draft) } else { Err(faults.0) }
}

/// What is not acceptable, once for each field.
#[derive(Default)]
struct Faults(Vec<Error>);

impl Faults {
    /// What was read; where that is not acceptable, what was `given`.
    fn or<T>(&mut self, read: Result<T, Error>, given: T) -> T {
        read.unwrap_or_else(|error| {
            self.look(Err(error));
            given
        })
    }

    /// Puts what was read in its place, unless it is not acceptable.
    fn put<T>(&mut self, read: Result<T, Error>, place: &mut T) {
        match read {
            Ok(read) => *place = read,
            Err(error) => self.look(Err(error)),
        }
    }

    fn look(&mut self, result: Result<(), Error>) {
        let Err(error) = result else { return };
        let is_told = match (&error, self.0.last()) {
            (Error::Invalid { field, .. }, Some(Error::Invalid { field: last, .. })) => field == last,
            _ => false,
        };
        if !is_told {
            self.0.push(error);
        }
    }

    fn require(&mut self, field: &str, holds: bool, reason: &str) {
        self.look(require(field, holds, reason));
    }

    fn optional(&mut self, field: &str, given: Option<String>, max: usize) -> Option<String> {
        let read = line(field, given.as_deref().unwrap_or_default(), 0..=max);
        self.or(read.map(|cleaned| Some(cleaned).filter(|cleaned| !cleaned.is_empty())), given)
    }

    fn lines(&mut self, field: &str, given: Option<String>) -> Option<String> {
        let read = lines(field, given.as_deref().unwrap_or_default());
        self.or(read.map(|cleaned| Some(cleaned).filter(|cleaned| !cleaned.is_empty())), given)
    }
}

/// Each field is looked at, or it does not compile.
fn checked_fields(fields: Fields, faults: &mut Faults) -> Fields {
    let Fields {
        slug,
        title,
        subtitle,
        ribbon_text,
        brand,
        maker,
        model,
        warnings,
        guarantee_months,
        guarantee_producer,
        guarantee_model,
        description,
        kind,
        status,
        is_hidden,
        purchasable,
        fitting,
        in_the_box,
        sort_order,
        site_product_selection,
        tax_rate_bp,
        metadata,
    } = fields;
    let slug = faults.or(line("slug", &slug, 1..=200), slug);
    faults.require("slug", !slug.contains(['/', '?', '#', '%', '\\', ' ']), "cannot hold / ? # % \\ or spaces");
    faults.require("tax_rate", (0..=10_000).contains(&tax_rate_bp), "must be from 0 to 100 %");
    let fits = guarantee_months.is_none_or(|months| GUARANTEE_MONTHS.contains(&months) && months % 6 == 0);
    faults.require("guarantee_months", fits, "must be above 24, in steps of half a year");
    let bytes = serde_json::Value::Object(metadata.clone()).to_string().len();
    faults.require("metadata", bytes <= limits::METADATA, "must be at most 20,000 bytes");
    Fields {
        slug,
        title: faults.or(line("title", &title, 1..=limits::TITLE), title),
        subtitle: faults.optional("subtitle", subtitle, limits::SUBTITLE),
        ribbon_text: faults.optional("ribbon_text", ribbon_text, 60),
        brand: faults.optional("brand", brand, limits::BRAND),
        maker: faults.optional("maker", maker, maker::limits::SLUG),
        model: faults.optional("model", model, limits::MODEL),
        guarantee_months,
        guarantee_producer: faults.optional("guarantee_producer", guarantee_producer, limits::MODEL),
        guarantee_model: faults.optional("guarantee_model", guarantee_model, limits::MODEL),
        warnings: faults.lines("warnings", warnings),
        description: faults.or(markup("description", &description), description),
        kind: faults.or(line("type", &kind, 0..=limits::KIND), kind),
        status,
        is_hidden,
        purchasable: purchasable && fitting != Fitting::Only,
        fitting,
        in_the_box: faults.lines("in_the_box", in_the_box),
        sort_order,
        site_product_selection: faults.optional("site_product_selection", site_product_selection, 60),
        tax_rate_bp,
        metadata,
    }
}

/// How many pictures a product has: at most 20, or as many as it `had` while there could be more.
pub(super) fn picture_count(draft: &ProductDraft, had: usize) -> Result<(), Error> {
    require("images", draft.images.len() <= limits::PICTURES.max(had), "must be at most 20")
}

/// Pictures, collections, further sections, fields and related products.
fn check_lists(draft: &mut ProductDraft, faults: &mut Faults) {
    for (n, image) in draft.images.iter_mut().enumerate() {
        faults.put(own_path(&format!("images/{n}/url"), &image.url), &mut image.url);
        faults.put(line(&format!("images/{n}/alt"), &image.alt, 0..=limits::ALT), &mut image.alt);
    }
    faults.require("collections", draft.collections.len() <= limits::COLLECTIONS, "must be at most 100");
    for (n, (slug, title)) in draft.collections.iter_mut().enumerate() {
        faults.put(line(&format!("collections/{n}/slug"), slug, 1..=200), slug);
        faults.put(line(&format!("collections/{n}/title"), title, 1..=limits::COLLECTION), title);
    }
    let mut seen = BTreeSet::new();
    draft.collections.retain(|(slug, _)| seen.insert(slug.clone()));
    faults.require("info", draft.additional_info.len() <= limits::INFO, "must be at most 50");
    for (n, (title, description)) in draft.additional_info.iter_mut().enumerate() {
        faults.put(line(&format!("info/{n}/title"), title, 1..=limits::INFO_TITLE), title);
        faults.put(markup(&format!("info/{n}/description"), description), description);
    }
    faults.require("fields", draft.custom_fields.len() <= 20, "must be at most 20");
    for (n, field) in draft.custom_fields.iter_mut().enumerate() {
        faults.put(line(&format!("fields/{n}"), &field.title, 1..=200), &mut field.title);
        let is_length = (1..=LONGEST_CUSTOM_TEXT).contains(&field.length());
        faults.require(&format!("fields/{n}/max_length"), is_length, "must be 1 to 200");
    }
    faults.require("related", draft.related.len() <= limits::RELATED, "must be at most 100");
    for (n, (section, slug)) in draft.related.iter_mut().enumerate() {
        faults.put(line(&format!("related/{n}/section"), section, 1..=200), section);
        faults.require(&format!("related/{n}/slug"), *slug != draft.fields.slug, "cannot be the product itself");
    }
}

/// Attributes and documents.
fn check_facts(draft: &mut ProductDraft, faults: &mut Faults) {
    faults.require("attributes", draft.attributes.len() <= limits::ATTRIBUTES, "must be at most 60");
    let mut seen = BTreeSet::new();
    for (n, (name, value)) in draft.attributes.iter_mut().enumerate() {
        let field = format!("attributes/{n}/name");
        faults.put(line(&field, name, 1..=limits::ATTRIBUTE), name);
        faults.put(line(&format!("attributes/{n}/value"), value, 1..=limits::ATTRIBUTE_VALUE), value);
        faults.require(&field, seen.insert(name.clone()), "must differ from the other attributes");
    }
    faults.require("documents", draft.documents.len() <= limits::DOCUMENTS, "must be at most 10");
    for (n, document) in draft.documents.iter_mut().enumerate() {
        let field = format!("documents/{n}/url");
        faults.put(own_path(&field, &document.url), &mut document.url);
        faults.require(&field, documents::is_path(&document.url), "must be a document of this site");
        faults.put(line(&format!("documents/{n}/title"), &document.title, 1..=limits::DOCUMENT), &mut document.title);
    }
}

/// A colour of a value that no variant has any more goes.
fn check_swatches(draft: &mut ProductDraft, faults: &mut Faults) {
    let values: BTreeSet<&String> = draft.variants.iter().flat_map(|variant| &variant.option_values).collect();
    draft.swatches.retain(|value, _| values.contains(value));
    for (value, colour) in &mut draft.swatches {
        let digits = colour.strip_prefix('#').unwrap_or_default();
        let is_colour = digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit());
        faults.require(&format!("swatches/{value}"), is_colour, "must be a colour such as #a9b8a0");
        colour.make_ascii_lowercase();
    }
}

fn check_options(options: &mut [String], faults: &mut Faults) {
    faults.require("options", options.len() <= limits::OPTIONS, "must be at most 10");
    let mut seen = BTreeSet::new();
    for (n, title) in options.iter_mut().enumerate() {
        let field = format!("options/{n}");
        faults.put(line(&field, title, 1..=limits::OPTION), title);
        faults.require(&field, seen.insert(title.clone()), "must differ from the other options");
    }
}

fn check_variant(n: usize, variant: &mut VariantDraft, options: &[String], faults: &mut Faults) {
    let at = |name: &str| format!("variants/{n}/{name}");
    if let Some(id) = &variant.id {
        faults.look(id_shaped(&at("id"), id));
    }
    faults.put(line(&at("title"), &variant.title, 0..=limits::TITLE), &mut variant.title);
    variant.sku = faults.optional(&at("sku"), variant.sku.take(), limits::SKU);
    if let Some(url) = &mut variant.image_url {
        faults.put(own_path(&at("image_url"), url), url);
    }
    let affordable = (Cents::ZERO..=MAX_PRICE).contains(&variant.price);
    faults.require(&at("price"), affordable, "must be from 0.00 to 1000000.00");
    if let Some(sale) = &variant.sale {
        let below = sale.is_below(variant.price);
        faults.require(&at("sale_price"), below, "must be above 0.00 and below the regular price");
        faults.require(&at("sale_ends_at"), sale.is_forwards(), "must be after the beginning");
    }
    faults.look(stock(n, variant.inventory_quantity));
    let weight_fits = variant.weight_grams.is_none_or(|grams| (0..=MAX_GRAMS).contains(&grams));
    faults.require(&at("weight"), weight_fits, "must be from 0 to 1,000 kg");
    if let Some(given) = variant.gtin.take().filter(|given| !text::is_blank(given)) {
        let read = gtin::normalized(&given);
        let reason = "must have 8, 12, 13 or 14 digits, the last of which checks the others";
        faults.require(&at("gtin"), read.is_some(), reason);
        variant.gtin = read;
    }
    let complete = variant.option_values.len() == options.len();
    faults.require(&at("option_values"), complete, "must be one for each option");
    for value in &mut variant.option_values {
        faults.put(line(&at("option_values"), value, 1..=limits::OPTION), value);
    }
}

/// How many units there may be of the variant at a place.
pub(super) fn stock(n: usize, units: i64) -> Result<(), Error> {
    let field = format!("variants/{n}/inventory_quantity");
    require(&field, (0..=MAX_STOCK).contains(&units), "must be from 0 to 1,000,000")
}

fn check_variants_differ(variants: &[VariantDraft], faults: &mut Faults) {
    let (mut ids, mut skus, mut called_so) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (n, variant) in variants.iter().enumerate() {
        let differs = "must differ from the other variants'";
        let id_differs = variant.id.as_ref().is_none_or(|id| ids.insert(id));
        faults.require(&format!("variants/{n}/id"), id_differs, differs);
        let sku_differs = variant.sku.as_ref().is_none_or(|sku| skus.insert(sku));
        faults.require(&format!("variants/{n}/sku"), sku_differs, differs);
        let (what, called) = match variant.option_values.as_slice() {
            [] => ("title", std::slice::from_ref(&variant.title)),
            values => ("option_values", values),
        };
        faults.require(&format!("variants/{n}/{what}"), called_so.insert(called), differs);
    }
}

/// Empty texts go: the Spanish one is shown instead.
fn check_texts(draft: &mut ProductDraft, faults: &mut Faults) {
    faults.require("texts/es", !draft.texts.contains_key(&Lang::Es), "stands in the product itself");
    let texts = std::mem::take(&mut draft.texts);
    for (lang, texts) in texts {
        let mut kept = BTreeMap::new();
        for (path, given) in texts {
            let field = format!("texts/{lang}/{path}");
            faults.require(&field, names_a_text(&path, draft), "names no text of this product");
            let is_html = path == "description" || path.ends_with("/description");
            let read = match path.as_str() {
                _ if is_html => markup(&field, &given),
                "warnings" | "in_the_box" => lines(&field, &given),
                _ => line(&field, &given, 0..=500),
            };
            let given = faults.or(read, given);
            if !given.is_empty() {
                kept.insert(path, given);
            }
        }
        if !kept.is_empty() {
            draft.texts.insert(lang, kept);
        }
    }
}

fn names_a_text(path: &str, draft: &ProductDraft) -> bool {
    // Only the plain form of a number, so that one text has one path.
    let within =
        |position: &str, len: usize| position.parse::<usize>().is_ok_and(|n| n < len && n.to_string() == position);
    match path.split_once('/') {
        None => {
            matches!(path, "title" | "subtitle" | "ribbon_text" | "warnings" | "in_the_box" | "description" | "type")
        }
        Some(("option", title)) => draft.options.iter().any(|option| option == title),
        Some(("value", value)) => draft.variants.iter().any(|v| v.option_values.iter().any(|known| known == value)),
        Some(("variant", n)) => within(n, draft.variants.len()),
        Some(("field", n)) => within(n, draft.custom_fields.len()),
        Some(("image", n)) => within(n, draft.images.len()),
        Some(("document", n)) => within(n, draft.documents.len()),
        Some(("attribute", rest)) => rest
            .split_once('/')
            .is_some_and(|(n, part)| within(n, draft.attributes.len()) && matches!(part, "name" | "value")),
        Some(("section", title)) => draft.related.iter().any(|(section, _)| section == title),
        Some(("info", rest)) => rest
            .split_once('/')
            .is_some_and(|(n, part)| within(n, draft.additional_info.len()) && matches!(part, "title" | "description")),
        Some(_) => false,
    }
}

pub(super) fn require(field: &str, holds: bool, reason: &str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::Invalid { field: field.to_owned(), reason: reason.to_owned() }) }
}

/// Several lines, of as many characters as warnings may have.
fn lines(field: &str, given: &str) -> Result<String, Error> {
    let cleaned = text::lines(given);
    require(field, cleaned.chars().count() <= limits::WARNINGS, "must have at most 4,000 characters")?;
    Ok(cleaned)
}

pub(super) fn line(field: &str, given: &str, length: std::ops::RangeInclusive<usize>) -> Result<String, Error> {
    let cleaned = text::line(given);
    let reason = format!("must have from {} to {} characters", length.start(), length.end());
    require(field, length.contains(&cleaned.chars().count()), &reason)?;
    Ok(cleaned)
}

fn markup(field: &str, given: &str) -> Result<String, Error> {
    require(field, given.len() <= limits::HTML, "must be at most 100,000 bytes")?;
    Ok(html::clean(given))
}

/// A path of this site: a foreign picture is never shown. A query such as `?w=720` goes, so that one picture has one path.
fn own_path(field: &str, url: &str) -> Result<String, Error> {
    let url = text::path(url);
    let plain = url.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'\\' | b'"' | b'<' | b'>'));
    let own = url.starts_with('/') && !url.starts_with("//") && url.len() <= 500;
    require(field, plain && own, "must be a path of this site such as /media/a.webp")?;
    Ok(url.to_owned())
}

fn id_shaped(field: &str, id: &str) -> Result<(), Error> {
    let plain = id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    require(field, plain && (1..=100).contains(&id.len()), "must be 1 to 100 letters, digits, - or _")
}
