//! RULE: which HTML a description may contain. Cleaned when written, so that the database holds nothing else, and
//! again when read, so that old rows meet the newest cleaner.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

static CLEANER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = ammonia::Builder::empty();
    cleaner
        .tags(HashSet::from(["p", "br", "strong", "em", "ul", "ol", "li", "h3", "h4", "a", "blockquote"]))
        .clean_content_tags(HashSet::from(["script", "style", "template", "noscript", "iframe", "svg", "math"]))
        .tag_attributes(HashMap::from([("a", HashSet::from(["href"]))]))
        .url_schemes(HashSet::from(["https", "mailto", "tel"]))
        .url_relative(ammonia::UrlRelative::Custom(Box::new(own_path)))
        .link_rel(Some("noopener nofollow ugc"))
        .strip_comments(true);
    cleaner
});

/// A path of this site. Nothing else without a scheme: two slashes name a host, a browser takes a backslash for a slash
/// and leaves out tabs and line breaks, and what is relative would lead elsewhere on every page.
fn own_path(url: &str) -> Option<Cow<'_, str>> {
    let is_plain = !url.contains(|c: char| c == '\\' || c.is_control() || c.is_whitespace());
    (is_plain && url.starts_with('/') && !url.starts_with("//")).then_some(Cow::Borrowed(url))
}

/// The HTML with everything gone that is not on the short list: paragraphs, line breaks, emphasis, lists, two levels
/// of headings, quotations, and links to `https`, `mailto`, `tel` and paths of this site. Cleaning twice changes nothing.
pub fn clean(html: &str) -> String {
    CLEANER.clean(html.trim()).to_string().trim().to_owned()
}

/// The words of the HTML, for searching: tags become spaces.
pub fn words(html: &str) -> String {
    let spaced = html.replace('<', " <");
    let bare = ammonia::Builder::empty().clean(&spaced).to_string();
    let text = bare.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_description_needs_stays() {
        let html =
            "<h3>Medidas</h3><p>De <strong>latón</strong> &amp; <em>acero</em><br>fino</p><ul><li>30 mm</li></ul>";
        assert_eq!(clean(html), html);
        assert_eq!(
            clean(r#"<a href="https://example.com/a?b=1&amp;c=2" target="_blank" onclick="x()">manual</a>"#),
            r#"<a href="https://example.com/a?b=1&amp;c=2" rel="noopener nofollow ugc">manual</a>"#
        );
        assert!(clean(r#"<a href="tel:+34600000000">t</a>"#).contains("tel:+34600000000"));
    }

    #[test]
    fn a_link_within_the_site_stays() {
        for path in
            ["/solicitar-presupuesto", "/store?type=Ba%C3%B1o&amp;page=2", "/product/a#detalles", "/", "/a/../b"]
        {
            let html = format!(r#"<p>Pide <a href="{path}">presupuesto</a>.</p>"#);
            assert!(clean(&html).contains(&format!(r#"href="{path}""#)), "{path} became {}", clean(&html));
        }
    }

    const HOSTILE: [&str; 30] = [
        "<script>alert(1)</script>",
        "<SCRIPT SRC=//evil.example></SCRIPT>",
        "<img src=x onerror=alert(1)>",
        "<svg><script>alert(1)</script></svg>",
        "<svg/onload=alert(1)>",
        "<math><mi><mglyph><style><img src=x onerror=alert(1)>",
        "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
        "<p style='position:fixed' class=a id=b onclick=alert(1)>x</p>",
        "<a href='javascript:alert(1)'>x</a>",
        "<a href='jav\tascript:alert(1)'>x</a>",
        "<a href='JaVaScRiPt:alert(1)'>x</a>",
        "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
        "<a href='//evil.example'>x</a>",
        "<a href='http://evil.example'>x</a>",
        "<a href='/\\evil.example'>x</a>",
        "<a href='\\/evil.example'>x</a>",
        "<a href='\\\\evil.example'>x</a>",
        "<a href='/\t/evil.example'>x</a>",
        "<a href='/\n/evil.example'>x</a>",
        "<a href='/&#9;/evil.example'>x</a>",
        "<a href='/&#x0A;/evil.example'>x</a>",
        "<a href=' //evil.example'>x</a>",
        "<a href='/ /evil.example'>x</a>",
        "<a href='&#1;//evil.example'>x</a>",
        "<a href='evil/page'>x</a>",
        "<a href='?a=javascript:alert(1)'>x</a>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
        "<style>@import 'https://evil.example/'</style>",
        "<form action=https://evil.example><input name=password></form>",
        "<!--><img src=x onerror=alert(1)>-->",
    ];

    #[test]
    fn nothing_that_runs_loads_or_hides_passes() {
        for html in HOSTILE {
            let cleaned = clean(html).to_ascii_lowercase();
            for forbidden in
                ["<script", "<img", "<svg", "<math", "<iframe", "<style", "<form", "style=", "class=", "id=", "href="]
            {
                assert!(!cleaned.contains(forbidden), "{html} became {cleaned}");
            }
        }
    }

    #[test]
    fn cleaning_twice_changes_nothing() {
        let links = r#"<a href="https://a.example">a</a> &lt;b&gt; "c" & d <p>e<p>f<ul><li>g"#;
        for html in HOSTILE.into_iter().chain([links, "  texto sin etiquetas  ", "<p>a</p>\n", "<table><tr><td>1"]) {
            let once = clean(html);
            assert_eq!(clean(&once), once, "{html}");
        }
    }

    #[test]
    fn the_words_of_a_description_can_be_searched() {
        assert_eq!(
            words("<p>Latón</p><p>y&nbsp;acero &amp; más</p><ul><li>uno</li><li>dos</li></ul>"),
            "Latón y acero & más uno dos"
        );
        assert_eq!(words("<script>alert(1)</script>fin"), "fin");
    }
}
