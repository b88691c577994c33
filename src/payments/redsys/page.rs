//! The page that leads to Redsys: complete HTML in the order's language, whose form its script sends by itself.

use serde::Deserialize;

use super::Session;
use super::message::Envelope;
use crate::lang::{Lang, Texts};
use crate::payments::page as shared;
use crate::text::escape;

/// Where the pages are.
const PLACE: &str = "/redsys";

/// The script, served beside the page.
pub(super) const SCRIPT: &str = include_str!("pay.js");

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    title: String,
    heading: String,
    order: String,
    note: String,
    pay: String,
    back: String,
    expired: String,
    unknown: String,
}

static WORDS: Texts<Words> = Texts::section("redsys");

/// The page of a session that can be paid: `action` is where the form goes.
pub(super) fn render(session: &Session, action: &str, envelope: &Envelope) -> String {
    let t = WORDS.of(session.lang);
    let [version, parameters, signature] =
        [&envelope.version, &envelope.parameters, &envelope.signature].map(|text| escape(text));
    let rest = format!(
        r#"<p class="note">{}</p>
<form method="post" action="{}">
<input type="hidden" name="Ds_SignatureVersion" value="{version}">
<input type="hidden" name="Ds_MerchantParameters" value="{parameters}">
<input type="hidden" name="Ds_Signature" value="{signature}">
<button class="pay">{}</button>
<a class="button" href="{}">{}</a>
</form>
<script src="/redsys/pay.js"></script>"#,
        t.note,
        escape(action),
        t.pay,
        escape(&session.cancel_url),
        t.back,
    );
    page(session, &rest)
}

/// The page of a session whose time is over.
pub(super) fn render_expired(session: &Session) -> String {
    let t = WORDS.of(session.lang);
    let rest = format!(
        r#"<p class="message" role="alert">{}</p>
<p class="note"><a class="button" href="{}">{}</a></p>"#,
        t.expired,
        escape(&session.cancel_url),
        t.back,
    );
    page(session, &rest)
}

/// The page for an address that names no session.
pub(super) fn render_unknown(lang: Lang) -> String {
    let t = WORDS.of(lang);
    shared::document(lang, &t.title, PLACE, &format!("<h1>{}</h1>", t.unknown))
}

fn page(session: &Session, rest: &str) -> String {
    let (t, lang) = (WORDS.of(session.lang), session.lang);
    let summary = shared::summary(lang, &t.heading, session.amount, &t.order, &session.description);
    shared::document(lang, &t.title, PLACE, &format!("{summary}\n{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Timestamp;
    use crate::money::Cents;

    fn session(lang: Lang) -> Session {
        Session {
            id: "s".to_owned(),
            order_number: "0001ABCD2345".to_owned(),
            reference: "r".to_owned(),
            amount: Cents(4485),
            description: "<b>\"1a2b3c4d\"&".to_owned(),
            lang,
            success_url: "http://localhost/success".to_owned(),
            cancel_url: "http://localhost/cart?a=1&b=\"".to_owned(),
            expires_at: Timestamp::from_millis(0),
        }
    }

    #[test]
    fn the_page_says_the_amount_the_order_and_where_one_goes_in_every_language() {
        let envelope = Envelope { version: "v".to_owned(), parameters: "p".to_owned(), signature: "s+\"".to_owned() };
        for lang in Lang::ALL {
            let html = render(&session(lang), "https://sis.redsys.es/sis/realizarPago", &envelope);
            assert!(html.contains(&format!(r#"<html lang="{lang}" dir="{}">"#, lang.dir())));
            assert!(html.contains(&Cents(4485).format(lang)) && html.contains("Redsys"), "{html}");
            assert!(
                html.contains("&lt;b&gt;&quot;1a2b3c4d&quot;&amp;") && html.contains(r#"value="s+&quot;""#),
                "{html}"
            );
            assert!(html.contains(r#"action="https://sis.redsys.es/sis/realizarPago""#));
            assert!(WORDS.read(lang).is_ok());
            assert!(!html.contains("<script>") && !html.contains("style=\""), "the content policy refuses both");
        }
    }

    #[test]
    fn an_expired_page_offers_only_the_way_back() {
        let html = render_expired(&session(Lang::Es));
        assert!(!html.contains("<form") && !html.contains("<script"));
        assert!(html.contains(r#"href="http://localhost/cart?a=1&amp;b=&quot;""#), "{html}");
    }
}
