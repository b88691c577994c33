//! `manetes set-stock SKU-OR-ID QUANTITY`: the stock of a variant after counting it.

use std::io::Write;

use super::data_dir::existing;
use super::ids;
use super::{Error, actor};
use crate::catalogue;
use crate::catalogue::draft::{ProductDraft, VariantDraft};
use crate::clock::Clock;
use crate::config::Global;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The variant's SKU or id, or the id or slug of a product with one variant; an unambiguous beginning of an id will do
    #[arg(value_name = "SKU-OR-ID")]
    sku_or_id: String,
    /// Units in stock
    #[arg(value_parser = clap::value_parser!(i64).range(0..=1_000_000), allow_negative_numbers = true)]
    quantity: i64,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let now = Clock::system().now();
        let Self { sku_or_id, quantity } = self;
        let db = existing(global)?;
        let products = db.read_blocking(catalogue::export_all)?;
        let (product, variant) = find(&products, &sku_or_id)?;
        let name = match &variant.title {
            title if *title == product.title => title.clone(),
            title => format!("{} ({title})", product.title),
        };
        if !variant.manage_inventory {
            return Err(Error::Refused(format!("{name}: its stock is not counted")));
        }
        let id = variant.id.clone().unwrap_or_default();
        let before = db.write_blocking(move |tx| catalogue::set_stock(tx, &actor(), &id, quantity, now))?;
        writeln!(out, "{name}: {before} -> {quantity}")?;
        Ok(())
    }
}

/// Whether a variant of a product is meant.
type Way<'a> = dyn Fn(&ProductDraft, &VariantDraft) -> bool + 'a;

/// The one variant that is meant: by SKU, by id, by its product, or by the beginning of an id.
fn find<'a>(products: &'a [ProductDraft], sku_or_id: &str) -> Result<(&'a ProductDraft, &'a VariantDraft), Error> {
    let is_only = |product: &ProductDraft| product.variants.len() == 1;
    let long_enough = ids::is_long_enough(sku_or_id);
    let starts = |id: &Option<String>| long_enough && id.as_ref().is_some_and(|id| id.starts_with(sku_or_id));
    let is = |id: &Option<String>| id.as_deref() == Some(sku_or_id);
    let ways: [&Way<'_>; 4] = [
        &|_, variant| is(&variant.sku),
        &|_, variant| is(&variant.id),
        &|product, _| is_only(product) && (is(&product.id) || product.slug == sku_or_id),
        &|product, variant| starts(&variant.id) || is_only(product) && starts(&product.id),
    ];
    for way in ways {
        let variants =
            products.iter().flat_map(|product| product.variants.iter().map(move |variant| (product, variant)));
        let mut found = variants.filter(|(product, variant)| !sku_or_id.is_empty() && way(product, variant));
        match (found.next(), found.next()) {
            (Some(one), None) => return Ok(one),
            (Some(_), Some(_)) => {
                return Err(Error::Refused(format!("{sku_or_id:?} is the beginning of several ids: give more of it")));
            }
            (None, _) => {}
        }
    }
    Err(Error::Refused(format!("no variant has the SKU or id {sku_or_id:?}; list-products shows them")))
}

#[cfg(test)]
mod tests {
    use super::super::data_dir::existing_or_new;
    use super::*;
    use crate::catalogue::import;

    fn shop() -> (tempfile::TempDir, Global, Vec<ProductDraft>) {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().to_owned() };
        let now = Clock::system().now();
        let file = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty\n\
                    pot,Maceta,Talla,S,M-S,9.99,3\npot,,,L,,12,4\nsilla,Silla,Title,Default Title,,60,1\n\
                    visita,Visita,Title,Default Title,V,60,\n";
        let db = existing_or_new(&global).unwrap();
        import::import_now(&db, import::Policy::AllOrNothing, file.as_bytes(), now).unwrap();
        let products = db.read_blocking(catalogue::export_all).unwrap();
        (dir, global, products)
    }

    fn run(global: &Global, sku_or_id: &str, quantity: i64) -> Result<String, Error> {
        let mut out = Vec::new();
        Args { sku_or_id: sku_or_id.to_owned(), quantity }.run(global, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_variant_is_found_by_sku_by_id_and_by_its_product() {
        let (_dir, global, products) = shop();
        let large = products[0].variants[1].id.clone().unwrap();
        assert_eq!(run(&global, "M-S", 7).unwrap(), "Maceta (S): 3 -> 7\n");
        assert_eq!(run(&global, &large, 8).unwrap(), "Maceta (L): 4 -> 8\n");
        assert_eq!(run(&global, &large[..12], 0).unwrap(), "Maceta (L): 8 -> 0\n");
        assert_eq!(run(&global, "silla", 2).unwrap(), "Silla: 1 -> 2\n");
        let chair = products[1].id.clone().unwrap();
        assert_eq!(run(&global, &chair[..12], 3).unwrap(), "Silla: 2 -> 3\n");
    }

    #[test]
    fn what_names_no_variant_or_is_not_counted_is_refused() {
        let (_dir, global, _) = shop();
        for (name, reason) in [("pot", "no variant"), ("nada", "no variant"), ("", "no variant"), ("V", "not counted")]
        {
            let error = run(&global, name, 7).unwrap_err();
            assert!(error.to_string().contains(reason), "{name}: {error}");
        }
    }
}
