//! The small files machines ask a site for: robots.txt, the sitemap, the web manifest.

use std::fmt::Write;

use serde_json::json;

use super::head::alternates;
use super::routes::localized;
use super::routes::{Data, ROUTES};
use super::texts;
use crate::config::BaseUrl;
use crate::lang::Lang;
use crate::settings::Settings;
use crate::text::escape;

/// A small file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum File {
    /// `/robots.txt`
    Robots,
    /// `/sitemap.xml`
    Sitemap,
    /// `/manifest.webmanifest`
    WebManifest,
}

impl File {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Robots, Self::Sitemap, Self::WebManifest];

    /// Where it is.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Robots => "/robots.txt",
            Self::Sitemap => "/sitemap.xml",
            Self::WebManifest => "/manifest.webmanifest",
        }
    }

    /// The file a path names.
    pub fn at(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|file| file.path() == path)
    }

    /// `Content-Type`.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Robots => "text/plain; charset=utf-8",
            Self::Sitemap => "application/xml; charset=utf-8",
            Self::WebManifest => "application/manifest+json; charset=utf-8",
        }
    }

    /// Its text. `products` are the ids of what the store shows.
    pub fn text(self, base: &BaseUrl, settings: &Settings, products: &[String]) -> String {
        match self {
            Self::Robots => {
                let sitemap = base.link("/sitemap.xml");
                format!("User-agent: *\nDisallow: /admin\nDisallow: /sandbox\n\nSitemap: {sitemap}\n")
            }
            Self::Sitemap => sitemap(base, products),
            Self::WebManifest => web_manifest(settings),
        }
    }
}

/// The site as an app; one for everybody, so in the language of the fallback.
fn web_manifest(settings: &Settings) -> String {
    let lang = Lang::default();
    let shortcut = |route, path| json!({ "name": texts::title(route, lang, settings), "url": path });
    json!({
        "id": "/",
        "name": settings.brand,
        "short_name": settings.brand,
        "description": texts::description("home", lang, settings),
        "lang": lang.code(),
        "dir": lang.dir(),
        "start_url": "/",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": "#faf6ee",
        "theme_color": "#faf6ee",
        "categories": ["business", "shopping"],
        "icons": [
            { "src": "/favicon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any" },
            { "src": "/icon-192.png", "type": "image/png", "sizes": "192x192", "purpose": "any maskable" },
            { "src": "/icon-512.png", "type": "image/png", "sizes": "512x512", "purpose": "any maskable" },
        ],
        "shortcuts": [
            shortcut("contact", "/contact"),
            shortcut("quote", "/solicitar-presupuesto"),
            shortcut("store", "/store"),
        ],
    })
    .to_string()
}

/// Addresses a sitemap may hold.
const SITEMAP_LIMIT: usize = 50_000;

/// Every listed page in every language, each naming its siblings.
fn sitemap(base: &BaseUrl, products: &[String]) -> String {
    let pages = ROUTES.iter().filter(|route| route.listed && route.data != Data::Product).map(|r| r.path.to_owned());
    let products = products.iter().map(|id| format!("/product/{}", super::routes::encode_component(id)));
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    for path in pages.chain(products).take(SITEMAP_LIMIT / Lang::ALL.len()) {
        let mut siblings = String::new();
        for (lang, url) in alternates(base, &path) {
            let url = escape(&url);
            write!(siblings, "<xhtml:link rel=\"alternate\" hreflang=\"{lang}\" href=\"{url}\"/>")
                .expect("a string takes any text");
        }
        for lang in Lang::ALL {
            let url = escape(&base.link(&localized(&path, lang)));
            writeln!(xml, "<url><loc>{url}</loc>{siblings}</url>").expect("a string takes any text");
        }
    }
    xml + "</urlset>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sitemap_holds_every_listed_page_in_every_language() {
        let base = BaseUrl::parse("https://manetes.example").unwrap();
        let xml = File::Sitemap.text(&base, &Settings::default(), &[String::from("p1")]);
        for url in [
            "/",
            "/contact",
            "/solicitar-presupuesto?lang=en",
            "/store",
            "/store?lang=fr",
            "/store?lang=ca",
            "/product/p1",
            "/product/p1?lang=ar",
        ] {
            assert!(xml.contains(&format!("<loc>https://manetes.example{url}</loc>")), "{url}");
        }
        // There is one product.
        let all = ROUTES.iter().filter(|route| route.listed).count() * Lang::ALL.len();
        assert_eq!(xml.matches("<url>").count(), all);
        assert_eq!(xml.matches("hreflang=\"x-default\"").count(), all);
        assert!(!xml.contains("/cart") && !xml.contains("{id}"));
    }
}
