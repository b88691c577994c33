//! Which orders a list is asked for.

use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::invoices;
use crate::orders::desk::Wanted;
use crate::orders::{Refunded, Status};
use crate::problem::Problem;
use crate::text;

/// What a list of orders is asked for, as it was sent.
pub(super) struct Asked {
    pub status: Option<Status>,
    pub attention: Option<bool>,
    pub to_ship: Option<bool>,
    pub refund: Option<Refunded>,
    pub q: Option<String>,
    pub from: Option<String>,
    pub to: Option<String>,
}

/// The orders that are wanted.
pub(super) fn wanted(asked: Asked) -> Result<Wanted, Problem> {
    Ok(Wanted {
        status: asked.status,
        person: None,
        attention: asked.attention.unwrap_or_default(),
        to_ship: asked.to_ship.unwrap_or_default(),
        refund: asked.refund,
        q: text::wanted(asked.q.as_deref()),
        from: asked.from.map(|day| day_of("from", &day)).transpose()?.map(|(begin, _)| begin),
        before: asked.to.map(|day| day_of("to", &day)).transpose()?.map(|(_, end)| end),
    })
}

/// Whoever looks for the number of an invoice is after the order that it is of.
pub(super) fn of_invoice(conn: &Conn, mut wanted: Wanted) -> db::Result<Wanted> {
    if let Some(number) = wanted.q.as_deref().and_then(|q| q.parse().ok())
        && let Some(invoice) = invoices::find(conn, &number)?
    {
        wanted.q = Some(invoice.order_id);
    }
    Ok(wanted)
}

/// The beginning and the end of a day of the firm's.
fn day_of(field: &str, day: &str) -> Result<(Timestamp, Timestamp), Problem> {
    Timestamp::day(day).ok_or_else(|| Problem::invalid(field, "must be a day such as 2026-11-20"))
}
