//! How reporting to the tax agency goes, for the desk.

use poem_openapi::Object;

use super::sending::{self, Progress};
use super::{declaration, producer};
use crate::clock::Timestamp;
use crate::db::{self, Conn};

/// How reporting to the tax agency goes.
#[derive(Debug, Object)]
pub(super) struct InvoicesReported {
    /// Records that are to be sent.
    unsent: i64,
    /// Invoices of which the agency says that something is wrong.
    wrong: i64,
    /// Invoices that the agency has and this shop has lost.
    lost: i64,
    /// Whether nothing is issued until the agency was asked which it has.
    held: bool,
    /// Why the last try to send failed.
    failure: Option<String>,
    /// Since when none succeeded, RFC 3339.
    failing_since: Option<String>,
    /// What the maker of the program declares, in Spanish; null where nobody answers for it.
    declaration: Option<String>,
}

impl InvoicesReported {
    pub(super) fn load(conn: &Conn) -> db::Result<Self> {
        let Progress { waiting, rejected, with_errors, lost, hold, failure, failing_since, .. } =
            sending::progress(conn)?;
        Ok(Self {
            unsent: waiting,
            wrong: rejected + with_errors,
            lost,
            held: hold.is_some(),
            failure,
            failing_since: failing_since.map(Timestamp::to_rfc3339),
            declaration: producer(conn)?.as_ref().map(declaration::text),
        })
    }
}
