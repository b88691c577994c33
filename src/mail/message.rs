//! What mails say, without their words.

use serde::{Deserialize, Serialize};

use super::complaint::{ComplaintDue, ComplaintNotice, ComplaintReceipt};
use super::sold::{InvoiceOf, OrderSummary, RefundOf, RefundParts};
use super::withdrawal::{ReturnUpdate, WithdrawalNotice, WithdrawalReceipt};
use crate::carrier::Carrier;
use crate::lang::Lang;
use crate::money::Cents;

/// What a mail says, without its words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Message {
    /// Asks to confirm an address. The link is derived from `token_id` when the mail is sent.
    ConfirmEmail {
        /// How to greet.
        name: String,
        /// The row in `mail_tokens`.
        token_id: String,
    },
    /// A link and a code that sign in, derived as the one above.
    SignIn {
        /// How to greet.
        name: String,
        /// The row in `mail_tokens`.
        token_id: String,
    },
    /// A link and a code that let a forgotten password be set anew.
    Recover {
        /// How to greet.
        name: String,
        /// The row in `mail_tokens`.
        token_id: String,
    },
    /// A link and a code that make this address the account's.
    ConfirmNewEmail {
        /// How to greet.
        name: String,
        /// The row in `mail_tokens`.
        token_id: String,
    },
    /// A code that stands for the current password.
    Reauthenticate {
        /// How to greet.
        name: String,
        /// The row in `mail_tokens`.
        token_id: String,
    },
    /// Something happened to the account that its owner should know.
    AccountNotice {
        /// How to greet.
        name: String,
        /// What happened.
        notice: Notice,
    },
    /// Somebody signed up with an address that has an account.
    AlreadyRegistered {
        /// How to greet.
        name: String,
    },
    /// Somebody is offered the administrator's role.
    AdminInvitation {
        /// Who offers it, by their address.
        inviter: String,
        /// The row in `admin_invitations`.
        token_id: String,
    },
    /// The order is stored and waits for its payment.
    OrderReceived(OrderSummary),
    /// The payment arrived.
    OrderPaid(OrderSummary),
    /// The parcel is on its way.
    OrderShipped {
        #[serde(flatten)]
        order: OrderSummary,
        /// Who brings it.
        #[serde(default)]
        carrier: Carrier,
        /// The carrier's number, where there is one.
        tracking_number: Option<String>,
        /// Whether an earlier mail named another one.
        #[serde(default)]
        is_corrected: bool,
    },
    /// It is not on its way, though a mail said so.
    OrderUnshipped(OrderSummary),
    /// The parcel arrived.
    OrderDelivered(OrderSummary),
    /// It has not arrived, though a mail said so.
    OrderUndelivered(OrderSummary),
    /// The firm cancelled the order.
    OrderCancelled {
        #[serde(flatten)]
        order: OrderSummary,
        /// What goes back because of it; zero when nothing was left to give back.
        refund: Cents,
        /// Whether it is certain that nothing was charged.
        #[serde(default)]
        is_uncharged: bool,
        /// Whether the buyer withdrew; else the firm cancelled it by itself.
        #[serde(default)]
        by_buyer: bool,
    },
    /// An order waits for its payment; said once.
    OrderReminder(OrderSummary),
    /// The way to an order of somebody without an account, who asked for it.
    OrderLink(OrderSummary),
    /// Money went back.
    OrderRefunded {
        #[serde(flatten)]
        order: OrderSummary,
        /// How much.
        amount: Cents,
        #[serde(default)]
        of: RefundOf,
        #[serde(default)]
        parts: RefundParts,
    },
    /// An invoice was made after the payment was confirmed, or in the place of another; the paper goes along.
    OrderInvoiced {
        #[serde(flatten)]
        order: OrderSummary,
        /// Its number.
        invoice: String,
        of: InvoiceOf,
    },
    /// An order was paid; to the owner.
    OrderForOwner {
        #[serde(flatten)]
        order: OrderSummary,
        /// Who bought it.
        email: String,
    },
    /// An order needs somebody to look at it; to the owner.
    OrderFlagged {
        #[serde(flatten)]
        order: OrderSummary,
        /// Why: `recovered`, `paid_late`, `paid_twice`, `payment_unknown`, `amount_differs`, `refund_differs`, `dispute_won`,
        /// `dispute_lost`, `disputed` or `refund_failed`.
        why: String,
    },
    /// Stock is running out; to the owner.
    LowStock {
        lines: Vec<StockLine>,
    },
    /// Mails could not be sent; to the owner.
    MailsNotSent {
        /// How many.
        count: i64,
        /// What was said of the last.
        error: String,
    },
    /// No backup was made, or none tried by restoring it, for too long; to the owner.
    UpkeepOverdue {
        /// Whether it is the trying.
        is_drill: bool,
        /// Since when, on the firm's clocks.
        since: String,
        /// What was said last; may be empty.
        error: String,
    },
    /// The certificate of https runs out and no other comes, or there is none; to the owner.
    CertificateNotRenewed {
        /// Until when it lasts, on the firm's clocks; empty where there is none.
        until: String,
        /// What was said last; may be empty.
        error: String,
    },
    /// Invoices do not reach the tax agency, or it refuses them; to the owner.
    InvoicesNotTaken {
        /// Records that wait to be sent.
        unsent: i64,
        /// Invoices of which the agency says that something is wrong.
        wrong: i64,
        /// Why the last try failed; may be empty.
        error: String,
    },
    /// The shop was put back, and what was paid meanwhile a person must look for; to the owner.
    PaymentsByHand {
        /// The payment provider's name in the database.
        provider: String,
        /// From when on, on the firm's clocks.
        since: String,
        /// Until when.
        until: String,
    },
    /// Asks an address that somebody typed whether it wants to be told when something can be had again.
    StockQuestion {
        /// Product and variant.
        title: String,
        /// What the link is derived from.
        token_id: String,
    },
    /// Something can be had again.
    BackInStock {
        /// Product and variant.
        title: String,
        /// Its page.
        product_id: String,
        variant_id: String,
    },
    /// Asks who bought something for stars, once it was delivered. What the link carries is derived when the mail is sent.
    RateOrder(OrderSummary),
    /// Asks who wanted a quote for stars for the firm; as the one above.
    RateFirm {
        /// How to greet.
        name: String,
        /// What people call the request by.
        number: String,
        /// The request.
        quote_id: String,
    },
    /// The firm answers below a comment; to whoever wrote that.
    CommentReplied {
        /// How to greet.
        name: String,
        /// The product.
        title: String,
        /// Its page.
        product_id: String,
        /// The answer, line by line.
        text: String,
    },
    /// A request for a quote arrived; to whoever is said to have sent it, so nothing typed freely stands in it.
    QuoteReceived {
        /// How to greet: one word, as `quotes` makes it.
        #[serde(default)]
        name: String,
        /// What people call the request by.
        number: String,
        /// The trade, in the language of the mail.
        service: Option<String>,
    },
    /// A message arrived; as [`Message::QuoteReceived`].
    MessageReceived {
        /// As [`Message::QuoteReceived`]'s.
        #[serde(default)]
        name: String,
        /// What people call the message by.
        number: String,
    },
    /// A complaint arrived; to whoever is said to have made it.
    ComplaintReceived(ComplaintReceipt),
    /// The same; to the owner.
    ComplaintForOwner(Box<ComplaintNotice>),
    /// Its answer is due soon, or late; to the owner.
    ComplaintDue(ComplaintDue),
    /// A statement of withdrawal arrived; to whoever is said to have made it.
    WithdrawalReceived(WithdrawalReceipt),
    /// The same; to the owner.
    WithdrawalForOwner(WithdrawalNotice),
    /// A return has come a step further; to its buyer.
    ReturnUpdated(ReturnUpdate),
    /// The firm answers what somebody wrote.
    Answer {
        /// What people call what they wrote by.
        number: String,
        /// Whether that was a request for a quote; else a message.
        about_quote: bool,
        /// How to greet.
        name: String,
        /// The answer, line by line.
        text: String,
        /// What they wrote, line by line.
        asked: String,
        /// The mail that began the thread.
        thread: Option<String>,
        /// The key of a complaint.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        complaint: Option<String>,
        /// What goes along.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<MailedFile>,
    },
    /// A request for a quote; to the owner.
    QuoteForOwner(Inquiry),
    MessageForOwner(Inquiry),
}

impl Message {
    /// The order that a mail to its buyer is about.
    pub const fn order_of_buyer(&self) -> Option<&OrderSummary> {
        match self {
            Self::OrderReceived(order)
            | Self::OrderPaid(order)
            | Self::OrderShipped { order, .. }
            | Self::OrderUnshipped(order)
            | Self::OrderDelivered(order)
            | Self::OrderUndelivered(order)
            | Self::OrderCancelled { order, .. }
            | Self::OrderLink(order)
            | Self::OrderReminder(order)
            | Self::OrderRefunded { order, .. }
            | Self::OrderInvoiced { order, .. } => Some(order),
            _ => None,
        }
    }
}

/// What happened to an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Notice {
    /// The password is another; other sessions have ended.
    PasswordChanged,
    /// Somebody who is signed in wants another address.
    EmailChanging {
        /// The one they want.
        email: String,
    },
    /// The account has another address now.
    EmailChanged {
        /// The one it has.
        email: String,
        /// The row in `former_addresses` that leads back; none where there is no way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        way_back: Option<String>,
    },
    /// There is a second factor.
    FactorAdded,
    /// A second factor is gone.
    FactorRemoved,
    /// A recovery code stood for the second factor.
    RecoveryCodeUsed,
    /// A passkey opens the account from now on.
    PasskeyAdded {
        /// What its owner calls it.
        name: String,
    },
    /// A passkey opens it no more.
    PasskeyRemoved {
        /// What its owner called it.
        name: String,
    },
    /// A passkey counted backwards: there may be a copy of it, and it opens nothing any more.
    PasskeyDoubted {
        /// What its owner calls it.
        name: String,
    },
    /// A provider opens the account from now on.
    IdentityJoined {
        /// What people know it by.
        provider: String,
    },
    /// A provider opens it no more.
    IdentityRemoved {
        /// What people know it by.
        provider: String,
    },
    /// The account has the administrator's role.
    AdminGranted,
    /// Somebody else has it, too.
    AdminJoined {
        /// Their address.
        email: String,
    },
    /// The account is gone.
    Erased,
    /// All that was known of somebody without an account is gone.
    DataErased,
}

/// What somebody wrote to the firm, as the owner reads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inquiry {
    /// Of its conversation at the desk; empty in mails that an older version queued.
    #[serde(default)]
    pub id: String,
    /// Its short id.
    pub number: String,
    /// Who writes.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// Where to call.
    pub phone: Option<String>,
    /// The trade, in the language of the mail.
    pub service: Option<String>,
    /// Where the work is.
    pub town: Option<String>,
    /// When it is wanted.
    pub when: Option<String>,
    /// The language to answer in.
    pub lang: Lang,
    /// What they write, line by line.
    pub message: String,
    /// Files that go along, as paths inside the data directory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<String>,
}

/// A file that goes along with an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailedFile {
    /// As a path inside the data directory.
    pub path: String,
    /// Its name for the recipient.
    pub name: String,
}

/// A variant that is running out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StockLine {
    /// Product and variant.
    pub title: String,
    /// The stock keeping unit.
    pub sku: Option<String>,
    /// Units left.
    pub left: i64,
}
