//! A message in a language: subject, plain text and HTML, all three from the same blocks.

mod account;
mod complaint;
mod inquiry;
mod layout;
mod stars;
#[cfg(test)]
pub(super) mod tests;
mod withdrawal;

use url::form_urlencoded;

use super::words::{Words, words};
use super::{Inquiry, Message, WithdrawalNotice, order};
use crate::hours::Period;
use crate::lang::{Lang, fill};

/// What a text needs to know of the shop.
#[derive(Default)]
pub struct Shop<'a> {
    /// The firm's name.
    pub brand: &'a str,
    /// The name in the commercial register.
    pub legal_name: &'a str,
    /// As people read it.
    pub phone: &'a str,
    /// `https://example.com`.
    pub origin: &'a str,
    /// Where people come to.
    pub place: &'a str,
    /// When they find somebody there.
    pub hours: &'a [Period],
    /// The firm at the head of a paper, line by line.
    pub letterhead: &'a [String],
    /// Whether an invoice goes along with the confirmation of an order.
    pub has_invoice: bool,
    /// Whether the Union's notice of the legal guarantee is among the site's pictures.
    pub has_guarantee_notice: bool,
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
    /// A button beside which another one matters more.
    Secondary {
        label: &'static str,
        url: String,
    },
    /// What may be read besides.
    Link {
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
    /// Of the order it is about, or what lets stars be given for it.
    pub order_key: String,
}

impl Proof {
    /// The fragment stays in the browser: no log holds it.
    fn link(&self, shop: &Shop<'_>, lang: Lang, kind: &str) -> String {
        let email = form_urlencoded::byte_serialize(self.email.as_bytes()).collect::<String>();
        format!("{}/verify?lang={lang}#token_hash={}&type={kind}&email={email}&lang={lang}", shop.origin, self.token)
    }
}

/// Subject, whom to greet, and the blocks of a mail.
pub(super) type Mail<'a> = (String, &'a str, Vec<Block>);

/// Renders a message.
pub fn render(message: &Message, lang: Lang, shop: &Shop<'_>, proof: &Proof) -> Rendered {
    let w = words(lang);
    let (subject, name, blocks) = mail(message, w, lang, shop, proof);
    let mut all = Vec::with_capacity(blocks.len() + 1);
    if !name.trim().is_empty() {
        let first = first_name(name);
        all.push(Block::Text(fill(&w.greeting, &lang.isolate(if first.is_empty() { name } else { first }))));
    }
    all.extend(blocks);
    let footer = footer(message, w, lang, shop);
    Rendered {
        text: layout::plain(&all, lang, shop, &footer),
        html: layout::html(&all, &subject, lang, shop, &footer),
        subject: format!("{subject} · {}", shop.brand),
        reply_to: reply_to(message, shop),
    }
}

/// The word to greet by; nothing where it is not plainly a name by itself.
pub fn first_name(name: &str) -> &str {
    let first = name.split_whitespace().next().unwrap_or_default();
    let is_name = (2..=20).contains(&first.chars().count())
        && first.chars().all(|each| each.is_alphabetic() || matches!(each, '-' | '\'' | '’' | '·'))
        // Half of a name.
        && !matches!(first, "عبد" | "أبو" | "أم");
    if is_name { first } else { "" }
}

/// The first of a mail alone.
pub(super) fn subject(message: &Message, lang: Lang, shop: &Shop<'_>, proof: &Proof) -> String {
    mail(message, words(lang), lang, shop, proof).0
}

fn mail<'a>(message: &'a Message, w: &'static Words, lang: Lang, shop: &Shop<'_>, proof: &Proof) -> Mail<'a> {
    let proving = |name, kind, phrases: [&'static String; 3], button: &'static str| {
        let phrases = phrases.map(String::as_str);
        account::proof_mail(name, proof, w, phrases, (button, proof.link(shop, lang, kind)))
    };
    match message {
        Message::ConfirmEmail { name, .. } => account::confirmation(name, proof, w, lang, shop),
        Message::SignIn { name, .. } => {
            proving(name, "magiclink", [&w.sign_in_subject, &w.sign_in_intro, &w.sign_in_note], &w.sign_in_button)
        }
        Message::Recover { name, .. } => {
            proving(name, "recovery", [&w.recover_subject, &w.recover_intro, &w.recover_note], &w.recover_button)
        }
        Message::ConfirmNewEmail { name, .. } => {
            let phrases = [&w.new_email_subject, &w.new_email_intro, &w.new_email_note];
            proving(name, "email_change", phrases, &w.new_email_button)
        }
        Message::Reauthenticate { name, .. } => account::reauthentication(name, proof, w),
        Message::AdminInvitation { inviter, .. } => account::invitation(inviter, proof, w, lang, shop),
        Message::AccountNotice { name, notice } => account::notice(name, notice, proof, w, lang, shop),
        Message::StockQuestion { title, .. } => {
            let intro = Block::Text(fill(&w.stock_question_intro, &lang.isolate(title)));
            let button = Block::Button { label: &w.stock_question_button, url: proof.link(shop, lang, "stock") };
            (w.stock_question_subject.clone(), "", vec![intro, button, Block::Note(&w.stock_question_note)])
        }
        Message::BackInStock { title, product_id, variant_id } => {
            let intro = Block::Text(fill(&w.back_in_stock_intro, &lang.isolate(title)));
            let url = format!("{}/product/{product_id}?variant={variant_id}&lang={lang}", shop.origin);
            let button = Block::Button { label: &w.back_in_stock_button, url };
            (fill(&w.back_in_stock_subject, title), "", vec![intro, button, Block::Note(&w.back_in_stock_note)])
        }
        Message::RateOrder(order) => stars::of_order(order, w, lang, shop, proof),
        Message::RateFirm { name, quote_id, .. } => stars::of_firm(name, quote_id, w, lang, shop, proof),
        Message::CommentReplied { name, title, product_id, text } => {
            stars::reply(name, title, product_id, text, w, lang, shop)
        }
        Message::AlreadyRegistered { name } => account::already_registered(name, w, lang, shop),
        Message::OrderReceived(order)
        | Message::OrderPaid(order)
        | Message::OrderUnshipped(order)
        | Message::OrderDelivered(order)
        | Message::OrderUndelivered(order)
        | Message::OrderShipped { order, .. }
        | Message::OrderCancelled { order, .. }
        | Message::OrderLink(order)
        | Message::OrderReminder(order)
        | Message::OrderRefunded { order, .. }
        | Message::OrderInvoiced { order, .. } => order::to_buyer(message, order, w, (lang, shop), proof),
        Message::OrderForOwner { order, .. } => order::to_owner(order, w, lang, shop),
        Message::OrderFlagged { order, why } => order::flagged(order, why, w, lang, shop),
        Message::LowStock { lines } => order::low_stock(lines, w, lang, shop),
        Message::MailsNotSent { count, error } => order::not_sent(*count, error, w, lang, shop),
        Message::UpkeepOverdue { is_drill, since, error } => order::overdue(*is_drill, since, error, w, lang, shop),
        Message::CertificateNotRenewed { until, error } => order::not_renewed(until, error, w, lang, shop),
        Message::InvoicesNotTaken { unsent, wrong, error } => order::not_taken((*unsent, *wrong), error, w, lang, shop),
        Message::PaymentsByHand { provider, since, until } => order::by_hand(provider, since, until, w, lang, shop),
        Message::QuoteReceived { name, number, service } => inquiry::quote_received(name, number, service.as_ref(), w),
        Message::MessageReceived { name, number } => inquiry::message_received(name, number, w),
        Message::Answer { number, about_quote, name, text, asked, complaint, files, .. } => {
            let subject = match complaint {
                Some(key) => fill(&w.complaint_subject, key),
                None => fill(if *about_quote { &w.quote_subject } else { &w.message_subject }, number),
            };
            inquiry::answer(&subject, name, text, files, asked, w)
        }
        Message::ComplaintReceived(receipt) => complaint::receipt(receipt, w, lang),
        Message::ComplaintForOwner(notice) => complaint::for_owner(notice, w, shop),
        Message::ComplaintDue(due) => complaint::due(due, w, lang, shop),
        Message::WithdrawalReceived(receipt) => withdrawal::receipt(receipt, w, lang),
        Message::ReturnUpdated(update) => withdrawal::step(update, w, lang),
        Message::WithdrawalForOwner(notice) => withdrawal::for_owner(notice, w, shop),
        Message::QuoteForOwner(wrote) => inquiry::for_owner(wrote, w, &w.owner_quote_subject, shop, "quotes"),
        Message::MessageForOwner(wrote) => inquiry::for_owner(wrote, w, &w.owner_message_subject, shop, "messages"),
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
        Message::ComplaintForOwner(notice) if shop.answers_from_mailbox => Some(notice.inquiry.email.clone()),
        Message::OrderForOwner { email, .. } | Message::WithdrawalForOwner(WithdrawalNotice { email, .. }) => {
            Some(email.clone())
        }
        _ => None,
    }
}

/// What stands below a mail: how to go on.
fn footer(message: &Message, w: &'static Words, lang: Lang, shop: &Shop<'_>) -> String {
    match message {
        Message::OrderFlagged { .. }
        | Message::LowStock { .. }
        | Message::MailsNotSent { .. }
        | Message::UpkeepOverdue { .. }
        | Message::CertificateNotRenewed { .. }
        | Message::InvoicesNotTaken { .. }
        | Message::PaymentsByHand { .. }
        | Message::ComplaintDue(_) => w.alert_footer.clone(),
        Message::QuoteForOwner(_) | Message::MessageForOwner(_) | Message::ComplaintForOwner(_)
            if shop.answers_from_mailbox =>
        {
            w.owner_mailbox_footer.clone()
        }
        Message::QuoteForOwner(_) | Message::MessageForOwner(_) | Message::ComplaintForOwner(_) => {
            w.owner_desk_footer.clone()
        }
        Message::OrderForOwner { .. } | Message::WithdrawalForOwner(_) => w.owner_footer.clone(),
        // Its groups of digits stay together.
        _ => fill(&w.footer, &lang.isolate(&shop.phone.replace(' ', "\u{a0}"))),
    }
}

fn text(words: &str) -> Block {
    Block::Text(words.to_owned())
}
