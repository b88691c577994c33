//! Plain text as people write it: what may not stand in it is taken out before it is stored, and what would be markup
//! is escaped where it is shown.

use std::fmt::Write as _;

/// One line: tabs and line breaks become spaces, control characters and the marks that override the direction of
/// writing (which can make a text read as another) go, and nothing stands at either end.
pub fn line(text: &str) -> String {
    let spaced = text.chars().map(|c| if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c });
    spaced.filter(|c| !c.is_control() && !overrides_direction(*c)).collect::<String>().trim().to_owned()
}

/// Several lines: as [`line`], but line breaks stay, as `\n`.
pub fn lines(text: &str) -> String {
    let broken = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    broken
        .chars()
        .filter(|c| *c == '\n' || (!c.is_control() && !overrides_direction(*c)))
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Bytes as two digits each.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        _ = write!(text, "{byte:02x}");
        text
    })
}

/// An address without what comes after its path: no query, no fragment.
pub fn path(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or_default()
}

/// Text as it may stand in HTML and XML, between tags and in a quoted attribute.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            _ => escaped.push(c),
        }
    }
    escaped
}

const fn overrides_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_markup_is_text() {
        assert_eq!(escape(r#"<a b="c" d='e'>&"#), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
    }

    #[test]
    fn a_line_keeps_its_letters_and_loses_what_hides() {
        for (text, expected) in [
            ("  Llave inglesa\t10\"\r\n", "Llave inglesa 10\""),
            ("factura\u{202e}gpj.exe", "facturagpj.exe"),
            ("a\u{0}b\u{7}c\u{85}d\u{2067}e", "abcde"),
            ("قفل أسطواني", "قفل أسطواني"),
            ("\u{200f}مفتاح", "\u{200f}مفتاح"),
            (" \n ", ""),
        ] {
            assert_eq!(line(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_path_ends_where_the_query_or_the_fragment_begins() {
        for address in ["/media/a", "/media/a?w=720", "/media/a#b?c", "/media/a?b#c?d"] {
            assert_eq!(path(address), "/media/a", "{address}");
        }
    }

    #[test]
    fn several_lines_keep_their_breaks() {
        for (text, expected) in [
            ("\r\n uno\r\ndos\rtres\n\n\tcuatro \n", "uno\ndos\ntres\n\n cuatro"),
            ("a\u{0}b\u{1b}[31mc\u{202e}d\u{85}", "ab[31mcd"),
            (" \r\n\t", ""),
        ] {
            assert_eq!(lines(text), expected, "{text:?}");
        }
    }
}
