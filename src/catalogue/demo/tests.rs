use super::*;
use crate::catalogue::{Listing, cards, count_endless_sales, export_all, settle_sales};
use crate::db::Db;

#[test]
fn the_demo_fills_a_shop_and_its_sales_have_a_history() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
    let now = Timestamp::from_millis(1_795_195_391_250);
    let loaded = db.write_blocking(move |tx| load(tx, now)).unwrap();
    assert!(loaded >= 24);
    for lang in Lang::ALL {
        let listing = Listing { limit: 200, lang, ..Listing::default() };
        let page = db.read_blocking(|conn| cards(conn, &listing)).unwrap();
        assert_eq!(page.cards.len(), loaded);
        assert!(page.types.len() >= 4);
        assert!(page.cards.iter().any(|card| card.before_price_in_cents.is_some()));
        assert!(page.cards.iter().any(|card| card.needs_input));
    }
    let again = db.write_blocking(move |tx| {
        let drafts = export_all(tx)?;
        save_all(tx, &drafts, now.plus_days(1)).map_err(|(_, error)| error)
    });
    assert!(again.unwrap().iter().all(|saved| !saved.changed));
}

#[test]
fn the_demos_sales_say_when_they_end_and_the_demo_goes_after_that_too() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
    let now = Timestamp::from_millis(1_795_195_391_250);
    let loaded = db.write_blocking(move |tx| load(tx, now)).unwrap();
    assert_eq!(db.read_blocking(count_endless_sales).unwrap(), 0);
    let listing = Listing { limit: 200, ..Listing::default() };
    let page = db.read_blocking(|conn| cards(conn, &listing)).unwrap();
    let told: Vec<_> = page.cards.iter().filter_map(|card| card.sale_dates_formatted.as_deref()).collect();
    assert!(!told.is_empty() && told.iter().all(|told| told.starts_with("Oferta del ")), "{told:?}");

    let after = now.plus_days(SALE_DAYS + 1);
    assert!(db.write_blocking(move |tx| settle_sales(tx, after)).unwrap() > 0);
    let removed = db.write_blocking(move |tx| remove(tx, &Actor::System, |_| false, after)).unwrap();
    assert_eq!((removed.products, removed.changed), (loaded, Vec::new()));
}

#[test]
fn every_sale_of_the_demo_began_on_the_day_its_history_says() {
    for product in &read().products {
        for variant in &product.variants {
            let of_variant = product.price_history.iter().filter(|price| price.sku == variant.sku);
            let last = of_variant.min_by_key(|price| price.days_ago);
            let stands = last.map(|price| (price.regular, price.sale));
            let now = (variant.price_in_cents, variant.sale_price_in_cents);
            assert!(stands.is_none_or(|stands| stands == now), "{}", variant.sku);
            assert!(variant.sale_price_in_cents.is_none() || stands.is_some(), "{} has no history", variant.sku);
        }
    }
}
