//! Rows that people name by the beginning of their ids.

use super::{Conn, Result};

/// The ids in a table that begin with `prefix`; two at most, as one more than one is enough to know it is ambiguous.
pub fn ids_with_prefix(conn: &Conn, table: &'static str, prefix: &str) -> Result<Vec<String>> {
    // On the index: nothing that stands in an id comes after the last of all characters.
    let sql = format!("SELECT id FROM {table} WHERE id >= ?1 AND id < ?1 || char(1114111) ORDER BY id LIMIT 2");
    let mut statement = conn.prepare_cached(&sql)?;
    let ids = statement.query_map([prefix], |row| row.get(0))?;
    Ok(ids.collect::<std::result::Result<_, _>>()?)
}
