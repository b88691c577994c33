//! Addresses of this site that people are sent on to.

use url::Url;
use url::form_urlencoded::Serializer;

use crate::config::BaseUrl;

/// An address of this site, or a path in it, whole; `None` for any other.
pub fn own(base_url: &BaseUrl, asked: &str) -> Option<String> {
    if asked.starts_with('/') { base_url.own(&base_url.link(asked)) } else { base_url.own(asked) }
}

/// Path and query of an address of this site.
pub fn local(address: &str) -> String {
    let Ok(url) = Url::parse(address) else { return String::from("/") };
    url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()))
}

/// An address with more in its query; a fragment stays at its end.
pub fn with_query(address: &str, pairs: &[(&str, &str)]) -> String {
    let (address, fragment) = address.split_once('#').map_or((address, None), |(address, rest)| (address, Some(rest)));
    let joint = if address.contains('?') { '&' } else { '?' };
    let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
    format!("{address}{joint}{}{fragment}", encoded(pairs))
}

/// An address with this as its fragment, which stays in the browser.
pub fn with_fragment(address: &str, pairs: &[(&str, &str)]) -> String {
    let address = address.split_once('#').map_or(address, |(address, _)| address);
    format!("{address}#{}", encoded(pairs))
}

fn encoded(pairs: &[(&str, &str)]) -> String {
    Serializer::new(String::new()).extend_pairs(pairs).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_sent_on_within_this_site_only() {
        let base_url = BaseUrl::parse("https://shop.example").unwrap();
        let own = |asked: &str| own(&base_url, asked);
        assert_eq!(own("/store?q=a b").as_deref(), Some("https://shop.example/store?q=a%20b"));
        assert_eq!(own("https://shop.example/x#y").as_deref(), Some("https://shop.example/x#y"));
        for foreign in
            ["", "https://evil.example/", "javascript:alert(1)", "https://shop.example@evil.example/", "evil"]
        {
            assert_eq!(own(foreign), None, "{foreign}");
        }
        // A path that a browser would read as another site stays one of this site.
        assert_eq!(own("//evil.example/").as_deref(), Some("https://shop.example//evil.example/"));
    }

    #[test]
    fn an_address_grows_in_its_query_or_gets_another_fragment() {
        assert_eq!(with_query("https://a.example/x?y=1#z", &[("code", "a b")]), "https://a.example/x?y=1&code=a+b#z");
        assert_eq!(with_fragment("https://a.example/x?y=1#z", &[("a", "&")]), "https://a.example/x?y=1#a=%26");
        assert_eq!(local("https://a.example/x?y=1#z"), "/x?y=1");
    }
}
