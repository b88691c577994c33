//! Files that are imported into a shop.

use super::super::{Error, Summary, import_now};
use super::*;
use crate::catalogue;
use crate::db::Db;

const NOW: Timestamp = Timestamp::from_millis(1_795_176_000_000);

fn shop() -> (tempfile::TempDir, Db) {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
    (dir, db)
}

fn import(db: &Db, file: &str) -> Result<Summary, Vec<String>> {
    import_now(db, Policy::AllOrNothing, file.as_bytes(), NOW).map_err(|error| match error {
        Error::Problems { problems, .. } => problems.iter().map(ToString::to_string).collect(),
        error => panic!("{error}"),
    })
}

fn products(db: &Db) -> Vec<ProductDraft> {
    db.read_blocking(catalogue::export_all).unwrap()
}

#[test]
fn a_second_import_of_the_same_file_changes_nothing() {
    let (_dir, db) = shop();
    let summary = import(&db, WOOCOMMERCE).unwrap();
    assert_eq!((summary.created, summary.changed, summary.unchanged, summary.differences.len()), (7, 0, 0, 7));
    let first = products(&db);
    assert_eq!(first[0].related.len(), 2, "one of them stands further down in the file");
    assert_eq!(
        import(&db, WOOCOMMERCE).unwrap(),
        Summary { created: 0, changed: 0, unchanged: 7, ..Summary::default() }
    );
    assert_eq!(products(&db), first);
}

#[test]
fn a_row_without_a_name_changes_the_product_it_is_of_and_makes_no_twin_of_another() {
    let (_dir, db) = shop();
    let file = |rows: &str| format!("Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty\n{rows}");
    import(&db, &file("taladro,Taladro,T-1,90,4\n")).unwrap();
    assert_eq!(
        import(&db, &file("clavo,,T-1,1,1\n")).unwrap_err(),
        ["row 2, column Variant SKU: belongs to another product"]
    );
    let summary = import(&db, &file("taladro,,T-1,80,3\n")).unwrap();
    let [told] = &summary.differences[..] else { panic!("{summary:?}") };
    assert_eq!((told.title.as_str(), told.old_title.as_deref(), told.is_new), ("Taladro", None, false));
    let variant = &told.variants[0];
    assert_eq!((variant.old_price, variant.price), (Some(Cents(9000)), Some(Cents(8000))));
    assert_eq!((variant.old_stock, variant.stock), (Some(4), Some(3)));
    let stored = &products(&db)[0];
    assert_eq!((stored.title.as_str(), stored.variants[0].title.as_str()), ("Taladro", "Taladro"));
}

#[test]
fn what_else_of_a_product_becomes_another_is_told_field_by_field() {
    let (_dir, db) = shop();
    let file = |rows: &str| {
        format!(
            "Handle,Title,Body (HTML),Status,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Grams\n{rows}"
        )
    };
    let rows = "cubo,Cubo,<p>De goma</p>,active,Color,Rojo,C-1,5,100\ncubo,,,,,Azul,C-2,5,100\n";
    import(&db, &file(rows)).unwrap();
    let rows = "cubo,Cubo,<p>De <b>goma</b> negra</p>,draft,Color,Rojo,C-1,6,250\n";
    let summary = import(&db, &file(rows)).unwrap();
    let told: Vec<_> = summary.differences[0]
        .fields
        .iter()
        .map(|told| (told.field, told.variant.as_deref(), told.old.as_deref(), told.new.as_deref()))
        .collect();
    let expected = [
        ("description", None, Some("De goma"), Some("De goma negra")),
        ("status", None, Some("published"), Some("draft")),
        ("weight_grams", None, Some("100"), Some("250")),
        ("variants", None, Some("Azul"), Some("")),
    ];
    assert_eq!(told, expected);

    let mut drafts = products(&db);
    let texts = &mut drafts[0].texts;
    texts.entry(Lang::Ar).or_default().insert(String::from("title"), String::from("????"));
    drafts[0].images.clear();
    drafts[0].attributes.push((String::from("Capacidad"), String::from("12 l")));
    let mut own = Vec::new();
    catalogue::export::write(&drafts, &mut own).unwrap();
    let summary = import(&db, &String::from_utf8(own).unwrap()).unwrap();
    let fields = &summary.differences[0].fields;
    let told: Vec<_> =
        fields.iter().map(|told| (told.field, told.lang, told.old.as_deref(), told.new.as_deref())).collect();
    assert_eq!(told, [("title", Some(Lang::Ar), Some(""), Some("????")), ("attributes", None, None, None)]);
}

#[test]
fn of_many_new_products_the_first_fifty_are_told() {
    let (_dir, db) = shop();
    let rows: Vec<String> = (1..=60).map(|n| format!("p{n},Producto {n},{n}")).collect();
    let summary = import(&db, &format!("Handle,Title,Variant Price\n{}\n", rows.join("\n"))).unwrap();
    assert_eq!((summary.created, summary.differences.len()), (60, 50));
    let last = &summary.differences[49];
    assert_eq!((last.row, last.title.as_str(), last.is_new), (51, "Producto 50", true));
    assert_eq!((last.variants[0].old_price, last.variants[0].price), (None, Some(Cents(5000))));
}

#[test]
fn an_import_that_is_read_otherwise_than_when_it_began_is_given_up_and_the_log_says_so() {
    let (_dir, db) = shop();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let file = own_file(&[("a", "1", None), ("b", "2", None)]);
    let mut deflated = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut deflated, file.as_bytes()).unwrap();
    let file = deflated.finish().unwrap();
    for (steps, given_up, there) in [(3, 1, 0), (2, 1, 2)] {
        let (file, met) =
            (file.clone(), format!(r#"{{"first_free":0,"by_sku":{{}},"steps":{steps},"created":2,"changed":0}}"#));
        let begin = move |tx: &crate::db::Tx<'_>| {
            let sql = "INSERT INTO product_import (one, file, policy, actor, begun_at) VALUES (1, ?1, 'all_or_nothing', '{}', 0)";
            tx.execute(sql, [&file])?;
            tx.execute("INSERT INTO product_import_progress (one, met) VALUES (1, ?1)", [&met])?;
            Ok::<_, crate::db::Error>(())
        };
        db.write_blocking(begin).unwrap();
        assert!(runtime.block_on(super::super::resume(&db, |_, _, _| Ok(false), NOW)).unwrap());
        let acts = "SELECT count(*) FROM audit_log WHERE act = 'catalogue.import_given_up'";
        let acts = |conn: &crate::db::Conn| Ok::<_, crate::db::Error>(conn.query_row(acts, [], |row| row.get(0))?);
        assert_eq!((db.read_blocking(acts).unwrap(), products(&db).len()), (given_up, there), "{steps} steps");
        assert!(!runtime.block_on(super::super::resume(&db, |_, _, _| Ok(false), NOW)).unwrap(), "it is over");
    }
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
    let file = own_file(&[("new", "TAKEN", None), ("a/b", "2", None), ("c", "3", Some("new")), ("d", "4", Some("c"))]);
    let told =
        ["row 2, column sku: belongs to another product", "row 3, column slug: cannot hold / ? # % \\ or spaces"];
    assert_eq!(import(&db, &file).unwrap_err(), told);
    assert_eq!(products(&db).len(), 1);

    for (created, unchanged) in [(2, 0), (0, 2)] {
        let outcome = import_now(&db, Policy::RowByRow, file.as_bytes(), NOW);
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
    owned.custom_fields =
        vec![CustomFieldDraft { title: String::from("Texto"), is_required: true, max_length: Some(24) }];
    let texts = [("title", "Pot"), ("variant/1", "Large"), ("value/S", "Small"), ("image/0", "A pot")];
    owned.texts.insert(Lang::En, texts.map(|(path, text)| (path.to_owned(), text.to_owned())).into());
    let draft = owned.clone();
    db.write_blocking(move |tx| catalogue::save(tx, &draft, NOW)).unwrap();

    // The same product with a new price and a new variant in between.
    let summary = import(&db, &file("11", "pot,,,M,11.50,,1,\npot,,,L,12,,4,\n")).unwrap();
    assert_eq!((summary.created, summary.changed, summary.unchanged), (0, 1, 0));
    let now = products(&db).remove(0);
    assert_eq!(now.variants[0].price, Cents(1100));
    assert_eq!(now.variants[0].inventory_quantity, 6, "the file counts it without a number");
    assert_eq!((&now.ribbon_text, &now.images, now.sort_order), (&owned.ribbon_text, &owned.images, 9));
    assert_eq!((&now.custom_fields, now.tax_rate_bp), (&owned.custom_fields, 1000));
    let english = &now.texts[&Lang::En];
    assert_eq!(english["variant/2"], "Large", "it moved with its variant");
    assert_eq!((english["title"].as_str(), english["image/0"].as_str(), english.len()), ("Pot", "A pot", 4));
}

fn texts_of(texts: &[(&str, &str)]) -> BTreeMap<String, String> {
    texts.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn a_section_that_the_owner_wrote_stays_beside_an_attribute_of_its_name_and_translations_move_with_theirs() {
    let (_dir, db) = shop();
    let file = "Type,Name,Published,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,\
                Attribute 2 name,Attribute 2 value(s),Attribute 2 visible\n\
                simple,Cincel,1,12,Material,Acero & latón,1,Uso,Madera,1\n";
    import(&db, file).unwrap();
    let mut owned = products(&db).remove(0);
    let sections = [
        ("Material", "<p>Acero &amp; latón</p>"),
        ("Uso", "<p>Para madera <strong>dura</strong></p>"),
        ("Afilado", "<p>A mano</p>"),
    ];
    owned.additional_info = sections.map(|(title, html)| (title.to_owned(), html.to_owned())).into();
    let english = [
        ("info/0/title", "Made of"),
        ("info/1/title", "Use"),
        ("info/1/description", "<p>For hard wood</p>"),
        ("info/2/title", "Sharpening"),
    ];
    owned.texts.insert(Lang::En, texts_of(&english));
    let draft = owned.clone();
    db.write_blocking(move |tx| catalogue::save(tx, &draft, NOW)).unwrap();

    assert_eq!(import(&db, file).unwrap().changed, 1);
    let now = products(&db).remove(0);
    assert_eq!(now.additional_info, owned.additional_info[1..], "an earlier import wrote the first");
    let moved =
        [("info/0/title", "Use"), ("info/0/description", "<p>For hard wood</p>"), ("info/1/title", "Sharpening")];
    assert_eq!(now.texts[&Lang::En], texts_of(&moved));
    assert_eq!(import(&db, file).unwrap().unchanged, 1, "a second import changes nothing");
}

/// A file without some of its columns.
fn without(file: &str, columns: &[&str]) -> String {
    let mut table = csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    let header = table.headers().unwrap().clone();
    let mut left = csv::Writer::from_writer(Vec::new());
    for row in std::iter::once(Ok(header.clone())).chain(table.records()) {
        let row = row.unwrap();
        let cells = header.iter().zip(&row).filter(|(column, _)| !columns.contains(column));
        left.write_record(cells.map(|(_, cell)| cell)).unwrap();
    }
    String::from_utf8(left.into_inner().unwrap()).unwrap()
}

#[test]
fn a_file_of_ours_from_before_facts_were_told_leaves_them_and_their_translations() {
    let (_dir, db) = shop();
    let mut owned = crate::catalogue::tests::product("maceta", "Maceta");
    owned.options = vec![String::from("Color")];
    owned.variants[0].option_values = vec![String::from("Verde")];
    owned.variants[0].title = String::from("Verde");
    let text = |max_length| CustomFieldDraft { title: String::from("Texto"), is_required: true, max_length };
    owned.custom_fields = vec![text(None)];
    let mut older = owned.clone();
    owned.custom_fields = vec![text(Some(24))];
    owned.fitting = Fitting::None;
    owned.in_the_box = Some(String::from("1 maceta"));
    owned.attributes = vec![(String::from("Material"), String::from("Barro"))];
    owned.documents =
        vec![DocumentDraft { url: String::from("/documents/demo/guia.pdf"), title: String::from("Guía") }];
    owned.swatches = BTreeMap::from([(String::from("Verde"), String::from("#a9b8a0"))]);
    let english = [
        ("title", "Pot"),
        ("in_the_box", "1 pot"),
        ("attribute/0/value", "Clay"),
        ("document/0", "Guide"),
        ("option/Color", "Colour"),
    ];
    owned.texts.insert(Lang::En, texts_of(&english));
    db.write_blocking(move |tx| catalogue::save(tx, &owned, NOW)).unwrap();
    let mut before = products(&db);

    let mut file = Vec::new();
    older.variants[0].price = Cents(900);
    older.texts.insert(Lang::En, texts_of(&[("title", "Pot"), ("option/Color", "Colour")]));
    crate::catalogue::export::write(&[older], &mut file).unwrap();
    let file = without(&String::from_utf8(file).unwrap(), &super::super::own::FACTS);
    assert_eq!(import(&db, &file).unwrap().changed, 1);
    before[0].variants[0].price = Cents(900);
    assert_eq!(products(&db), before);
    assert_eq!(import(&db, &file).unwrap().unchanged, 1, "a second import changes nothing");
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
    let Summary { created, changed, unchanged, .. } = import(&db, &renamed).unwrap();
    assert_eq!((created, changed, unchanged), (0, 1, 6));
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
