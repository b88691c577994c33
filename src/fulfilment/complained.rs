//! What buyers complained about.

use poem_openapi::Object;

use crate::db::{self, Conn};
use crate::orders::Order;
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

/// Those that name an order, as it was typed, the newest first.
pub(super) fn about(conn: &Conn, order: &Order) -> db::Result<Vec<Complained>> {
    let all = complaints::naming_orders(conn)?.into_iter();
    let of_order = all.filter(|(_, told)| told.order.as_deref().is_some_and(|typed| order.is_called(typed)));
    Ok(of_order.map(|(id, told)| Complained { id, key: told.key.to_string(), is_open: told.is_open() }).collect())
}
