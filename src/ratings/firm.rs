//! Stars for the firm, from who wanted a quote, once the work is done. The owner asks, once for each request; whoever was
//! asked decides what counts.

use super::{OPEN_DAYS, Own, Stand, sql};
use crate::audit::{self, Actor};
use crate::auth::mailbox;
use crate::catalogue::Rating;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::mail::{self, Message};
use crate::quotes::QuoteRequest;
use crate::quotes::inbox::{self, Inquiry, Kind};

/// For so long after a request was closed the firm may ask, in days.
const MAX_CLOSED_DAYS: i64 = 30;

/// Why somebody is not asked.
#[derive(Debug, thiserror::Error)]
pub enum NotAsked {
    /// There is no such request.
    #[error("there is no such request for a quote")]
    NotFound,
    /// There is still something to be done.
    #[error("only a closed request is asked about")]
    NotClosed,
    /// Nobody remembers it well.
    #[error("a request is asked about for {MAX_CLOSED_DAYS} days after it was closed")]
    LongAgo,
    /// The database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// When somebody was asked, and what they gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    pub at: Timestamp,
    /// 1 to 5.
    pub stars: Option<i64>,
}

/// Whether somebody was asked.
pub fn asked(conn: &Conn, quote_id: &str) -> db::Result<Option<Asked>> {
    let found = sql::of_quote(conn, quote_id)?;
    Ok(found.map(|(at, given)| Asked { at, stars: given.map(|(stars, _)| stars) }))
}

/// Asks who wanted a quote, by mail; only the first time.
pub fn ask(tx: &Tx<'_>, actor: &Actor, quote_id: &str, now: Timestamp) -> Result<Asked, NotAsked> {
    let quote: Inquiry = inbox::find(tx, Kind::Quote, quote_id)?.ok_or(NotAsked::NotFound)?;
    if quote.row.status != inbox::Status::Closed.into_str() {
        return Err(NotAsked::NotClosed);
    }
    if let Some(asked) = asked(tx, quote_id)? {
        return Ok(asked);
    }
    if closed_at(&quote).plus_days(MAX_CLOSED_DAYS) <= now {
        return Err(NotAsked::LongAgo);
    }
    sql::ask_quote(tx, quote_id, now)?;
    audit::record(tx, actor, "quote.rating_asked", quote_id, &serde_json::json!({}), now)?;
    let message = Message::RateFirm {
        name: mailbox::greeting(&quote.row.name),
        number: quote.row.number.clone(),
        quote_id: quote_id.to_owned(),
    };
    mail::enqueue(tx, &quote.row.email, quote.lang, &message, now)?;
    Ok(Asked { at: now, stars: None })
}

fn closed_at(quote: &Inquiry) -> Timestamp {
    let closed = inbox::Status::Closed.into_str();
    let last = quote.events.iter().rev().find(|event| event.kind == "status" && event.text == closed);
    last.map_or(quote.row.created_at, |event| event.at)
}

/// Whether stars can be given for the work of a request, and those that were.
pub fn stand(conn: &Conn, quote_id: &str, now: Timestamp) -> db::Result<(Stand, Option<i64>)> {
    let (Some(asked), Some(_)) = (asked(conn, quote_id)?, inbox::find(conn, Kind::Quote, quote_id)?) else {
        return Ok((Stand::Gone, None));
    };
    let until = asked.at.plus_days(OPEN_DAYS);
    Ok((if now < until { Stand::Open(until) } else { Stand::Over }, asked.stars))
}

/// Takes stars in, in place of those before; the answer is how it stands.
pub fn give(tx: &Tx<'_>, quote_id: &str, stars: i64, now: Timestamp) -> db::Result<Stand> {
    let (stand, _) = stand(tx, quote_id, now)?;
    if matches!(stand, Stand::Open(_)) {
        sql::rate_quote(tx, quote_id, stars, now)?;
    }
    Ok(stand)
}

/// What the firm was given; `None` for nothing yet.
pub fn rating(conn: &Conn) -> db::Result<Option<Rating>> {
    let (count, sum) = sql::of_firm(conn)?;
    Ok(Rating::of(count, sum))
}

/// The stars that were given for the work of these requests.
pub fn of_quotes(conn: &Conn, quotes: &[QuoteRequest]) -> db::Result<Vec<Own>> {
    let mut all = Vec::new();
    for quote in quotes {
        let given = sql::of_quote(conn, &quote.id)?.and_then(|(_, given)| given);
        all.extend(given.map(|(stars, given_at)| Own { of: quote.id.clone(), product_id: None, stars, given_at }));
    }
    Ok(all)
}
