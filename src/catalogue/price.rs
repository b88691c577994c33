//! RULE: prices. What a unit costs, which price a product shows, and what may stand struck through beside it.

use crate::clock::Timestamp;
use crate::money::Cents;

/// Days before a sale among whose prices the lowest is looked for.
const LOOK_BACK_DAYS: i64 = 30;

/// The most a unit may cost, tax included: a million euros.
pub const MAX_PRICE: Cents = Cents(100_000_000);

/// What one unit costs: the sale price where there is one.
pub fn unit_price(price: Cents, sale_price: Option<Cents>) -> Cents {
    sale_price.unwrap_or(price)
}

/// A sale as it is announced. Without a beginning it is on at once, without an end until it is taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sale {
    /// What one unit costs while it is on.
    pub price: Cents,
    /// From then on.
    pub starts_at: Option<Timestamp>,
    /// Until then, and no longer.
    pub ends_at: Option<Timestamp>,
}

impl Sale {
    /// One that no clock begins or ends.
    pub const fn undated(price: Cents) -> Self {
        Self { price, starts_at: None, ends_at: None }
    }

    /// Whether it costs less than the regular price, and something: what is given away has a price of 0 and no sale.
    pub fn is_below(&self, price: Cents) -> bool {
        Cents::ZERO < self.price && self.price < price
    }

    /// Whether it ends after it begins.
    pub fn is_forwards(&self) -> bool {
        self.ends_at.is_none_or(|end| self.starts_at.is_none_or(|start| start < end))
    }

    /// Whether it will never be on again.
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.ends_at.is_some_and(|end| end <= now)
    }

    /// Its price while it is on; `None` before and after.
    pub fn price_at(&self, now: Timestamp) -> Option<Cents> {
        let has_begun = self.starts_at.is_none_or(|start| start <= now);
        (has_begun && !self.is_over(now)).then_some(self.price)
    }

    /// When the clock changes next what is asked.
    pub fn next_change(&self, now: Timestamp) -> Option<Timestamp> {
        [self.starts_at, self.ends_at].into_iter().flatten().find(|at| *at > now)
    }

    /// When the clock changed last what is asked.
    pub fn last_change(&self, now: Timestamp) -> Option<Timestamp> {
        [self.ends_at, self.starts_at].into_iter().flatten().find(|at| *at <= now)
    }
}

/// A price as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// What one unit costs.
    pub price: Cents,
    /// What is struck through beside it; always above `price`.
    pub before: Option<Cents>,
}

/// How a variant's price is shown; `before` is its recorded price before the sale.
pub fn offer(price: Cents, sale_price: Option<Cents>, before: Option<Cents>) -> Offer {
    let price = unit_price(price, sale_price);
    Offer { price, before: before.filter(|before| sale_price.is_some() && *before > price) }
}

/// Which variant stands for its product, given what each costs: the cheapest (the first of equals) when the selection
/// is nothing or `lowest_price_first`, else the first. `None` without variants.
pub(super) fn displayed(selection: Option<&str>, unit_prices: impl IntoIterator<Item = Cents>) -> Option<usize> {
    let mut priced = unit_prices.into_iter().enumerate();
    match selection {
        None | Some("lowest_price_first") => priced.min_by_key(|(_, price)| *price),
        Some(_) => priced.next(),
    }
    .map(|(index, _)| index)
}

/// A price in force from a moment on, until the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PricePoint {
    /// From then on.
    pub at: Timestamp,
    /// The regular price as it was typed.
    pub price: Cents,
    /// The sale price, while there was one.
    pub sale_price: Option<Cents>,
}

/// The price before the sale that is on now: the lowest that was asked in the 30 days before the sale started, and
/// never more than any regular price typed during the sale. A product that was never offered without this sale has only
/// the latter. `None` when there is no sale. `history` is oldest first and ends with the price of now.
pub fn before_price(history: &[PricePoint]) -> Option<Cents> {
    let sale_from = history.iter().rposition(|point| point.sale_price.is_none()).map_or(0, |last| last + 1);
    let (earlier, sale) = history.split_at(sale_from);
    let started = sale.first()?.at;
    let window_from = started.plus_days(-LOOK_BACK_DAYS);
    // The last price set before the window opened was still in force inside it.
    let first = earlier.iter().rposition(|point| point.at <= window_from).unwrap_or(0);
    let asked = earlier[first..].iter().map(|point| unit_price(point.price, point.sale_price));
    asked.chain(sale.iter().map(|point| point.price)).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_displayed_price_is_the_one_of_the_shared_cases() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/pricing.json");
        let cases: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for case in cases["displayed_price"].as_array().unwrap() {
            let variants = case["variants"].as_array().unwrap();
            let offers: Vec<Offer> = variants
                .iter()
                .map(|variant| {
                    let regular = Cents(variant["price_in_cents"].as_i64().unwrap());
                    offer(regular, variant["sale_price_in_cents"].as_i64().map(Cents), Some(regular))
                })
                .collect();
            let selection = case["site_product_selection"].as_str();
            let shown = displayed(selection, offers.iter().map(|offer| offer.price)).unwrap();
            let expected = &case["expected"];
            assert_eq!(variants[shown]["id"], expected["variant_id"], "{}", case["name"]);
            assert_eq!(offers[shown].price.0, expected["price_in_cents"].as_i64().unwrap(), "{}", case["name"]);
            let before = offers[shown].before.map(|cents| cents.0);
            assert_eq!(before, expected["before_price_in_cents"].as_i64(), "{}", case["name"]);
        }
    }

    #[test]
    fn a_sale_is_on_from_its_beginning_until_just_before_its_end() {
        let at = Timestamp::from_millis;
        let sale = |starts: Option<i64>, ends: Option<i64>| Sale {
            price: Cents(100),
            starts_at: starts.map(at),
            ends_at: ends.map(at),
        };
        let told = |sale: Sale, now: i64| {
            let millis = |moment: Option<Timestamp>| moment.map(Timestamp::millis);
            (sale.price_at(at(now)).is_some(), millis(sale.last_change(at(now))), millis(sale.next_change(at(now))))
        };
        let both = sale(Some(10), Some(20));
        assert_eq!(told(both, 9), (false, None, Some(10)));
        assert_eq!(told(both, 10), (true, Some(10), Some(20)));
        assert_eq!(told(both, 19), (true, Some(10), Some(20)));
        assert_eq!(told(both, 20), (false, Some(20), None));
        assert_eq!(
            (told(sale(None, None), 0), told(sale(None, Some(5)), 5)),
            ((true, None, None), (false, Some(5), None))
        );
        assert_eq!(
            (told(sale(Some(5), None), 4), told(sale(Some(5), None), 5)),
            ((false, None, Some(5)), (true, Some(5), None))
        );
    }

    #[test]
    fn a_product_without_variants_shows_no_price() {
        assert_eq!(displayed(None, []), None);
        assert_eq!(displayed(Some("custom"), []), None);
    }

    #[test]
    fn nothing_is_struck_through_that_is_not_above_the_price() {
        let struck = |price, sale, before| offer(Cents(price), sale, before).before;
        assert_eq!(struck(5000, Some(Cents(4000)), Some(Cents(4500))), Some(Cents(4500)));
        assert_eq!(struck(5000, Some(Cents(4000)), Some(Cents(4000))), None);
        assert_eq!(struck(5000, Some(Cents(4000)), Some(Cents(3900))), None);
        assert_eq!(struck(5000, None, Some(Cents(6000))), None);
    }

    /// Days from the start of time with a regular and a sale price (0: none), in euros; the expected price before.
    fn check(history: &[(i64, i64, i64)], expected: Option<i64>) {
        let points: Vec<PricePoint> = history
            .iter()
            .map(|(day, price, sale)| PricePoint {
                at: Timestamp::from_millis(0).plus_days(*day),
                price: Cents(price * 100),
                sale_price: (*sale > 0).then_some(Cents(sale * 100)),
            })
            .collect();
        assert_eq!(before_price(&points), expected.map(|euros| Cents(euros * 100)), "{history:?}");
    }

    #[test]
    fn the_price_before_a_sale_is_the_lowest_of_the_30_days_before_it() {
        check(&[(0, 50, 0), (100, 50, 40)], Some(50));
        // A cheaper price counts while any of its days lies in the window, and no longer.
        check(&[(0, 45, 0), (80, 50, 0), (100, 50, 40)], Some(45));
        check(&[(0, 45, 0), (70, 50, 0), (100, 50, 40)], Some(50));
        check(&[(0, 45, 0), (71, 50, 0), (100, 50, 40)], Some(45));
        // A price raised just before the sale strikes nothing better through.
        check(&[(0, 50, 0), (99, 80, 0), (100, 80, 40)], Some(50));
        // An earlier sale within the window counts with its sale price.
        check(&[(0, 50, 0), (80, 50, 38), (90, 50, 0), (100, 50, 40)], Some(38));
    }

    #[test]
    fn a_sale_that_is_deepened_keeps_the_price_before_its_start() {
        check(&[(0, 50, 0), (100, 50, 40), (120, 50, 30)], Some(50));
    }

    #[test]
    fn without_history_the_typed_price_stands_and_cannot_be_raised_during_the_sale() {
        check(&[(0, 50, 40)], Some(50));
        check(&[(0, 50, 40), (5, 90, 40)], Some(50));
        check(&[(0, 50, 0), (100, 45, 40)], Some(45));
    }

    #[test]
    fn there_is_no_price_before_without_a_sale() {
        check(&[], None);
        check(&[(0, 50, 0)], None);
        check(&[(0, 50, 40), (10, 50, 0)], None);
    }
}
