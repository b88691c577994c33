//! Plain text as people write it: what may not stand in it is taken out before it is stored, and what would be markup
//! is escaped where it is shown.

use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};

/// One line: tabs and line breaks become spaces, control characters and the marks that override the direction of
/// writing (which can make a text read as another) go, and nothing stands at either end. What nobody can see is empty.
pub fn line(text: &str) -> String {
    let spaced = text.chars().map(|c| if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c });
    written(&spaced.filter(|c| !c.is_control() && !overrides_direction(*c)).collect::<String>())
}

/// Several lines: as [`line`], but line breaks stay, as `\n`.
pub fn lines(text: &str) -> String {
    let broken = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    let kept = broken.chars().filter(|c| *c == '\n' || (!c.is_control() && !overrides_direction(*c)));
    written(&kept.collect::<String>())
}

fn written(text: &str) -> String {
    if is_blank(text) { String::new() } else { text.trim().to_owned() }
}

/// Whether nothing can be seen of a text: it is empty, or of spaces and characters without a shape alone.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || has_no_shape(c))
}

/// At most so many characters, to the end of a word where that is near.
pub fn cut(text: &str, most: usize) -> &str {
    let Some((end, next)) = text.char_indices().nth(most) else { return text };
    let kept = &text[..end];
    let word = if next.is_whitespace() { None } else { kept.rfind(char::is_whitespace) };
    kept[..word.filter(|space| *space > end / 2).unwrap_or(end)].trim_end()
}

/// What somebody looks for, in one line; `None` when there is nothing to look for.
pub fn wanted(typed: Option<&str>) -> Option<String> {
    typed.map(line).filter(|wanted| !wanted.is_empty())
}

/// Whether a text holds a part, which is folded. What has no more than ASCII is compared as it stands. The database has it
/// as the function `holds`, of a part and any number of texts.
pub fn holds(text: &str, part: &str) -> bool {
    if !text.is_ascii() {
        return folded(text).contains(part);
    }
    let Some(first) = part.bytes().next() else { return true };
    let begins = |window: &[u8]| window[0].to_ascii_lowercase() == first;
    text.as_bytes().windows(part.len()).any(|window| begins(window) && window.eq_ignore_ascii_case(part.as_bytes()))
}

/// A text as it is compared when somebody looks for a part of it: without case and accents, in every script. The
/// database has it as the function `folded`.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            folded.push(c.to_ascii_lowercase());
        } else if !is_mark(c) {
            fold_letter(without_marks(c), &mut folded);
        }
    }
    folded
}

/// The same with the figures of Arabic keyboards as those of others.
pub fn latin_figures(text: &str) -> String {
    let figure = |c: char| match c {
        '\u{660}'..='\u{669}' => char::from_digit(u32::from(c) - 0x660, 10).unwrap_or(c),
        c => c,
    };
    text.chars().map(figure).collect()
}

/// What somebody looks for as the digits of a telephone, without the prefix of Spain; `None` where it cannot be one.
pub fn telephone(typed: &str) -> Option<String> {
    let typed = latin_figures(typed);
    let belongs = |c: char| c.is_ascii_digit() || c.is_whitespace() || "+-./()".contains(c);
    let digits = figures(&typed);
    let is_whole = digits.len() == 11 || typed.trim_start().starts_with('+');
    let national = digits.strip_prefix("0034").or_else(|| digits.strip_prefix("34").filter(|_| is_whole));
    let national = national.unwrap_or(&digits);
    (typed.chars().all(belongs) && national.len() >= 6).then(|| national.to_owned())
}

/// The digits of a text alone. The database has it as the function `figures`.
pub fn figures(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// A text as a part of a file's name: words of ASCII letters and digits, with hyphens between; those of other scripts are
/// left out.
pub fn file_stem(text: &str) -> String {
    let folded = folded(text);
    let words = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn fold_letter(letter: char, folded: &mut String) {
    for c in letter.to_lowercase().filter(|c| !is_mark(*c)) {
        match c {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' => folded.push('d'),
            'ى' => folded.push('ي'),
            'ة' => folded.push('ه'),
            c => folded.push(c),
        }
    }
}

/// The letter under the accents of a composed one. A syllable of Hangul is no letter with marks.
fn without_marks(mut c: char) -> char {
    if matches!(c, '\u{ac00}'..='\u{d7a3}') {
        return c;
    }
    loop {
        match CanonicalDecompositionBorrowed::new().decompose(c) {
            Decomposed::Default => return c,
            Decomposed::Singleton(letter) | Decomposed::Expansion(letter, _) => c = letter,
        }
    }
}

/// Accents, vowel marks and the stroke that stretches Arabic words.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{640}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6ed}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Unicode's property `Default_Ignorable_Code_Point`, the interlinear annotations and the empty Braille pattern.
const fn has_no_shape(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Bytes as two digits each.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]).collect()
}

/// What [`hex`] made of 32 bytes; `None` for what is not 64 digits.
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[at * 2..at * 2 + 2], 16).ok()?;
    }
    Some(bytes)
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
    fn a_text_is_cut_at_a_word() {
        for (text, kept) in [
            ("uno dos tres", "uno dos"),
            ("uno dos t", "uno dos t"),
            ("uno cuatr dos", "uno cuatr"),
            ("uno", "uno"),
            ("ññññññññññññ", "ñññññññññ"),
        ] {
            assert_eq!(cut(text, 9), kept);
        }
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
    fn what_nobody_can_see_is_nothing() {
        for text in [
            "\u{200b}",
            "\u{3164}\u{3164}",
            "\u{2800}",
            "\u{ad}",
            " \u{feff}\n\u{2060} ",
            "\u{e0041}",
            "\u{fe0f}\u{200d}",
        ] {
            assert_eq!((line(text).as_str(), lines(text).as_str(), wanted(Some(text))), ("", "", None), "{text:?}");
        }
        for text in ["a\u{200b}b", "❤\u{fe0f}", "👩\u{200d}🔧", "ㅤ한", "⠁"] {
            assert_eq!(line(text), text, "{text:?}");
        }
        assert_eq!(wanted(Some("\u{0} grifo ")).as_deref(), Some("grifo"));
        assert_eq!(wanted(None), None);
    }

    #[test]
    fn texts_are_compared_without_case_and_accents() {
        for (text, expected) in [
            ("Ángel ÑANDÚ", "angel nandu"),
            ("A\u{301}NGEL", "angel"),
            ("Straße Œuvre Łódź", "strasse oeuvre lodz"),
            ("ΆΓΓΕΛΟΣ", "αγγελοσ"),
            ("مِفْتَاح أَحْمَد مـفـتـاح مدرسة", "مفتاح احمد مفتاح مدرسه"),
            ("plain ASCII", "plain ascii"),
            ("Việt 한국어 Ω", "viet 한국어 ω"),
        ] {
            assert_eq!(folded(text), expected, "{text}");
        }
    }

    #[test]
    fn a_text_holds_what_its_folded_form_holds() {
        for text in ["", "a", "Ana Soler", "ana.SOLER@example.com", "Núria", "Straße", "aab aaB"] {
            for part in ["", "a", "ana", "soler@", "nuria", "ss", "aab", "ab aa", "straße", "ana soler lopez"] {
                assert_eq!(holds(text, part), folded(text).contains(part), "{text:?} {part:?}");
            }
        }
    }

    #[test]
    fn a_telephone_is_its_digits_however_it_is_typed() {
        for typed in ["611222333", " 611 222 333", "+34 611-22.23.33", "0034611222333", "34611222333", "٦١١٢٢٢٣٣٣"]
        {
            assert_eq!(telephone(typed).as_deref(), Some("611222333"), "{typed}");
        }
        assert_eq!(telephone("+33 6 12 34 56 78").as_deref(), Some("33612345678"));
        assert_eq!(telephone("346112").as_deref(), Some("346112"), "it may begin so");
        for typed in ["61122", "ana 611222333", "", "+34 611", "BARREL-18V"] {
            assert_eq!(telephone(typed), None, "{typed}");
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
