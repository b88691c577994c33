//! RULE: what one buyer may hold without paying. See docs/decisions/0006 and 0026.

use super::{By, Error, HOLD_SECONDS};
use crate::cart::PricedLine;
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::orders::origin::{self, Origin};
use crate::orders::{self, Party};

/// Orders of one person that may be unpaid at a time.
pub const MAX_PENDING: i64 = 3;

/// Orders one person may place in an hour.
pub const MAX_PER_HOUR: usize = 10;

/// Seconds of a day for which somebody may hold more than a fair share of something without ever paying: two orders that
/// run out.
pub const MAX_IDLE_SECONDS: i64 = 2 * HOLD_SECONDS;

/// Mails that an address gets in a day about orders that anybody could have placed with it.
const MAX_UNASKED_MAILS: usize = 3;

/// Keeps one person from holding the shop's stock without paying. A first order may take all there is. While it is
/// unpaid, the same variant is held up to a fair share, a fifth of its stock and at least one unit; and so it is for
/// whom more was held in vain for [`MAX_IDLE_SECONDS`] of the last day: their account, their address or their network.
/// Whoever has no account is counted by their address for mail, their street and their network, each alone.
pub(super) fn check(
    tx: &Tx<'_>,
    party: Party<'_>,
    origin: &Origin,
    lines: &[PricedLine],
    now: Timestamp,
) -> Result<(), Error> {
    let parties = match party {
        Party::Account(_) => vec![party],
        _ => vec![party, Party::Street(origin), Party::Network(origin)],
    };
    for party in &parties {
        if orders::pending_of(tx, *party)? >= MAX_PENDING {
            return Err(Error::TooManyOpenOrders);
        }
        let recent = orders::placed_since(tx, *party, now.plus_seconds(-3600))?;
        if recent.len() >= MAX_PER_HOUR {
            let free_at = recent[recent.len() - MAX_PER_HOUR].plus_seconds(3600);
            return Err(Error::TooManyOrders((free_at.seconds() - now.seconds()).max(1)));
        }
    }
    for line in lines.iter().filter(|line| line.variant.manage_inventory) {
        let variant = &line.variant;
        let mut held = 0;
        for party in &parties {
            held = held.max(orders::held_by(tx, *party, &variant.variant_id)?);
        }
        let wanted: i64 = lines.iter().filter(|l| l.variant.variant_id == variant.variant_id).map(|l| l.quantity).sum();
        let fair = ((variant.available + held) / 5).max(1);
        if held > 0 && held + wanted > fair {
            return Err(Error::TooManyOpenOrders);
        }
        if wanted > fair && origin::idle_seconds(tx, party, origin, &variant.variant_id, fair, now)? >= MAX_IDLE_SECONDS
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

/// Whether a new order is told by mail at once. Nobody has proven that the address of a guest is theirs, and whoever owns
/// it must not be flooded; the mail of a payment always goes out.
pub(super) fn may_be_mailed(tx: &Tx<'_>, by: &By, now: Timestamp) -> Result<bool, Error> {
    Ok(match by {
        By::Account(_) => true,
        By::Guest(_) => orders::placed_since(tx, by.party(), now.plus_days(-1))?.len() < MAX_UNASKED_MAILS,
    })
}
