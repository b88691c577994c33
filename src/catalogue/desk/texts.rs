//! RULE: translations grow stale. Each keeps a hash of the Spanish text it was made of; another Spanish text makes it
//! stale until it is written anew or found right as it is.

use std::collections::BTreeMap;

use super::sql;
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::stored::Stored;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::secrets::sha256;

/// The Spanish text at a path of a draft; `None` when it names none.
pub(in crate::catalogue) fn spanish<'a>(draft: &'a ProductDraft, path: &'a str) -> Option<&'a str> {
    let Some((what, rest)) = path.split_once('/') else {
        return match path {
            "title" => Some(&draft.title),
            "subtitle" => draft.subtitle.as_deref(),
            "ribbon_text" => draft.ribbon_text.as_deref(),
            "description" => Some(&draft.description),
            "type" => Some(&draft.kind),
            _ => None,
        };
    };
    let place = |text: &str| text.parse::<usize>().ok();
    match what {
        // These are named by their Spanish text: another text is another path.
        "option" | "value" | "section" => Some(rest),
        "variant" => draft.variants.get(place(rest)?).map(|variant| variant.title.as_str()),
        "field" => draft.custom_fields.get(place(rest)?).map(|(title, _)| title.as_str()),
        "image" => draft.images.get(place(rest)?).map(|image| image.alt.as_str()),
        "info" => {
            let (number, part) = rest.split_once('/')?;
            let (title, description) = draft.additional_info.get(place(number)?)?;
            Some(if part == "title" { title } else { description })
        }
        _ => None,
    }
}

/// What is kept of the Spanish text at a path.
pub(in crate::catalogue) fn source(draft: &ProductDraft, path: &str) -> Option<Vec<u8>> {
    spanish(draft, path).map(|text| sha256(text.as_bytes())[..8].to_vec())
}

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
