//! Sales that begin and end by the clock.
//!
//! What a variant costs stands in its row, for every page, list, search and order alike. When the clock begins or ends a
//! sale, that row is written anew, with the price history at the very moment and, by the database's triggers, the
//! version of the catalogue: what is shown and what is asked change in one commit.

use super::price::PricePoint;
use super::sql::prices;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// Whether the clock has begun or ended a sale since they were settled.
pub fn are_sales_due(conn: &Conn, now: Timestamp) -> db::Result<bool> {
    prices::is_any_due(conn, now)
}

/// Begins and ends what the clock says; answers of how many variants. Once more does nothing more. A sale that came and
/// went while nobody settled was never asked and leaves no trace in the history.
pub fn settle_sales(tx: &Tx<'_>, now: Timestamp) -> db::Result<usize> {
    let due = prices::due(tx, now)?;
    for (id, price, sale) in &due {
        let sale_price = sale.and_then(|sale| sale.price_at(now));
        let at = sale.and_then(|sale| sale.last_change(now)).unwrap_or(now);
        let point = PricePoint { at, price: *price, sale_price };
        let (before, is_new) = prices::before_at(tx, id, point)?;
        match sale_price {
            Some(_) => {
                let next = sale.and_then(|sale| sale.next_change(now));
                prices::set_sale_price(tx, id, sale_price, before, next)?;
            }
            None => prices::forget_sale(tx, id)?,
        }
        if is_new {
            prices::remember(tx, id, point)?;
        }
    }
    Ok(due.len())
}
