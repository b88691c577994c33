//! What buyers complained about.

use poem_openapi::Object;

use crate::db::{self, Conn};
use crate::id;
use crate::orders::{self, Order};
use crate::quotes::complaints;

/// A complaint about an order.
#[derive(Debug, Object)]
#[oai(rename = "DeskOrderComplaint")]
pub(super) struct Complained {
    /// The message.
    id: String,
    /// What people call it by, `R-2026-0007`.
    key: String,
    /// Whether it waits for an answer.
    is_open: bool,
}

/// So many are shown with an order.
const MOST: i64 = 50;

/// Those that name an order, as it was typed, the newest first.
pub(super) fn about(conn: &Conn, order: &Order) -> db::Result<Vec<Complained>> {
    let found = complaints::naming(conn, order.number.year, &names(order), MOST)?.into_iter();
    Ok(found.map(|(id, told)| Complained { id, key: told.key.to_string(), is_open: told.is_open() }).collect())
}

/// What a text has that names an order: its number as a word, whose place may begin with zeros, or a word that begins as
/// its id does.
fn names(order: &Order) -> Vec<String> {
    let orders::Number { year, place } = order.number;
    let place = place.to_string();
    let written = (place.len()..=6).map(|width| format!(" {year}-{place:0>width$} "));
    written.chain([format!(" {}", id::short(&order.id))]).collect()
}
