//! What mails say of complaints.

use serde::{Deserialize, Serialize};

use super::message::Inquiry;

/// A complaint as its sender gets it back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ComplaintReceipt {
    /// What mails about it are found by: its key.
    pub number: String,
    /// What people call it by.
    pub key: String,
    /// Who complains.
    pub name: String,
    /// The order it is about, as it was typed.
    pub order: Option<String>,
    /// Word for word, line by line.
    pub text: Vec<String>,
    /// When it arrived, on the firm's clocks, with what these are ahead of UTC.
    pub at: String,
    /// The last day for the answer: `05/12/2026`.
    pub due: String,
    /// Whether the firm takes part in disputes before `body`.
    pub takes_part: bool,
    /// Name and address of the body that settles disputes out of court.
    pub body: String,
}

/// A complaint as the owner reads of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ComplaintNotice {
    #[serde(flatten)]
    pub inquiry: Inquiry,
    /// What people call it by.
    pub key: String,
    /// The order it is about, as it was typed.
    pub order: Option<String>,
    /// The last day for the answer.
    pub due: String,
}

/// The answer to a complaint is due soon, or late; it says nothing of anybody.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ComplaintDue {
    /// Of its conversation at the desk.
    pub id: String,
    /// What people call it by.
    pub key: String,
    /// The last day for the answer.
    pub due: String,
    /// Whether that is over.
    pub is_overdue: bool,
}
