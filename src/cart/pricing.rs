//! RULE: what a cart costs and how large it may be. Whole cents; prices contain their tax.

use crate::money::Cents;

/// Units of one line, at most; at least one.
pub const MAX_QUANTITY: i64 = 99;

/// Distinct lines of one order, at most, after merging the same variant with the same texts.
pub const MAX_LINES: usize = 50;

/// What one order may come to, shipping included: 50,000.00.
pub const MAX_ORDER: Cents = Cents(5_000_000);

/// The tax contained in shipping, in basis points (21 %).
pub const SHIPPING_TAX_BP: i64 = 2100;

/// What counts of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Priced {
    /// For one unit, tax included.
    pub unit_price: Cents,
    /// 1 to [`MAX_QUANTITY`].
    pub quantity: i64,
    /// The tax contained, in basis points.
    pub tax_rate_bp: i64,
}

/// What an order comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// The lines together.
    pub items: Cents,
    /// Shipping; zero when free.
    pub shipping: Cents,
    /// What is paid.
    pub total: Cents,
    /// The tax contained in `total`: line by line, and in shipping.
    pub tax: Cents,
}

/// Whether a line may have this many units.
pub fn is_quantity(quantity: i64) -> bool {
    (1..=MAX_QUANTITY).contains(&quantity)
}

/// What a line costs.
pub fn line_total(line: Priced) -> Cents {
    line.unit_price.times(line.quantity)
}

/// What the lines cost, without shipping.
pub fn items_total(lines: &[Priced]) -> Cents {
    lines.iter().copied().map(line_total).sum()
}

/// What an order of these lines comes to with this shipping.
pub fn totals(lines: &[Priced], shipping: Cents) -> Totals {
    let items = items_total(lines);
    let tax: Cents = lines.iter().map(|line| line_total(*line).tax_contained(line.tax_rate_bp)).sum();
    Totals { items, shipping, total: items.plus(shipping), tax: tax.plus(shipping.tax_contained(SHIPPING_TAX_BP)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::price::unit_price;

    #[test]
    fn the_cart_total_is_what_the_shared_cases_say() {
        let cases: serde_json::Value = serde_json::from_str(include_str!("../../tests/cases/pricing.json")).unwrap();
        let carts = cases["cart_total"].as_array().unwrap();
        assert!(!carts.is_empty());
        for case in carts {
            let lines: Vec<Priced> = case["lines"]
                .as_array()
                .unwrap()
                .iter()
                .map(|line| Priced {
                    unit_price: unit_price(
                        Cents(line["price_in_cents"].as_i64().unwrap()),
                        line["sale_price_in_cents"].as_i64().map(Cents),
                    ),
                    quantity: line["quantity"].as_i64().unwrap(),
                    tax_rate_bp: 2100,
                })
                .collect();
            assert_eq!(items_total(&lines).0, case["expected_in_cents"].as_i64().unwrap(), "{}", case["name"]);
        }
    }

    #[test]
    fn tax_is_contained_line_by_line_and_in_shipping() {
        let lines = [
            Priced { unit_price: Cents(1210), quantity: 10, tax_rate_bp: 2100 },
            Priced { unit_price: Cents(110), quantity: 1, tax_rate_bp: 1000 },
        ];
        let expected =
            Totals { items: Cents(12_210), shipping: Cents(495), total: Cents(12_705), tax: Cents(2100 + 10 + 86) };
        assert_eq!(totals(&lines, Cents(495)), expected);
    }

    #[test]
    fn a_quantity_is_1_to_99() {
        for (quantity, expected) in [(0, false), (-1, false), (1, true), (99, true), (100, false), (i64::MAX, false)] {
            assert_eq!(is_quantity(quantity), expected, "{quantity}");
        }
    }
}
