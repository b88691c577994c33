//! RULE: what of another shop's products cannot be held here is cut or left out, and noted, so that nobody has to mend a
//! file by hand. The same file is always tidied alike.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Findings, Read, Remark, VariantOrigin};
use crate::catalogue::check::limits;
use crate::catalogue::draft::{ProductDraft, VariantDraft};
use crate::catalogue::{html, price};
use crate::money::Cents;
use crate::text;

type Columns = BTreeMap<&'static str, String>;

/// Tidies the products of a file in its order.
pub(super) fn tidy(read: &mut [Read], columns: &Columns, findings: &mut Findings) {
    let mut skus: HashMap<String, u64> = HashMap::new();
    for product in read.iter_mut().filter_map(|read| read.product.as_mut()) {
        let (draft, row) = (&mut product.draft, product.row);
        let mut notes = Notes { row, columns, findings };
        product.is_nameless = texts(draft, &mut notes);
        options(draft, &mut notes);
        variants(draft, &mut product.variants, findings);
        for (variant, origin) in draft.variants.iter_mut().zip(&product.variants) {
            let mut notes = Notes { row: origin.row, columns, findings };
            sku(variant, &mut skus, &mut notes);
            sale(variant, &mut notes);
            notes.cut(&mut variant.title, "option_values", limits::TITLE);
        }
        // What has no options is called what the product is called: `Default Title` is nothing for a shopper to read.
        if let ([], [only]) = (draft.options.as_slice(), draft.variants.as_mut_slice()) {
            only.title.clone_from(&draft.fields.title);
        }
    }
}

struct Notes<'a> {
    row: u64,
    columns: &'a Columns,
    findings: &'a mut Findings,
}

impl Notes<'_> {
    fn add(&mut self, remark: Remark) {
        self.findings.note(self.row, remark);
    }

    /// What the file calls a field.
    fn column(&self, field: &str) -> String {
        self.columns.get(field).cloned().unwrap_or_else(|| field.to_owned())
    }

    /// One line of at most so many characters.
    fn cut(&mut self, line: &mut String, field: &str, most: usize) {
        *line = text::line(line);
        if line.chars().count() > most {
            *line = text::line(&line.chars().take(most).collect::<String>());
            self.add(Remark::TextCut { column: self.column(field), most });
        }
    }

    fn truncate<T>(&mut self, list: &mut Vec<T>, field: &str, most: usize) {
        if list.len() > most {
            list.truncate(most);
            self.add(Remark::ListCut { column: self.column(field), most });
        }
    }

    /// HTML that may stand in a description; the text of it when there is too much.
    fn markup(&mut self, markup: &mut String, field: &str) {
        *markup = html::clean(markup);
        if markup.len() > limits::HTML {
            let mut text = html::words(markup);
            // Escaped, a character is at most six times as long.
            while text.len() > limits::HTML / 6 {
                text.pop();
            }
            *markup = html::clean(&format!("<p>{}</p>", text::escape(&text)));
            self.add(Remark::TextCut { column: self.column(field), most: text.chars().count() });
        }
    }
}

/// Whether it had to be given a name.
fn texts(draft: &mut ProductDraft, notes: &mut Notes<'_>) -> bool {
    notes.cut(&mut draft.title, "title", limits::TITLE);
    let is_nameless = draft.title.is_empty();
    if is_nameless {
        let sku = draft.variants.iter().find_map(|variant| variant.sku.clone());
        draft.title =
            sku.map(|sku| text::line(&sku)).filter(|sku| !sku.is_empty()).unwrap_or_else(|| draft.slug.clone());
        notes.add(Remark::NoTitle { title: draft.title.clone() });
    }
    notes.cut(&mut draft.kind, "type", limits::KIND);
    if let Some(brand) = &mut draft.brand {
        notes.cut(brand, "brand", limits::BRAND);
    }
    draft.brand = draft.brand.take().filter(|brand| !brand.is_empty());
    if let Some(model) = &mut draft.model {
        notes.cut(model, "model", limits::MODEL);
    }
    draft.model = draft.model.take().filter(|model| !model.is_empty());
    for text in [&mut draft.fields.warnings, &mut draft.fields.in_the_box] {
        let lines = |given: String| text::lines(&given).chars().take(limits::WARNINGS).collect::<String>();
        *text = text.take().map(lines).filter(|lines| !lines.is_empty());
    }
    if let Some(subtitle) = &mut draft.subtitle {
        notes.cut(subtitle, "subtitle", limits::SUBTITLE);
    }
    draft.subtitle = draft.subtitle.take().filter(|subtitle| !subtitle.is_empty());
    notes.markup(&mut draft.description, "description");
    for (_, title) in &mut draft.collections {
        notes.cut(title, "collections", limits::COLLECTION);
    }
    draft.collections.retain(|(slug, title)| !slug.is_empty() && !title.is_empty());
    let mut seen = HashSet::new();
    draft.collections.retain(|(slug, _)| seen.insert(slug.clone()));
    notes.truncate(&mut draft.collections, "collections", limits::COLLECTIONS);
    for (title, description) in &mut draft.additional_info {
        notes.cut(title, "info", limits::INFO_TITLE);
        notes.markup(description, "info");
    }
    draft.additional_info.retain(|(title, _)| !title.is_empty());
    notes.truncate(&mut draft.additional_info, "info", limits::INFO);
    attributes(draft, notes);
    for image in &mut draft.images {
        notes.cut(&mut image.alt, "images", limits::ALT);
    }
    notes.truncate(&mut draft.images, "images", limits::PICTURES);
    notes.truncate(&mut draft.related, "related", limits::RELATED);
    while serde_json::Value::Object(draft.metadata.clone()).to_string().len() > limits::METADATA {
        let longest = draft.metadata.iter().max_by_key(|(_, value)| value.to_string().len());
        let Some(key) = longest.map(|(key, _)| key.clone()) else { break };
        draft.metadata.remove(&key);
        notes.add(Remark::TooMuchData { key });
    }
    is_nameless
}

/// Of attributes with one name the first stays.
fn attributes(draft: &mut ProductDraft, notes: &mut Notes<'_>) {
    for (name, value) in &mut draft.attributes {
        notes.cut(name, "attributes", limits::ATTRIBUTE);
        notes.cut(value, "attributes", limits::ATTRIBUTE_VALUE);
    }
    let mut seen = HashSet::new();
    draft.attributes.retain(|(name, value)| !name.is_empty() && !value.is_empty() && seen.insert(name.clone()));
    notes.truncate(&mut draft.attributes, "attributes", limits::ATTRIBUTES);
}

/// Every option has a name of its own, and every variant a value of it.
fn options(draft: &mut ProductDraft, notes: &mut Notes<'_>) {
    notes.truncate(&mut draft.options, "options", limits::OPTIONS);
    let mut names: HashSet<String> = HashSet::new();
    for (n, name) in draft.options.iter_mut().enumerate() {
        notes.cut(name, "options", limits::OPTION);
        if name.is_empty() || names.contains(name) {
            *name = format!("Opción {}", n + 1);
            notes.add(Remark::NoOptionName { option: name.clone() });
        }
        names.insert(name.clone());
    }
    for variant in &mut draft.variants {
        variant.option_values.truncate(draft.options.len());
        for value in &mut variant.option_values {
            notes.cut(value, "option_values", limits::OPTION);
            if value.is_empty() {
                value.push('-');
            }
        }
    }
}

/// Of variants that nobody could tell apart the first stays.
fn variants(draft: &mut ProductDraft, origins: &mut Vec<VariantOrigin>, findings: &mut Findings) {
    let mut rows: HashMap<Vec<String>, u64> = HashMap::new();
    let both = std::mem::take(&mut draft.variants).into_iter().zip(std::mem::take(origins));
    for (variant, origin) in both {
        if let Some(&row) = rows.get(&variant.option_values) {
            findings.note(origin.row, Remark::SameVariant { row });
            continue;
        }
        rows.insert(variant.option_values.clone(), origin.row);
        draft.variants.push(variant);
        origins.push(origin);
    }
}

/// A number belongs to the first that has it.
fn sku(variant: &mut VariantDraft, skus: &mut HashMap<String, u64>, notes: &mut Notes<'_>) {
    let Some(sku) = variant.sku.take().map(|sku| text::line(&sku)).filter(|sku| !sku.is_empty()) else { return };
    if sku.chars().count() > limits::SKU {
        let sku = sku.chars().take(20).chain(['…']).collect();
        return notes.add(Remark::SkuTooLong { sku, most: limits::SKU });
    }
    if let Some(&row) = skus.get(&sku) {
        return notes.add(Remark::SkuTwice { sku, row });
    }
    skus.insert(sku.clone(), notes.row);
    variant.sku = Some(sku);
}

/// A sale that is none, or that ends before it begins, is left out.
fn sale(variant: &mut VariantDraft, notes: &mut Notes<'_>) {
    let Some(sale) = variant.sale else { return };
    if !sale.is_below(variant.price) {
        variant.sale = None;
        if sale.price != variant.price {
            let told = |cents: Cents| cents.to_string();
            notes.add(Remark::NoSale { sale: told(sale.price), price: told(variant.price) });
        }
    } else if !sale.is_forwards() {
        variant.sale = None;
        notes.add(Remark::SaleBackwards);
    }
}

/// The price, unless it is more than a price may be, which is noted.
pub(super) fn affordable(price: Cents, row: u64, findings: &mut Findings) -> Option<Cents> {
    if price > price::MAX_PRICE {
        findings.note(row, Remark::PriceTooHigh { price: price.to_string() });
        return None;
    }
    Some(price)
}
