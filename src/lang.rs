//! The languages of the site. Adding one: a variant here, its name in `ALL`, and one file of texts.

use std::fmt;
use std::str::FromStr;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};

/// A language of the interface. Spanish is the fallback.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Spanish.
    #[default]
    Es,
    /// English.
    En,
    /// French.
    Fr,
    /// Arabic, written right to left.
    Ar,
}

/// No language of the site is called that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a language of this site")]
pub struct UnknownLang;

impl Lang {
    /// Every language, the fallback first.
    pub const ALL: [Self; 4] = [Self::Es, Self::En, Self::Fr, Self::Ar];

    /// The two-letter code, as in `<html lang>`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Es => "es",
            Self::En => "en",
            Self::Fr => "fr",
            Self::Ar => "ar",
        }
    }

    /// The writing direction, as in `<html dir>`.
    pub const fn dir(self) -> &'static str {
        match self {
            Self::Ar => "rtl",
            Self::Es | Self::En | Self::Fr => "ltr",
        }
    }

    /// The best language for an `Accept-Language` header (RFC 9110 §12.5.4): highest weight first, then order;
    /// Spanish when none is ours.
    pub fn negotiate(accept_language: &str) -> Self {
        let mut best: Option<(f32, Self)> = None;
        for range in accept_language.split(',').take(32) {
            let mut parts = range.split(';');
            let tag = parts.next().unwrap_or_default().trim();
            let primary = tag.split('-').next().unwrap_or_default();
            let weight =
                parts.find_map(|p| p.trim().strip_prefix("q=").map(|q| q.parse::<f32>().unwrap_or(0.0))).unwrap_or(1.0);
            let Ok(lang) = primary.to_ascii_lowercase().parse::<Self>() else { continue };
            if weight > 0.0 && best.is_none_or(|(w, _)| weight > w) {
                best = Some((weight, lang));
            }
        }
        best.map_or(Self::default(), |(_, lang)| lang)
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(code: &str) -> Result<Self, UnknownLang> {
        Self::ALL.into_iter().find(|lang| lang.code() == code).ok_or(UnknownLang)
    }
}

impl ToSql for Lang {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.code().into())
    }
}

impl FromSql for Lang {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map_err(|e| FromSqlError::Other(Box::new(e)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_language_of_ours_wins() {
        for (header, expected) in [
            ("ar", Lang::Ar),
            ("de-DE,de;q=0.9,fr;q=0.8,en;q=0.9", Lang::En),
            ("en-GB,es;q=0.5", Lang::En),
            ("ca,de", Lang::Es),
            ("fr;q=0,en;q=0.1", Lang::En),
            ("", Lang::Es),
            (";;;,,q=1", Lang::Es),
        ] {
            assert_eq!(Lang::negotiate(header), expected, "{header}");
        }
    }
}
