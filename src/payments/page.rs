//! What the payment pages of our own have in common: a document in our style, what is to be paid, and the way back.

use serde::Deserialize;
use url::Url;

use super::NewSession;
use crate::lang::Lang;
use crate::money::Cents;
use crate::text::escape;

/// The style sheet, served beside the pages.
pub(super) const STYLE: &str = include_str!("page.css");

/// A whole document; `place` is where it and its style sheet are, such as `/sandbox`, and `body` is HTML.
pub(super) fn document(lang: Lang, title: &str, place: &str, body: &str) -> String {
    format!(
        r#"<!doctype html>
<html lang="{lang}" dir="{}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="stylesheet" href="{place}/style.css">
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"#,
        lang.dir(),
    )
}

/// How much is to be paid, and for what; the texts are ours and the description is not.
pub(super) fn summary(lang: Lang, heading: &str, amount: Cents, order: &str, description: &str) -> String {
    format!(
        r#"<h1>{heading}</h1>
<p class="amount"><bdi>{}</bdi></p>
<dl><dt>{order}</dt><dd><bdi>{}</bdi></dd></dl>"#,
        amount.format(lang),
        escape(description),
    )
}

/// Where a payer comes back to, with the session's id in the query; `None` for what is no address.
pub(super) fn way_back(success_url: &str, session_id: &str) -> Option<String> {
    let mut url = Url::parse(success_url).ok()?;
    url.query_pairs_mut().append_pair("session_id", session_id);
    Some(url.into())
}

/// What the address of a page of ours asks of it.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(super) struct Asked {
    means: Option<Only>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Only {
    Bizum,
}

impl Asked {
    /// Whether Bizum is to be used and nothing else.
    pub(super) const fn is_bizum(self) -> bool {
        self.means.is_some()
    }

    /// The same, to be added to a query.
    pub(super) const fn query(self) -> &'static str {
        if self.is_bizum() { "&means=bizum" } else { "" }
    }
}

/// What the address of a session's page has to say of it, to be added to a query.
pub(super) fn query(session: &NewSession) -> &'static str {
    Asked { means: session.is_bizum.then_some(Only::Bizum) }.query()
}
