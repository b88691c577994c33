//! How goods follow the money: what the owner gave money back for returns to the stock in the transaction that makes the
//! refund certain, and so does all that an unsent order holds once none of its money is here any more.

use std::collections::BTreeMap;

use serde_json::json;

use super::sql;
use crate::catalogue::stock;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;
use crate::orders::{self, Order, Status};

/// Brings the stock to where the refunds of an order say it is, after one of them was made or failed after all. It counts
/// from what was moved before, so that nothing goes back twice.
pub(super) fn follow(tx: &Tx<'_>, refund: &sql::Refund, now: Timestamp) -> db::Result<()> {
    let Some(order) = orders::find(tx, &refund.order_id)? else { return Ok(()) };
    let is_unsent = order.status == Status::Paid;
    let money = order.money;
    let is_all_back =
        is_unsent && money.paid > Cents::ZERO && money.net == Cents::ZERO && money.returning == Cents::ZERO;
    let named = sql::named_units(tx, &order.id)?;
    let mut moved = 0;
    for taken in stock::taken_by(tx, &order.id)? {
        let units = named.get(&taken.variant_id).copied().unwrap_or_default();
        let wanted = if is_all_back { taken.taken - units.lost } else { units.restocked + taken.came_back };
        let missing = wanted.clamp(0, taken.taken) - taken.back;
        // What was sent and came back stays in the shop, whatever becomes of its money.
        if missing > 0 || is_unsent {
            moved += stock::move_for_refund(tx, &order.id, &refund.id, &taken.variant_id, missing, now)?;
        }
    }
    if moved == 0 {
        return Ok(());
    }
    let (kind, units) = if moved > 0 { ("restocked", moved) } else { ("taken_again", -moved) };
    orders::record(tx, &order.id, kind, &json!({ "refund": refund.id, "units": units }), now)
}

/// The same after a return has said that so many units of a refund, by variant, cannot be sold that could: what was sent is
/// off sale again.
pub(super) fn follow_note(
    tx: &Tx<'_>,
    refund: &sql::Refund,
    fewer: &BTreeMap<String, i64>,
    now: Timestamp,
) -> db::Result<()> {
    let sent =
        orders::find(tx, &refund.order_id)?.filter(|order| matches!(order.status, Status::Shipped | Status::Delivered));
    let mut moved = 0;
    for taken in sent.map_or(Ok(Vec::new()), |order| stock::taken_by(tx, &order.id))? {
        let units = fewer.get(&taken.variant_id).copied().unwrap_or_default().min(taken.back);
        if units > 0 {
            moved -= stock::move_for_refund(tx, &refund.order_id, &refund.id, &taken.variant_id, -units, now)?;
        }
    }
    if moved > 0 {
        orders::record(tx, &refund.order_id, "off_sale", &json!({ "refund": refund.id, "units": moved }), now)?;
    }
    follow(tx, refund, now)
}

/// Puts units of an order's lines on sale again that came back and that no refund is for, as the buyer's bank took their
/// money.
pub fn come_back(
    tx: &Tx<'_>,
    order: &Order,
    units: impl Iterator<Item = (String, i64)>,
    now: Timestamp,
) -> db::Result<()> {
    let mut named: BTreeMap<&str, i64> = BTreeMap::new();
    for (item_id, units) in units {
        if let Some(item) = order.item(&item_id) {
            *named.entry(&item.variant_id).or_default() += units;
        }
    }
    let (mut moved, refunded) = (0, sql::named_units(tx, &order.id)?);
    for taken in stock::taken_by(tx, &order.id)? {
        let Some(units) = named.get(taken.variant_id.as_str()) else { continue };
        let refunded = refunded.get(&taken.variant_id).map_or(0, |units| units.restocked);
        // Less what a refund that failed has left on sale.
        let units = (refunded + taken.came_back + units).clamp(0, taken.taken) - taken.back;
        if units > 0 {
            stock::come_back(tx, &order.id, &taken.variant_id, units, now)?;
            moved += units;
        }
    }
    if moved == 0 { Ok(()) } else { orders::record(tx, &order.id, "restocked", &json!({ "units": moved }), now) }
}

/// Units of an order, by variant, that its refunds say do not go back into stock.
pub fn lost_units(conn: &Conn, order_id: &str) -> db::Result<BTreeMap<String, i64>> {
    Ok(sql::named_units(conn, order_id)?.into_iter().map(|(variant, units)| (variant, units.lost)).collect())
}
