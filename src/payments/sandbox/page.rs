//! The hosted payment page: complete HTML in the session's language, without a script.

use serde::Deserialize;

use super::Session;
use crate::lang::{Lang, Texts};
use crate::payments::page as shared;
use crate::text::escape;

/// Where the pages are.
const PLACE: &str = "/sandbox";

/// What the page says besides its buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Notice {
    /// Nothing happened yet.
    None,
    /// The last try was declined; another may follow.
    Declined,
    /// The session cannot be paid any more.
    Expired,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    title: String,
    heading: String,
    order: String,
    bizum: String,
    no_money: String,
    pay: String,
    decline: String,
    back: String,
    declined: String,
    expired: String,
    unknown: String,
}

static WORDS: Texts<Words> = Texts::section("sandbox");

/// The page of a session.
pub(super) fn render(session: &Session, notice: Notice, asked: shared::Asked) -> String {
    let t = WORDS.of(session.lang);
    let message = match notice {
        Notice::None => String::new(),
        Notice::Declined => format!(r#"<p class="message" role="alert">{}</p>"#, t.declined),
        Notice::Expired => format!(r#"<p class="message" role="alert">{}</p>"#, t.expired),
    };
    let actions = if notice == Notice::Expired {
        format!(r#"<p class="note"><a class="button" href="{}">{}</a></p>"#, escape(&session.cancel_url), t.back)
    } else {
        format!(
            r#"<form method="post">
<button class="pay" name="action" value="pay">{} <bdi>{}</bdi></button>
<button name="action" value="fail">{}</button>
<button name="action" value="cancel">{}</button>
</form>"#,
            t.pay,
            session.amount.format(session.lang),
            t.decline,
            t.back,
        )
    };
    let body = format!(
        r#"{}
{message}
<p class="note">{}</p>
{actions}"#,
        shared::summary(
            session.lang,
            if asked.is_bizum() { &t.bizum } else { &t.heading },
            session.amount,
            &t.order,
            &session.description
        ),
        t.no_money,
    );
    shared::document(session.lang, &t.title, PLACE, &body)
}

/// The page for an address that names no session.
pub(super) fn render_unknown(lang: Lang) -> String {
    let t = WORDS.of(lang);
    shared::document(lang, &t.title, PLACE, &format!("<h1>{}</h1>", t.unknown))
}

#[cfg(test)]
mod tests {
    use super::super::Status;
    use super::*;
    use crate::clock::Timestamp;
    use crate::money::Cents;

    fn session(lang: Lang) -> Session {
        Session {
            id: "s".to_owned(),
            reference: "r".to_owned(),
            amount: Cents(4485),
            currency: "EUR".to_owned(),
            description: "<b>\"1a2b3c4d\"&".to_owned(),
            lang,
            success_url: "http://localhost/success".to_owned(),
            cancel_url: "http://localhost/cart?a=1&b=\"".to_owned(),
            status: Status::Open,
            expires_at: Timestamp::from_millis(0),
        }
    }

    #[test]
    fn the_page_says_the_amount_the_order_and_that_no_money_moves_in_every_language() {
        for lang in Lang::ALL {
            let html = render(&session(lang), Notice::None, shared::Asked::default());
            assert!(html.contains(&format!(r#"<html lang="{lang}" dir="{}">"#, lang.dir())));
            assert!(html.contains(&Cents(4485).format(lang)), "{html}");
            assert!(html.contains("&lt;b&gt;&quot;1a2b3c4d&quot;&amp;"), "{html}");
            assert!(html.contains(&WORDS.read(lang).unwrap().no_money));
            for action in ["pay", "fail", "cancel"] {
                assert!(html.contains(&format!(r#"value="{action}""#)));
            }
            assert!(!html.contains("<script") && !html.contains("style=\""), "the content policy refuses both");
        }
    }

    #[test]
    fn an_expired_page_offers_only_the_way_back() {
        let html = render(&session(Lang::Es), Notice::Expired, shared::Asked::default());
        assert!(!html.contains("<form"));
        assert!(html.contains(r#"href="http://localhost/cart?a=1&amp;b=&quot;""#), "{html}");
    }
}
