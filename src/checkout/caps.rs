//! RULE: what one buyer may hold without paying. See docs/decisions/0006.

use super::{Error, HOLD_SECONDS};
use crate::cart::PricedLine;
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::orders;
use crate::orders::origin::{self, Origin};

/// Orders of one person that may be unpaid at a time.
pub const MAX_PENDING: i64 = 3;

/// Orders one person may place in an hour.
pub const MAX_PER_HOUR: usize = 10;

/// Seconds of a day for which somebody may hold more than a fair share of something without ever paying: two orders that
/// run out.
pub const MAX_IDLE_SECONDS: i64 = 2 * HOLD_SECONDS;

/// Keeps one person from holding the shop's stock without paying. A first order may take all there is. While it is
/// unpaid, the same variant is held up to a fair share, a fifth of its stock and at least one unit; and so it is for
/// whom more was held in vain for [`MAX_IDLE_SECONDS`] of the last day: their account, their address or their network.
pub(super) fn check(
    tx: &Tx<'_>,
    user_id: &str,
    origin: &Origin,
    lines: &[PricedLine],
    now: Timestamp,
) -> Result<(), Error> {
    if orders::pending_of(tx, user_id)? >= MAX_PENDING {
        return Err(Error::TooManyOpenOrders);
    }
    let recent = orders::placed_since(tx, user_id, now.plus_seconds(-3600))?;
    if recent.len() >= MAX_PER_HOUR {
        let free_at = recent[recent.len() - MAX_PER_HOUR].plus_seconds(3600);
        return Err(Error::TooManyOrders((free_at.seconds() - now.seconds()).max(1)));
    }
    for line in lines.iter().filter(|line| line.variant.manage_inventory) {
        let variant = &line.variant;
        let held = orders::held_by(tx, user_id, &variant.variant_id)?;
        let wanted: i64 = lines.iter().filter(|l| l.variant.variant_id == variant.variant_id).map(|l| l.quantity).sum();
        let fair = ((variant.available + held) / 5).max(1);
        if held > 0 && held + wanted > fair {
            return Err(Error::TooManyOpenOrders);
        }
        if wanted > fair
            && origin::idle_seconds(tx, user_id, origin, &variant.variant_id, fair, now)? >= MAX_IDLE_SECONDS
        {
            return Err(Error::HeldInVain {
                product: variant.product_title.clone(),
                variant: variant.variant_title.clone(),
                fair,
            });
        }
    }
    Ok(())
}
