//! Imports that are taken back.

use super::*;
use crate::catalogue::import::undo::{self, NotUndone, Outcome, Report, State};
use crate::catalogue::import::{self, Policy, import_now};
use crate::pictures::media::Kind;
use crate::pictures::{media, sweep};
use std::io::Cursor;
use std::time::Duration;

/// What orders took stands in for orders.
fn ordered(conn: &Conn, variant_ids: &[String], since: Timestamp) -> db::Result<bool> {
    let sql = "SELECT 1 FROM stock_movements WHERE reason = 'reserved' AND at >= ?2
                   AND variant_id IN (SELECT value FROM json_each(?1))";
    Ok(conn.prepare(sql)?.exists((serde_json::Value::from(variant_ids).to_string(), since))?)
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

impl Shop {
    /// Imports our own file of products and answers what it is taken back by.
    fn import(&self, drafts: &[ProductDraft], day: i64) -> String {
        let mut file = Vec::new();
        export::write(drafts, &mut file).unwrap();
        import_now(&self.db, Policy::AllOrNothing, &file, at(day)).unwrap().id.expect("it wrote something")
    }

    fn try_undo(&self, id: &str, day: i64) -> Result<Report, NotUndone> {
        let turn = import::turn(&self.db).unwrap().expect("nobody has it");
        wait(undo::undo(&self.db, turn, Actor::System, id.to_owned(), ordered, at(day)))
    }

    fn undo(&self, id: &str, day: i64) -> Report {
        self.try_undo(id, day).unwrap()
    }

    fn report(&self, id: &str) -> Report {
        self.read(|conn| undo::report(conn, id, ordered)).unwrap()
    }

    fn all(&self) -> Vec<ProductDraft> {
        self.read(export_all)
    }

    fn take(&self, variant: &VariantDraft, units: i64, day: i64) {
        let lines = [(variant.id.clone().unwrap(), units)];
        let order = format!("order-{day}-{units}");
        self.write(move |tx| Ok(stock::take(tx, &order, &lines, at(day))?)).unwrap().unwrap();
    }
}

fn counts(report: &Report) -> [usize; 3] {
    [report.back, report.binned, report.left]
}

fn told(report: &Report) -> Vec<(&str, Outcome)> {
    report.told.iter().map(|told| (told.title.as_str(), told.outcome)).collect()
}

/// A file that spoils the cylinder in every way, names a new product with it, and makes a collection.
fn spoilt(shop: &Shop) -> Vec<ProductDraft> {
    let cylinder = with(shop.one("cilindro"), |draft| {
        let kept = VariantDraft { price: Cents(1), inventory_quantity: 90, ..draft.variants[0].clone() };
        *draft = ProductDraft {
            id: draft.id.clone(),
            fields: Fields { slug: String::from("cilindro-2"), ..product("", "Error").fields },
            images: vec![ImageDraft { url: String::from("/media/b.svg"), alt: String::new() }],
            options: draft.options.clone(),
            variants: vec![kept],
            collections: vec![(String::from("rara"), String::from("Rara"))],
            related: vec![(String::from("Nuevo"), String::from("nuevo"))],
            ..ProductDraft::default()
        };
    });
    vec![cylinder, with(product("nuevo", "Nuevo"), |draft| draft.collections = vec![("rara".into(), "Rara".into())])]
}

#[test]
fn what_an_import_changed_is_exactly_as_it_was_and_what_it_made_is_deleted() {
    let (shop, _) = shop_with_cylinder();
    let before = shop.all();
    let id = shop.import(&spoilt(&shop), 1);
    assert_eq!((shop.one("cilindro-2").title.as_str(), shop.all().len()), ("Error", 3));
    assert_eq!(counts(&shop.report(&id)), [1, 1, 0], "what would become of it");
    let version_before = shop.read(version);

    let report = shop.undo(&id, 2);
    assert_eq!((counts(&report), report.done, report.import.state), ([1, 1, 0], 2, State::Undone));
    assert_eq!(shop.all(), before);
    assert_ne!(shop.read(version), version_before, "kept pages are drawn anew");
    assert_eq!(shop.number("SELECT count(*) FROM collections WHERE slug = 'rara' AND deleted_at IS NULL"), 0);
    assert_eq!(shop.read(|conn| deleted(conn, at(2))).len(), 1, "the new one can be restored");
    assert_eq!(shop.number("SELECT count(*) FROM audit_log WHERE act = 'catalogue.import_undone'"), 1);

    let version_before = shop.read(version);
    assert_eq!(shop.undo(&id, 3), report, "once more does nothing more");
    assert_eq!((shop.all(), shop.read(version)), (before, version_before));
    assert_eq!(shop.number("SELECT count(*) FROM audit_log WHERE act = 'catalogue.import_undone'"), 1);
    assert!(matches!(shop.try_undo("none", 3), Err(NotUndone::NotFound)));
}

#[test]
fn what_was_saved_ordered_or_deleted_since_is_left_alone_and_told() {
    let shop = shop();
    for slug in ["a", "b", "c"] {
        shop.save(&product(slug, slug), 0);
    }
    let mut drafts: Vec<_> =
        ["a", "b", "c"].map(|slug| with(shop.one(slug), |draft| draft.variants[0].price = Cents(1))).into();
    drafts.extend(["d", "e", "f"].map(|slug| product(slug, slug)));
    let id = shop.import(&drafts, 1);
    shop.save(&with(shop.one("b"), |draft| draft.fields.title = String::from("B")), 2);
    let gone = shop.one("c").id.unwrap();
    shop.write(move |tx| delete(tx, &Actor::System, &gone, at(2))).unwrap();
    shop.take(&shop.one("d").variants[0], 1, 2);
    shop.save(&with(shop.one("e"), |draft| draft.variants[0].price = Cents(7)), 2);

    let expected = [("B", Outcome::Changed), ("c", Outcome::Gone), ("d", Outcome::Ordered), ("e", Outcome::Changed)];
    assert_eq!(told(&shop.report(&id)), expected);
    let report = shop.undo(&id, 3);
    assert_eq!((counts(&report), told(&report)), ([1, 1, 4], expected.to_vec()));
    let left: Vec<_> = shop.all().iter().map(|draft| (draft.title.clone(), draft.variants[0].price.0)).collect();
    // Of those that were made at once, the order is chance.
    let left: BTreeMap<_, _> = left.iter().map(|(title, price)| (title.as_str(), *price)).collect();
    assert_eq!(left, BTreeMap::from([("a", 1000), ("B", 1), ("d", 1000), ("e", 7)]));
}

#[test]
fn stock_changes_by_what_the_import_changed_it_and_what_was_counted_since_stands() {
    let shop = shop();
    for slug in ["a", "b", "c"] {
        shop.save(&product(slug, slug), 0);
    }
    let more = |slug: &str| with(shop.one(slug), |draft| draft.variants[0].inventory_quantity = 100);
    let id = shop.import(&["a", "b", "c"].map(more), 1);
    let of = |slug: &str| shop.one(slug).variants.remove(0);
    shop.take(&of("a"), 2, 2);
    let counted = of("b").id.unwrap();
    shop.write(move |tx| Ok(set_stock(tx, &Actor::System, &counted, 4, at(2))?)).unwrap();
    shop.take(&of("c"), 9, 2);
    let report = shop.undo(&id, 3);
    assert_eq!(["a", "b", "c"].map(|slug| of(slug).inventory_quantity), [3, 4, 0], "5 each there were");
    assert_eq!(told(&report), [("b", Outcome::BackButStock), ("c", Outcome::BackButStock)]);
}

#[test]
fn skus_and_addresses_that_moved_within_the_file_move_back() {
    let shop = shop();
    let sku = |slug: &str, sku: &str| with(product(slug, slug), |draft| draft.variants[0].sku = Some(sku.to_owned()));
    for draft in [sku("a", "1"), sku("b", "2"), with(sku("c", "3"), |c| c.related = vec![("Ver".into(), "a".into())])] {
        shop.save(&draft, 0);
    }
    let before = shop.all();
    let moved = |from: &str, slug: &str, sku: &str| {
        with(shop.one(from), |draft| {
            draft.fields.slug = slug.to_owned();
            draft.variants[0].sku = Some(sku.to_owned());
            draft.related.clear();
        })
    };
    let id = shop.import(&[moved("a", "z", "2"), moved("b", "a", "3"), moved("c", "c", "1")], 1);
    assert_eq!(shop.one("z").variants[0].sku.as_deref(), Some("2"));
    let report = shop.undo(&id, 2);
    assert_eq!((counts(&report), told(&report)), ([3, 0, 0], vec![]));
    assert_eq!(shop.all(), before);
}

#[test]
fn two_wrong_files_are_taken_back_one_after_the_other_and_what_was_cut_off_is_gone_on_with() {
    let shop = shop();
    for slug in ["a", "b", "c"] {
        shop.save(&product(slug, slug), 0);
    }
    let before = shop.all();
    let worth = |cents: i64, stock: i64| {
        ["a", "b", "c"].map(|slug| {
            with(shop.one(slug), |draft| {
                draft.variants[0].price = Cents(cents);
                draft.variants[0].inventory_quantity = stock;
            })
        })
    };
    let first = shop.import(&worth(1, 70), 1);
    let second = shop.import(&worth(2, 30), 2);
    assert_eq!(counts(&shop.report(&first)), [0, 0, 3], "the second has saved them since");

    // The program is killed when one product is done.
    let id = second.clone();
    let cut = move |tx: &Tx<'_>| {
        undo::begin(tx, &Actor::System, &id, at(3)).unwrap();
        Ok(undo::undo_some(tx, Duration::ZERO, ordered, at(3))?)
    };
    assert!(shop.write(cut).unwrap());
    assert_eq!((shop.report(&second).done, shop.report(&second).import.state), (1, State::Undoing));
    let again = second.clone();
    assert!(
        shop.write(move |tx| Ok(undo::begin(tx, &Actor::System, &again, at(3)))).unwrap().is_ok(),
        "it is under way"
    );
    assert!(wait(import::resume(&shop.db, ordered, at(3))).unwrap());
    assert!(!wait(import::resume(&shop.db, ordered, at(3))).unwrap(), "it is done");
    assert_eq!((shop.report(&second).done, shop.report(&second).import.state), (3, State::Undone));
    assert!(shop.all().iter().all(|draft| draft.variants[0].price == Cents(1)));

    assert_eq!(counts(&shop.undo(&first, 4)), [3, 0, 0]);
    assert_eq!(shop.all(), before);
}

#[test]
fn an_import_that_changed_too_much_cannot_be_taken_back_and_none_can_after_seven_days() {
    let shop = shop();
    shop.save(&product("a", "a"), 0);
    let priced = |cents: i64| with(shop.one("a"), |draft| draft.variants[0].price = Cents(cents));
    let id = shop.import(&[priced(1)], 1);
    let kept = || shop.number("SELECT count(*) FROM import_changes");
    wait(undo::purge(&shop.db, at(7))).unwrap();
    assert_eq!(kept(), 1);

    shop.write(|tx| {
        let sql = "INSERT INTO imports (id, at, format, created, changed, bytes, state)
                   SELECT 'large', at, format, 0, 1, 40000000, 'too_large' FROM imports";
        tx.execute(sql, []).map_err(db::Error::from)?;
        let sql = "INSERT INTO import_changes (import_id, product_id, is_at, stock, moved)
                   SELECT 'large', product_id, is_at, '{}', 0 FROM import_changes";
        Ok(tx.execute(sql, []).map_err(db::Error::from)?)
    })
    .unwrap();
    assert!(matches!(shop.try_undo("large", 2), Err(NotUndone::TooLarge)));
    wait(undo::purge(&shop.db, at(7))).unwrap();
    assert_eq!((kept(), shop.number("SELECT count(*) FROM imports")), (1, 2), "that it was too large is still told");

    wait(undo::purge(&shop.db, at(8))).unwrap();
    assert_eq!((kept(), shop.number("SELECT count(*) FROM imports")), (0, 0));
    assert!(matches!(shop.try_undo(&id, 8), Err(NotUndone::NotFound)));
}

#[test]
fn pictures_that_an_import_took_away_are_there_as_long_as_it_can_be_taken_back() {
    let shop = shop();
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let mut sent = Cursor::new(Vec::new());
    image::RgbImage::from_pixel(20, 10, image::Rgb([9; 3])).write_to(&mut sent, image::ImageFormat::Png).unwrap();
    let name = media::keep(&shop.db, dir, &sent.into_inner(), at(0)).unwrap();
    let images = vec![ImageDraft { url: name.path(), alt: String::new() }];
    shop.save(&ProductDraft { images, ..product("a", "a") }, 0);
    let before = shop.all();
    let id = shop.import(&[with(shop.one("a"), |draft| draft.images.clear())], 1);
    for day in 1..8 {
        sweep::sweep(&shop.db, dir, picture_urls, at(day)).unwrap();
    }
    shop.write(move |tx| Ok(undo::begin(tx, &Actor::System, &id, at(7)))).unwrap().unwrap();
    assert!(wait(import::resume(&shop.db, ordered, at(8))).unwrap());
    sweep::sweep(&shop.db, dir, picture_urls, at(40)).unwrap();
    assert_eq!(shop.all(), before);
    assert!(name.file(dir, None, Kind::WebP).exists());
}
