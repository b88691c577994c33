//! Writes the products of a file, all or none: the caller's transaction is undone when there is a problem.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::{Format, Parsed, ParsedProduct, RowProblem, merge};
use crate::audit::{self, Actor};
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::{self, Saved};
use crate::clock::Timestamp;
use crate::db::{self, Tx};

/// What an import did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Products that are new to the shop.
    pub created: usize,
    /// Products that were there and differ now.
    pub changed: usize,
    /// Products that were there as the file has them.
    pub unchanged: usize,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Rows that cannot be products of this shop: all of them, in order.
    #[error("{} problems in the file", .0.len())]
    Problems(Vec<RowProblem>),
    /// The database could not be read or written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Why the transaction of an import is undone.
#[derive(Debug)]
pub enum Undone {
    /// It was a dry run: this is what would have been done.
    DryRun(Summary),
    /// It failed.
    Failed(Error),
}

impl From<db::Error> for Undone {
    fn from(error: db::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl Undone {
    /// How an import went, whether its transaction stands or was a dry run's.
    pub fn settle(outcome: Result<Summary, Self>) -> Result<Summary, Error> {
        match outcome {
            Ok(summary) | Err(Self::DryRun(summary)) => Ok(summary),
            Err(Self::Failed(error)) => Err(error),
        }
    }
}

/// [`apply`] for a transaction of its own, which a dry run undoes at the end; [`Undone::settle`] reads how it went.
pub fn apply_or_try(
    tx: &Tx<'_>,
    actor: &Actor,
    parsed: &Parsed,
    dry_run: bool,
    now: Timestamp,
    progress: impl FnMut(usize),
) -> Result<Summary, Undone> {
    let summary = apply(tx, actor, parsed, now, progress).map_err(Undone::Failed)?;
    if dry_run { Err(Undone::DryRun(summary)) } else { Ok(summary) }
}

/// Writes every product. Products that are not in the file stay as they are. `progress` hears how many are done.
///
/// An `Err` leaves the transaction half written: it must be undone, as [`db::Db::write`] does.
pub fn apply(
    tx: &Tx<'_>,
    actor: &Actor,
    parsed: &Parsed,
    now: Timestamp,
    mut progress: impl FnMut(usize),
) -> Result<Summary, Error> {
    let drafts = completed(tx, parsed)?;
    let mut summary = Summary::default();
    let mut problems = Vec::new();
    let mut waiting = Vec::new();
    for (n, (product, draft)) in parsed.products.iter().zip(&drafts).enumerate() {
        // A product may name one that stands further down: then what it names is written in a second round.
        let saved = if are_there(tx, draft)? {
            catalogue::save(tx, draft, now)
        } else {
            waiting.push((product, draft));
            catalogue::save(tx, &without_related(draft), now)
        };
        match saved {
            Ok(Saved { created: true, .. }) => summary.created += 1,
            Ok(Saved { changed: true, .. }) => summary.changed += 1,
            Ok(_) => summary.unchanged += 1,
            Err(error) => problems.push(located(error, product, parsed)?),
        }
        progress(n + 1);
    }
    for (product, draft) in waiting {
        // Where products of the file could not be saved, those that name them would only repeat it.
        if problems.is_empty()
            && let Err(error) = catalogue::save(tx, draft, now)
        {
            problems.push(located(error, product, parsed)?);
        }
    }
    problems.sort_by_key(|problem| problem.row);
    if !problems.is_empty() {
        return Err(Error::Problems(problems));
    }
    let detail = serde_json::json!({ "format": parsed.format, "created": summary.created, "changed": summary.changed });
    audit::record(tx, actor, "catalogue.imported", "", &detail, now)?;
    Ok(summary)
}

/// The drafts as they are to be saved: another shop's file only speaks of a part of each product.
fn completed(tx: &Tx<'_>, parsed: &Parsed) -> Result<Vec<ProductDraft>, Error> {
    let existing = match parsed.format {
        Format::Manetes => Vec::new(),
        Format::Shopify | Format::WooCommerce => catalogue::export_all(tx)?,
    };
    let by_slug: HashMap<&str, &ProductDraft> = existing.iter().map(|draft| (draft.slug.as_str(), draft)).collect();
    let by_sku: HashMap<&str, &ProductDraft> = existing
        .iter()
        .flat_map(|draft| draft.variants.iter().filter_map(move |variant| Some((variant.sku.as_deref()?, draft))))
        .collect();
    let find = |draft: &ProductDraft| {
        let renamed = || match parsed.format {
            // Its file has no address: the same SKU under another name is a product that was renamed.
            Format::WooCommerce => draft.variants.iter().find_map(|variant| by_sku.get(variant.sku.as_deref()?)),
            Format::Manetes | Format::Shopify => None,
        };
        by_slug.get(draft.slug.as_str()).or_else(renamed).copied()
    };
    // In the store, new products stand in the order of the file, after those that are there.
    let last = existing.iter().map(|draft| draft.sort_order).max();
    let first_free = last.map_or(0, |last| last.saturating_add(1));
    let mut drafts: Vec<ProductDraft> = Vec::with_capacity(parsed.products.len());
    let mut renamed: BTreeMap<&str, &str> = BTreeMap::new();
    for product in &parsed.products {
        let mut draft = product.draft.clone();
        if let Some(existing) = find(&draft) {
            renamed.insert(&product.draft.slug, &existing.slug);
            draft = merge::onto(existing, product);
        } else {
            draft.sort_order = draft.sort_order.saturating_add(first_free);
        }
        drafts.push(draft);
    }
    for (_, slug) in drafts.iter_mut().flat_map(|draft| &mut draft.related) {
        if let Some(known) = renamed.get(slug.as_str()) {
            (*known).clone_into(slug);
        }
    }
    Ok(drafts)
}

fn are_there(tx: &Tx<'_>, draft: &ProductDraft) -> db::Result<bool> {
    for (_, slug) in &draft.related {
        if catalogue::product_id_by_slug_or_id(tx, slug)?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn without_related(draft: &ProductDraft) -> ProductDraft {
    let mut draft = draft.clone();
    draft.related.clear();
    draft.texts.values_mut().for_each(|texts| texts.retain(|path, _| !path.starts_with("section/")));
    draft
}

/// The row and the column of what was refused.
fn located(error: catalogue::Error, product: &ParsedProduct, parsed: &Parsed) -> Result<RowProblem, Error> {
    let (field, reason) = match error {
        catalogue::Error::Invalid { field, reason } => (field, reason),
        catalogue::Error::NotFound => (String::from("slug"), error.to_string()),
        catalogue::Error::Db(error) => return Err(Error::Db(error)),
    };
    let mut parts = field.split('/');
    let (row, key) = match (parts.next(), parts.next().and_then(|n| n.parse::<usize>().ok()), parts.next()) {
        (Some("variants"), Some(n), Some(key)) => (product.variants.get(n).map_or(product.row, |v| v.row), key),
        (Some(key), ..) => (product.row, key),
        (None, ..) => (product.row, ""),
    };
    let column = parsed.columns.get(key).cloned().unwrap_or_else(|| field.clone());
    Ok(RowProblem { row, column, message: reason })
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use crate::catalogue::draft::ImageDraft;
    use crate::db::Db;
    use crate::lang::Lang;
    use crate::money::Cents;

    const WOOCOMMERCE: &str = include_str!("../../../tests/fixtures/woocommerce-ferreteria.csv");
    const NOW: Timestamp = Timestamp::from_millis(1_795_176_000_000);

    fn shop() -> (tempfile::TempDir, Db) {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
        (dir, db)
    }

    fn import(db: &Db, file: &str) -> Result<Summary, Vec<String>> {
        let parsed = parse(file.as_bytes(), NOW).unwrap_or_else(|problems| panic!("{problems:#?}"));
        db.write_blocking(move |tx| apply(tx, &Actor::System, &parsed, NOW, |_| {})).map_err(|error| match error {
            Error::Problems(problems) => problems.iter().map(ToString::to_string).collect(),
            Error::Db(error) => panic!("{error}"),
        })
    }

    fn products(db: &Db) -> Vec<ProductDraft> {
        db.read_blocking(catalogue::export_all).unwrap()
    }

    #[test]
    fn a_second_import_of_the_same_file_changes_nothing() {
        let (_dir, db) = shop();
        let summary = import(&db, WOOCOMMERCE).unwrap();
        assert_eq!(summary, Summary { created: 7, changed: 0, unchanged: 0 });
        let first = products(&db);
        assert_eq!(first[0].related.len(), 2, "one of them stands further down in the file");
        assert_eq!(import(&db, WOOCOMMERCE).unwrap(), Summary { created: 0, changed: 0, unchanged: 7 });
        assert_eq!(products(&db), first);
    }

    #[test]
    fn products_that_cannot_be_saved_are_told_with_their_row_and_nothing_is_written() {
        let (_dir, db) = shop();
        import(&db, "Handle,Title,Variant SKU,Variant Price\nold,Old,TAKEN,1\n").unwrap();
        let long = "x".repeat(101);
        let told = import(
            &db,
            &format!(
                "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nnew,New,Size,S,,1\n\
                 new,,,L,TAKEN,1\na/b,Path,Title,Default Title,,1\nsku,Sku,Title,Default Title,{long},1\n"
            ),
        );
        assert_eq!(
            told.unwrap_err(),
            [
                "row 3, column Variant SKU: belongs to another product",
                "row 4, column Handle: cannot hold / ? # % \\ or spaces",
                "row 5, column Variant SKU: must have from 0 to 100 characters",
            ]
        );
        assert_eq!(products(&db).len(), 1);
    }

    #[test]
    fn another_shops_file_leaves_what_it_does_not_speak_of() {
        let (_dir, db) = shop();
        let file = |price: &str, rows: &str| {
            format!(
                "Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,\
                 Image Src\npot,Maceta,Talla,S,{price},shopify,,https://cdn.example/a.jpg\n{rows}"
            )
        };
        import(&db, &file("10", "pot,,,L,12,,4,\n")).unwrap();
        let mut owned = products(&db).remove(0);
        owned.ribbon_text = Some(String::from("Oferta"));
        owned.images = vec![ImageDraft { url: String::from("/media/pot.webp"), alt: String::from("Maceta") }];
        owned.tax_rate_bp = 1000;
        owned.sort_order = 9;
        owned.variants[0].inventory_quantity = 6;
        owned.custom_fields = vec![(String::from("Texto"), true)];
        let texts = [("title", "Pot"), ("variant/1", "Large"), ("value/S", "Small"), ("image/0", "A pot")];
        owned.texts.insert(Lang::En, texts.map(|(path, text)| (path.to_owned(), text.to_owned())).into());
        let draft = owned.clone();
        db.write_blocking(move |tx| catalogue::save(tx, &draft, NOW)).unwrap();

        // The same product with a new price and a new variant in between.
        let summary = import(&db, &file("11", "pot,,,M,11.50,,1,\npot,,,L,12,,4,\n")).unwrap();
        assert_eq!(summary, Summary { created: 0, changed: 1, unchanged: 0 });
        let now = products(&db).remove(0);
        assert_eq!(now.variants[0].price, Cents(1100));
        assert_eq!(now.variants[0].inventory_quantity, 6, "the file counts it without a number");
        assert_eq!((&now.ribbon_text, &now.images, now.sort_order), (&owned.ribbon_text, &owned.images, 9));
        assert_eq!((&now.custom_fields, now.tax_rate_bp), (&owned.custom_fields, 1000));
        let english = &now.texts[&Lang::En];
        assert_eq!(english["variant/2"], "Large", "it moved with its variant");
        assert_eq!((english["title"].as_str(), english["image/0"].as_str(), english.len()), ("Pot", "A pot", 4));
    }

    #[test]
    fn a_further_file_stands_after_what_is_there() {
        let (_dir, db) = shop();
        import(&db, "Handle,Title,Variant Price\na,A,1\nb,B,1\n").unwrap();
        import(&db, "Handle,Title,Variant Price\nc,C,1\na,A,1\nd,D,1\n").unwrap();
        let order: Vec<_> = products(&db).into_iter().map(|product| product.slug).collect();
        assert_eq!(order, ["a", "b", "c", "d"]);
    }

    #[test]
    fn a_product_renamed_in_woocommerce_is_recognised_by_its_sku() {
        let (_dir, db) = shop();
        import(&db, WOOCOMMERCE).unwrap();
        let before = products(&db);
        let renamed = WOOCOMMERCE.replace("Grifo de baño «Río»", "Grifo monomando «Río»");
        assert_eq!(import(&db, &renamed).unwrap(), Summary { created: 0, changed: 1, unchanged: 6 });
        let after = products(&db);
        assert_eq!(after.len(), before.len());
        assert_eq!((after[1].id.as_ref(), &after[1].slug), (before[1].id.as_ref(), &before[1].slug));
        assert_eq!(after[1].title, "Grifo monomando «Río»");
    }

    #[test]
    fn a_picture_from_elsewhere_is_listed_and_never_kept() {
        let file = "Handle,Title,Variant Price,Image Src\na,A,1,//evil.example/x.png\na,,,/\\evil.example/x\n\
                    a,,,javascript:1\na,,,/media/own.webp\n";
        let parsed = parse(file.as_bytes(), NOW).unwrap();
        assert_eq!(parsed.missing_pictures.len(), 3);
        let kept: Vec<_> = parsed.products[0].draft.images.iter().map(|image| image.url.as_str()).collect();
        assert_eq!(kept, ["/media/own.webp"]);
    }
}
