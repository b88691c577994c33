//! What mails say of statements of withdrawal.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::money::Cents;

/// What became of an order that was not sent: nothing of it is to be sent back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Unsent {
    /// It is cancelled.
    Cancelled,
    /// A person looks at it; it is not sent meanwhile.
    Waits,
}

/// What goes back for a statement if it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoesBack {
    pub amount: Cents,
    /// Whether delivery was paid for and is not in it: a part of the order alone is withdrawn from.
    pub keeps_shipping: bool,
}

/// A statement of withdrawal as its sender gets it back. The comment that may come with it is no part of it: anybody can
/// have this mailed to anybody.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WithdrawalReceipt {
    /// Of its paper; empty in one that was queued before there was any.
    #[serde(default)]
    pub id: String,
    /// Its short id.
    pub number: String,
    /// The order it is about, where its sender has shown to be the buyer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// Who withdraws.
    pub name: String,
    /// What says which contract.
    pub contract: String,
    /// Goods with how many of each; none for all of the contract.
    pub items: Vec<String>,
    /// Word for word, line by line.
    pub statement: Vec<String>,
    /// When it arrived, on the firm's clocks, with what these are ahead of UTC.
    pub at: String,
    /// Where goods are sent back to, line by line.
    pub send_to: Vec<String>,
    /// The last day for sending goods back, and for the money: `04/12/2026`.
    pub until: String,
    /// Of an order that was not sent, where a session or its key has shown whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsent: Option<Unsent>,
    /// What it comes to, where a session or the order's key has shown whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<GoesBack>,
}

/// A statement of withdrawal as the owner reads of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WithdrawalNotice {
    /// Of its page at the desk.
    pub id: String,
    /// Its short id.
    pub number: String,
    /// The number of the order it names.
    pub order: Option<String>,
    pub name: String,
    /// Where its acknowledgement goes.
    pub email: String,
    pub contract: String,
    /// Goods with how many of each; none for all of the contract.
    pub items: Vec<String>,
    /// Why a person must look: `unmatched`, `unproven`, `late`, `excluded`, `other_goods` or `cancelled`.
    pub marks: Vec<String>,
    /// What was written beside it, line by line.
    pub message: String,
}

/// How far a return is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReturnStep {
    /// The owner granted it.
    Granted,
    /// The goods are back.
    GoodsBack,
    /// It is over, and the owner says why.
    Closed,
}

/// A step of a return as its buyer is told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReturnUpdate {
    pub step: ReturnStep,
    /// The case's short id.
    pub number: String,
    /// The order, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// What people call the order by.
    pub order: Option<String>,
    /// How to greet.
    pub name: String,
    /// What came back, with how many of each.
    pub goods: Vec<String>,
    /// What of these lost how much of its value, and why.
    pub losses: Vec<String>,
    /// Where goods are sent back to, line by line.
    pub send_to: Vec<String>,
    /// The last day for sending them.
    pub until: String,
    /// The owner's own, line by line; may be empty.
    pub words: String,
}
