//! Another address for mail of an order that was bought without an account: its buyer mistyped theirs, and telephones.

use serde_json::json;

use super::resend::{Kind, detail_of, message};
use super::{Error, find, tell, write_down};
use crate::audit::Actor;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::mail::{self, Message};
use crate::orders::{self, Order, desk};

/// Puts right the address for mail of a guest's order. A stranger may have its mails: none of their links opens it from then
/// on. What waits goes to the right address, and so does the mail of where the order stands.
pub fn correct_email(
    tx: &Tx<'_>,
    actor: &Actor,
    order_id: &str,
    email: &EmailAddress,
    now: Timestamp,
) -> Result<Order, Error> {
    let before = find(tx, order_id)?;
    if before.key_nonce.is_some() && before.email == email.as_str() {
        return Ok(before);
    }
    if !desk::correct_email(tx, order_id, email, now)? {
        return Err(Error::NotGuests);
    }
    let order = find(tx, order_id)?;
    let nonce = order.key_nonce.as_deref().unwrap_or_default();
    let waiting = mail::redirect(tx, order_id, &before.email, &order.email, nonce, now)?;
    let kind = Kind::of(&order);
    let detail = if order.ended_unpaid() || waiting.iter().any(|waits| waits == kind.as_str()) {
        json!({})
    } else if let Some(message) = message(tx, &order, kind, None, now)? {
        tell(tx, &order, &message, now)?;
        detail_of(&order, kind, None)
    } else {
        // Its money is on its way back: that is told once it is there, and until then the way to the order is.
        tell(tx, &order, &Message::OrderLink(orders::summary(&order)), now)?;
        json!({ "mail": "order_link" })
    };
    // Not which address it was and is: a stranger's may be among them, and the log cannot forget it.
    write_down(tx, actor, order_id, "email_corrected", detail, None, now)?;
    Ok(order)
}

/// Whether a mail leads to an order by a link that opens nothing any more, for its address was corrected since.
pub fn is_over(conn: &Conn, message: &Message) -> db::Result<bool> {
    let about = match message {
        Message::RateOrder(about) => Some(about),
        message => message.order_of_buyer(),
    };
    let Some((order_id, nonce)) = about.and_then(|about| Some((&about.order_id, about.key_nonce.as_ref()?))) else {
        return Ok(false);
    };
    let order = orders::find(conn, order_id)?;
    Ok(order.and_then(|order| order.key_nonce).is_some_and(|valid| valid != *nonce))
}
