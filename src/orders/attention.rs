//! What needs a person to look at an order, and the mark that it bears until one has.

use poem_openapi::Enum;
use strum::{IntoStaticStr, VariantArray};

use super::{record, sql};
use crate::clock::Timestamp;
use crate::db::{self, Tx};

/// What needs a person to look at an order, the gravest last; `refund_differs`: what the provider says of a refund does not
/// fit ours; `dispute_won`, `dispute_lost`: how what was `disputed` ended. Others may be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Enum, IntoStaticStr, VariantArray)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Attention {
    /// The shop had forgotten it, because it was put back; it may have been sent before.
    Recovered,
    /// Paid after it was cancelled; a refund is queued.
    PaidLate,
    /// Paid twice; a refund is queued.
    PaidTwice,
    /// A payment page is long over, and its provider does not say whether it was paid.
    PaymentUnknown,
    /// The provider took another amount, or speaks of another payment.
    AmountDiffers,
    /// The provider made a refund that was given up, or speaks of one that does not fit ours: it may be back twice.
    RefundDiffers,
    /// The buyer's bank does not want the money any more.
    DisputeWon,
    /// The buyer's bank took the money back.
    DisputeLost,
    /// The buyer's bank wants the money back.
    Disputed,
    /// The provider refused a refund.
    RefundFailed,
}

/// Marks an order for a person; a graver mark stays.
pub fn call_attention(tx: &Tx<'_>, order_id: &str, attention: Attention, now: Timestamp) -> db::Result<()> {
    mark(tx, order_id, attention, None, now)
}

/// [`call_attention`] for something that lasts: once for each order. `false` when that was done before.
pub fn call_attention_once(tx: &Tx<'_>, order_id: &str, attention: Attention, now: Timestamp) -> db::Result<bool> {
    if sql::had_attention(tx, order_id, attention.into_str())? {
        return Ok(false);
    }
    call_attention(tx, order_id, attention, now)?;
    Ok(true)
}

/// [`call_attention`] to how something `ended` that it was called to when it `began`: that mark gives way, though graver.
pub fn call_attention_to_end(
    tx: &Tx<'_>,
    order_id: &str,
    began: Attention,
    ended: Attention,
    now: Timestamp,
) -> db::Result<()> {
    mark(tx, order_id, ended, Some(began), now)
}

fn mark(
    tx: &Tx<'_>,
    order_id: &str,
    attention: Attention,
    gives_way: Option<Attention>,
    now: Timestamp,
) -> db::Result<()> {
    let graver = Attention::VARIANTS.iter().filter(|other| **other > attention && Some(**other) != gives_way);
    sql::set_attention(tx, order_id, attention.into_str(), &graver.map(Attention::into_str).collect::<Vec<_>>(), now)?;
    record(tx, order_id, "attention", &serde_json::json!({ "why": attention.into_str() }), now)
}
