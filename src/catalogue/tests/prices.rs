//! Prices that are struck through, and sales that begin and end by the clock.

use super::*;

#[test]
fn the_struck_through_price_comes_out_of_the_history() {
    let shop = shop();
    let priced = |price, sale: Option<i64>| {
        let mut draft = product("taladro", "Taladro");
        draft.variants[0].price = Cents(price);
        draft.variants[0].sale = sale.map(|cents| Sale::undated(Cents(cents)));
        draft
    };
    shop.save(&priced(5000, None), 0);
    shop.save(&priced(8000, None), 95);
    let id = shop.save(&priced(8000, Some(4000)), 100).id;
    let shown = shop.read(|conn| find(conn, &id, Lang::Es)).unwrap();
    assert_eq!((shown.price_in_cents, shown.variants[0].price_in_cents), (4000, 5000));
    assert_eq!(shown.variants[0].sale_price_in_cents, Some(4000));
    assert_eq!(shown.variants[0].prices[0].sale_amount, Some(4000));
    let card = shop.read(|conn| cards(conn, &Listing { limit: 1, ..Listing::default() })).cards.remove(0);
    assert_eq!((card.price_in_cents, card.before_price_in_cents), (4000, Some(5000)));
    // The typed price is what is exported, and what stands again when the sale is over.
    assert_eq!(shop.one("taladro").variants[0].price, Cents(8000));
    shop.save(&priced(8000, None), 101);
    shop.save(&priced(8000, Some(4500)), 102);
    let shown = shop.read(|conn| find(conn, &id, Lang::Es)).unwrap();
    assert_eq!(shown.variants[0].price_in_cents, 4500, "4000 was asked within 30 days: nothing is struck through");
    assert_eq!(shown.variants[0].sale_price_in_cents, None);
    assert_eq!(shop.number("SELECT count(*) FROM price_history"), 5);
}

#[test]
fn a_card_says_where_prices_begin_when_other_variants_cost_more() {
    let shop = shop();
    let is_from = |prices: &[i64], selection: Option<&str>, day| {
        let mut draft = product("pintura", "Pintura");
        draft.fields.site_product_selection = selection.map(str::to_owned);
        draft.options = vec![String::from("Formato")];
        let first = draft.variants.remove(0);
        draft.variants = prices
            .iter()
            .enumerate()
            .map(|(n, price)| VariantDraft {
                sku: None,
                price: Cents(*price),
                option_values: vec![format!("{n} L")],
                ..first.clone()
            })
            .collect();
        shop.save(&draft, day);
        shop.read(|conn| cards(conn, &Listing { limit: 1, ..Listing::default() })).cards.remove(0).price_is_from
    };
    assert!(is_from(&[2690, 7990], None, 0));
    assert!(is_from(&[7990, 2690], None, 1));
    assert!(!is_from(&[2690, 2690], None, 2), "there is one price only");
    assert!(!is_from(&[7990, 2690], Some("first"), 3), "another variant costs less than the one displayed");
}

/// A drill of 50 euros at 40 from one day until another.
fn planned(starts: i64, ends: i64) -> ProductDraft {
    let mut draft = product("taladro", "Taladro");
    draft.variants[0].price = Cents(5000);
    draft.variants[0].sale = Some(Sale { price: Cents(4000), starts_at: Some(at(starts)), ends_at: Some(at(ends)) });
    draft
}

impl Shop {
    pub(super) fn settle(&self, day: i64) -> usize {
        self.write(move |tx| Ok(settle_sales(tx, at(day))?)).unwrap()
    }

    /// What the one product costs, and what is struck through.
    fn asked(&self) -> (i64, Option<i64>) {
        let card = self.read(|conn| cards(conn, &Listing { limit: 1, ..Listing::default() })).cards.remove(0);
        (card.price_in_cents, card.before_price_in_cents)
    }
}

#[test]
fn a_planned_sale_begins_and_ends_with_the_clock_and_is_judged_from_its_beginning() {
    let shop = shop();
    shop.save(&planned(100, 110), 0);
    let cheaper = |cents| {
        let mut draft = planned(100, 110);
        draft.variants[0].price = Cents(cents);
        draft
    };
    shop.save(&cheaper(4200), 60);
    shop.save(&cheaper(4500), 69);
    shop.save(&planned(100, 110), 90);
    assert_eq!((shop.settle(99), shop.asked()), (0, (5000, None)));
    assert!(!shop.read(|conn| are_sales_due(conn, at(99))) && shop.read(|conn| are_sales_due(conn, at(100))));

    let version = shop.read(version);
    assert_eq!((shop.settle(101), shop.asked()), (1, (4000, Some(4500))), "4200 was asked more than 30 days before");
    let began = shop.read(super::version);
    assert!(began.all > version.all);
    assert_eq!((shop.settle(109), shop.read(super::version)), (0, began));
    assert_eq!(shop.one("taladro").variants[0].sale, planned(100, 110).variants[0].sale);
    assert!(!shop.save(&planned(100, 110), 109).changed);

    assert_eq!((shop.settle(115), shop.asked(), shop.settle(116)), (1, (5000, None), 0));
    assert_eq!(shop.one("taladro").variants[0].sale, None);
    let last = |column: &str| shop.number(&format!("SELECT {column} FROM price_history ORDER BY id DESC LIMIT 1"));
    assert_eq!((last("at"), last("price_in_cents")), (at(110).millis(), 5000), "not when it was settled");
    assert_eq!(shop.number("SELECT at FROM price_history WHERE sale_price_in_cents = 4000"), at(100).millis());
}

#[test]
fn a_sale_is_on_when_it_is_saved_within_its_dates_and_left_out_after_them() {
    let shop = shop();
    shop.save(&planned(10, 20), 15);
    assert_eq!((shop.asked(), shop.settle(19)), ((4000, Some(5000)), 0));
    shop.save(&planned(10, 20), 20);
    assert_eq!((shop.asked(), shop.settle(30)), ((5000, None), 0));
    shop.save(&planned(40, 50), 31);
    assert_eq!((shop.settle(60), shop.asked()), (1, (5000, None)));
    assert_eq!(shop.number("SELECT count(*) FROM price_history"), 2, "nobody was asked what came and went unseen");
}
