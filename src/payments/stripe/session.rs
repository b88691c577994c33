//! What Stripe is asked for: a payment page, as form fields.

use serde::Deserialize;

use super::client::form;
use super::wire::MAX_METADATA;
use crate::lang::{Lang, Texts};
use crate::payments::NewSession;

/// What Stripe puts its own id of the session in place of.
const SESSION_ID: &str = "{CHECKOUT_SESSION_ID}";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    order: String,
}

static WORDS: Texts<Words> = Texts::section("stripe");

/// The languages of Stripe's pages that are named by two letters.
const SPOKEN: [&str; 32] = [
    "bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "ms",
    "mt", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi",
];

/// Languages that Stripe does not speak, and what those who read them read as well.
const INSTEAD: [(&str, &str); 3] = [("ca", "es"), ("eu", "es"), ("gl", "es")];

/// What a page can do without when Stripe refuses it: first Bizum, which not every account has and not for every amount,
/// and the buyer's address, of which Stripe has its own idea; then the copy of the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comfort {
    Whole,
    Plain,
    Bare,
}

/// The fields of a page. All comes from what is stored of the attempt, so that asking again says the same; one item
/// stands for the order, whose total has shipping in it.
pub(super) fn fields(new: &NewSession, site: &str, comfort: Comfort) -> String {
    let name = format!("{} {}", WORDS.of(new.lang).order, new.description);
    let parts = if comfort == Comfort::Bare { Vec::new() } else { parts(&new.order_copy) };
    // Whoever asked for Bizum where Stripe refuses it can pay by card.
    let means: &[&str] = match (comfort, new.is_bizum) {
        (Comfort::Whole, true) => &["bizum"],
        (Comfort::Whole, false) => &["card", "bizum"],
        _ => &["card"],
    };
    let mut fields = vec![
        ("mode", String::from("payment")),
        ("client_reference_id", new.reference.clone()),
        ("metadata[reference]", new.reference.clone()),
        ("metadata[site]", site.to_owned()),
        ("payment_intent_data[metadata][reference]", new.reference.clone()),
        ("line_items[0][quantity]", String::from("1")),
        ("line_items[0][price_data][currency]", new.currency.to_ascii_lowercase()),
        ("line_items[0][price_data][unit_amount]", new.amount.0.to_string()),
        ("line_items[0][price_data][product_data][name]", name),
        ("payment_method_types[0]", means[0].to_owned()),
        ("locale", locale(new.lang).to_owned()),
        ("expires_at", new.expires_at.seconds().to_string()),
        ("success_url", with_session_id(&new.success_url)),
        ("cancel_url", new.cancel_url.clone()),
    ];
    if let Some(second) = means.get(1) {
        fields.push(("payment_method_types[1]", (*second).to_owned()));
    }
    if comfort == Comfort::Whole {
        fields.push(("customer_email", new.email.clone()));
    }
    fields.extend(parts.iter().map(|(name, part)| (name.as_str(), part.clone())));
    form(fields)
}

/// A text in as many values of metadata as it takes.
fn parts(text: &str) -> Vec<(String, String)> {
    let chars: Vec<char> = text.chars().collect();
    let part = |(n, part): (usize, &[char])| (format!("metadata[order_{n}]"), part.iter().collect());
    chars.chunks(MAX_METADATA).enumerate().map(part).collect()
}

/// The language of the page; where Stripe does not speak ours, another that is read as well, or the browser's.
fn locale(lang: Lang) -> &'static str {
    let instead = INSTEAD.iter().find(|(code, _)| *code == lang.code());
    let read = instead.map_or(lang.code(), |(_, read)| *read);
    if SPOKEN.contains(&read) { read } else { "auto" }
}

/// The address with `session_id` in its query, its braces as they are: escaped ones Stripe does not replace.
fn with_session_id(url: &str) -> String {
    let (page, fragment) = url.find('#').map_or((url, ""), |at| url.split_at(at));
    let joint = if page.contains('?') { '&' } else { '?' };
    format!("{page}{joint}session_id={SESSION_ID}{fragment}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Timestamp;
    use crate::money::Cents;

    fn new() -> NewSession {
        NewSession {
            reference: "5f8e".to_owned(),
            amount: Cents(4485),
            currency: "EUR",
            description: "1a2b3c4d".to_owned(),
            email: "núria+compras@example.com".to_owned(),
            order_copy: "ñ".repeat(MAX_METADATA) + "!",
            lang: Lang::Es,
            success_url: "https://manetes.example/success?order_id=1".to_owned(),
            cancel_url: "https://manetes.example/cart?cancelled=1".to_owned(),
            is_bizum: false,
            created_at: Timestamp::from_millis(1_795_172_400_999),
            expires_at: Timestamp::from_millis(1_795_174_260_999),
        }
    }

    fn sent(new: &NewSession, comfort: Comfort) -> Vec<(String, String)> {
        let fields = fields(new, "https://manetes.example", comfort);
        url::form_urlencoded::parse(fields.as_bytes()).into_owned().collect()
    }

    #[test]
    fn a_page_is_asked_for_with_all_that_ties_it_to_the_attempt() {
        let plain = [
            ("mode", "payment"),
            ("client_reference_id", "5f8e"),
            ("metadata[reference]", "5f8e"),
            ("metadata[site]", "https://manetes.example"),
            ("payment_intent_data[metadata][reference]", "5f8e"),
            ("line_items[0][quantity]", "1"),
            ("line_items[0][price_data][currency]", "eur"),
            ("line_items[0][price_data][unit_amount]", "4485"),
            ("line_items[0][price_data][product_data][name]", "Pedido 1a2b3c4d"),
            ("payment_method_types[0]", "card"),
            ("locale", "es"),
            ("expires_at", "1795174260"),
            ("success_url", "https://manetes.example/success?order_id=1&session_id={CHECKOUT_SESSION_ID}"),
            ("cancel_url", "https://manetes.example/cart?cancelled=1"),
        ];
        let whole = [("payment_method_types[1]", "bizum"), ("customer_email", "núria+compras@example.com")];
        let owned = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
        };
        let first = "ñ".repeat(MAX_METADATA);
        let copy = [("metadata[order_0]", first.as_str()), ("metadata[order_1]", "!")];
        assert_eq!(sent(&new(), Comfort::Bare), owned(&plain));
        assert_eq!(sent(&new(), Comfort::Plain), owned(&[&plain[..], &copy].concat()));
        assert_eq!(sent(&new(), Comfort::Whole), owned(&[&plain[..], &whole, &copy].concat()));
    }

    #[test]
    fn the_session_comes_back_in_the_query_wherever_the_address_ends() {
        for (url, with) in [
            ("https://a.example/success", "https://a.example/success?session_id={CHECKOUT_SESSION_ID}"),
            ("https://a.example/?a=1", "https://a.example/?a=1&session_id={CHECKOUT_SESSION_ID}"),
            ("https://a.example/?a=1#top?", "https://a.example/?a=1&session_id={CHECKOUT_SESSION_ID}#top?"),
        ] {
            assert_eq!(with_session_id(url), with);
        }
    }

    #[test]
    fn every_language_has_a_page_and_its_words_catalan_the_spanish_and_arabic_the_one_of_the_browser() {
        for lang in Lang::ALL {
            WORDS.read(lang).unwrap_or_else(|error| panic!("{lang}: {error}"));
        }
        let locales: Vec<_> = Lang::ALL.into_iter().map(locale).collect();
        assert_eq!(locales, ["es", "es", "en", "fr", "auto"]);
    }
}
