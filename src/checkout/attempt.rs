//! A try to pay an order, as it is stored.

use crate::clock::Timestamp;
use crate::money::Cents;
use crate::payments::Provider;

/// One try to be paid.
#[derive(Debug, Clone)]
pub(super) struct Attempt {
    pub(super) id: String,
    pub(super) order_id: String,
    pub(super) provider: Provider,
    pub(super) provider_ref: Option<String>,
    pub(super) amount: Cents,
    pub(super) currency: String,
    pub(super) state: State,
    pub(super) url: Option<String>,
    /// Its page takes Bizum and nothing else.
    pub(super) is_bizum: bool,
    pub(super) created_at: Timestamp,
    pub(super) expires_at: Timestamp,
}

/// created → open → paid, failed or expired. The provider's word that it has the money counts in every state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Created,
    Open,
    Paid,
    Failed,
    Expired,
}

impl State {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Expired => "expired",
        }
    }

    /// The database's CHECK allows no other names.
    pub(super) fn from_name(name: &str) -> Self {
        match name {
            "open" => Self::Open,
            "paid" => Self::Paid,
            "failed" => Self::Failed,
            "expired" => Self::Expired,
            _ => Self::Created,
        }
    }
}
