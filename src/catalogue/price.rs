//! RULE: prices.

use crate::money::Cents;

/// What one unit costs: the sale price where there is one.
pub fn unit_price(price: Cents, sale_price: Option<Cents>) -> Cents {
    sale_price.unwrap_or(price)
}
