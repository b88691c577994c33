//! The catalogue against a real database.

mod facts;
mod finding;
mod gone;
mod listed;
mod prices;
mod searching;
mod undo;
mod versions;

use std::collections::BTreeMap;

use super::draft::{
    CustomFieldDraft, DocumentDraft, Fields, Fitting, ImageDraft, ProductDraft, ProductStatus, VariantDraft,
};
use super::price::Sale;
use super::*;
use crate::audit::Actor;
use crate::clock::Timestamp;
use crate::db::{Db, Tx};
use crate::lang::Lang;
use crate::money::Cents;

const DAY: i64 = 86_400_000;

struct Shop {
    db: Db,
    _dir: tempfile::TempDir,
}

fn shop() -> Shop {
    let dir = tempfile::tempdir().unwrap();
    Shop { db: Db::open(&dir.path().join("t.sqlite")).unwrap(), _dir: dir }
}

fn at(day: i64) -> Timestamp {
    Timestamp::from_millis(1_700_000_000_000 + day * DAY)
}

impl Shop {
    fn write<T: Send + 'static>(
        &self,
        f: impl FnOnce(&Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.db.write_blocking(f)
    }

    fn read<T>(&self, f: impl FnOnce(&Conn) -> db::Result<T>) -> T {
        self.db.read_blocking(f).unwrap()
    }

    fn save(&self, draft: &ProductDraft, day: i64) -> Saved {
        self.try_save(draft, day).unwrap()
    }

    fn try_save(&self, draft: &ProductDraft, day: i64) -> Result<Saved, Error> {
        let draft = draft.clone();
        self.write(move |tx| save(tx, &draft, at(day)))
    }

    fn one(&self, slug: &str) -> ProductDraft {
        let slug = slug.to_owned();
        self.read(|conn| export_one(conn, &slug)).unwrap()
    }

    fn number(&self, sql: &str) -> i64 {
        self.read(|conn| Ok(conn.query_row(sql, [], |row| row.get(0))?))
    }

    fn titles(&self, listing: &Listing) -> Vec<String> {
        let listing = Listing { limit: 50, ..listing.clone() };
        self.read(|conn| list(conn, &listing)).products.into_iter().map(|product| product.title).collect()
    }
}

fn variant(sku: &str, cents: i64, values: &[&str]) -> VariantDraft {
    VariantDraft {
        id: None,
        title: values.join(" / "),
        sku: (!sku.is_empty()).then(|| sku.to_owned()),
        image_url: None,
        price: Cents(cents),
        sale: None,
        manage_inventory: true,
        inventory_quantity: 5,
        weight_grams: Some(200),
        content: None,
        gtin: None,
        option_values: values.iter().map(|value| (*value).to_owned()).collect(),
    }
}

pub(super) fn product(slug: &str, title: &str) -> ProductDraft {
    ProductDraft {
        variants: vec![variant("", 1000, &[])],
        fields: Fields {
            slug: slug.to_owned(),
            title: title.to_owned(),
            status: ProductStatus::Published,
            ..Fields::default()
        },
        ..ProductDraft::default()
    }
}

fn with(mut draft: ProductDraft, change: impl FnOnce(&mut ProductDraft)) -> ProductDraft {
    change(&mut draft);
    draft
}

/// A product that uses everything there is.
fn engraving(max_length: i64) -> CustomFieldDraft {
    CustomFieldDraft { title: String::from("Texto a grabar"), is_required: true, max_length: Some(max_length) }
}

fn cylinder() -> ProductDraft {
    let english = [
        ("title", "Security cylinder"),
        ("subtitle", "Against bumping"),
        ("description", "<p>Made of <strong>brass</strong></p>"),
        ("type", "Locks"),
        ("option/Medida", "Size"),
        ("option/Acabado", "Finish"),
        ("value/Latón", "Brass"),
        ("variant/1", "40 mm, nickel"),
        ("info/0/title", "Fitting"),
        ("info/0/description", "<p>Easy</p>"),
        ("field/0", "Text to engrave"),
        ("in_the_box", "1 cylinder\n5 keys"),
        ("attribute/0/name", "Cam"),
        ("attribute/1/name", "Keyed alike"),
        ("attribute/2/name", "Resists"),
        ("attribute/2/value", "Bumping"),
        ("document/0", "Fitting guide"),
        ("section/Te puede gustar", "You may like"),
        ("image/0", "A cylinder"),
    ];
    ProductDraft {
        fields: Fields {
            subtitle: Some(String::from("Antibumping")),
            ribbon_text: Some(String::from("Nuevo")),
            description: String::from("<p>De <strong>latón</strong> macizo</p>"),
            kind: String::from("Cerrajería"),
            sort_order: 10,
            in_the_box: Some(String::from("1 cilindro\n5 llaves")),
            metadata: serde_json::Map::from_iter([(String::from("ean"), "123".into())]),
            ..product("cilindro", "Cilindro de seguridad").fields
        },
        images: vec![ImageDraft { url: String::from("/media/a.svg"), alt: String::from("Un cilindro") }],
        options: vec![String::from("Medida"), String::from("Acabado")],
        variants: vec![variant("C-30-L", 2500, &["30 mm", "Latón"]), variant("C-40-N", 2900, &["40 mm", "Níquel"])],
        collections: vec![(String::from("seguridad"), String::from("Seguridad"))],
        additional_info: vec![(String::from("Montaje"), String::from("<p>Fácil</p>"))],
        custom_fields: vec![engraving(24)],
        attributes: [("Leva", "15,5 mm"), ("Llaves iguales", "sí"), ("Resiste", "Bumping y taladro")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        documents: vec![DocumentDraft {
            url: String::from("/documents/demo/guia.pdf"),
            title: String::from("Guía de montaje"),
        }],
        swatches: BTreeMap::from([(String::from("Latón"), String::from("#c9a45c"))]),
        related: vec![(String::from("Te puede gustar"), String::from("escudo"))],
        texts: BTreeMap::from([(
            Lang::En,
            english.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect(),
        )]),
        ..product("cilindro", "Cilindro de seguridad")
    }
}

fn shop_with_cylinder() -> (Shop, String) {
    let shop = shop();
    shop.save(&product("escudo", "Escudo protector"), 0);
    let saved = shop.save(&cylinder(), 0);
    assert!(saved.created && saved.changed);
    (shop, saved.id)
}

#[test]
fn what_is_saved_twice_changes_nothing_the_second_time() {
    let (shop, id) = shop_with_cylinder();
    let version_before = shop.read(version);
    assert_eq!(shop.save(&cylinder(), 9), Saved { id, changed: false, created: false });
    let exported = shop.read(export_all);
    assert_eq!(exported.len(), 2);
    for draft in &exported {
        assert!(!shop.save(draft, 9).changed, "{}", draft.slug);
    }
    assert_eq!(shop.read(version), version_before);
    assert_eq!(shop.number("SELECT max(updated_at) FROM products"), at(0).millis());
}

#[test]
fn an_export_fills_an_empty_shop_with_the_same_products_and_ids() {
    let (shop, _) = shop_with_cylinder();
    let mut exported = shop.read(export_all);
    exported.sort_by(|a, b| a.slug.cmp(&b.slug)); // the product that points to the other comes first
    let drafts = exported.clone();
    let other = self::shop();
    let saved: Vec<Saved> = other.write(move |tx| save_all(tx, &drafts, at(1)).map_err(|(_, error)| error)).unwrap();
    assert!(saved.iter().all(|saved| saved.created));
    let mut again = other.read(export_all);
    again.sort_by(|a, b| a.slug.cmp(&b.slug));
    assert_eq!(again, exported);
}

#[test]
fn everything_about_a_product_is_stored_and_read_back() {
    let (shop, id) = shop_with_cylinder();
    let mut stored = shop.one("cilindro");
    assert_eq!(stored.id.take(), Some(id));
    stored.variants.iter_mut().for_each(|variant| variant.id = None);
    assert_eq!(stored, cylinder());
}

#[test]
fn a_product_is_shown_in_the_readers_language_and_falls_back_to_spanish() {
    let (shop, id) = shop_with_cylinder();
    let english = shop.read(|conn| find(conn, &id, Lang::En)).unwrap();
    assert_eq!(english.title, "Security cylinder");
    assert_eq!(english.ribbon_text.as_deref(), Some("Nuevo"));
    assert_eq!((english.r#type.value.as_str(), english.r#type.label.as_str()), ("Cerrajería", "Locks"));
    assert_eq!(english.options[0].title, "Size");
    assert_eq!(english.options[1].values[0].value, "Brass");
    assert_eq!(english.options[1].values[1].value, "Níquel");
    assert_eq!(english.variants[1].title, "40 mm, nickel");
    assert_eq!(english.additional_info[0].description, "<p>Easy</p>");
    let asked = &english.custom_fields[0];
    assert_eq!((asked.title.as_str(), asked.max_length), ("Text to engrave", 24));
    assert_eq!(english.related_products[0].section_title, "You may like");
    assert_eq!(english.images[0].alt, "A cylinder");
    assert_eq!(english.variants[0].price_formatted, "€25.00");
    let arabic = shop.read(|conn| find(conn, &id, Lang::Ar)).unwrap();
    assert_eq!(arabic.title, "Cilindro de seguridad");
    assert_eq!(arabic.variants[0].price_formatted, "25,00\u{a0}€");
}

#[test]
fn a_product_is_found_by_slug_and_sku_too() {
    let (shop, id) = shop_with_cylinder();
    for (by, value) in [(By::Id, id.as_str()), (By::Slug, "cilindro"), (By::Sku, "C-40-N")] {
        assert_eq!(shop.read(|conn| find_by(conn, by, value, Lang::Es)).unwrap().id, id);
        assert!(shop.read(|conn| find_by(conn, by, "nothing", Lang::Es)).is_none());
    }
}

#[test]
fn variants_keep_their_ids_however_they_are_recognised() {
    let (shop, _) = shop_with_cylinder();
    let ids = |draft: &ProductDraft| draft.variants.iter().map(|v| v.id.clone().unwrap()).collect::<Vec<_>>();
    let before = ids(&shop.one("cilindro"));

    // By SKU: new values, other order. Then by values: new SKUs, swapped between the two.
    let mut draft = cylinder();
    draft.texts.clear();
    draft.variants[0].option_values[0] = String::from("35 mm");
    draft.variants.reverse();
    shop.save(&draft, 1);
    assert_eq!(ids(&shop.one("cilindro")), [before[1].clone(), before[0].clone()]);
    let mut exported = shop.one("cilindro");
    exported.variants[0].sku = Some(String::from("C-30-L"));
    exported.variants[1].sku = Some(String::from("C-40-N"));
    shop.save(&exported, 2);
    assert_eq!(ids(&shop.one("cilindro")), [before[1].clone(), before[0].clone()]);
    exported.variants.iter_mut().for_each(|variant| variant.id = None);
    exported.variants[0].sku = Some(String::from("X-1"));
    exported.variants[1].sku = None;
    shop.save(&exported, 3);
    assert_eq!(ids(&shop.one("cilindro")), [before[1].clone(), before[0].clone()]);
}

#[test]
fn the_only_variant_of_a_product_stays_itself_when_it_is_renamed() {
    let shop = shop();
    let first = shop.save(&product("llave", "Llave"), 0);
    let before = shop.one("llave").variants[0].id.clone();
    let mut draft = product("llave", "Llave");
    draft.variants[0].title = String::from("Única");
    assert_eq!(shop.save(&draft, 1).id, first.id);
    assert_eq!(shop.one("llave").variants[0].id, before);
}

#[test]
fn a_variant_that_goes_is_kept_for_its_orders_and_can_come_back() {
    let (shop, _) = shop_with_cylinder();
    let whole = shop.one("cilindro");
    let mut draft = cylinder();
    draft.texts.clear();
    draft.variants.pop();
    assert!(shop.save(&draft, 1).changed);
    assert_eq!(shop.one("cilindro").variants.len(), 1);
    assert_eq!(shop.number("SELECT count(*) FROM variants WHERE deleted_at IS NOT NULL"), 1);
    // Its SKU is free for others meanwhile.
    let mut other = product("otro", "Otro");
    other.variants[0].sku = Some(String::from("C-40-N"));
    shop.save(&other, 2);
    other.variants[0].sku = None;
    shop.save(&other, 3);
    shop.save(&cylinder(), 4);
    assert_eq!(shop.one("cilindro"), whole);
}

#[test]
fn a_deleted_product_is_nowhere_and_comes_back_as_itself() {
    let (shop, id) = shop_with_cylinder();
    let escudo = shop.one("escudo").id.unwrap();
    let (gone, again) = (escudo.clone(), escudo.clone());
    shop.write(move |tx| delete(tx, &Actor::System, &gone, at(1))).unwrap();
    assert!(matches!(shop.write(move |tx| delete(tx, &Actor::System, &again, at(1))), Err(Error::NotFound)));
    assert!(shop.read(|conn| find(conn, &escudo, Lang::Es)).is_none());
    assert_eq!(shop.titles(&Listing { q: Some(String::from("escudo")), ..Listing::default() }), Vec::<String>::new());
    assert!(shop.read(|conn| related(conn, &id, Lang::Es)).unwrap().sections.is_empty());
    assert_eq!(shop.read(summaries).len(), 1);
    let back = shop.save(&product("escudo", "Escudo protector"), 2);
    assert_eq!(back, Saved { id: escudo, changed: true, created: true });
    assert_eq!(
        shop.number("SELECT count(*) FROM variants WHERE product_id = (SELECT id FROM products WHERE slug = 'escudo')"),
        1
    );
}

#[test]
fn hidden_and_unpublished_products_are_not_in_the_store() {
    let shop = shop();
    shop.save(&product("a", "A"), 0);
    shop.save(&with(product("b", "B"), |draft| draft.is_hidden = true), 0);
    shop.save(&with(product("c", "C"), |draft| draft.status = ProductStatus::Draft), 0);
    shop.save(&with(product("d", "D"), |draft| draft.status = ProductStatus::Archived), 0);
    assert_eq!(shop.titles(&Listing::default()), ["A"]);
    assert_eq!(shop.titles(&Listing { hidden: true, ..Listing::default() }), ["B"]);
    assert!(shop.read(|conn| find_by(conn, By::Slug, "b", Lang::Es)).is_none());
    let ids: Vec<String> = shop.read(summaries).into_iter().map(|summary| summary.id).collect();
    assert_eq!(ids.len(), 4);
    assert_eq!(shop.read(|conn| variants_stock(conn, &ids)).variants.len(), 1);
}

#[test]
fn stock_is_set_and_every_change_leaves_a_movement() {
    let (shop, _) = shop_with_cylinder();
    let mut draft = cylinder();
    draft.variants[0].inventory_quantity = 2;
    shop.save(&draft, 1);
    assert_eq!(shop.number("SELECT inventory_quantity FROM variants WHERE sku = 'C-30-L'"), 2);
    assert_eq!(
        shop.number(
            "SELECT sum(delta) FROM stock_movements WHERE variant_id = (SELECT id FROM variants WHERE sku = 'C-30-L')"
        ),
        2
    );
}

type Spoil = fn(&mut ProductDraft);

#[test]
fn a_draft_that_is_no_product_is_refused_with_its_field_and_nothing_is_written() {
    let (shop, _) = shop_with_cylinder();
    let before = shop.read(export_all);
    let cases: [(&str, Spoil); 25] = [
        ("slug", |d| d.slug = String::from("a/b")),
        ("slug", |d| d.slug = String::from(" ")),
        ("title", |d| d.title = "x".repeat(301)),
        ("tax_rate", |d| d.tax_rate_bp = 10_001),
        ("description", |d| d.description = "x".repeat(100_001)),
        ("variants", |d| d.variants.clear()),
        ("variants/0/price", |d| d.variants[0].price = Cents(100_000_001)),
        ("variants/0/price", |d| d.variants[0].price = Cents(-1)),
        ("variants/1/sale_price", |d| d.variants[1].sale = Some(Sale::undated(Cents(2901)))),
        ("variants/1/sale_price", |d| d.variants[1].sale = Some(Sale::undated(d.variants[1].price))),
        ("variants/1/sale_price", |d| d.variants[1].sale = Some(Sale::undated(Cents::ZERO))),
        ("variants/1/sale_ends_at", |d| {
            d.variants[1].sale = Some(Sale { price: Cents(1), starts_at: Some(at(9)), ends_at: Some(at(9)) });
        }),
        ("variants/1/sku", |d| d.variants[1].sku = Some(String::from("C-30-L"))),
        ("variants/0/option_values", |d| d.variants[0].option_values.truncate(1)),
        ("variants/1/option_values", |d| d.variants[1].option_values = d.variants[0].option_values.clone()),
        ("variants/0/inventory_quantity", |d| d.variants[0].inventory_quantity = -1),
        ("variants/0/weight", |d| d.variants[0].weight_grams = Some(-1)),
        ("options/1", |d| d.options[1] = String::from("Medida")),
        ("images/0/url", |d| d.images[0].url = String::from("https://elsewhere.example/a.png")),
        ("images/0/url", |d| d.images[0].url = String::from("//elsewhere.example/a.png")),
        ("related/0/slug", |d| d.related[0].1 = String::from("no-such")),
        ("texts/en/variant/2", |d| {
            d.texts.entry(Lang::En).or_default().insert(String::from("variant/2"), String::from("x"));
        }),
        ("fields/0", |d| d.custom_fields[0].title = String::from("\u{202e}")),
        ("fields/0/max_length", |d| d.custom_fields[0].max_length = Some(0)),
        ("fields/0/max_length", |d| d.custom_fields[0].max_length = Some(201)),
    ];
    for (expected, spoil) in cases {
        let mut draft = cylinder();
        spoil(&mut draft);
        match shop.try_save(&draft, 1) {
            Err(Error::Invalid { field, .. }) => assert_eq!(field, expected),
            other => panic!("{expected}: {other:?}"),
        }
    }
    let mut taken = product("otro", "Otro");
    taken.variants[0].sku = Some(String::from("C-30-L"));
    assert!(matches!(shop.try_save(&taken, 1), Err(Error::Invalid { field, .. }) if field == "variants/0/sku"));
    let id = before.iter().find(|draft| draft.slug == "cilindro").and_then(|draft| draft.id.clone());
    let moved = ProductDraft { id, ..product("escudo", "x") };
    assert!(matches!(shop.try_save(&moved, 1), Err(Error::Invalid { field, .. }) if field == "slug"));
    assert_eq!(shop.read(export_all), before);
}

#[test]
fn a_product_has_20_pictures_or_as_many_as_it_had_when_there_could_be_more() {
    let (shop, id) = shop_with_cylinder();
    let with = |count: usize| {
        let image = |n| ImageDraft { url: format!("/media/{n}.webp"), alt: String::new() };
        ProductDraft { images: (0..count).map(image).collect(), texts: BTreeMap::new(), ..cylinder() }
    };
    shop.save(&with(20), 1);
    let refused =
        |count, now| matches!(shop.try_save(&with(count), now), Err(Error::Invalid { field, .. }) if field == "images");
    assert!(refused(21, 2));
    let older =
        "INSERT INTO product_images (id, product_id, position, url, alt) VALUES ('x', ?1, 20, '/media/20.webp', '')";
    shop.db.write_blocking(move |tx| Ok::<_, db::Error>(tx.execute(older, [id])?)).unwrap();
    let mut dearer = with(21);
    dearer.variants[0].price = Cents(9900);
    assert!(shop.try_save(&dearer, 3).unwrap().changed);
    assert!(refused(22, 4));
    shop.save(&with(19), 5);
    assert!(refused(21, 6));
}

#[test]
fn a_picture_has_one_path_however_it_was_asked_for() {
    let shop = shop();
    let mut draft = product("a", "Llave");
    draft.images = vec![ImageDraft { url: String::from("/media/a.webp?w=720#x"), alt: String::new() }];
    draft.variants[0].image_url = Some(String::from("/media/b.webp#x?w=720"));
    shop.save(&draft, 1);
    let urls = shop.read(picture_urls);
    assert_eq!(urls, ["/media/a.webp", "/media/b.webp"].map(String::from).into());
}

#[test]
fn hostile_texts_are_harmless_once_saved() {
    let shop = shop();
    let mut draft = product("a", "Llave\u{202e}\u{0} inglesa");
    draft.description = String::from("<p onclick=x()>ok</p><script>alert(1)</script>");
    draft.additional_info = vec![(String::from("<b>t</b>"), String::from("<img src=x onerror=alert(1)>b"))];
    let id = shop.save(&draft, 0).id;
    // An old row that never met a cleaner.
    shop.write(|tx| {
        Ok(tx
            .execute("UPDATE product_info SET description = '<svg onload=alert(1)>old'", [])
            .map_err(db::Error::from)?)
    })
    .unwrap();
    let shown = shop.read(|conn| find(conn, &id, Lang::Es)).unwrap();
    assert_eq!(shown.title, "Llave inglesa");
    assert_eq!(shown.description, "<p>ok</p>");
    assert!(!shown.additional_info[0].description.contains('<'));
    assert_eq!(shown.additional_info[0].title, "<b>t</b>", "a plain text is not HTML and is escaped where it is shown");
}

#[test]
fn searching_ignores_accents_takes_beginnings_and_ranks_titles_first() {
    let (shop, _) = shop_with_cylinder();
    let mut cable = product("bombilla", "Bombilla LED");
    cable.description = String::from("<p>Con rosca de latón, para el cilindro de la lámpara</p>");
    shop.save(&cable, 0);
    let found = |q: &str, lang| shop.titles(&Listing { q: Some(q.to_owned()), lang, ..Listing::default() });
    assert_eq!(found("cilin", Lang::Es), ["Cilindro de seguridad", "Bombilla LED"]);
    assert_eq!(found("LATON maciz", Lang::Es), ["Cilindro de seguridad"]);
    assert_eq!(found("c-40", Lang::Es), ["Cilindro de seguridad"]);
    assert_eq!(found("cerrajeria", Lang::Fr), ["Cilindro de seguridad"]);
    assert_eq!(found("brass locks", Lang::En), ["Security cylinder"]);
    assert_eq!(found("zzz", Lang::Es), Vec::<String>::new());
    assert_eq!(found("  ", Lang::Es).len(), 3);
    for hostile in
        ["\"", "'", "*", "a\" OR title:b", "NEAR(", "-", "^cil", "title : x", "AND", "a\u{0}b", "{", "\"\"\"", "%"]
    {
        found(hostile, Lang::Es);
    }
    assert_eq!(found("***", Lang::Es), Vec::<String>::new());
}

#[test]
fn lists_are_sorted_paged_and_filtered() {
    let shop = shop();
    for (n, (slug, title, cents, kind)) in
        [("c", "zinc", 300, "Pintura"), ("a", "Acero", 100, "Luz"), ("b", "bronce", 200, "Luz")].into_iter().enumerate()
    {
        let order = i64::try_from(n).unwrap();
        let mut draft = product(slug, title);
        (draft.kind, draft.sort_order) = (kind.to_owned(), order);
        draft.variants[0].price = Cents(cents);
        shop.save(&draft, order);
    }
    let by = |sort_by, order| shop.titles(&Listing { sort_by, order, ..Listing::default() });
    assert_eq!(by(SortBy::Order, Direction::Asc), ["zinc", "Acero", "bronce"]);
    assert_eq!(by(SortBy::Order, Direction::Desc), ["bronce", "Acero", "zinc"]);
    assert_eq!(by(SortBy::Title, Direction::Asc), ["Acero", "bronce", "zinc"]);
    assert_eq!(by(SortBy::Price, Direction::Desc), ["zinc", "bronce", "Acero"]);
    assert_eq!(by(SortBy::CreatedAt, Direction::Desc), ["bronce", "Acero", "zinc"]);
    assert_eq!(by(SortBy::UpdatedAt, Direction::Asc), ["zinc", "Acero", "bronce"]);
    assert_eq!(shop.titles(&Listing { created_until: Some(at(1)), ..Listing::default() }), ["zinc", "Acero"]);
    let acero = shop.one("a");
    let ids = vec![acero.variants[0].id.clone().unwrap(), shop.one("c").id.unwrap(), String::from("nothing")];
    assert_eq!(shop.titles(&Listing { ids, ..Listing::default() }), ["zinc", "Acero"]);
    let page = shop.read(|conn| list(conn, &Listing { offset: 1, limit: 1, ..Listing::default() }));
    assert_eq!((page.count, page.products[0].title.as_str()), (3, "Acero"));
    let luz = Listing { kind: Some(String::from("Luz")), limit: 1, ..Listing::default() };
    let page = shop.read(|conn| cards(conn, &luz));
    assert_eq!((page.count, page.cards.len()), (2, 1));
    let types: Vec<(&str, i64)> = page.types.iter().map(|t| (t.value.as_str(), t.count)).collect();
    assert_eq!(types, [("Pintura", 1), ("Luz", 2)]);
    let none = Listing { q: Some(String::from("zin")), limit: 1, ..Listing::default() };
    let types: Vec<i64> = shop.read(|conn| cards(conn, &none)).types.iter().map(|t| t.count).collect();
    assert_eq!(types, [1, 0]);
}

#[test]
fn a_card_says_what_the_store_needs_to_know() {
    let (shop, id) = shop_with_cylinder();
    let page = shop.read(|conn| cards(conn, &Listing { limit: 24, lang: Lang::En, ..Listing::default() }));
    let card = page.cards.iter().find(|card| card.id == id).unwrap();
    assert!(card.needs_input && card.purchasable);
    assert_eq!((card.variant_count, card.price_in_cents), (2, 2500));
    assert!(card.variant.is_none(), "there is something to choose");
    assert_eq!(card.image_url.as_deref(), Some("/media/a.svg"));
    let sections = shop.read(|conn| related(conn, &id, Lang::En)).unwrap().sections;
    assert_eq!((sections[0].title.as_str(), sections[0].cards[0].title.as_str()), ("You may like", "Escudo protector"));
    let only = sections[0].cards[0].variant.as_ref().unwrap();
    assert_eq!(only.price_in_cents, sections[0].cards[0].price_in_cents);
}

#[test]
fn collections_have_a_title_in_every_language() {
    let (shop, _) = shop_with_cylinder();
    let texts = BTreeMap::from([(Lang::En, String::from("Security"))]);
    shop.write(move |tx| Ok(set_collection_texts(tx, "seguridad", "Seguridad", &texts, at(1))?)).unwrap();
    let title = |lang| shop.read(|conn| collections(conn, "s", lang)).collections[0].title.clone();
    assert_eq!((title(Lang::En).as_str(), title(Lang::Fr).as_str()), ("Security", "Seguridad"));
    // A draft that calls it otherwise does not rename it, and changes nothing.
    let mut draft = cylinder();
    draft.collections[0].1 = String::from("Otra cosa");
    assert!(!shop.save(&draft, 2).changed);
}

#[test]
fn a_variant_for_a_stock_count_is_found_by_sku_and_by_ids() {
    let (shop, id) = shop_with_cylinder();
    let draft = shop.one("cilindro");
    let find = |text: &str| shop.read(|conn| id_by_sku_or_id(conn, text));
    assert_eq!(find("C-40-N"), draft.variants[1].id);
    assert_eq!(find(draft.variants[0].id.as_deref().unwrap()), draft.variants[0].id);
    assert_eq!(find(&id), None, "a product with two variants does not say which");
    assert_eq!(find("escudo"), shop.one("escudo").variants[0].id);
}

#[test]
fn the_owners_list_sums_up_each_product() {
    let (shop, _) = shop_with_cylinder();
    let summaries = shop.read(summaries);
    let cylinder = summaries.iter().find(|summary| summary.slug == "cilindro").unwrap();
    assert_eq!((cylinder.price_in_cents, cylinder.stock, cylinder.variant_count), (Cents(2500), Some(10), 2));
    assert_eq!((cylinder.kind.as_str(), cylinder.status.as_str()), ("Cerrajería", "published"));
}

#[test]
fn an_empty_shop_is_known_to_be_empty() {
    let shop = shop();
    assert!(shop.read(is_empty));
    shop.save(&product("a", "A"), 0);
    assert!(!shop.read(is_empty));
}
