//! Who asks for an order: somebody signed in, or whoever holds its key.

use super::Order;
use crate::order_keys::OrderKeys;

/// What somebody shows for an order to be theirs.
#[derive(Clone, Default)]
pub struct Asker {
    user_id: Option<String>,
    key: Option<(OrderKeys, String)>,
}

impl Asker {
    /// The session's account, and the key that came with the request.
    pub fn new(user_id: Option<String>, keys: &OrderKeys, key: Option<String>) -> Self {
        Self { user_id, key: key.map(|key| (keys.clone(), key)) }
    }

    /// Somebody signed in, without a key.
    pub fn account(user_id: impl Into<String>) -> Self {
        Self { user_id: Some(user_id.into()), key: None }
    }

    /// Whether that is enough for this order.
    pub fn may_open(&self, order: &Order) -> bool {
        let is_own = self.user_id.is_some() && order.user_id == self.user_id;
        let opens = |(keys, key): &(OrderKeys, String)| {
            order.key_nonce.as_ref().is_some_and(|nonce| keys.opens(&order.id, nonce, key))
        };
        is_own || self.key.as_ref().is_some_and(opens)
    }
}
