//! `manetes list-products [--json]`: every product with its variants.

use std::io::{self, Write};

use clap::builder::BoolishValueParser;
use serde::Serialize;

use super::Error;
use super::data_dir::existing;
use super::output::{Form, Table, left, right, text, write_json};
use crate::catalogue::draft::{ProductDraft, VariantDraft};
use crate::catalogue::{self, Summary};
use crate::clock::{self, Clock, Timestamp};
use crate::config::Global;
use crate::db::{self, Conn};
use crate::id;
use crate::money::Cents;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Those that were deleted in the last 30 days instead, and until when they can be restored
    #[arg(long, env = "MANETES_DELETED", value_parser = BoolishValueParser::new())]
    deleted: bool,
    #[command(flatten)]
    form: Form,
}

/// A product as `--json` prints it.
#[derive(Serialize)]
struct Product {
    #[serde(flatten)]
    summary: Summary,
    variants: Vec<Variant>,
}

/// A deleted product as `--json` prints it.
#[derive(Serialize)]
struct Deleted {
    #[serde(flatten)]
    summary: Summary,
    #[serde(rename = "restorable_until", serialize_with = "clock::rfc3339")]
    until: Timestamp,
}

/// A variant as `--json` prints it.
#[derive(Serialize)]
struct Variant {
    id: String,
    title: String,
    sku: Option<String>,
    price_in_cents: Cents,
    sale_price_in_cents: Option<Cents>,
    manage_inventory: bool,
    inventory_quantity: i64,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let now = Clock::system().now();
        if self.deleted {
            return self.run_deleted(global, out, now);
        }
        let products = existing(global)?.read_blocking(|conn| products(conn, now))?;
        if self.form.json { write_json(out, &products) } else { Ok(print(out, &products)?) }
    }

    fn run_deleted(self, global: &Global, out: &mut impl Write, now: Timestamp) -> Result<(), Error> {
        let found = existing(global)?.read_blocking(|conn| catalogue::deleted(conn, now))?;
        let products: Vec<_> = found.into_iter().map(|(summary, until)| Deleted { summary, until }).collect();
        if self.form.json {
            return write_json(out, &products);
        }
        let mut table = Table::new([left("ID"), left("UNTIL"), text("PRODUCT")]);
        for Deleted { summary, until } in products {
            table.row([id::short(&summary.id).to_owned(), until.date().to_string(), summary.title]);
        }
        Ok(table.write(out)?)
    }
}

fn products(conn: &Conn, now: Timestamp) -> db::Result<Vec<Product>> {
    let drafts = catalogue::export_all(conn)?;
    let summaries = catalogue::summaries(conn)?;
    // Both are in the store's order, in one snapshot.
    let with_variants = |(summary, draft): (Summary, ProductDraft)| Product {
        summary,
        variants: draft.variants.into_iter().map(|draft| variant(draft, now)).collect(),
    };
    Ok(summaries.into_iter().zip(drafts).map(with_variants).collect())
}

fn variant(draft: VariantDraft, now: Timestamp) -> Variant {
    Variant {
        id: draft.id.unwrap_or_default(),
        title: draft.title,
        sku: draft.sku,
        price_in_cents: draft.price,
        sale_price_in_cents: draft.sale.and_then(|sale| sale.price_at(now)),
        manage_inventory: draft.manage_inventory,
        inventory_quantity: draft.inventory_quantity,
    }
}

/// One line per product; further lines for the variants of a product that has several.
fn print(out: &mut impl Write, products: &[Product]) -> io::Result<()> {
    let mut table =
        Table::new([left("ID"), right("PRICE"), right("STOCK"), left("SKU"), left("STATUS"), text("PRODUCT")]);
    for Product { summary, variants } in products {
        let hidden = if summary.is_hidden { ", hidden" } else { "" };
        let stock = |managed: bool, quantity: i64| if managed { quantity.to_string() } else { String::from("-") };
        table.row([
            id::short(&summary.id).to_owned(),
            summary.price_in_cents.to_string(),
            summary.stock.map_or_else(|| String::from("-"), |stock| stock.to_string()),
            variants.first().filter(|_| variants.len() == 1).and_then(|v| v.sku.clone()).unwrap_or_default(),
            format!("{}{hidden}", summary.status),
            summary.title.clone(),
        ]);
        for variant in variants.iter().filter(|_| variants.len() > 1) {
            table.row([
                id::short(&variant.id).to_owned(),
                variant.sale_price_in_cents.unwrap_or(variant.price_in_cents).to_string(),
                stock(variant.manage_inventory, variant.inventory_quantity),
                variant.sku.clone().unwrap_or_default(),
                String::new(),
                format!("· {}", variant.title),
            ]);
        }
    }
    table.write(out)
}

#[cfg(test)]
mod tests {
    use super::super::data_dir::existing_or_new;
    use super::*;
    use crate::catalogue::import;

    fn shop() -> (tempfile::TempDir, Global) {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().to_owned() };
        let now = Clock::system().now();
        let file = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty\n\
                    pot,Maceta,Talla,S,M-S,9.99,3\npot,,,L,M-L,12,4\nvisita,Visita,Title,Default Title,V,60,\n";
        let db = existing_or_new(&global).unwrap();
        import::import_now(&db, import::Policy::AllOrNothing, file.as_bytes(), now).unwrap();
        (dir, global)
    }

    fn run(global: &Global, json: bool) -> String {
        let mut out = Vec::new();
        Args { deleted: false, form: Form { json } }.run(global, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn products_and_variants_are_listed_for_people() {
        let (_dir, global) = shop();
        let told = run(&global, false);
        let lines: Vec<Vec<&str>> = told.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0], ["ID", "PRICE", "STOCK", "SKU", "STATUS", "PRODUCT"]);
        assert_eq!(lines[1][1..], ["9.99", "7", "published", "Maceta"]);
        assert_eq!(lines[3][1..], ["12.00", "4", "M-L", "·", "L"]);
        assert_eq!(lines[4][1..], ["60.00", "-", "V", "published", "Visita"]);
    }

    #[test]
    fn programs_get_the_ids_and_skus_of_variants() {
        let (_dir, global) = shop();
        let told: serde_json::Value = serde_json::from_str(&run(&global, true)).unwrap();
        assert_eq!((&told[0]["slug"], &told[0]["variants"][1]["sku"]), (&"pot".into(), &"M-L".into()));
        assert_eq!(told[0]["variants"][0]["id"].as_str().unwrap().len(), 36);
        assert_eq!(told[1]["variants"][0]["manage_inventory"], false);
    }
}
