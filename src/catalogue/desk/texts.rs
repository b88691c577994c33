//! RULE: translations grow stale. Each keeps a hash of the Spanish text it was made of; another Spanish text makes it
//! stale until it is written anew or found right as it is.

use std::collections::BTreeMap;

use super::sql;
use crate::catalogue::stored::Stored;
use crate::catalogue::texts::source;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;

/// The paths of translations whose Spanish text is another by now.
pub(super) fn stale(conn: &Conn, stored: &Stored) -> db::Result<BTreeMap<Lang, Vec<String>>> {
    let (ids, draft) = (stored.ids(), stored.to_draft());
    let mut all: BTreeMap<Lang, Vec<String>> = BTreeMap::new();
    for (lang, stored_path, kept) in sql::text_sources(conn, &stored.id)? {
        let Some(path) = ids.to_draft(&stored_path) else { continue };
        if source(&draft, &path).is_some_and(|now| now != kept) {
            all.entry(lang).or_default().push(path);
        }
    }
    Ok(all)
}

/// Takes translations for right as they are.
pub(super) fn confirm(tx: &Tx<'_>, stored: &Stored, lang: Lang, paths: &[String]) -> db::Result<()> {
    let (ids, draft) = (stored.ids(), stored.to_draft());
    for path in paths {
        if let (Some(stored_path), Some(source)) = (ids.to_stored(path), source(&draft, path)) {
            sql::set_text_source(tx, &stored.id, lang, &stored_path, &source)?;
        }
    }
    Ok(())
}
