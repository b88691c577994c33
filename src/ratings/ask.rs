//! Who is asked for stars: whoever bought something, once, some days after it was delivered.

use super::{OPEN_DAYS, Stand, kept, sql, stand};
use crate::checkout::summary;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Db, Tx};
use crate::mail::{self, Message};
use crate::orders::{self, Order};
use crate::settings::Settings;

/// The event of an order whose buyer was asked.
pub const ASKED: &str = "rating_asked";

/// Who is asked has so many days left at least. So nobody is asked of what was delivered long ago: not after an upgrade,
/// not when the owner switches this on, and not when the program comes back after weeks.
const DAYS_LEFT: i64 = 7;

/// Orders of one transaction.
const AT_ONCE: usize = 20;

/// Asks whoever is to be asked; whether anybody was.
pub async fn tick(db: &Db, now: Timestamp) -> db::Result<bool> {
    let due = db.read(move |conn| due(conn, now)).await?;
    let mut asked = false;
    for orders in due.chunks(AT_ONCE).map(<[String]>::to_vec) {
        asked |= db.write(move |tx| ask_all(tx, &orders, now)).await?;
    }
    Ok(asked)
}

fn due(conn: &Conn, now: Timestamp) -> db::Result<Vec<String>> {
    let wanted = Settings::load(conn)?.ratings;
    if !wanted.ask {
        return Ok(Vec::new());
    }
    sql::unasked(conn, now.plus_days(DAYS_LEFT - OPEN_DAYS), now.plus_days(-wanted.days))
}

fn ask_all(tx: &Tx<'_>, orders: &[String], now: Timestamp) -> db::Result<bool> {
    let mut asked = false;
    for id in orders {
        if let Some(order) = orders::find(tx, id)?
            && may_ask(tx, &order, now)?
        {
            orders::record(tx, id, ASKED, &serde_json::json!({}), now)?;
            mail::enqueue(tx, &order.email, order.lang, &Message::RateOrder(summary(&order)), now)?;
            asked = true;
        }
    }
    Ok(asked)
}

/// Never of what is on its way back or what the buyer's bank claims.
fn may_ask(conn: &Conn, order: &Order, now: Timestamp) -> db::Result<bool> {
    if !matches!(stand(conn, order, now)?, Stand::Open(_))
        || order.money.disputed.0 > 0
        || sql::was_asked(conn, &order.id)?
    {
        return Ok(false);
    }
    for item in kept(order) {
        if sql::is_product(conn, &item.product_id)? {
            return Ok(true);
        }
    }
    Ok(false)
}
