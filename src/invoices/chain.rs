//! Whether the records are as they were made, each with the hash of the one before.

use super::{record, sql};
use crate::db::{self, Conn};

/// How many records there are, and the numbers of those that are not what their invoices and the record before make them.
pub fn check_chain(conn: &Conn) -> db::Result<(i64, Vec<String>)> {
    let (mut looked_at, mut last, mut broken) = (0, None, Vec::new());
    sql::each_in_chain(conn, |invoice| {
        let record = &invoice.record;
        let is_linked = record.previous_hash == last;
        if !is_linked || record.hashed != invoice.to_hash() || record.hash != record::hash(&record.hashed) {
            broken.push(invoice.number.to_string());
        }
        looked_at += 1;
        last = Some(record.hash.clone());
    })?;
    Ok((looked_at, broken))
}
