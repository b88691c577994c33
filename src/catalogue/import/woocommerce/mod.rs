//! `WooCommerce`'s product CSV, in whichever language the shop writes its column names ([`columns`]).
//!
//! - **Kinds.** A `simple` row is a product with a single variant; a `variable` row becomes a product with the
//!   `variation` rows that name it as their parent, by id or SKU, wherever they stand; variations of nothing are left
//!   out, noted. `virtual` changes nothing.
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
//!   noted. Attributes that name the maker or the model are these; other visible ones are attributes here.
//! - **Texts.** `\n` in a description is a line break, and text without paragraphs gets them. A short description of one
//!   line is the subtitle, a longer one comes before the description.
//! - **Type** is the top of the first category; every category is also a collection. The brand is the first of the brands. Tags, and codes that are no GTIN of what is
//!   sold, go to the metadata.
//! - **Tax.** Status `none` and the zero rate are 0 %, `reduced-rate` 10 %, `super-reduced` 4 %, others standard, noted.
//! - **Visibility.** Published 0 and the visibility `hidden` hide the product, -1 makes it a draft.
//! - **Related.** Upsells and cross-sells within the file; others are noted.

mod columns;
mod values;

use std::collections::{HashMap, HashSet};

use crate::catalogue::draft::{Fields, ImageDraft, ProductDraft, ProductStatus, VariantDraft};
use crate::catalogue::gtin;
use crate::catalogue::price::Sale;
use crate::clock::Timestamp;
use crate::money::Cents;

use super::cells::{Cells, Edge};
use super::markup::{list, name, texts};
use super::table::{Row, Table};
use super::{Findings, ParsedProduct, Read, Remark, VariantOrigin, named, slug, tidy};
use columns::GTIN;
pub(super) use columns::name_columns;
use values::{Attribute, attributes, brand, called, collection, metadata, same, stock, tax_rate, told, top, weight};

/// The fields of a draft → the columns they come from.
pub(super) const FIELDS: [(&str, &str); 19] = [
    ("slug", "name"),
    ("title", "name"),
    ("description", "description"),
    ("subtitle", "short description"),
    ("type", "categories"),
    ("brand", "brands"),
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

const ANY_VALUE: &str = "Cualquiera";

/// A row that is a product, with the rows of its variations.
struct Entry<'a> {
    row: &'a Row,
    kinds: Vec<String>,
    slug: String,
    variations: Vec<&'a Row>,
}

pub(super) fn read(table: &Table, now: Timestamp, findings: &mut Findings) -> Vec<Read> {
    let (entries, places) = entries(table, findings);
    let mut read: Vec<(i64, Read)> = Vec::new();
    for entry in &entries {
        let reader = Reader { table, entry, now };
        let mut product = reader.product(findings);
        if let Some(product) = &mut product {
            product.draft.related = reader.related(&places, &entries, findings);
        }
        let rows = std::iter::once(entry.row).chain(entry.variations.iter().copied());
        read.push((position(table, entry.row), Read { rows: rows.map(|row| row.number).collect(), product }));
    }
    read.sort_by_key(|(position, _)| *position);
    let mut read: Vec<Read> = read.into_iter().map(|(_, read)| read).collect();
    let products = || read.iter().filter_map(|read| read.product.as_ref());
    let slugs: HashSet<String> = products().map(|product| product.draft.slug.clone()).collect();
    for (place, product) in (0..).zip(read.iter_mut().filter_map(|read| read.product.as_mut())) {
        product.draft.sort_order = place;
        let draft = &mut product.draft;
        draft.related.retain(|(_, slug)| slugs.contains(slug) && *slug != draft.fields.slug);
    }
    read
}

/// Where a row wants to stand; 0 when it does not say.
fn position(table: &Table, row: &Row) -> i64 {
    table.text(row, "position").parse().unwrap_or(0)
}

/// The products of the file, and where each stands by `id:N` and by SKU.
fn entries<'a>(table: &'a Table, findings: &mut Findings) -> (Vec<Entry<'a>>, HashMap<String, usize>) {
    let mut entries: Vec<Entry<'a>> = Vec::new();
    let mut places = HashMap::new();
    let mut variations = Vec::new();
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
        entries.push(Entry { row, kinds, slug: slug::of_name(&name(table.text(row, "name"))), variations: Vec::new() });
    }
    tell_apart(table, &mut entries);
    for row in variations {
        let parent = table.text(row, "parent");
        let place = places.get(parent).or_else(|| places.get(&format!("id:{parent}")));
        match place.map(|&place| &mut entries[place]) {
            Some(entry) if !entry.is_single() => entry.variations.push(row),
            _ => findings.note(row.number, Remark::NoParent { parent: parent.to_owned() }),
        }
    }
    (entries, places)
}

/// Products of one name, or of a name that is none in an address, get their id, else their SKU, else a number.
fn tell_apart(table: &Table, entries: &mut [Entry<'_>]) {
    let mut names: HashMap<String, usize> = HashMap::new();
    for entry in &*entries {
        *names.entry(entry.slug.clone()).or_default() += 1;
    }
    let mut taken: HashSet<String> =
        names.iter().filter(|(slug, count)| **count == 1 && !slug.is_empty()).map(|(slug, _)| slug.clone()).collect();
    for entry in entries.iter_mut().filter(|entry| entry.slug.is_empty() || names[&entry.slug] > 1) {
        let (id, sku) = (slug::of_name(table.text(entry.row, "id")), slug::of_name(table.text(entry.row, "sku")));
        let base = if entry.slug.is_empty() { "producto" } else { &entry.slug };
        let wanted = if id.is_empty() { sku } else { id };
        let wanted = [base, &wanted].join("-").trim_end_matches('-').to_owned();
        let numbered = (2..).map(|number| format!("{wanted}-{number}"));
        let free = std::iter::once(wanted.clone()).chain(numbered).find(|slug| !taken.contains(slug));
        entry.slug = free.unwrap_or(wanted);
        taken.insert(entry.slug.clone());
    }
}

impl Entry<'_> {
    fn is(&self, kind: &str) -> bool {
        self.kinds.iter().any(|known| known == kind)
    }

    /// Whether it is sold as it is; a row that names no kind is.
    fn is_single(&self) -> bool {
        self.is("simple") || self.is("external") || self.kinds == [""]
    }
}

struct Reader<'a> {
    table: &'a Table,
    entry: &'a Entry<'a>,
    now: Timestamp,
}

impl Reader<'_> {
    /// The product; `None` when it is skipped.
    fn product(&self, findings: &mut Findings) -> Option<ParsedProduct> {
        let attributes = attributes(self.table, self.entry.row);
        let mut cells = self.table.cells(self.entry.row, findings);
        let title = name(cells.text("name"));
        if !self.entry.is_single() && !self.entry.is("variable") {
            let kind = self.entry.kinds.join(", ");
            cells.note(Remark::UnknownKind { title, kind });
            return None;
        }
        let (options, variants, origins, priced) = if self.entry.is_single() {
            let (variant, origin, priced) = self.single(findings);
            (Vec::new(), vec![variant], vec![origin], priced)
        } else {
            let (options, variants, origins) = self.variants(&attributes, findings);
            (options, variants, origins, true)
        };
        if variants.is_empty() {
            findings.note(self.entry.row.number, Remark::NoVariation { title });
            return None;
        }
        let mut draft = self.draft(title, priced, findings);
        draft.made_by = called(&attributes, &named::MAKER).and_then(named::maker);
        draft.fields.maker = draft.made_by.as_ref().map(|maker| maker.slug.clone());
        draft.fields.model = called(&attributes, &named::MODEL).map(str::to_owned);
        draft.attributes = told(&attributes, &options);
        draft.options = options;
        draft.variants = variants;
        Some(ParsedProduct { row: self.entry.row.number, draft, is_nameless: false, variants: origins })
    }

    /// Everything but options, variants and what is related.
    fn draft(&self, title: String, priced: bool, findings: &mut Findings) -> ProductDraft {
        let mut cells = self.table.cells(self.entry.row, findings);
        let (subtitle, description) = texts(cells.raw("short description"), cells.raw("description"));
        let (mut status, unpublished) = match cells.text("published").to_lowercase().as_str() {
            "" | "1" | "true" | "verdadero" | "publish" => (ProductStatus::Published, false),
            "0" | "false" | "falso" | "private" => (ProductStatus::Published, true),
            "-1" | "draft" | "pending" | "future" => (ProductStatus::Draft, false),
            other => {
                cells.note(Remark::UnknownStatus { status: other.to_owned() });
                (ProductStatus::Draft, false)
            }
        };
        if !priced {
            status = ProductStatus::Draft;
            cells.note(Remark::NoPrice { title: title.clone() });
        }
        let elsewhere = self.entry.is("external") || self.entry.is("downloadable");
        if elsewhere {
            cells.note(Remark::SoldElsewhere { title: title.clone() });
        }
        let categories: Vec<String> = list(cells.text("categories")).iter().map(|path| name(path)).collect();
        let mut images = Vec::new();
        for url in list(cells.text("images")) {
            images.extend(cells.picture(&url, &self.entry.slug).map(|url| ImageDraft { url, alt: String::new() }));
        }
        ProductDraft {
            images,
            collections: categories.iter().filter_map(|path| collection(path)).collect(),
            fields: Fields {
                slug: self.entry.slug.clone(),
                title,
                subtitle,
                brand: brand(&cells),
                description,
                kind: categories.first().map(|path| top(path).to_owned()).unwrap_or_default(),
                status,
                is_hidden: unpublished || cells.text("visibility in catalog").eq_ignore_ascii_case("hidden"),
                purchasable: !elsewhere && priced,
                tax_rate_bp: tax_rate(&mut cells),
                metadata: metadata(&cells),
                ..Fields::default()
            },
            ..ProductDraft::default()
        }
    }

    /// The one variant of a product that is not variable, and whether it has a price.
    fn single(&self, findings: &mut Findings) -> (VariantDraft, VariantOrigin, bool) {
        let mut cells = self.table.cells(self.entry.row, findings);
        let priced = self.prices(&mut cells);
        let (price, sale) = priced.unwrap_or((Cents::ZERO, None));
        let (manage_inventory, inventory_quantity) = stock(&mut cells);
        let variant = VariantDraft {
            id: None,
            title: String::new(),
            sku: cells.some_text("sku"),
            image_url: None,
            price,
            sale,
            manage_inventory,
            inventory_quantity,
            weight_grams: weight(&mut cells),
            content: None,
            gtin: gtin::normalized(cells.text(GTIN)),
            option_values: Vec::new(),
        };
        (variant, VariantOrigin { row: cells.row(), stock_known: true }, priced.is_some())
    }

    /// The options of a variable product and its variants.
    fn variants(
        &self,
        parent: &[Attribute],
        findings: &mut Findings,
    ) -> (Vec<String>, Vec<VariantDraft>, Vec<VariantOrigin>) {
        let mut rows = self.entry.variations.clone();
        rows.sort_by_key(|row| position(self.table, row));
        let chosen: Vec<Vec<Attribute>> = rows.iter().map(|row| attributes(self.table, row)).collect();
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
        for (row, chosen) in rows.iter().zip(&chosen) {
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
        let priced = if matches!(cells.text("published"), "0" | "-1") { None } else { self.prices(cells) };
        let Some((price, sale)) = priced else {
            cells.note(Remark::VariationOff);
            return None;
        };
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
        let shares = cells.text("stock").eq_ignore_ascii_case("parent");
        let (manage_inventory, inventory_quantity) = if shares { (true, 0) } else { stock(cells) };
        Some(VariantDraft {
            id: None,
            title: option_values.join(" / "),
            sku: cells.some_text("sku"),
            image_url,
            price,
            sale,
            manage_inventory,
            inventory_quantity,
            weight_grams: weight(cells),
            content: None,
            gtin: gtin::normalized(cells.text(GTIN)),
            option_values,
        })
    }

    /// The stock of the parent in equal parts, the first variations getting what is left over.
    fn divide_stock(&self, sharing: &[usize], variants: &mut [VariantDraft], findings: &mut Findings) {
        let Ok(parts @ 1..) = i64::try_from(sharing.len()) else { return };
        let mut cells = self.table.cells(self.entry.row, findings);
        let (managed, whole) = stock(&mut cells);
        if managed && whole > 0 && parts > 1 {
            cells.note(Remark::SharedStock { units: whole, variations: parts });
        }
        for (n, &index) in (0..).zip(sharing) {
            variants[index].manage_inventory = managed;
            variants[index].inventory_quantity = whole / parts + i64::from(n < whole % parts);
        }
    }

    /// The regular price, and the sale unless it is over; what has only a sale price costs that. `None` without a price.
    fn prices(&self, cells: &mut Cells<'_>) -> Option<(Cents, Option<Sale>)> {
        let price = cells.money("regular price");
        let sale = cells.money("sale price");
        let starts_at = cells.moment("date sale price starts", Edge::Start);
        let ends_at = cells.moment("date sale price ends", Edge::End);
        let price = tidy::affordable(price.or(sale)?, cells.row(), cells.findings)?;
        let sale = sale.filter(|sale| *sale != price).map(|price| Sale { price, starts_at, ends_at });
        let is_over = sale.is_some_and(|sale| sale.is_over(self.now));
        if is_over {
            cells.note(Remark::SaleOver);
        }
        Some((price, sale.filter(|_| !is_over)))
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
