//! Who is asked for stars: whoever bought something, once, some days after it was delivered.

use super::{OPEN_DAYS, Stand, kept, sql, stand};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Db, Tx};
use crate::mail::{self, Message};
use crate::orders::{self, Item, Order};
use crate::settings::Settings;

/// The event of an order whose buyer was asked.
pub const ASKED: &str = "rating_asked";

/// The event of an order whose buyer is not asked, as a shop that is lost has done so.
const PASSED: &str = "rating_passed";

/// Who is asked has so many days left at least. So nobody is asked of what was delivered long ago: not after an upgrade,
/// not when the owner switches this on, and not when the program comes back after weeks.
const DAYS_LEFT: i64 = 7;

/// How long an order that is due may wait for its turn, in seconds; with room for a turn that is missed.
const TURN_SECONDS: i64 = 2 * 60 * 60;

/// Asks whoever is to be asked; whether anybody was. An order that cannot be asked about is no reason to leave out others.
pub async fn tick(db: &Db, now: Timestamp) -> db::Result<bool> {
    let due = db.read(move |conn| due(conn, now)).await?;
    let (mut asked, mut failed) = (false, None);
    for order in due {
        let id = order.clone();
        match db.write(move |tx| ask(tx, &id, now)).await {
            Ok(done) => asked |= done,
            Err(error) => {
                tracing::error!(order, %error, "a buyer was not asked for stars");
                failed = Some(error);
            }
        }
    }
    failed.map_or(Ok(asked), Err)
}

/// For a shop that was put back: whoever was to be asked after `known_until`, the last that is known, was asked by the shop
/// that is lost, and is not asked again.
pub fn pass(tx: &Tx<'_>, known_until: Timestamp, now: Timestamp) -> db::Result<()> {
    let days = Settings::load(tx)?.ratings.days;
    let since = known_until.plus_seconds(-TURN_SECONDS).plus_days(-days).max(now.plus_days(DAYS_LEFT - OPEN_DAYS));
    for id in sql::unasked(tx, since, now.plus_days(-days))? {
        orders::record(tx, &id, PASSED, &serde_json::json!({}), now)?;
    }
    Ok(())
}

fn due(conn: &Conn, now: Timestamp) -> db::Result<Vec<String>> {
    let wanted = Settings::load(conn)?.ratings;
    if !wanted.ask {
        return Ok(Vec::new());
    }
    sql::unasked(conn, now.plus_days(DAYS_LEFT - OPEN_DAYS), now.plus_days(-wanted.days))
}

/// Tells only of what stars can be given to.
fn ask(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<bool> {
    let Some(mut order) = orders::find(tx, id)? else { return Ok(false) };
    let lines: Vec<Item> = kept(&order).cloned().collect();
    order.items.clear();
    for item in lines {
        if sql::is_product(tx, &item.product_id)? {
            order.items.push(item);
        }
    }
    if order.items.is_empty() || !may_ask(tx, &order, now)? {
        return Ok(false);
    }
    orders::record(tx, id, ASKED, &serde_json::json!({}), now)?;
    mail::enqueue(tx, &order.email, order.lang, &Message::RateOrder(orders::summary(&order)), now)?;
    Ok(true)
}

/// Never of what is on its way back or what the buyer's bank claims.
fn may_ask(conn: &Conn, order: &Order, now: Timestamp) -> db::Result<bool> {
    let is_open = matches!(stand(conn, order, now)?, Stand::Open(_));
    Ok(is_open && order.money.disputed.0 == 0 && !sql::was_asked(conn, &order.id)?)
}
