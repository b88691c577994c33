//! RULE who is reminded of an order that waits for its payment: whoever left it some minutes ago, once, while there is time
//! to pay. See docs/decisions/0028.

use serde_json::json;

use super::payment::{RESUMED, apply, look_up, open_pages};
use super::worker::CircuitBreaker;
use super::{Error, sql};
use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::mail::{self, Message, OrderSummary};
use crate::orders::{self, Order, Status};
use crate::settings::Settings;

/// The event of an order whose buyer was reminded.
const REMINDED: &str = "payment_reminded";

/// An order with less time than this left, in seconds, would be over before its buyer has read the mail.
const WORTH_IT_SECONDS: i64 = 10 * 60;

/// Reminds of every order that is due; how many. One whose provider does not answer waits for the next round: it may be
/// paid.
pub async fn round(app: &App) -> Result<usize, Error> {
    let now = app.clock.now();
    let (mut reminded, mut breaker) = (0, CircuitBreaker::default());
    for Order { id: order_id, .. } in app.db.read(move |conn| due(conn, now)).await? {
        match remind_unless_paid(app, &order_id, &mut breaker, now).await {
            Ok(true) => reminded += 1,
            Ok(false) | Err(Error::PaymentUnavailable) => {}
            // The others must not wait for it.
            Err(error) => tracing::error!(%error, order_id, "nobody could be reminded of an unpaid order"),
        }
    }
    if reminded > 0 {
        app.wakeups.outbox.notify_one();
    }
    Ok(reminded)
}

/// Whether a mail asks for the payment of an order that can be paid no more, or says of one that was not paid that its goods
/// are set aside.
pub fn is_over(conn: &Conn, message: &Message, now: Timestamp) -> db::Result<bool> {
    let find = |about: &OrderSummary| orders::find(conn, &about.order_id);
    Ok(match message {
        Message::OrderReminder(about) => find(about)?.is_none_or(|order| !order.is_payable(now)),
        Message::OrderReceived(about) => find(about)?.is_some_and(|order| order.status == Status::Cancelled),
        _ => false,
    })
}

/// The provider is asked first: its word of a payment may be late.
async fn remind_unless_paid(
    app: &App,
    order_id: &str,
    breaker: &mut CircuitBreaker,
    now: Timestamp,
) -> Result<bool, Error> {
    for attempt in open_pages(app, order_id).await? {
        let Some(state) = breaker.ask(attempt.provider, look_up(app, &attempt)).await else { return Ok(false) };
        apply(app, state?).await?;
    }
    let id = order_id.to_owned();
    Ok(app.db.write(move |tx| remind(tx, &id, now)).await?)
}

/// The event and the mail, if the order is still due.
fn remind(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> db::Result<bool> {
    let Some(order) = due(tx, now)?.into_iter().find(|order| order.id == order_id) else { return Ok(false) };
    orders::record(tx, order_id, REMINDED, &json!({}), now)?;
    let about = OrderSummary { kept_until: super::kept_until(&order), ..orders::summary(&order) };
    mail::enqueue(tx, &order.email, order.lang, &Message::OrderReminder(about), now)?;
    Ok(true)
}

/// The orders that were left so long ago as the setting says, of addresses that may be written to.
fn due(conn: &Conn, now: Timestamp) -> db::Result<Vec<Order>> {
    let minutes = Settings::load(conn)?.payment_reminder;
    // A payment of theirs may stand on a list that is not read yet.
    if minutes == 0 || sql::unread_since(conn)?.is_some() {
        return Ok(Vec::new());
    }
    let left = now.plus_seconds(-60 * minutes);
    let mut orders = Vec::new();
    for id in sql::left_unpaid(conn, (REMINDED, RESUMED), left, now.plus_seconds(WORTH_IT_SECONDS))? {
        let Some(order) = orders::find(conn, &id)? else { continue };
        // Nobody has proven that a guest's address is theirs.
        let is_guest = order.user_id.is_none();
        if !is_guest || orders::guest_events_since(conn, &order.email, REMINDED, now.plus_days(-1))? == 0 {
            orders.push(order);
        }
    }
    Ok(orders)
}
