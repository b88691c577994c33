//! What SQL can ask beside what it has: texts compared without case and accents, telephones by their digits.

use rusqlite::functions::FunctionFlags;

use super::Conn;
use crate::text;

/// `folded(text)`, `figures(text)`, its digits, and `holds(part, text, …)`, whether any of the texts holds a part that is folded.
pub(super) fn add(conn: &Conn) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    conn.create_scalar_function("folded", 1, flags, |given| {
        Ok(given.get::<Option<String>>(0)?.map(|text| text::folded(&text)))
    })?;
    conn.create_scalar_function("figures", 1, flags, |given| {
        Ok(given.get::<Option<String>>(0)?.map(|text| text::figures(&text)))
    })?;
    conn.create_scalar_function("holds", -1, flags, |given| {
        let part = given.get_raw(0).as_str()?;
        for at in 1..given.len() {
            if given.get_raw(at).as_str_or_null()?.is_some_and(|text| text::holds(text, part)) {
                return Ok(true);
            }
        }
        Ok(false)
    })
}
