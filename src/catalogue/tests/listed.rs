//! What lists sort by and count is kept; it is compared with what is made anew of the products, after whatever was done to them.

use super::*;
use crate::catalogue::sql::{list, read};
use crate::catalogue::stored::Stored;
use crate::text::folded;

/// Numbers that are the same in each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.roll(among.len())]
    }

    fn day(&mut self, near: i64) -> Option<Timestamp> {
        self.pick(&[None, Some(-3), Some(1), Some(2), Some(5)]).map(|days| at(near + days))
    }
}

const PRODUCTS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
const TITLES: [&str; 7] = ["Llave", "llave Ábaco", "Ñandú", "abaco", "Éclair llave", "مفتاح", "Zócalo"];
const TYPES: [&str; 3] = ["", "Cerrajería", "Pintura"];

/// A product as it may come to be.
fn thrown(dice: &mut Dice, day: i64) -> ProductDraft {
    let mut draft = product(dice.pick(&PRODUCTS), dice.pick(&TITLES));
    draft.kind = dice.pick(&TYPES).to_owned();
    draft.status = dice.pick(&[ProductStatus::Published, ProductStatus::Published, ProductStatus::Draft]);
    draft.is_hidden = dice.roll(5) == 0;
    draft.sort_order = i64::try_from(dice.roll(3)).unwrap();
    draft.site_product_selection = dice.pick(&[None, Some("lowest_price_first"), Some("first")]).map(str::to_owned);
    draft.options = vec![String::from("Medida")];
    draft.variants = ["1 mm", "2 mm", "3 mm"][..=dice.roll(3)].iter().map(|size| variant("", 0, &[size])).collect();
    for variant in &mut draft.variants {
        variant.price = Cents(dice.pick(&[500, 1000, 1000, 2000]));
        let sale = Sale { price: Cents(variant.price.0 / 2), starts_at: dice.day(day), ends_at: dice.day(day) };
        variant.sale = Some(sale).filter(|sale| sale.is_forwards() && dice.roll(2) == 0);
    }
    for lang in Lang::ALL.into_iter().filter(|lang| *lang != Lang::default()) {
        for (path, texts) in [("title", &TITLES[..]), ("type", &["Locks", "Paint"][..])] {
            if dice.roll(3) == 0 && (path == "title" || !draft.kind.is_empty()) {
                draft.texts.entry(lang).or_default().insert(path.to_owned(), dice.pick(texts).to_owned());
            }
        }
    }
    draft
}

/// Something that happens to the shop.
fn act(shop: &Shop, dice: &mut Dice, day: i64) {
    let slug = dice.pick(&PRODUCTS);
    match dice.roll(8) {
        0 => {
            if let Some(id) = shop.read(|conn| product_id_by_slug_or_id(conn, slug)) {
                shop.write(move |tx| delete(tx, &Actor::System, &id, at(day))).unwrap();
            }
        }
        1 | 2 => _ = shop.settle(day),
        3 => {
            let units = i64::try_from(dice.roll(3)).unwrap();
            let sold = "UPDATE variants SET inventory_quantity = ?1";
            shop.write(move |tx| Ok(tx.execute(sold, [units]).map_err(db::Error::from)?)).unwrap();
        }
        _ => {
            let draft = thrown(dice, day);
            shop.try_save(&draft, day).unwrap_or_else(|error| panic!("{error}: {draft:?}"));
        }
    }
}

fn text(product: &Stored, lang: Lang, path: &str, spanish: &str) -> String {
    product.texts.get(&lang).and_then(|texts| texts.get(path)).map_or(spanish, String::as_str).to_owned()
}

fn price(product: &Stored) -> i64 {
    let units: Vec<Cents> =
        product.variants.iter().map(|variant| price::unit_price(variant.price, variant.sale_price)).collect();
    price::displayed(product.site_product_selection.as_deref(), units.iter().copied()).map_or(0, |place| units[place].0)
}

/// The ids of what the listing asks for, made anew of whole products.
fn expected(all: &[Stored], listing: &Listing) -> Vec<String> {
    let title = |product: &Stored| folded(&text(product, listing.lang, "title", &product.title));
    let fits = |product: &&Stored| {
        listing.kind.as_ref().is_none_or(|kind| product.kind == *kind)
            && listing.q.as_ref().is_none_or(|q| title(product).contains(q.as_str()))
            && listing.price_to.is_none_or(|most| price(product) <= most)
    };
    let mut found: Vec<&Stored> = all.iter().filter(fits).collect();
    match listing.sort_by {
        SortBy::Order => found.sort_by_key(|p| (p.sort_order, p.created_at, p.id.clone())),
        SortBy::Title => found.sort_by_key(|p| (title(p), p.id.clone())),
        SortBy::Price => found.sort_by_key(|p| (price(p), p.id.clone())),
        SortBy::CreatedAt => found.sort_by_key(|p| (p.created_at, p.id.clone())),
        SortBy::UpdatedAt => found.sort_by_key(|p| (p.updated_at, p.id.clone())),
    }
    if listing.order == Direction::Desc {
        found.reverse();
    }
    found.into_iter().map(|product| product.id.clone()).collect()
}

/// Every type with how many fit, in the order of its first product.
fn expected_types(all: &[Stored], listing: &Listing) -> Vec<(String, String, i64)> {
    let widened = Listing { kind: None, ..listing.clone() };
    let fitting = expected(all, &widened);
    let mut types: Vec<_> = TYPES[1..]
        .iter()
        .filter_map(|kind| {
            let mut of_type: Vec<_> = all.iter().filter(|product| product.kind == *kind).collect();
            of_type.sort_by_key(|product| (product.sort_order, product.created_at, product.id.clone()));
            let first = of_type.first()?.sort_order;
            let label = of_type.iter().find_map(|product| product.texts.get(&listing.lang)?.get("type").cloned());
            let count = of_type.iter().filter(|product| fitting.contains(&product.id)).count();
            Some((
                first,
                (*kind).to_owned(),
                label.unwrap_or_else(|| (*kind).to_owned()),
                i64::try_from(count).unwrap(),
            ))
        })
        .collect();
    types.sort();
    types.into_iter().map(|(_, value, label, count)| (value, label, count)).collect()
}

/// Compares one list with what it should be; how many products it has.
fn compare(shop: &Shop, all: &[Stored], listing: &Listing, history: &str) -> usize {
    let (mut ids, page) = shop.read(|conn| {
        let pattern = listing.q.as_deref().and_then(search::pattern);
        Ok((list::page(conn, listing, pattern.as_deref())?.ids, cards(conn, listing)?))
    });
    let mut right = expected(all, listing);
    // What is found nowhere is looked for in other words.
    if listing.q.is_some() && right.is_empty() {
        return 0;
    }
    assert_eq!(page.count, i64::try_from(right.len()).unwrap(), "{history}: {listing:?}");
    // How well a product fits what is searched for is told by the index of words alone.
    if listing.q.is_some() && listing.sort_by == SortBy::Order {
        ids.sort();
        right.sort();
    }
    assert_eq!(ids, right, "{history}: {listing:?}");
    let types: Vec<_> = page.types.into_iter().map(|kind| (kind.value, kind.label, kind.count)).collect();
    assert_eq!(types, expected_types(all, listing), "{history}: {listing:?}");
    right.len()
}

fn compare_all(shop: &Shop, history: &str) -> usize {
    let all = shop.read(|conn| read::load(conn, &list::all_ids(conn)?, None));
    let all: Vec<Stored> = all.into_iter().filter(|p| p.status == ProductStatus::Published && !p.is_hidden).collect();
    let sorts = [SortBy::Order, SortBy::Title, SortBy::Price, SortBy::CreatedAt, SortBy::UpdatedAt];
    let mut listed = 0;
    for lang in [Lang::Es, Lang::Fr] {
        for (sort_by, order) in sorts.into_iter().flat_map(|by| [(by, Direction::Asc), (by, Direction::Desc)]) {
            for (kind, q, price_to) in [
                (None, None, None),
                (Some("Pintura"), None, None),
                (None, Some("llave"), None),
                (Some("Cerrajería"), Some("llave"), None),
                (None, None, Some(600)),
                (None, Some("llave"), Some(600)),
            ] {
                let [kind, q] = [kind, q].map(|text| text.map(str::to_owned));
                let listing = Listing { kind, q, price_to, sort_by, order, lang, limit: 50, ..Listing::default() };
                listed += compare(shop, &all, &listing, history);
            }
        }
    }
    listed
}

#[test]
fn whatever_happens_to_products_lists_are_sorted_and_counted_by_what_they_are() {
    let mut listed = 0;
    for seed in 0..3 {
        let (shop, mut dice) = (shop(), Dice(seed));
        for day in 0..25 {
            act(&shop, &mut dice, day);
            listed += compare_all(&shop, &format!("seed {seed}, day {day}"));
        }
    }
    assert!(listed > 5_000, "{listed} products were listed: too few to mean anything");
}

#[test]
fn what_stood_in_a_shop_before_is_listed_as_what_is_saved_now() {
    let (shop, mut dice) = (shop(), Dice(7));
    (0..20).for_each(|day| act(&shop, &mut dice, day));
    for (day, slug) in (20..).zip(PRODUCTS) {
        let mut draft = thrown(&mut dice, day);
        (draft.slug, draft.status, draft.is_hidden) = (slug.to_owned(), ProductStatus::Published, false);
        shop.save(&draft, day);
    }
    assert!(compare_all(&shop, "saved") > 100);
    let undo = include_str!("undo_listed.sql");
    let again = include_str!("../../../migrations/V0083__listed.sql");
    shop.write(move |tx| Ok(tx.execute_batch(&format!("{undo}{again}")).map_err(db::Error::from)?)).unwrap();
    assert!(compare_all(&shop, "migrated") > 100);
}
