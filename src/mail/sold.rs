//! What mails say of an order, a refund and an invoice.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::money::Cents;

/// An order as its mails show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrderSummary {
    /// The order's id.
    pub order_id: String,
    /// What people call it by; mails from before it had one do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// What its key is derived from, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_nonce: Option<String>,
    /// How to greet.
    pub name: String,
    /// What was bought.
    pub lines: Vec<OrderLine>,
    /// What the lines cost.
    pub items: Cents,
    /// What shipping costs; zero when free.
    pub shipping: Cents,
    /// What is paid, tax included.
    pub total: Cents,
    /// The tax contained.
    pub tax: Cents,
    /// What of it is back or on its way back.
    #[serde(default)]
    pub refunded: Cents,
    /// Where it goes, line by line.
    pub address: Vec<String>,
    /// The first and the last day on which it arrives, where they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrival: Option<(Date, Date)>,
    /// Whether something in it is made first, and no day is known for that.
    #[serde(default)]
    pub is_made: bool,
    /// Whether its buyer comes for it: it goes nowhere.
    #[serde(default)]
    pub is_fetched: bool,
    /// Until when it is kept unpaid, as the firm's clocks show it: `2026-11-20 18:03`; only in mails that are about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_until: Option<String>,
    /// To whom its invoice is made out, line by line, where its buyer has said so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invoice_to: Vec<String>,
    /// The version of the terms that its buyer agreed to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms_version: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrderLine {
    /// Product and, when it says something, variant; below it the filled-in texts, a line each.
    pub title: String,
    /// How many.
    pub quantity: i64,
    /// What they cost together.
    pub total: Cents,
}

/// What an invoice is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InvoiceOf {
    Sale,
    /// Of a sale that had a simplified one.
    Replacement,
    /// Of money that went back, or came back after all.
    Correction,
}

/// What a refund is for, beside its amount.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RefundParts {
    /// Goods; empty for an amount alone.
    pub lines: Vec<OrderLine>,
    /// What of the amount is for shipping.
    pub shipping: Cents,
    /// Whether the firm gave it back by other means than it was paid with.
    pub is_elsewhere: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundOf {
    /// A part of what was paid.
    #[default]
    Part,
    /// All that was paid, or the last of it.
    Whole,
    /// The same, of an order that is not sent any more.
    WholeUnsent,
    /// A second payment of the same order, which goes on.
    SecondPayment,
}
