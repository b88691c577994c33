//! Whether the records are as they were written, each with the hash of the one before.

use super::{record, sql};
use crate::db::{self, Conn};

/// How many records there are, and the numbers of those that are not as they were written.
pub fn check_chain(conn: &Conn) -> db::Result<(i64, Vec<String>)> {
    let (mut looked_at, mut last, mut broken) = (0, None, Vec::new());
    sql::each_record(conn, |number, previous, hashed, hash| {
        let names = |text: &str| hashed.contains(text);
        let is_linked = previous == last && names(&format!("&Huella={}&", previous.as_deref().unwrap_or_default()));
        if !is_linked || !names(&format!("&NumSerieFactura={number}&")) || record::hash(hashed) != hash {
            broken.push(number);
        }
        looked_at += 1;
        last = Some(hash.to_owned());
    })?;
    Ok((looked_at, broken))
}
