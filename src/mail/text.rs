//! A message in a language: subject, plain text and HTML, all three from the same blocks.

use std::fmt::Write as _;

use url::form_urlencoded;

use super::words::{Words, fill, words};
use super::{Inquiry, Message, Notice, order};
use crate::lang::Lang;
use crate::text::escape;

/// What a text needs to know of the shop.
pub struct Shop<'a> {
    /// The firm's name.
    pub brand: &'a str,
    /// The name in the commercial register.
    pub legal_name: &'a str,
    /// As people read it.
    pub phone: &'a str,
    /// `https://example.com`.
    pub origin: &'a str,
    /// Whether the owner answers what people write from the mailbox, not at the desk.
    pub answers_from_mailbox: bool,
}

/// A mail, ready to be put in an envelope.
#[derive(Debug, PartialEq, Eq)]
pub struct Rendered {
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// A whole HTML document.
    pub html: String,
    /// Where an answer goes, when not to the sender.
    pub reply_to: Option<String>,
}

pub(super) enum Block {
    Text(String),
    Button {
        label: &'static str,
        url: String,
    },
    /// Lines of label and amount, and which of them is the total.
    Amounts {
        rows: Vec<(String, String)>,
        total: usize,
    },
    /// Lines that belong together, such as an address.
    Lines {
        title: &'static str,
        lines: Vec<String>,
    },
    /// A label and what is to know under it.
    Facts(Vec<(&'static str, String)>),
    Note(&'static str),
}

/// What a mail proves itself with, where its message asks for a proof; empty otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proof {
    /// Of the link.
    pub token: String,
    /// The six digits beside it.
    pub code: String,
    /// Where the mail goes: the page shows whose account the link is for.
    pub email: String,
}

impl Proof {
    /// The fragment stays in the browser: no log holds it.
    fn link(&self, shop: &Shop<'_>, lang: Lang, kind: &str) -> String {
        let email = form_urlencoded::byte_serialize(self.email.as_bytes()).collect::<String>();
        format!("{}/verify?lang={lang}#token_hash={}&type={kind}&email={email}&lang={lang}", shop.origin, self.token)
    }
}

/// Renders a message.
pub fn render(message: &Message, lang: Lang, shop: &Shop<'_>, proof: &Proof) -> Rendered {
    let w = words(lang);
    let (subject, name, blocks) = match message {
        Message::ConfirmEmail { name, .. } => {
            let url = format!("{}/welcome?lang={lang}#token_hash={}&type=signup&lang={lang}", shop.origin, proof.token);
            proof_mail(
                name,
                proof,
                w,
                [&w.confirm_subject, &w.confirm_intro, &w.confirm_note],
                (&w.confirm_button, url),
            )
        }
        Message::SignIn { name, .. } => {
            let url = proof.link(shop, lang, "magiclink");
            let phrases = [w.sign_in_subject.as_str(), &w.sign_in_intro, &w.sign_in_note];
            proof_mail(name, proof, w, phrases, (&w.sign_in_button, url))
        }
        Message::Recover { name, .. } => {
            let url = proof.link(shop, lang, "recovery");
            let phrases = [w.recover_subject.as_str(), &w.recover_intro, &w.recover_note];
            proof_mail(name, proof, w, phrases, (&w.recover_button, url))
        }
        Message::ConfirmNewEmail { name, .. } => {
            let url = proof.link(shop, lang, "email_change");
            let phrases = [w.new_email_subject.as_str(), &w.new_email_intro, &w.new_email_note];
            proof_mail(name, proof, w, phrases, (&w.new_email_button, url))
        }
        Message::Reauthenticate { name, .. } => {
            let code = Block::Facts(vec![(&w.code, proof.code.clone())]);
            let blocks = vec![text(&w.reauthenticate_intro), code, Block::Note(&w.reauthenticate_note)];
            (w.reauthenticate_subject.clone(), name.as_str(), blocks)
        }
        Message::AdminInvitation { inviter, .. } => {
            let intro = Block::Text(fill(&w.invitation_intro, &isolated(inviter, lang)));
            let button = Block::Button { label: &w.invitation_button, url: proof.link(shop, lang, "invite") };
            (w.invitation_subject.clone(), "", vec![intro, button, Block::Note(&w.invitation_note)])
        }
        Message::AccountNotice { name, notice } => notice_mail(name, notice, w, lang, shop),
        Message::AlreadyRegistered { name } => {
            let button = Block::Button { label: &w.known_button, url: format!("{}/login?lang={lang}", shop.origin) };
            (w.known_subject.clone(), name.as_str(), vec![text(&w.known_intro), button, Block::Note(&w.known_note)])
        }
        Message::OrderReceived(order)
        | Message::OrderPaid(order)
        | Message::OrderDelivered(order)
        | Message::OrderShipped { order, .. }
        | Message::OrderCancelled { order, .. }
        | Message::OrderRefunded { order, .. } => order::to_buyer(message, order, w, lang, shop),
        Message::OrderForOwner { order, .. } => order::to_owner(order, w, lang, shop),
        Message::OrderFlagged { order, why } => order::flagged(order, why, w, lang, shop),
        Message::LowStock { lines } => order::low_stock(lines, w, lang, shop),
        Message::MailsNotSent { count, error } => order::not_sent(*count, error, w, lang, shop),
        Message::QuoteReceived { number, service } => {
            let mut blocks = vec![text(&w.quote_intro)];
            blocks.extend(service.iter().map(|service| Block::Facts(vec![(&w.service, service.clone())])));
            blocks.push(Block::Note(&w.inquiry_note));
            (fill(&w.quote_subject, number), "", blocks)
        }
        Message::MessageReceived { number } => {
            (fill(&w.message_subject, number), "", vec![text(&w.message_intro), Block::Note(&w.inquiry_note)])
        }
        Message::Answer { number, about_quote, name, text: answer, asked, .. } => {
            let subject = if *about_quote { &w.quote_subject } else { &w.message_subject };
            let mut blocks: Vec<Block> =
                answer.split("\n\n").map(|paragraph| Block::Text(paragraph.to_owned())).collect();
            let lines = asked.lines().map(str::to_owned).collect();
            blocks.extend([Block::Lines { title: &w.you_wrote, lines }, Block::Note(&w.answer_note)]);
            // Mail programs keep together what has the subject of the first mail.
            (format!("Re: {}", fill(subject, number)), name.as_str(), blocks)
        }
        Message::QuoteForOwner(inquiry) => inquiry_mail(inquiry, w, &w.owner_quote_subject, shop, "quotes"),
        Message::MessageForOwner(inquiry) => inquiry_mail(inquiry, w, &w.owner_message_subject, shop, "messages"),
    };
    let mut all = Vec::with_capacity(blocks.len() + 1);
    if !name.trim().is_empty() {
        all.push(Block::Text(fill(&w.greeting, &isolated(name, lang))));
    }
    all.extend(blocks);
    let footer = footer(message, w, lang, shop);
    Rendered {
        text: plain(&all, lang, shop, &footer),
        html: html(&all, &subject, lang, shop, &footer),
        subject: format!("{subject} · {}", shop.brand),
        reply_to: reply_to(message, shop),
    }
}

/// Where an answer to the owner's mails goes, when not to the shop.
fn reply_to(message: &Message, shop: &Shop<'_>) -> Option<String> {
    match message {
        Message::QuoteForOwner(Inquiry { email, .. }) | Message::MessageForOwner(Inquiry { email, .. })
            if shop.answers_from_mailbox =>
        {
            Some(email.clone())
        }
        Message::OrderForOwner { email, .. } => Some(email.clone()),
        _ => None,
    }
}

/// What stands below a mail: how to go on.
fn footer(message: &Message, w: &'static Words, lang: Lang, shop: &Shop<'_>) -> String {
    match message {
        Message::OrderFlagged { .. } | Message::LowStock { .. } | Message::MailsNotSent { .. } => {
            w.alert_footer.clone()
        }
        Message::QuoteForOwner(_) | Message::MessageForOwner(_) if shop.answers_from_mailbox => {
            w.owner_mailbox_footer.clone()
        }
        Message::QuoteForOwner(_) | Message::MessageForOwner(_) => w.owner_desk_footer.clone(),
        Message::OrderForOwner { .. } => w.owner_footer.clone(),
        _ => fill(&w.footer, &isolated(shop.phone, lang)),
    }
}

/// A mail with a link to press and a code to type.
fn proof_mail<'a>(
    name: &'a str,
    proof: &Proof,
    w: &'static Words,
    [subject, intro, note]: [&'static str; 3],
    (label, url): (&'static str, String),
) -> (String, &'a str, Vec<Block>) {
    let code = Block::Facts(vec![(&w.code, proof.code.clone())]);
    (subject.to_owned(), name, vec![text(intro), Block::Button { label, url }, code, Block::Note(note)])
}

/// What happened to an account, and what to do about it if it was somebody else.
fn notice_mail<'a>(
    name: &'a str,
    notice: &Notice,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
) -> (String, &'a str, Vec<Block>) {
    let (subject, intro, about) = match notice {
        Notice::PasswordChanged => (&w.password_changed_subject, &w.password_changed_intro, ""),
        Notice::EmailChanging { email } => (&w.email_changing_subject, &w.email_changing_intro, email.as_str()),
        Notice::EmailChanged { email } => (&w.email_changed_subject, &w.email_changed_intro, email.as_str()),
        Notice::FactorAdded => (&w.factor_added_subject, &w.factor_added_intro, ""),
        Notice::FactorRemoved => (&w.factor_removed_subject, &w.factor_removed_intro, ""),
        Notice::RecoveryCodeUsed => (&w.recovery_code_used_subject, &w.recovery_code_used_intro, ""),
        Notice::IdentityJoined { provider } => {
            (&w.identity_joined_subject, &w.identity_joined_intro, provider.as_str())
        }
        Notice::IdentityRemoved { provider } => {
            (&w.identity_removed_subject, &w.identity_removed_intro, provider.as_str())
        }
        Notice::AdminGranted => (&w.admin_granted_subject, &w.admin_granted_intro, ""),
        Notice::AdminJoined { email } => (&w.admin_joined_subject, &w.admin_joined_intro, email.as_str()),
        Notice::Erased => (&w.erased_subject, &w.erased_intro, ""),
        Notice::DataErased => (&w.data_erased_subject, &w.data_erased_intro, ""),
    };
    let mut blocks = vec![Block::Text(fill(intro, &isolated(about, lang)))];
    match notice {
        // The account has no way back from here.
        Notice::EmailChanged { .. } | Notice::Erased | Notice::DataErased => blocks.push(Block::Note(&w.alarm_note)),
        Notice::AdminGranted | Notice::AdminJoined { .. } => {
            let page = if *notice == Notice::AdminGranted { "/admin" } else { "/admin/people" };
            let url = format!("{}{page}", shop.origin);
            blocks.extend([Block::Button { label: &w.admin_button, url }, Block::Note(&w.admin_note)]);
        }
        _ => {
            let url = format!("{}/recover?lang={lang}", shop.origin);
            blocks.extend([Block::Button { label: &w.notice_button, url }, Block::Note(&w.notice_note)]);
        }
    }
    (subject.clone(), name, blocks)
}

/// What somebody wrote, for the owner, with the way to its conversation among the `kind` of the desk's inbox. It greets
/// nobody: the name in it is the writer's.
fn inquiry_mail(
    inquiry: &Inquiry,
    w: &'static Words,
    subject: &str,
    shop: &Shop<'_>,
    kind: &str,
) -> (String, &'static str, Vec<Block>) {
    let (language, photos) = (inquiry.lang.to_string(), inquiry.attachments.len().to_string());
    let facts = [
        (&w.name, Some(&inquiry.name)),
        (&w.email, Some(&inquiry.email)),
        (&w.phone, inquiry.phone.as_ref()),
        (&w.service, inquiry.service.as_ref()),
        (&w.town, inquiry.town.as_ref()),
        (&w.when, inquiry.when.as_ref()),
        (&w.language, Some(&language)),
        (&w.photos, Some(&photos).filter(|_| !inquiry.attachments.is_empty())),
    ];
    let facts = facts.into_iter().filter_map(|(label, value)| Some((label.as_str(), value?.clone()))).collect();
    let lines = Block::Lines { title: &w.message, lines: inquiry.message.lines().map(str::to_owned).collect() };
    let conversation = if inquiry.id.is_empty() { String::new() } else { format!("/{kind}/{}", inquiry.id) };
    let url = format!("{}/admin/inbox{conversation}", shop.origin);
    let button = Block::Button { label: &w.conversation_button, url };
    (fill(subject, &inquiry.number), "", vec![Block::Facts(facts), lines, button])
}

fn text(words: &str) -> Block {
    Block::Text(words.to_owned())
}

/// A value inside a text written right to left keeps its own order; without this, the groups of a phone number change
/// places.
pub fn isolated(value: &str, lang: Lang) -> String {
    if lang.dir() == "rtl" { format!("\u{2068}{value}\u{2069}") } else { value.to_owned() }
}

fn plain(blocks: &[Block], lang: Lang, shop: &Shop<'_>, footer: &str) -> String {
    let colon = &words(lang).colon;
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Text(text) => out.push_str(text),
            Block::Note(text) => out.push_str(text),
            Block::Button { label, url } => _ = write!(out, "{label}{colon}\n{url}"),
            Block::Amounts { rows, .. } => {
                let row = |(label, amount): &(String, String)| format!("{label}{colon} {}", isolated(amount, lang));
                out.push_str(&rows.iter().map(row).collect::<Vec<_>>().join("\n"));
            }
            Block::Lines { title, lines } => _ = write!(out, "{title}{colon}\n{}", lines.join("\n")),
            Block::Facts(facts) => {
                let fact = |(label, value): &(&str, String)| format!("{label}{colon} {}", isolated(value, lang));
                out.push_str(&facts.iter().map(fact).collect::<Vec<_>>().join("\n"));
            }
        }
        out.push_str("\n\n");
    }
    _ = write!(out, "{footer}\n-- \n{}\n{}\n", shop.legal_name, shop.origin);
    out
}

const INK: &str = "#12312f";
const QUIET: &str = "#4d6462";

/// Tables and inline styles: what mail programs understand. No picture, no foreign address.
fn html(blocks: &[Block], title: &str, lang: Lang, shop: &Shop<'_>, footer: &str) -> String {
    let (dir, start, end) = if lang.dir() == "rtl" { ("rtl", "right", "left") } else { ("ltr", "left", "right") };
    let colon = &words(lang).colon;
    let mut body = String::new();
    for block in blocks {
        _ = match block {
            Block::Text(text) => write!(body, "<p style=\"margin:0 0 16px\">{}</p>", escape(text)),
            Block::Note(text) => {
                write!(body, "<p style=\"margin:16px 0 0;font-size:14px;color:{QUIET}\">{}</p>", escape(text))
            }
            Block::Button { label, url } => write!(
                body,
                "<p style=\"margin:24px 0\"><a href=\"{}\" style=\"display:inline-block;padding:14px 24px;border-radius:8px;\
                 background:{INK};color:#ffffff;text-decoration:none;font-weight:bold\">{}</a></p>",
                escape(url),
                escape(label)
            ),
            Block::Amounts { rows, total } => write!(body, "{}", amounts(rows, *total, start, end)),
            Block::Lines { title, lines } => {
                let lines: Vec<_> = lines.iter().map(|line| format!("<bdi>{}</bdi>", escape(line))).collect();
                write!(body, "<p style=\"margin:0 0 16px\"><b>{}</b><br>{}</p>", escape(title), lines.join("<br>"))
            }
            Block::Facts(facts) => {
                let fact =
                    |(label, value): &(&str, String)| format!("{}{colon} <bdi>{}</bdi>", escape(label), escape(value));
                let facts: Vec<_> = facts.iter().map(fact).collect();
                write!(body, "<p style=\"margin:0 0 16px\">{}</p>", facts.join("<br>"))
            }
        };
    }
    format!(
        "<!doctype html><html lang=\"{lang}\" dir=\"{dir}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title></head>\
         <body style=\"margin:0;padding:24px 12px;background:#f5f1ea;color:{INK};font:16px/1.55 Arial,sans-serif;text-align:{start}\">\
         <table role=\"presentation\" dir=\"{dir}\" width=\"100%\" style=\"max-width:560px;margin:0 auto;border-collapse:collapse\">\
         <tr><td style=\"padding:0 0 12px;font-size:20px;font-weight:bold\">{brand}</td></tr>\
         <tr><td style=\"padding:28px;background:#ffffff;border-radius:12px\">\
         <h1 style=\"margin:0 0 16px;font-size:22px;line-height:1.3\">{title}</h1>{body}</td></tr>\
         <tr><td style=\"padding:16px 4px;font-size:13px;color:{QUIET}\">{footer}<br>{legal}</td></tr></table></body></html>",
        title = escape(title),
        brand = escape(shop.brand),
        footer = escape(footer),
        legal = escape(shop.legal_name),
    )
}

fn amounts(rows: &[(String, String)], total: usize, start: &str, end: &str) -> String {
    let mut out =
        String::from("<table role=\"presentation\" width=\"100%\" style=\"border-collapse:collapse;margin:0 0 16px\">");
    for (n, (label, amount)) in rows.iter().enumerate() {
        let weight = if n == total { "bold" } else { "normal" };
        _ = write!(
            out,
            "<tr style=\"font-weight:{weight};border-bottom:1px solid #e7e1d6\">\
             <td style=\"padding:8px 0;text-align:{start}\">{}</td>\
             <td style=\"padding:8px 0;text-align:{end};white-space:nowrap\"><bdi>{}</bdi></td></tr>",
            escape(label),
            escape(amount)
        );
    }
    out + "</table>"
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::carrier::Carrier;
    use crate::mail::{OrderLine, OrderSummary, RefundOf, RefundParts};
    use crate::money::Cents;

    pub(in super::super) const SHOP: Shop<'_> = Shop {
        brand: "Manetes",
        legal_name: "Manetes Abrera, S.L.",
        phone: "600 000 000",
        origin: "http://localhost:8080",
        answers_from_mailbox: false,
    };

    fn refunded(amount: Cents, of: RefundOf) -> Message {
        Message::OrderRefunded { order: order(), amount, of, parts: RefundParts::default() }
    }

    pub(in super::super) fn order() -> OrderSummary {
        OrderSummary {
            order_id: String::from("1a2b3c4d-0000-4000-8000-000000000000"),
            number: Some(String::from("2026-0042")),
            name: String::from("Núria <b>"),
            lines: vec![OrderLine { title: String::from("Cilindro"), quantity: 2, total: Cents(7980) }],
            items: Cents(7980),
            shipping: Cents::ZERO,
            total: Cents(7980),
            refunded: Cents::ZERO,
            tax: Cents(1385),
            address: vec![String::from("Carrer Major 1"), String::from("08630 Abrera")],
        }
    }

    fn proof() -> Proof {
        let text = String::from;
        Proof { token: text("s3cret"), code: text("042137"), email: text("n+x@example.com") }
    }

    fn notice(notice: Notice) -> Message {
        Message::AccountNotice { name: String::from("Núria"), notice }
    }

    fn inquiry() -> Inquiry {
        Inquiry {
            id: String::from("1a2b3c4d-0000-4000-8000-000000000000"),
            number: String::from("1a2b3c4d"),
            name: String::from("<img src=x>"),
            email: String::from("nuria@example.com"),
            phone: Some(String::from("600 111 222")),
            service: None,
            town: Some(String::from("</table>Abrera")),
            when: None,
            lang: Lang::Fr,
            message: String::from("Una puerta\n<script>alert(1)</script>"),
            attachments: vec![String::from("quote-photos/1.jpg"), String::from("quote-photos/2.jpg")],
        }
    }

    #[test]
    fn every_message_has_words_in_every_language() {
        let name = String::from("Núria");
        let tracked = || String::from("PQ4E8X0700012340108001A");
        for lang in Lang::ALL {
            for message in [
                Message::ConfirmEmail { name: name.clone(), token_id: String::from("t") },
                Message::AlreadyRegistered { name: name.clone() },
                Message::SignIn { name: name.clone(), token_id: String::from("t") },
                Message::Recover { name: name.clone(), token_id: String::from("t") },
                Message::ConfirmNewEmail { name: name.clone(), token_id: String::from("t") },
                Message::Reauthenticate { name: name.clone(), token_id: String::from("t") },
                notice(Notice::PasswordChanged),
                notice(Notice::EmailChanging { email: String::from("n@example.com") }),
                notice(Notice::EmailChanged { email: String::from("n@example.com") }),
                notice(Notice::FactorAdded),
                notice(Notice::FactorRemoved),
                notice(Notice::RecoveryCodeUsed),
                notice(Notice::IdentityJoined { provider: String::from("Acme") }),
                notice(Notice::IdentityRemoved { provider: String::from("Acme") }),
                notice(Notice::AdminGranted),
                notice(Notice::AdminJoined { email: String::from("n@example.com") }),
                notice(Notice::Erased),
                notice(Notice::DataErased),
                Message::AdminInvitation { inviter: String::from("n@example.com"), token_id: String::from("t") },
                Message::OrderReceived(order()),
                Message::OrderPaid(order()),
                Message::OrderShipped {
                    order: order(),
                    carrier: Carrier::Seur,
                    tracking_number: Some(tracked()),
                    is_corrected: false,
                },
                Message::OrderShipped {
                    order: order(),
                    carrier: Carrier::Seur,
                    tracking_number: Some(tracked()),
                    is_corrected: true,
                },
                Message::OrderShipped {
                    order: order(),
                    carrier: Carrier::Gls,
                    tracking_number: None,
                    is_corrected: false,
                },
                Message::OrderShipped {
                    order: order(),
                    carrier: Carrier::OwnVan,
                    tracking_number: None,
                    is_corrected: false,
                },
                Message::OrderShipped {
                    order: order(),
                    carrier: Carrier::PickUp,
                    tracking_number: None,
                    is_corrected: false,
                },
                Message::OrderDelivered(order()),
                Message::OrderCancelled { order: order(), refund: Cents(7980), is_uncharged: false },
                Message::OrderCancelled { order: order(), refund: Cents::ZERO, is_uncharged: true },
                refunded(Cents(1250), RefundOf::Part),
                refunded(Cents(7980), RefundOf::Whole),
                refunded(Cents(7980), RefundOf::WholeUnsent),
                refunded(Cents(7980), RefundOf::SecondPayment),
                Message::OrderForOwner { order: order(), email: String::from("n@example.com") },
                Message::OrderFlagged { order: order(), why: String::from("disputed") },
                Message::LowStock { lines: Vec::new() },
                Message::MailsNotSent { count: 2, error: String::from("550") },
                Message::QuoteReceived { number: String::from("1a2b3c4d"), service: None },
                Message::MessageReceived { number: String::from("1a2b3c4d") },
                Message::QuoteForOwner(inquiry()),
                Message::MessageForOwner(inquiry()),
            ] {
                let mail = render(&message, lang, &SHOP, &proof());
                assert!(!mail.text.contains("{{") && !mail.subject.contains("{{"), "{mail:?}");
                assert!(mail.html.contains(&format!("lang=\"{lang}\" dir=\"{}\"", lang.dir())));
                if lang != Lang::Es {
                    assert_ne!(mail.subject, render(&message, Lang::Es, &SHOP, &proof()).subject);
                }
            }
        }
    }

    #[test]
    fn the_confirmation_link_keeps_its_token_out_of_the_servers_log() {
        let message = Message::ConfirmEmail { name: String::new(), token_id: String::from("t") };
        let mail = render(&message, Lang::Fr, &SHOP, &proof());
        assert!(mail.text.contains("http://localhost:8080/welcome?lang=fr#token_hash=s3cret&type=signup"));
        assert!(mail.text.contains("Code\u{a0}: 042137"), "{}", mail.text);
        let message = Message::SignIn { name: String::new(), token_id: String::from("t") };
        let mail = render(&message, Lang::Ar, &SHOP, &proof());
        let link =
            "http://localhost:8080/verify?lang=ar#token_hash=s3cret&type=magiclink&email=n%2Bx%40example.com&lang=ar";
        assert!(mail.text.contains(link), "{}", mail.text);
    }

    #[test]
    fn numbers_keep_their_order_in_a_text_written_right_to_left() {
        let mail = render(&Message::OrderPaid(order()), Lang::Ar, &SHOP, &Proof::default());
        assert!(mail.text.contains("\u{2068}600 000 000\u{2069}") && mail.html.contains("\u{2068}600 000 000\u{2069}"));
        assert!(mail.html.contains("<bdi>08630 Abrera</bdi>"));
        assert!(mail.text.contains(": \u{2068}79,80\u{a0}€\u{2069}\n"));
        assert!(!render(&Message::OrderPaid(order()), Lang::Fr, &SHOP, &Proof::default()).text.contains('\u{2068}'));
    }

    #[test]
    fn a_french_colon_stands_apart() {
        let mail = render(&Message::OrderPaid(order()), Lang::Fr, &SHOP, &Proof::default());
        assert!(mail.text.contains("Livraison\u{a0}: Gratuite") && mail.text.contains("Voir la commande\u{a0}:\n"));
    }

    #[test]
    fn what_people_typed_cannot_become_markup() {
        let mail = render(&Message::OrderPaid(order()), Lang::Es, &SHOP, &Proof::default());
        assert!(mail.html.contains("Núria &lt;b&gt;") && !mail.html.contains("Núria <b>"));
        assert!(mail.text.contains("2 × Cilindro: 79,80\u{a0}€"));
        assert!(mail.text.contains("Envío: Gratis"));

        let mail = render(&Message::QuoteForOwner(inquiry()), Lang::Es, &SHOP, &Proof::default());
        for tag in ["<img", "<script", "</table>A"] {
            assert!(!mail.html.contains(tag), "{tag} in {}", mail.html);
        }
        assert!(mail.html.contains("<bdi>Una puerta</bdi><br><bdi>&lt;script&gt;"));
    }

    #[test]
    fn the_owner_is_led_to_the_conversation_and_answers_from_the_mailbox_only_by_choice() {
        let page = "http://localhost:8080/admin/inbox/messages/1a2b3c4d-0000-4000-8000-000000000000";
        let by_choice = Shop { answers_from_mailbox: true, ..SHOP };
        let render = |message: &Message, shop: &Shop<'_>| render(message, Lang::Es, shop, &Proof::default());
        let mail = render(&Message::MessageForOwner(inquiry()), &SHOP);
        assert!(mail.text.contains(page) && mail.html.contains(page), "{}", mail.text);
        assert!(mail.text.contains("no le llega a quien ha escrito"), "{}", mail.text);
        assert_eq!(mail.reply_to, None);
        let chosen = render(&Message::MessageForOwner(inquiry()), &by_choice);
        assert!(chosen.text.contains(page) && chosen.text.contains("no queda en la conversación"), "{}", chosen.text);
        assert_eq!(chosen.reply_to.as_deref(), Some("nuria@example.com"));
        let quote = render(&Message::QuoteForOwner(inquiry()), &SHOP).text;
        assert!(quote.contains("/admin/inbox/quotes/1a2b3c4d-0000-4000-8000-000000000000\n"), "{quote}");
        let older = Message::QuoteForOwner(Inquiry { id: String::new(), ..inquiry() });
        assert!(render(&older, &SHOP).text.contains("/admin/inbox\n"));
        for shop in [&SHOP, &by_choice] {
            assert_eq!(render(&Message::OrderPaid(order()), shop).reply_to, None);
        }
    }

    #[test]
    fn the_owner_reads_what_somebody_wrote() {
        let mail = render(&Message::MessageForOwner(inquiry()), Lang::Es, &SHOP, &Proof::default());
        assert!(mail.text.contains("Teléfono: 600 111 222\nPoblación"), "{}", mail.text);
        assert!(mail.text.contains("Fotos adjuntas: 2"), "{}", mail.text);
    }
}
