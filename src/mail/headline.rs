//! What the owner is told at once, where a mail would be too late: a line, and nothing about anybody.

use strum::{EnumString, IntoStaticStr};

use super::text::{Proof, Shop, subject};
use super::words::words;
use super::{Message, OWNERS_LANG};

/// A line about what happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headline {
    /// As the subject of the mail.
    pub title: String,
    /// What more there is to say; may be empty.
    pub text: String,
    /// The page of the desk that it leads to.
    pub path: String,
    /// How loud.
    pub urgency: Urgency,
}

/// How loud the owner's telephone gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Urgency {
    /// It can wait.
    Low,
    /// As any message.
    Usual,
    /// Somebody waits, or money is at stake.
    High,
}

/// The line of a message to the owner; `None` for those to others.
pub fn headline(message: &Message) -> Option<Headline> {
    let (text, path, urgency) = match message {
        Message::OrderForOwner { order, .. } => {
            (order.total.format(OWNERS_LANG), format!("/orders/{}", order.order_id), Urgency::Usual)
        }
        Message::OrderFlagged { order, .. } => (String::new(), format!("/orders/{}", order.order_id), Urgency::High),
        // The trade alone: in all else people may write who they are, or anything for the owner's screen.
        Message::QuoteForOwner(inquiry) => {
            (inquiry.service.clone().unwrap_or_default(), format!("/inbox/quotes/{}", inquiry.id), Urgency::High)
        }
        // The number alone, for the same reason.
        Message::WithdrawalForOwner(notice) => (String::new(), format!("/withdrawals/{}", notice.id), Urgency::High),
        Message::MessageForOwner(inquiry) => (String::new(), format!("/inbox/messages/{}", inquiry.id), Urgency::Usual),
        Message::ComplaintForOwner(notice) => {
            (String::new(), format!("/inbox/messages/{}", notice.inquiry.id), Urgency::High)
        }
        Message::ComplaintDue(due) => (due.due.clone(), format!("/inbox/messages/{}", due.id), Urgency::High),
        Message::LowStock { lines } => {
            let first = lines.first().map(|line| format!("{}: {}", line.title, line.left));
            (first.unwrap_or_default(), String::from("/products"), Urgency::Low)
        }
        Message::InvoicesNotTaken { .. } => (String::new(), String::from("/invoices"), Urgency::High),
        Message::MailsNotSent { .. }
        | Message::UpkeepOverdue { .. }
        | Message::CertificateNotRenewed { .. }
        | Message::PaymentsByHand { .. } => (String::new(), String::new(), Urgency::High),
        _ => return None,
    };
    let title = subject(message, OWNERS_LANG, &Shop::default(), &Proof::default());
    Some(Headline { title, text, path: format!("/admin{path}"), urgency })
}

/// The line of a call that is only tried.
pub fn trial() -> Headline {
    let w = words(OWNERS_LANG);
    let (title, text) = (w.call_trial_subject.clone(), w.call_trial_intro.clone());
    Headline { title, text, path: String::from("/admin"), urgency: Urgency::Usual }
}
