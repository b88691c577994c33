//! `WooCommerce`'s product CSV, with English or Spanish column names (the shop writes them in its own language).
//!
//! - **Kinds.** A `simple` row is a product with a single variant; a `variable` row becomes a product with the
//!   `variation` rows that name it as their parent, by id or SKU, wherever they stand. `virtual` changes nothing.
//!   `external` and `downloadable` products are imported as not purchasable. `grouped` products only list others, which
//!   are imported by themselves: skipped, like kinds of extensions. Each of these is noted.
//! - **Address.** The file has none: it is made from the name, with the id when several products share it. On writing, a
//!   product is also recognised by its SKUs, so that one renamed there stays one here.
//! - **Price.** Regular and sale price, taken as including tax. A sale begins and ends when the file says; one that is
//!   over is left out, noted. A product without a price is a draft, noted; a variation without one, or a disabled one,
//!   is left out, noted.
//! - **Stock.** A number and no backorders → counted. Backorders → not counted. No number: out of stock → counted, 0;
//!   otherwise not counted. A stock that the variations share (`parent`) is divided among them, as each of ours has its
//!   own and together they must not sell more; noted.
//! - **Options** are the attributes that a variation names; a variation for any value has the value "Cualquiera",
//!   noted. Other visible attributes become further information.
//! - **Texts.** `\n` in a description is a line break, and text without paragraphs gets them. A short description of one
//!   line is the subtitle, a longer one comes before the description.
//! - **Type** is the top of the first category; every category is also a collection. Tags and codes go to the metadata.
//! - **Tax.** Status `none` and the zero rate are 0 %, `reduced-rate` 10 %, `super-reduced` 4 %, others standard, noted.
//! - **Visibility.** Published 0 and the visibility `hidden` hide the product, -1 makes it a draft.
//! - **Related.** Upsells and cross-sells within the file; others are noted.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value, json};

use crate::catalogue::draft::{ImageDraft, ProductDraft, Status, VariantDraft};
use crate::catalogue::price::Sale;
use crate::clock::Timestamp;
use crate::money::Cents;

use super::markup::{escaped, list, texts};
use super::table::{Cells, Edge, Row, Table};
use super::{Findings, MAX_QUANTITY, ParsedProduct, Remark, STANDARD_TAX_BP, VariantOrigin, slugify};

pub(super) const NEEDED: [&str; 3] = ["type", "name", "regular price"];

/// The fields of a draft → the columns they come from.
pub(super) const FIELDS: [(&str, &str); 18] = [
    ("slug", "name"),
    ("title", "name"),
    ("description", "description"),
    ("subtitle", "short description"),
    ("type", "categories"),
    ("sku", "sku"),
    ("price", "regular price"),
    ("sale_price", "sale price"),
    ("sale_ends_at", "date sale price ends"),
    ("option_values", "attribute 1 value(s)"),
    ("options", "attribute 1 name"),
    ("inventory_quantity", "stock"),
    ("images", "images"),
    ("image_url", "images"),
    ("collections", "categories"),
    ("info", "attribute 1 name"),
    ("related", "upsells"),
    ("variants", "parent"),
];

/// Spanish names → English ones, by which the columns are read; then names that changed with the years.
pub(super) const ALIASES: [(&str, &str); 34] = [
    ("tipo", "type"),
    ("gtin, upc, ean o isbn", "gtin, upc, ean, or isbn"),
    ("nombre", "name"),
    ("publicado", "published"),
    ("visibilidad en el catálogo", "visibility in catalog"),
    ("descripción corta", "short description"),
    ("descripción", "description"),
    ("día en que empieza el precio rebajado", "date sale price starts"),
    ("día en que termina el precio rebajado", "date sale price ends"),
    ("estado del impuesto", "tax status"),
    ("clase de impuesto", "tax class"),
    ("¿hay existencias?", "in stock?"),
    ("¿existencias?", "in stock?"),
    ("¿en inventario?", "in stock?"),
    ("inventario", "stock"),
    ("¿permitir reservas de productos agotados?", "backorders allowed?"),
    ("precio rebajado", "sale price"),
    ("precio normal", "regular price"),
    ("categorías", "categories"),
    ("etiquetas", "tags"),
    ("imágenes", "images"),
    ("superior", "parent"),
    ("ventas dirigidas", "upsells"),
    ("ventas cruzadas", "cross-sells"),
    ("url externa", "external url"),
    ("posición", "position"),
    ("visibility in catalogue", "visibility in catalog"),
    ("crosssells", "cross-sells"),
    ("gtin", "gtin, upc, ean, or isbn"),
    ("marcas", "brands"),
    ("peso (kg)", "weight (kg)"),
    ("peso (g)", "weight (g)"),
    ("peso (lbs)", "weight (lbs)"),
    ("peso (oz)", "weight (oz)"),
];

const UNITS: [(&str, f64); 4] =
    [("weight (kg)", 1000.0), ("weight (g)", 1.0), ("weight (lbs)", 453.592_37), ("weight (oz)", 28.349_523_125)];
const ANY_VALUE: &str = "Cualquiera";

/// A row that is a product, with the rows of its variations.
struct Entry<'a> {
    row: &'a Row,
    kinds: Vec<String>,
    slug: String,
    variations: Vec<&'a Row>,
}

pub(super) fn read(table: &Table, now: Timestamp, findings: &mut Findings) -> Vec<ParsedProduct> {
    let (entries, places) = entries(table, findings);
    let mut products: Vec<(i64, ParsedProduct)> = Vec::new();
    for entry in &entries {
        let reader = Reader { table, entry, now };
        let position = table.cells(entry.row, findings).whole("position", -100_000..=100_000).unwrap_or(0);
        if let Some(mut product) = reader.product(findings) {
            let named = reader.related(&places, &entries, findings);
            product.draft.related = named;
            products.push((position, product));
        }
    }
    products.sort_by_key(|(position, _)| *position);
    let mut products: Vec<ParsedProduct> = products.into_iter().map(|(_, product)| product).collect();
    let slugs: HashSet<String> = products.iter().map(|product| product.draft.slug.clone()).collect();
    for (place, product) in products.iter_mut().enumerate() {
        product.draft.sort_order = i64::try_from(place).unwrap_or(i64::MAX);
        product.draft.related.retain(|(_, slug)| slugs.contains(slug) && *slug != product.draft.slug);
    }
    products
}

/// The products of the file, and where each stands by `id:N` and by SKU.
fn entries<'a>(table: &'a Table, findings: &mut Findings) -> (Vec<Entry<'a>>, HashMap<String, usize>) {
    let mut entries: Vec<Entry<'a>> = Vec::new();
    let mut places = HashMap::new();
    let mut variations = Vec::new();
    let mut names: HashMap<String, usize> = HashMap::new();
    for row in &table.rows {
        let kinds: Vec<String> = table.text(row, "type").split(',').map(|kind| kind.trim().to_lowercase()).collect();
        if kinds.iter().any(|kind| kind == "variation") {
            variations.push(row);
            continue;
        }
        for reference in [format!("id:{}", table.text(row, "id")), table.text(row, "sku").to_owned()] {
            if !matches!(reference.as_str(), "" | "id:") {
                places.entry(reference).or_insert(entries.len());
            }
        }
        let slug = slugify(table.text(row, "name"));
        *names.entry(slug.clone()).or_default() += 1;
        entries.push(Entry { row, kinds, slug, variations: Vec::new() });
    }
    for entry in &mut entries {
        if entry.slug.is_empty() || names[&entry.slug] > 1 {
            let (id, sku) = (table.text(entry.row, "id"), slugify(table.text(entry.row, "sku")));
            let distinct = if id.is_empty() { &sku } else { id };
            let name = if entry.slug.is_empty() { "producto" } else { &entry.slug };
            entry.slug = [name, distinct].join("-").trim_end_matches('-').into();
        }
    }
    for row in variations {
        let mut cells = table.cells(row, findings);
        let parent = cells.text("parent");
        match places.get(parent) {
            Some(&place) => entries[place].variations.push(row),
            None => {
                cells.problem("parent", format!("{parent:?} is no product of this file"));
            }
        }
    }
    (entries, places)
}

struct Reader<'a> {
    table: &'a Table,
    entry: &'a Entry<'a>,
    now: Timestamp,
}

impl Reader<'_> {
    fn is(&self, kind: &str) -> bool {
        self.entry.kinds.iter().any(|known| known == kind)
    }

    /// The product; `None` when it is skipped or has a problem.
    fn product(&self, findings: &mut Findings) -> Option<ParsedProduct> {
        let attributes = attributes(self.table, self.entry.row);
        let known = ["simple", "variable", "external"].iter().any(|kind| self.is(kind));
        let mut cells = self.table.cells(self.entry.row, findings);
        let title = cells.text("name").to_owned();
        if !known {
            let kind = self.entry.kinds.join(", ");
            cells.note(Remark::UnknownKind { title, kind });
            return None;
        }
        let (options, variants, origins) = if self.is("variable") {
            self.variants(&attributes, findings)
        } else {
            let (variant, origin) = self.single(findings)?;
            (Vec::new(), vec![variant], vec![origin])
        };
        if variants.is_empty() {
            findings.note(self.entry.row.number, Remark::NoVariation { title });
            return None;
        }
        let mut draft = self.draft(title, findings);
        draft.additional_info = further_information(&attributes, &options);
        draft.options = options;
        draft.variants = variants;
        Some(ParsedProduct { row: self.entry.row.number, draft, variants: origins })
    }

    /// Everything but options, variants and what is related.
    fn draft(&self, title: String, findings: &mut Findings) -> ProductDraft {
        let mut cells = self.table.cells(self.entry.row, findings);
        let (subtitle, description) = texts(cells.raw("short description"), cells.raw("description"));
        let (mut status, unpublished) = match cells.text("published").to_lowercase().as_str() {
            "" | "1" | "true" | "verdadero" => (Status::Published, false),
            "0" | "false" | "falso" => (Status::Published, true),
            "-1" => (Status::Draft, false),
            other => {
                cells.problem("published", format!("{other:?} is none of 1, 0 and -1"));
                (Status::Draft, true)
            }
        };
        if !self.is("variable") && cells.text("regular price").is_empty() {
            status = Status::Draft;
            cells.note(Remark::NoPrice { title: title.clone() });
        }
        let elsewhere = self.is("external") || self.is("downloadable");
        if elsewhere {
            cells.note(Remark::SoldElsewhere { title: title.clone() });
        }
        let categories = list(cells.text("categories"));
        let mut images = Vec::new();
        for url in list(cells.text("images")) {
            images.extend(cells.picture(&url, &self.entry.slug).map(|url| ImageDraft { url, alt: String::new() }));
        }
        ProductDraft {
            id: None,
            slug: self.entry.slug.clone(),
            title,
            subtitle,
            ribbon_text: None,
            description,
            kind: categories.first().map(|path| top(path).to_owned()).unwrap_or_default(),
            status,
            is_hidden: unpublished || cells.text("visibility in catalog").eq_ignore_ascii_case("hidden"),
            purchasable: !elsewhere && (self.is("variable") || !cells.text("regular price").is_empty()),
            sort_order: 0,
            site_product_selection: None,
            tax_rate_bp: tax_rate(&mut cells),
            metadata: metadata(&cells),
            images,
            options: Vec::new(),
            variants: Vec::new(),
            collections: categories.iter().filter_map(|path| collection(path)).collect(),
            additional_info: Vec::new(),
            custom_fields: Vec::new(),
            related: Vec::new(),
            texts: BTreeMap::new(),
        }
    }

    /// The one variant of a product that is not variable.
    fn single(&self, findings: &mut Findings) -> Option<(VariantDraft, VariantOrigin)> {
        let mut cells = self.table.cells(self.entry.row, findings);
        let sku = cells.some_text("sku");
        if cells.text("name").is_empty() {
            cells.problem("name", "is empty");
            return None;
        }
        let priced = !cells.text("regular price").is_empty();
        let (price, sale) = if priced { self.prices(&mut cells)? } else { (Cents::ZERO, None) };
        let (manage_inventory, inventory_quantity) = stock(&mut cells);
        let variant = VariantDraft {
            id: None,
            title: String::new(),
            sku,
            image_url: None,
            price,
            sale,
            manage_inventory,
            inventory_quantity,
            weight_grams: weight(&mut cells),
            option_values: Vec::new(),
        };
        Some((variant, VariantOrigin { row: cells.row(), stock_known: true }))
    }

    /// The options of a variable product and its variants.
    fn variants(
        &self,
        parent: &[Attribute],
        findings: &mut Findings,
    ) -> (Vec<String>, Vec<VariantDraft>, Vec<VariantOrigin>) {
        let mut rows: Vec<(i64, &Row)> = Vec::new();
        for row in &self.entry.variations {
            let position = self.table.cells(row, findings).whole("position", -100_000..=100_000);
            rows.push((position.unwrap_or(0), row));
        }
        rows.sort_by_key(|(position, _)| *position);
        let chosen: Vec<Vec<Attribute>> = rows.iter().map(|(_, row)| attributes(self.table, row)).collect();
        let mut options: Vec<String> = Vec::new();
        for name in parent.iter().chain(chosen.iter().flatten()).map(|attribute| &attribute.name) {
            let is_chosen = chosen.iter().flatten().any(|a| same(&a.name, name) && !a.values.is_empty());
            if is_chosen && options.iter().all(|known| !same(known, name)) {
                options.push(name.clone());
            }
        }
        let mut variants = Vec::new();
        let mut origins = Vec::new();
        let mut sharing = Vec::new();
        for ((_, row), chosen) in rows.iter().zip(&chosen) {
            let mut cells = self.table.cells(row, findings);
            let shares = self.table.text(row, "stock").eq_ignore_ascii_case("parent");
            if let Some(variant) = self.variation(&mut cells, &options, chosen) {
                if shares {
                    sharing.push(variants.len());
                }
                variants.push(variant);
                origins.push(VariantOrigin { row: row.number, stock_known: true });
            }
        }
        self.divide_stock(&sharing, &mut variants, findings);
        (options, variants, origins)
    }

    fn variation(&self, cells: &mut Cells<'_>, options: &[String], chosen: &[Attribute]) -> Option<VariantDraft> {
        if matches!(cells.text("published"), "0" | "-1") || cells.text("regular price").is_empty() {
            cells.note(Remark::VariationOff);
            return None;
        }
        let mut option_values = Vec::new();
        for option in options {
            let value = chosen.iter().find(|a| same(&a.name, option)).and_then(|a| a.values.first());
            if value.is_none() {
                cells.note(Remark::AnyValue { option: option.clone(), value: ANY_VALUE.to_owned() });
            }
            option_values.push(value.cloned().unwrap_or_else(|| String::from(ANY_VALUE)));
        }
        let picture = list(cells.text("images")).into_iter().next().unwrap_or_default();
        let image_url = cells.picture(&picture, &self.entry.slug);
        let prices = self.prices(cells);
        let shares = cells.text("stock").eq_ignore_ascii_case("parent");
        let (manage_inventory, inventory_quantity) = if shares { (true, 0) } else { stock(cells) };
        let weight_grams = weight(cells);
        let (price, sale) = prices?;
        Some(VariantDraft {
            id: None,
            title: option_values.join(" / "),
            sku: cells.some_text("sku"),
            image_url,
            price,
            sale,
            manage_inventory,
            inventory_quantity,
            weight_grams,
            option_values,
        })
    }

    /// The stock of the parent in equal parts, the first variations getting what is left over.
    fn divide_stock(&self, sharing: &[usize], variants: &mut [VariantDraft], findings: &mut Findings) {
        let Ok(parts @ 1..) = i64::try_from(sharing.len()) else { return };
        let mut cells = self.table.cells(self.entry.row, findings);
        let (managed, whole) = stock(&mut cells);
        if managed && whole > 0 {
            cells.note(Remark::SharedStock { units: whole, variations: parts });
        }
        for (n, &index) in (0..).zip(sharing) {
            variants[index].manage_inventory = managed;
            variants[index].inventory_quantity = whole / parts + i64::from(n < whole % parts);
        }
    }

    /// The regular price, and the sale unless it is over.
    fn prices(&self, cells: &mut Cells<'_>) -> Option<(Cents, Option<Sale>)> {
        let price = cells.money("regular price");
        let sale = cells.money("sale price");
        let starts_at = cells.moment("date sale price starts", Edge::Start);
        let ends_at = cells.moment("date sale price ends", Edge::End);
        let sale = sale.filter(|sale| Some(*sale) != price).map(|price| Sale { price, starts_at, ends_at });
        let is_over = sale.is_some_and(|sale| sale.is_over(self.now));
        if is_over {
            cells.note(Remark::SaleOver);
        }
        Some((price?, sale.filter(|_| !is_over)))
    }

    /// What is sold with it, as far as it is in the file.
    fn related(
        &self,
        places: &HashMap<String, usize>,
        entries: &[Entry<'_>],
        findings: &mut Findings,
    ) -> Vec<(String, String)> {
        let mut cells = self.table.cells(self.entry.row, findings);
        let mut related = Vec::new();
        for (column, section) in [("upsells", "También te puede interesar"), ("cross-sells", "Se compra con")] {
            for reference in list(cells.text(column)) {
                match places.get(&reference) {
                    Some(&place) => related.push((section.to_owned(), entries[place].slug.clone())),
                    None => cells.note(Remark::NotInFile { reference, column: column.to_owned() }),
                }
            }
        }
        related
    }
}

/// A name with its values, such as a colour.
struct Attribute {
    name: String,
    values: Vec<String>,
    visible: bool,
}

fn attributes(table: &Table, row: &Row) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    for n in 1..=100 {
        let cell = |english: String, spanish: String| {
            let text = table.text(row, &english);
            if text.is_empty() { table.text(row, &spanish) } else { text }
        };
        let name = cell(format!("attribute {n} name"), format!("nombre del atributo {n}"));
        if !name.is_empty() {
            attributes.push(Attribute {
                name: name.to_owned(),
                values: list(cell(format!("attribute {n} value(s)"), format!("valor(es) del atributo {n}"))),
                visible: cell(format!("attribute {n} visible"), format!("atributo visible {n}")) != "0",
            });
        }
    }
    attributes
}

fn further_information(attributes: &[Attribute], options: &[String]) -> Vec<(String, String)> {
    let rest =
        attributes.iter().filter(|a| a.visible && !a.values.is_empty() && !options.iter().any(|o| same(o, &a.name)));
    rest.map(|a| (a.name.clone(), format!("<p>{}</p>", escaped(&a.values.join(", "))))).collect()
}

fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// Whether stock is counted, and how much there is; the module explains the rule.
fn stock(cells: &mut Cells<'_>) -> (bool, i64) {
    let backorders = !matches!(cells.text("backorders allowed?").to_lowercase().as_str(), "" | "0" | "no" | "false");
    let quantity = cells.whole("stock", -MAX_QUANTITY..=MAX_QUANTITY);
    let there_is = cells.text("in stock?").to_lowercase();
    match quantity {
        _ if backorders || there_is == "backorder" => (false, quantity.unwrap_or(0).max(0)),
        Some(below) if below < 0 => {
            cells.note(Remark::StockNegative { stock: below });
            (true, 0)
        }
        Some(quantity) => (true, quantity),
        None => (matches!(there_is.as_str(), "0" | "false" | "no"), 0),
    }
}

fn weight(cells: &mut Cells<'_>) -> Option<i64> {
    UNITS.iter().find_map(|(column, grams)| cells.grams(column, *grams))
}

fn tax_rate(cells: &mut Cells<'_>) -> i64 {
    if cells.text("tax status").eq_ignore_ascii_case("none") {
        return 0;
    }
    match cells.text("tax class").to_lowercase().as_str() {
        "" | "standard" | "parent" => STANDARD_TAX_BP,
        "reduced-rate" | "tasa-reducida" => 1000,
        "super-reduced" | "super-reduced-rate" | "tasa-superreducida" => 400,
        "zero-rate" | "tasa-cero" => 0,
        other => {
            cells.note(Remark::TaxClass { name: other.to_owned() });
            STANDARD_TAX_BP
        }
    }
}

fn metadata(cells: &Cells<'_>) -> Map<String, Value> {
    let mut metadata = Map::new();
    let named = [("gtin", "gtin, upc, ean, or isbn"), ("external_url", "external url"), ("vendor", "brands")];
    for (key, column) in named {
        if let Some(text) = cells.some_text(column) {
            metadata.insert(key.to_owned(), text.into());
        }
    }
    let tags = list(cells.text("tags"));
    if !tags.is_empty() {
        metadata.insert(String::from("tags"), json!(tags));
    }
    metadata
}

/// The first part of `Fontanería > Grifos`.
fn top(path: &str) -> &str {
    path.split('>').next().unwrap_or_default().trim()
}

/// Slug and title of the collection that a category becomes.
fn collection(path: &str) -> Option<(String, String)> {
    let title = path.rsplit('>').next()?.trim();
    Some((slugify(path), title.to_owned())).filter(|(slug, title)| !slug.is_empty() && !title.is_empty())
}
