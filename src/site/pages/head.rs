//! What stands in the head of a page for search engines, link previews and the browser, made from the same data as
//! the page itself and never from JavaScript.

use jiff::civil::Date;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::document::script_json;
use super::pictures::Social;
use super::routes::{Data, StoreQuery, Visit, localized};
use super::{prices, structured, texts};
use crate::config::BaseUrl;
use crate::lang::Lang;
use crate::money::Cents;
use crate::settings::Settings;
use crate::text::escape;
use crate::wording::Words;

/// The longest description search engines show, in characters.
const DESCRIPTION_LIMIT: usize = 160;

/// The head of one page.
pub struct Head {
    title: String,
    brand: String,
    description: String,
    /// `og:type`.
    kind: &'static str,
    lang: Lang,
    /// The one address of this page; `None` for pages that are not listed.
    canonical: Option<String>,
    /// The page in each language, and for everybody else.
    alternates: Vec<(&'static str, String)>,
    /// The element that fetches the picture which is seen first; empty where there is none.
    first_picture: String,
    /// What a link to this page is shown with.
    preview: Option<Preview>,
    structured: Vec<Value>,
}

/// A picture for those who show a link.
struct Preview {
    /// Absolute address.
    url: String,
    /// What it shows.
    alt: String,
    /// In pixels; `None` where it is not known.
    size: Option<(u32, u32)>,
}

/// What the head says of a product, out of its wire form.
#[derive(Debug, Deserialize)]
pub struct Product {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) brand: Option<String>,
    pub(super) maker: Option<Maker>,
    pub(super) model: Option<String>,
    pub(super) warnings: Option<String>,
    pub(super) guarantee: Option<Guarantee>,
    /// HTML.
    pub(super) description: String,
    pub(super) purchasable: bool,
    pub(super) images: Vec<Image>,
    pub(super) variants: Vec<Variant>,
    pub(super) attributes: Vec<Attribute>,
    /// What its buyers gave it.
    pub(super) rating: Option<Rating>,
    /// What a buyer has it made with.
    pub(super) custom_fields: Vec<IgnoredAny>,
}

/// Who makes it, or who answers for it in the Union.
#[derive(Debug, Deserialize)]
pub(super) struct Maker {
    pub(super) name: String,
    pub(super) address: String,
    pub(super) contact: String,
    pub(super) responsible: Option<Box<Maker>>,
}

/// Something told of it.
#[derive(Debug, Deserialize)]
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) number: Option<f64>,
    pub(super) unit: Option<String>,
}

/// What its producer promises beyond the law.
#[derive(Debug, Deserialize)]
pub(super) struct Guarantee {
    pub(super) months: i64,
}

#[derive(Debug, Deserialize)]
pub(super) struct Rating {
    pub(super) average: f64,
    pub(super) count: i64,
}

#[derive(Debug, Deserialize)]
pub(super) struct Image {
    pub(super) url: String,
    alt: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Variant {
    pub(super) title: String,
    pub(super) sku: Option<String>,
    pub(super) price_in_cents: Cents,
    pub(super) sale_price_in_cents: Option<Cents>,
    pub(super) sale_ends_at: Option<String>,
    pub(super) manage_inventory: bool,
    pub(super) inventory_quantity: i64,
    pub(super) gtin: Option<String>,
    /// Such as `0.75 l`.
    pub(super) content: Option<String>,
}

/// What the head says of a product in a list.
#[derive(Debug, Deserialize)]
pub(super) struct Card {
    pub(super) id: String,
}

/// What a head is made from.
pub struct Facts<'a> {
    /// Where the site is.
    pub base: &'a BaseUrl,
    /// The firm.
    pub settings: &'a Settings,
    /// Its own texts in the language of the page.
    pub words: &'a Words,
    /// The language of the page.
    pub lang: Lang,
    /// The page.
    pub visit: &'a Visit,
    /// The bodies of the page's resources that were found, in order.
    pub bodies: &'a [&'a Value],
    /// The page as it was drawn; `None` when it is left to the browser.
    pub root: Option<&'a str>,
    /// Whether the page was found.
    pub found: bool,
    /// The picture for previews of pages that have none of their own.
    pub social: Option<Social>,
    /// The firm's day.
    pub today: Date,
}

impl Facts<'_> {
    /// An absolute address of this site in the page's language.
    pub(super) fn link(&self, path: &str) -> String {
        self.base.link(&localized(path, self.lang))
    }

    /// What the page of a route is called, without the brand.
    pub(super) fn title(&self, route: &str) -> String {
        let own = self.own(route, "home.title");
        own.unwrap_or_else(|| texts::title(route, self.lang, self.settings))
    }

    /// What the page of a route is about: of the landing page, how the firm introduces itself there.
    pub(super) fn description(&self, route: &str) -> String {
        let own = self.own(route, "hero.lead").map(|text| cut(&text, DESCRIPTION_LIMIT));
        own.unwrap_or_else(|| texts::description(route, self.lang, self.settings))
    }

    /// The owner's text of the landing page.
    fn own(&self, route: &str, name: &str) -> Option<String> {
        let text = self.words.get(name).filter(|_| route == "home")?;
        Some(text.replace("{{locality}}", &self.settings.locality))
    }
}

impl Head {
    /// The head of a page. What the data does not say is said in general.
    pub fn new(facts: &Facts<'_>) -> Self {
        let Facts { base, settings, lang, visit, ref social, .. } = *facts;
        let name = if facts.found { visit.route.name } else { "not-found" };
        // A search is no page of its own to a search engine, and neither is what somebody narrows the store down to.
        let listed = facts.found && visit.route.listed && !visit.store.is_particular();
        let mut head = Self {
            title: facts.title(name),
            brand: settings.brand.clone(),
            description: facts.description(name),
            kind: "website",
            lang,
            canonical: listed.then(|| base.link(&visit.localized(visit.canonical()))),
            alternates: if listed { alternates(base, visit.canonical()) } else { Vec::new() },
            first_picture: String::new(),
            preview: social.as_ref().map(|social| Preview {
                url: base.link(&social.path),
                alt: facts.title("home"),
                size: Some(social.size),
            }),
            structured: Vec::new(),
        };
        if listed {
            head.add_data(facts);
        }
        head
    }

    fn add_data(&mut self, facts: &Facts<'_>) {
        match facts.visit.route.data {
            Data::Promotion => self.structured = structured::home(facts),
            Data::Store => {
                if let Some(StoreQuery { kind: Some(kind), .. }) = Some(&facts.visit.store) {
                    let label = label_of(facts.bodies, kind).unwrap_or(kind);
                    self.title = format!("{label} · {}", self.title);
                }
                self.structured = structured::store(facts, &cards(facts.bodies), &self.title);
            }
            Data::Product => {
                let Some(product) = facts.bodies.first().and_then(|body| Product::deserialize(&body["product"]).ok())
                else {
                    return;
                };
                self.title.clone_from(&product.title);
                self.kind = "product";
                let text = plain_text(&product.description);
                if !text.is_empty() {
                    self.description = cut(&text, DESCRIPTION_LIMIT);
                }
                self.first_picture = facts.root.map(first_picture).unwrap_or_default();
                if let Some(image) = product.images.first() {
                    self.preview =
                        Some(Preview { url: facts.base.link(&image.url), alt: image.alt.clone(), size: None });
                }
                self.structured = structured::product(facts, &product, &text);
            }
            Data::Tariff => {
                self.structured = vec![structured::page(facts, &self.title)];
                self.structured.extend(prices::catalogue(facts, &self.title));
            }
            Data::Legal | Data::Form => {
                self.structured = vec![structured::page(facts, &self.title)];
                if facts.visit.route.name == "contact" {
                    self.structured.push(structured::firm(facts));
                }
            }
            Data::Nothing | Data::Version | Data::Still | Data::Shell => {}
        }
    }

    /// The elements, in the order browsers like: what names the page first, what is fetched early last.
    pub fn html(&self) -> String {
        let title = escape(&format!("{} · {}", self.title, self.brand));
        let mut html = format!("<title>{title}</title>");
        html += &meta("name", "description", &self.description);
        match &self.canonical {
            Some(url) => html += &link("canonical", url, ""),
            None => html += &meta("name", "robots", "noindex"),
        }
        for (lang, url) in &self.alternates {
            html += &link("alternate", url, &format!(" hreflang=\"{lang}\""));
        }
        html += &meta("property", "og:type", self.kind);
        html += &meta("property", "og:site_name", &self.brand);
        html += &meta("property", "og:title", &self.title);
        html += &meta("property", "og:description", &self.description);
        html += &meta("property", "og:locale", self.lang.locale());
        if let Some(url) = &self.canonical {
            html += &meta("property", "og:url", url);
        }
        if let Some(Preview { url, alt, size }) = &self.preview {
            html += &meta("property", "og:image", url);
            html += &meta("property", "og:image:alt", alt);
            if let Some((width, height)) = size {
                html += &meta("property", "og:image:width", &width.to_string());
                html += &meta("property", "og:image:height", &height.to_string());
            }
            html += &meta("name", "twitter:card", "summary_large_image");
        }
        html += "<meta name=\"color-scheme\" content=\"light dark\">\
                 <meta name=\"theme-color\" content=\"#faf6ee\" media=\"(prefers-color-scheme: light)\">\
                 <meta name=\"theme-color\" content=\"#0b1d22\" media=\"(prefers-color-scheme: dark)\">";
        html += &self.first_picture;
        for value in &self.structured {
            html += "<script type=\"application/ld+json\">";
            html += &script_json(&value.to_string());
            html += "</script>";
        }
        html
    }
}

/// What has the first picture fetched before the page is read, in the words in which the drawn page asks for it: in any
/// others the browser would fetch two files.
fn first_picture(root: &str) -> String {
    let asked = root.split_once(" fetchPriority=\"high\"").and_then(|(before, _)| before.rsplit_once("<img "));
    let value = |name| {
        let (_, from) = asked?.1.split_once(&format!("{name}=\""))?;
        Some(from.split_once('"')?.0)
    };
    let (Some(src), Some(sources), Some(sizes)) = (value("src"), value("srcSet"), value("sizes")) else {
        return String::new();
    };
    format!(
        "<link rel=\"preload\" href=\"{src}\" as=\"image\" fetchpriority=\"high\" imagesrcset=\"{sources}\" \
         imagesizes=\"{sizes}\">"
    )
}

/// A path of this site in every language, and for readers of none of them.
pub fn alternates(base: &BaseUrl, path: &str) -> Vec<(&'static str, String)> {
    let mut all: Vec<_> = Lang::ALL.iter().map(|lang| (lang.code(), base.link(&localized(path, *lang)))).collect();
    all.push(("x-default", base.link(path)));
    all
}

fn cards(bodies: &[&Value]) -> Vec<Card> {
    bodies.first().and_then(|body| Vec::deserialize(&body["cards"]).ok()).unwrap_or_default()
}

/// The type's name in the page's language, as the list of types says it.
fn label_of<'a>(bodies: &[&'a Value], kind: &str) -> Option<&'a str> {
    let types = bodies.first()?["types"].as_array()?;
    types.iter().find(|t| t["value"] == *kind)?["label"].as_str()
}

fn meta(attribute: &str, name: &str, content: &str) -> String {
    format!("<meta {attribute}=\"{name}\" content=\"{}\">", escape(content))
}

fn link(rel: &str, href: &str, more: &str) -> String {
    format!("<link rel=\"{rel}\" href=\"{}\"{more}>", escape(href))
}

/// The words of cleaned HTML: tags become spaces, references characters, runs of spaces one.
fn plain_text(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut in_tag = false;
    for c in html.chars() {
        match c {
            '<' => {
                in_tag = true;
                text.push(' ');
            }
            '>' if in_tag => in_tag = false,
            _ if !in_tag => text.push(c),
            _ => {}
        }
    }
    // The ampersand last, so that what it escapes stays as it was written.
    for (reference, c) in
        [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    {
        text = text.replace(reference, c);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// At most `limit` characters, cut after a word and ended with an ellipsis; a word longer than that is cut where
/// nothing that is seen as one sign falls apart.
fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let room: Vec<char> = text.chars().take(limit).collect();
    let last = limit - 1; // the ellipsis takes one
    let end = match room[..=last].iter().rposition(|c| c.is_whitespace()) {
        Some(space) if space >= limit / 2 => space,
        _ => (1..=last).rev().find(|&at| !joined(room[at - 1], room[at])).unwrap_or(last),
    };
    let kept: String = room[..end].iter().collect();
    format!("{}…", kept.trim_end_matches(|c: char| c.is_whitespace() || ",;:.،؛–-".contains(c)))
}

/// Whether two characters are seen as one sign: marks on a letter, parts of an emoji.
fn joined(before: char, after: char) -> bool {
    let mark = matches!(after,
        '\u{300}'..='\u{36f}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6ed}'
        | '\u{200d}' | '\u{20e3}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}');
    let flag = |c: char| ('\u{1f1e6}'..='\u{1f1ff}').contains(&c);
    mark || before == '\u{200d}' || (flag(before) && flag(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_cut_after_a_word() {
        let text = "palabra ".repeat(40);
        let short = cut(text.trim(), 160);
        assert!(short.chars().count() <= 160);
        assert!(short.ends_with("palabra…"));
        assert_eq!(cut("Corta y entera.", 160), "Corta y entera.");
        let exact = "x".repeat(160);
        assert_eq!(cut(&exact, 160), exact);
        assert_eq!(cut("uno, dos tres", 10), "uno, dos…");
    }

    #[test]
    fn arabic_and_emoji_are_cut_between_signs() {
        let arabic = "قِفْلٌ مَتِينٌ ".repeat(30);
        let short = cut(arabic.trim(), 160);
        assert!(short.chars().count() <= 160);
        assert!(short.ends_with("قِفْلٌ…") || short.ends_with("مَتِينٌ…"), "{short}");
        // One long word of families and of marked letters: each sign whole.
        let families = "👨‍👩‍👧‍👦".repeat(40);
        let short = cut(&families, 160);
        assert_eq!(short.trim_end_matches('…').chars().count() % 7, 0);
        let marked = "بَ".repeat(100);
        assert_eq!(cut(&marked, 160).trim_end_matches('…').chars().count() % 2, 0);
        for limit in 2..40 {
            assert!(cut(&families, limit).chars().count() <= limit);
        }
    }

    #[test]
    fn the_words_of_a_description_are_those_people_read() {
        let html = "<p>Caja &amp; llave&nbsp;de 1/2\"</p><ul><li>A &lt; B</li><li>&amp;lt;</li></ul>";
        assert_eq!(plain_text(html), "Caja & llave de 1/2\" A < B &lt;");
        assert_eq!(plain_text(""), "");
    }
}
