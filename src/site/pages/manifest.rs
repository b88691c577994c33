//! What the front end's build says a page must name: its script, stylesheet, chunks and fonts.

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;

use crate::lang::Lang;
use crate::secrets::sha256;

/// `dist/manifest.json`; names are files in `dist/assets`.
#[derive(Debug, Default, Deserialize)]
pub struct Manifest {
    /// The script that makes a page alive.
    pub entry: String,
    /// The script that fetches it once the page is there.
    #[serde(default)]
    pub start: String,
    inline: Option<Inline>,
    /// The whole stylesheet.
    css: String,
    /// The file with the whole stylesheet but the ground, which every document carries.
    #[serde(default)]
    stylesheet: String,
    /// The first style of a route whose documents do not carry the whole one.
    #[serde(default)]
    styles: BTreeMap<String, String>,
    preload: Vec<String>,
    routes: BTreeMap<String, Vec<String>>,
    locales: BTreeMap<String, Vec<String>>,
    /// The texts that come with some pages only: by route, then by language.
    #[serde(default)]
    texts: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    #[serde(default)]
    fonts: BTreeMap<String, String>,
}

/// The script that stands in the documents of some routes, to be run before they are laid out.
#[derive(Debug, Deserialize)]
struct Inline {
    script: String,
    routes: Vec<String>,
}

impl Manifest {
    /// Reads the manifest. A build without a front end has none: its pages hold data, texts and no script.
    pub fn read(json: &[u8]) -> Self {
        let mut manifest = serde_json::from_slice::<Self>(json).unwrap_or_else(|error| {
            tracing::error!(%error, "this program was built without its front end");
            Self::default()
        });
        // The text stands inside a style element; in CSS the backslash changes nothing.
        for css in manifest.styles.values_mut().chain([&mut manifest.css]) {
            *css = css.replace("</", "<\\/");
        }
        manifest
    }

    /// The style that stands in a page: all it shows at first.
    pub fn style(&self, route: &str) -> &str {
        self.styles.get(route).unwrap_or(&self.css)
    }

    /// The file with all other style, for a page whose own is only a part of it.
    pub fn stylesheet(&self, route: &str) -> Option<&str> {
        self.styles.contains_key(route).then_some(self.stylesheet.as_str())
    }

    /// The script that stands in a page's document, to be run before it is laid out.
    pub fn inline(&self, route: &str) -> Option<&str> {
        let Inline { script, routes } = self.inline.as_ref()?;
        routes.iter().any(|named| named == route).then_some(script)
    }

    /// The files a page needs besides the entry: shared chunks, the page's, the language's, the page's texts
    /// in it; each once.
    pub fn chunks(&self, route: &str, lang: Lang) -> Vec<&str> {
        let named = [
            self.routes.get(route),
            self.locales.get(lang.code()),
            self.texts.get(route).and_then(|languages| languages.get(lang.code())),
        ]
        .into_iter()
        .flatten();
        let mut chunks = Vec::new();
        for file in self.preload.iter().chain(named.flatten()) {
            if !chunks.contains(&file.as_str()) {
                chunks.push(file.as_str());
            }
        }
        chunks
    }

    /// The font most of a page in this language is set in.
    pub fn font(&self, lang: Lang) -> Option<&str> {
        let script = if lang.dir() == "rtl" { "arabic" } else { "latin" };
        self.fonts.get(script).map(String::as_str)
    }

    /// `Content-Security-Policy` of every page: our own files, the styles and scripts that stand in pages by their hashes,
    /// and markup only through the front end's one policy for cleaned HTML. `frames` lets a page hold another of this site.
    pub fn csp(&self, frames: bool) -> String {
        let source = |text: &String| format!(" 'sha256-{}'", BASE64_STANDARD.encode(sha256(text.as_bytes())));
        let styles: String = self.styles.values().chain([&self.css]).map(source).collect();
        let script = self.inline.iter().map(|inline| source(&inline.script)).collect::<String>();
        let frames = if frames { "frame-src 'self'; " } else { "" };
        CSP.replace("{styles}", &styles).replace("{script}", &script).replace("{frames}", frames)
    }
}

/// The last of the policies is the desk editor's, for what is pasted: that is parsed in a document nobody sees, of which
/// the editor takes what its schema knows.
const CSP: &str = "default-src 'none'; script-src 'self'{script}; style-src 'self'{styles}; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; {frames}base-uri 'none'; object-src 'none'; \
    frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types manetes-html manetes-worker ProseMirrorClipboard";

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &str = r#"{"entry":"app-1.js","css":"a{}</style>","preload":["react.js","i18n.js"],
        "routes":{"store":["store.js","cards.js","i18n.js"]},"locales":{"ar":["ar.js"]},
        "stylesheet":"style-1.css","styles":{"store":"b{}"},"inline":{"script":"c()","routes":["home"]},"texts":{"terms":{"ar":["ar.legal.js"]}},"fonts":{"latin":"f.woff2"}}"#;

    #[test]
    fn a_page_names_each_chunk_once() {
        let manifest = Manifest::read(JSON.as_bytes());
        assert_eq!(manifest.chunks("store", Lang::Ar), ["react.js", "i18n.js", "store.js", "cards.js", "ar.js"]);
        assert_eq!(manifest.chunks("terms", Lang::Ar), ["react.js", "i18n.js", "ar.js", "ar.legal.js"]);
        assert_eq!(manifest.chunks("unheard-of", Lang::Es), ["react.js", "i18n.js"]);
        assert_eq!(manifest.font(Lang::Fr), Some("f.woff2"));
        assert_eq!(manifest.font(Lang::Ar), None);
    }

    #[test]
    fn the_policy_allows_exactly_the_styles_and_scripts_of_the_pages() {
        let manifest = Manifest::read(JSON.as_bytes());
        assert_eq!((manifest.style("store"), manifest.stylesheet("store")), ("b{}", Some("style-1.css")));
        assert_eq!((manifest.style("cart"), manifest.stylesheet("cart")), ("a{}<\\/style>", None));
        let [store, whole] =
            ["store", "cart"].map(|route| BASE64_STANDARD.encode(sha256(manifest.style(route).as_bytes())));
        assert!(manifest.csp(false).contains(&format!("style-src 'self' 'sha256-{store}' 'sha256-{whole}';")));
        let script = BASE64_STANDARD.encode(sha256(manifest.inline("home").unwrap().as_bytes()));
        assert!(manifest.csp(false).contains(&format!("script-src 'self' 'sha256-{script}';")));
        assert_eq!(manifest.inline("store"), None);
        assert!(!manifest.csp(true).contains("unsafe"));
        assert!(!manifest.csp(false).contains("frame-src"));
        assert!(manifest.csp(true).contains("manifest-src 'self'; frame-src 'self'; base-uri 'none'"));
    }

    #[test]
    fn a_build_without_a_front_end_still_starts() {
        assert_eq!(Manifest::read(b"").entry, "");
    }
}
