//! Signing in through a provider (OpenID Connect): the way there, the way back, and whose account that opens. What a
//! provider says is checked by `oidc`.

pub mod api;
mod flow;
mod sql;

use crate::clock::Timestamp;
use crate::db::{self, Tx};

/// Removes sign-ins under way that are over.
pub fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    sql::purge(tx, now)
}

/// Nobody who is on their way to a provider comes back from it.
pub fn end_everything(tx: &Tx<'_>) -> db::Result<()> {
    sql::end_everything(tx)
}
