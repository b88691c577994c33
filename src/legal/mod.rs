//! The legal texts in every version that was shown. Owns `legal_texts`; an order keeps the version of the terms its buyer
//! agreed to (`orders.terms_version`).

pub mod api;
mod sql;

use poem_openapi::Enum;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::secrets::sha256;

/// A text that the law wants on the site; its name is that of its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, EnumString, IntoStaticStr, VariantArray)]
#[oai(rename = "LegalDocument", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Document {
    Terms,
    Privacy,
    LegalNotice,
    Cookies,
    Withdrawal,
    ShippingAndReturns,
    Accessibility,
}

/// A version of a text in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edition {
    /// From 1.
    pub version: i64,
    /// When it was first shown.
    pub since: Timestamp,
}

/// A text as it is shown.
#[derive(Debug)]
pub struct Shown {
    pub html: String,
    /// SHA-256 of what it was drawn from.
    pub drawn_of: [u8; 32],
}

/// Keeps a text as it is shown now, and what it was drawn from; `false` when its words are those of the latest version,
/// whatever became of the markup.
pub fn keep(tx: &Tx<'_>, document: Document, lang: Lang, shown: &Shown, now: Timestamp) -> db::Result<bool> {
    let words = sha256(words(&shown.html).as_bytes());
    let latest = sql::latest(tx, document, lang)?;
    let is_new = latest.is_none_or(|(_, kept)| kept != words);
    let version = latest.map_or(1, |(edition, _)| edition.version + i64::from(is_new));
    if is_new {
        sql::insert(tx, document, lang, Edition { version, since: now }, &words, &shown.html)?;
    }
    sql::set_drawn_of(tx, document, lang, version, &shown.drawn_of)?;
    Ok(is_new)
}

/// What the latest version was last drawn from; `None` where that is not known.
pub fn drawn_of(conn: &Conn, document: Document, lang: Lang) -> db::Result<Option<[u8; 32]>> {
    sql::drawn_of(conn, document, lang)
}

/// The version that is shown now; `None` while none was kept.
pub fn current(conn: &Conn, document: Document, lang: Lang) -> db::Result<Option<Edition>> {
    Ok(sql::latest(conn, document, lang)?.map(|(edition, _)| edition))
}

/// Every version, the newest first.
pub fn editions(conn: &Conn, document: Document, lang: Lang) -> db::Result<Vec<Edition>> {
    sql::all(conn, document, lang)
}

/// A version with its text as HTML.
pub fn find(conn: &Conn, document: Document, lang: Lang, version: i64) -> db::Result<Option<(Edition, String)>> {
    sql::find(conn, document, lang, version)
}

/// What HTML says: what stands between its tags, and where its links lead, runs of space as one.
fn words(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    for part in html.split('<') {
        let (tag, after) = part.split_once('>').unwrap_or(("", part));
        let link = tag.split_once("href=\"").and_then(|(_, rest)| rest.split_once('"'));
        text.extend([" ", link.map_or("", |(to, _)| to), " ", after]);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn the_words_of_a_text_are_told_from_its_markup() {
        assert_eq!(words("<p class=\"a\">Uno <b>dos</b>\n tres</p>"), "Uno dos tres");
        assert_eq!(words("<p class=\"b\">Uno <i>dos</i> tres</p>"), words("<div>Uno dos<br>tres</div>"));
        assert_ne!(words("<a href=\"/a\">aquí</a>"), words("<a href=\"/b\">aquí</a>"));
        assert_ne!(words("<p>14 días</p>"), words("<p>15 días</p>"));
    }
}
