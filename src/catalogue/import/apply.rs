//! Writes the products of a file, in the caller's transaction, which is undone when there is a problem and all or nothing
//! is wanted.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use super::{Format, Note, Parsed, ParsedProduct, Policy, Remark, RowProblem, merge};
use crate::audit::{self, Actor};
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::sql::write;
use crate::catalogue::{self, Saved};
use crate::clock::Timestamp;
use crate::db::{self, Tx};

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Products that are new to the shop.
    pub created: usize,
    /// Products that were there and differ now.
    pub changed: usize,
    /// Products that were there as the file has them.
    pub unchanged: usize,
    /// Products that were not imported; none with [`Policy::AllOrNothing`].
    pub left_out: usize,
    /// Why, in the order of the rows.
    pub problems: Vec<RowProblem>,
    /// What was decided when the file met the shop.
    pub notes: Vec<Note>,
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
    let mut summary = Summary { left_out: parsed.left_out, problems: parsed.problems.clone(), ..Summary::default() };
    let mut drafts = completed(tx, parsed)?;
    settle_skus(tx, parsed, &mut drafts, &mut summary.notes)?;
    let mut waiting = Vec::new();
    for (n, (product, draft)) in parsed.products.iter().zip(&drafts).enumerate() {
        // A product may name one that stands further down: then what it names is written in a second round.
        let present = with_related_that_are_there(tx, draft)?;
        if matches!(present, Cow::Owned(_)) {
            waiting.push((product, draft));
        }
        match catalogue::save(tx, &present, now) {
            Ok(Saved { created: true, .. }) => summary.created += 1,
            Ok(Saved { changed: true, .. }) => summary.changed += 1,
            Ok(_) => summary.unchanged += 1,
            Err(error) => {
                summary.problems.push(located(error, product, parsed)?);
                summary.left_out += 1;
                waiting.pop_if(|(waiting, _)| waiting.row == product.row);
            }
        }
        progress(n + 1);
    }
    for (product, draft) in waiting {
        let draft = match parsed.policy {
            // Where products of the file could not be saved, those that name them would only repeat it.
            Policy::AllOrNothing if !summary.problems.is_empty() => break,
            Policy::AllOrNothing => Cow::Borrowed(draft),
            Policy::RowByRow => with_related_that_are_there(tx, draft)?,
        };
        if let Err(error) = catalogue::save(tx, &draft, now) {
            summary.problems.push(located(error, product, parsed)?);
        }
    }
    summary.problems.sort_by_key(|problem| problem.row);
    if parsed.policy == Policy::AllOrNothing && !summary.problems.is_empty() {
        return Err(Error::Problems(summary.problems));
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
    let known = recognised(parsed, &existing);
    // In the store, new products stand in the order of the file, after those that are there.
    let last = existing.iter().map(|draft| draft.sort_order).max();
    let first_free = last.map_or(0, |last| last.saturating_add(1));
    let mut drafts: Vec<ProductDraft> = Vec::with_capacity(parsed.products.len());
    let mut renamed: BTreeMap<&str, &str> = BTreeMap::new();
    for (product, known) in parsed.products.iter().zip(known) {
        drafts.push(if let Some(existing) = known {
            renamed.insert(&product.draft.slug, &existing.slug);
            merge::onto(existing, product)
        } else {
            let mut draft = product.draft.clone();
            draft.sort_order = draft.sort_order.saturating_add(first_free);
            draft
        });
    }
    for (_, slug) in drafts.iter_mut().flat_map(|draft| &mut draft.related) {
        if let Some(known) = renamed.get(slug.as_str()) {
            (*known).clone_into(slug);
        }
    }
    Ok(drafts)
}

/// The product of the shop that each of the file is; no two are the same.
fn recognised<'a>(parsed: &Parsed, existing: &'a [ProductDraft]) -> Vec<Option<&'a ProductDraft>> {
    let by_slug: HashMap<&str, &ProductDraft> = existing.iter().map(|draft| (draft.slug.as_str(), draft)).collect();
    let mut known: Vec<Option<&ProductDraft>> =
        parsed.products.iter().map(|product| by_slug.get(product.draft.slug.as_str()).copied()).collect();
    // Shopify's products have an address, by which alone they are known. WooCommerce's file has none: the same SKU under
    // another name is a product that was renamed.
    if parsed.format == Format::WooCommerce {
        let by_sku: HashMap<&str, &ProductDraft> = existing
            .iter()
            .flat_map(|draft| draft.variants.iter().filter_map(move |variant| Some((variant.sku.as_deref()?, draft))))
            .collect();
        let mut taken: HashSet<&str> = known.iter().flatten().map(|draft| draft.slug.as_str()).collect();
        for (product, known) in parsed.products.iter().zip(&mut known).filter(|(_, known)| known.is_none()) {
            let skus = product.draft.variants.iter().filter_map(|variant| variant.sku.as_deref());
            let same =
                skus.filter_map(|sku| by_sku.get(sku).copied()).find(|draft| !taken.contains(draft.slug.as_str()));
            *known = same.inspect(|draft| {
                taken.insert(&draft.slug);
            });
        }
    }
    known
}

/// A SKU may move from one product of the file to another. One of a product that the file does not speak of stays there:
/// in another shop's file it is left out, ours is refused.
fn settle_skus(tx: &Tx<'_>, parsed: &Parsed, drafts: &mut [ProductDraft], notes: &mut Vec<Note>) -> db::Result<()> {
    let mut ids = Vec::with_capacity(drafts.len());
    for draft in &*drafts {
        let (by_id, by_slug) = write::product_id(tx, draft.id.as_deref(), &draft.slug)?;
        ids.push(by_id.or(by_slug));
    }
    let in_file: HashSet<&str> = ids.iter().flatten().map(String::as_str).collect();
    let mut moved = Vec::new();
    for ((draft, id), product) in drafts.iter_mut().zip(&ids).zip(&parsed.products) {
        for (variant, origin) in draft.variants.iter_mut().zip(&product.variants) {
            let Some(sku) = &variant.sku else { continue };
            match write::sku_holder(tx, sku)? {
                Some((holder, _)) if Some(&holder) == id.as_ref() => {}
                Some((holder, _)) if in_file.contains(holder.as_str()) => moved.push(sku.clone()),
                Some((_, title)) if parsed.format != Format::Manetes => {
                    let remark = Remark::SkuTaken { sku: sku.clone(), title };
                    notes.push(Note { row: origin.row, remark });
                    variant.sku = None;
                }
                Some(_) | None => {}
            }
        }
    }
    write::free_skus(tx, &moved)
}

/// The product without naming others that are not in the shop.
fn with_related_that_are_there<'a>(tx: &Tx<'_>, draft: &'a ProductDraft) -> db::Result<Cow<'a, ProductDraft>> {
    let mut there = HashSet::new();
    for (_, slug) in &draft.related {
        if catalogue::product_id_by_slug_or_id(tx, slug)?.is_some() {
            there.insert(slug.as_str());
        }
    }
    if draft.related.iter().all(|(_, slug)| there.contains(slug.as_str())) {
        return Ok(Cow::Borrowed(draft));
    }
    let mut present = draft.clone();
    present.related.retain(|(_, slug)| there.contains(slug.as_str()));
    let is_named = |path: &str| {
        path.strip_prefix("section/").is_none_or(|title| present.related.iter().any(|(section, _)| section == title))
    };
    for texts in present.texts.values_mut() {
        texts.retain(|path, _| is_named(path));
    }
    Ok(Cow::Owned(present))
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
        assert_eq!(summary, Summary { created: 7, changed: 0, unchanged: 0, ..Summary::default() });
        let first = products(&db);
        assert_eq!(first[0].related.len(), 2, "one of them stands further down in the file");
        assert_eq!(
            import(&db, WOOCOMMERCE).unwrap(),
            Summary { created: 0, changed: 0, unchanged: 7, ..Summary::default() }
        );
        assert_eq!(products(&db), first);
    }

    /// Our own file of products, each with a slug, a SKU and what it points to.
    fn own_file(products: &[(&str, &str, Option<&str>)]) -> String {
        let mut file = Vec::new();
        let drafts = products.iter().map(|(slug, sku, related)| {
            let mut draft = crate::catalogue::tests::product(slug, "Producto");
            draft.variants[0].sku = Some((*sku).to_owned());
            draft.related = related.iter().map(|slug| (String::from("Ver"), (*slug).to_owned())).collect();
            draft
        });
        crate::catalogue::export::write(&drafts.collect::<Vec<_>>(), &mut file).unwrap();
        String::from_utf8(file).unwrap()
    }

    fn skus(db: &Db) -> Vec<(String, Option<String>)> {
        let mut skus: Vec<_> =
            products(db).into_iter().map(|product| (product.fields.slug, product.variants[0].sku.clone())).collect();
        skus.sort();
        skus
    }

    #[test]
    fn products_that_cannot_be_saved_are_told_with_their_row_and_nothing_is_written_or_the_others_are() {
        let (_dir, db) = shop();
        import(&db, &own_file(&[("old", "TAKEN", None)])).unwrap();
        let file =
            own_file(&[("new", "TAKEN", None), ("a/b", "2", None), ("c", "3", Some("new")), ("d", "4", Some("c"))]);
        let told =
            ["row 2, column sku: belongs to another product", "row 3, column slug: cannot hold / ? # % \\ or spaces"];
        assert_eq!(import(&db, &file).unwrap_err(), told);
        assert_eq!(products(&db).len(), 1);

        let parsed = super::super::parse_with(Policy::RowByRow, file.as_bytes(), NOW).unwrap();
        let parsed = std::sync::Arc::new(parsed);
        for (created, unchanged) in [(2, 0), (0, 2)] {
            let parsed = parsed.clone();
            let outcome = db.write_blocking(move |tx| apply(tx, &Actor::System, &parsed, NOW, |_| {}));
            let Summary { problems, notes, .. } = outcome.as_ref().unwrap();
            assert_eq!(problems.iter().map(ToString::to_string).collect::<Vec<_>>(), told);
            assert!(notes.is_empty());
            let outcome = outcome.unwrap();
            assert_eq!((outcome.created, outcome.unchanged, outcome.left_out), (created, unchanged, 2));
        }
        let mut related: Vec<_> =
            products(&db).into_iter().map(|product| (product.fields.slug, product.related.len())).collect();
        related.sort();
        let slugs = [("c", 0), ("d", 1), ("old", 0)].map(|(slug, count)| (slug.to_owned(), count));
        assert_eq!(related, slugs, "nothing points to what is not there");
    }

    #[test]
    fn a_sku_may_move_within_a_file_and_stays_with_a_product_the_file_does_not_speak_of() {
        let (_dir, db) = shop();
        let told = |expected: &[(&str, Option<&str>)]| {
            let expected: Vec<_> =
                expected.iter().map(|(slug, sku)| ((*slug).to_owned(), sku.map(str::to_owned))).collect();
            assert_eq!(skus(&db), expected);
        };
        import(&db, &own_file(&[("a", "1", None), ("b", "2", None)])).unwrap();
        import(&db, &own_file(&[("a", "2", None), ("b", "1", None)])).unwrap();
        told(&[("a", Some("2")), ("b", Some("1"))]);

        let shopify = "Handle,Title,Variant SKU,Variant Price\nc,C,1,5\na,A,3,5\nd,D,2,5\n";
        let summary = import(&db, shopify).unwrap();
        let note = "the SKU \"1\" belongs to Producto of this shop: imported without it";
        assert_eq!(summary.notes.iter().map(|note| note.remark.to_string()).collect::<Vec<_>>(), [note]);
        told(&[("a", Some("3")), ("b", Some("1")), ("c", None), ("d", Some("2"))]);
        assert_eq!(import(&db, shopify).unwrap().unchanged, 3, "a second import changes nothing");
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
        assert_eq!(summary, Summary { created: 0, changed: 1, unchanged: 0, ..Summary::default() });
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
        let order: Vec<_> = products(&db).into_iter().map(|product| product.fields.slug).collect();
        assert_eq!(order, ["a", "b", "c", "d"]);
    }

    #[test]
    fn a_product_renamed_in_woocommerce_is_recognised_by_its_sku() {
        let (_dir, db) = shop();
        import(&db, WOOCOMMERCE).unwrap();
        let before = products(&db);
        let renamed = WOOCOMMERCE.replace("Grifo de baño «Río»", "Grifo monomando «Río»");
        assert_eq!(
            import(&db, &renamed).unwrap(),
            Summary { created: 0, changed: 1, unchanged: 6, ..Summary::default() }
        );
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
