//! Texts as `WooCommerce` writes them in a cell → lists, lines and HTML.

use crate::catalogue::html;

/// A short description of at most so many characters is a subtitle.
const SUBTITLE_LENGTH: usize = 160;

/// The items of a cell such as `Rojo, Azul\, claro`: a comma with a backslash belongs to the item.
pub(super) fn list(text: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek(), items.last_mut()) {
            ('\\', Some(','), Some(item)) => {
                item.push(',');
                chars.next();
            }
            (',', _, _) => items.push(String::new()),
            (c, _, Some(item)) => item.push(c),
            (_, _, None) => {}
        }
    }
    items.iter().map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}

/// The subtitle and the description of a short and a long text.
pub(super) fn texts(short: &str, long: &str) -> (Option<String>, String) {
    let (short, long) = (paragraphs(short), paragraphs(long));
    let line = html::words(&short);
    if line.is_empty() {
        (None, long)
    } else if line.chars().count() <= SUBTITLE_LENGTH {
        (Some(line), long)
    } else {
        (None, format!("{short}\n{long}").trim().to_owned())
    }
}

/// The HTML of a text: `\n` is a line break, and lines become paragraphs unless there are blocks already.
fn paragraphs(text: &str) -> String {
    let text = text.replace("\\r\\n", "\n").replace("\\n", "\n").replace("\r\n", "\n");
    let text = text.trim();
    let lower = text.to_lowercase();
    let blocks = ["<p", "<ul", "<ol", "<h", "<div", "<table", "<blockquote", "<section"];
    if text.is_empty() || blocks.iter().any(|block| lower.contains(block)) {
        return text.to_owned();
    }
    let parts = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    parts.flat_map(|part| ["<p>", part, "</p>"]).collect::<String>().replace('\n', "<br>")
}

/// A name without the markup and the character references that the other shop keeps in it.
pub(super) fn name(text: &str) -> String {
    if text.contains(['&', '<']) { html::words(text) } else { text.trim().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_with_a_backslash_belongs_to_the_item() {
        assert_eq!(list(r"Rojo, Azul\, claro,, Verde"), ["Rojo", "Azul, claro", "Verde"]);
        assert!(list("").is_empty());
    }

    #[test]
    fn plain_text_gets_paragraphs_and_html_stays() {
        assert_eq!(paragraphs(r"Una\nlínea\n\nOtra"), "<p>Una<br>línea</p><p>Otra</p>");
        assert_eq!(paragraphs("<ul>\\n<li>Uno</li></ul>"), "<ul>\n<li>Uno</li></ul>");
    }

    #[test]
    fn a_name_is_read_without_its_markup() {
        assert_eq!(name("Llaves &amp; <b>cerraduras</b>&#8211;5&nbsp;mm"), "Llaves & cerraduras –5 mm");
        assert_eq!(name(" 3 < 5 & 5 > 3 "), "3 < 5 & 5 > 3");
        assert_eq!(name("Tubo 20 mm"), "Tubo 20 mm");
    }

    #[test]
    fn a_short_description_of_one_line_is_the_subtitle() {
        let (subtitle, description) = texts("<p>Latón &amp; <b>acero</b></p>", "<p>Larga</p>");
        assert_eq!((subtitle.as_deref(), description.as_str()), (Some("Latón & acero"), "<p>Larga</p>"));
        let (subtitle, description) = texts(&"palabra ".repeat(40), "Larga");
        assert_eq!(subtitle, None);
        assert!(description.starts_with("<p>palabra") && description.ends_with("<p>Larga</p>"));
    }
}
