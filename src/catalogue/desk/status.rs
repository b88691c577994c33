//! Many products put into the store, back among the drafts, or away, in one act.

use serde_json::json;

use super::makers::MAX_PRODUCTS;
use super::{Error, load, save};
use crate::audit::{self, Actor};
use crate::catalogue::draft::ProductStatus;
use crate::catalogue::save::nothing_is_imported;
use crate::clock::Timestamp;
use crate::db::Tx;

/// Where a product is to stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    pub id: String,
    pub to: ProductStatus,
    /// Only if it stands there, as an act that is taken back left it; wherever it stands when `None`.
    pub from: Option<ProductStatus>,
}

/// What an act on many products did.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// What takes it back, where nobody puts a product elsewhere meanwhile.
    pub back: Vec<Move>,
    /// The products that did not stand where they were to be moved from, or are gone.
    pub left: Vec<String>,
}

/// Puts each product where it is to stand, all of them or none; the error names the product that cannot stand there. Those
/// that somebody put elsewhere since the act that this takes back are left as they are.
pub fn set_status(tx: &Tx<'_>, actor: &Actor, wanted: &[Move], now: Timestamp) -> Result<Moved, Error> {
    nothing_is_imported(tx)?;
    if !(1..=MAX_PRODUCTS).contains(&wanted.len()) {
        let reason = format!("must be from 1 to {MAX_PRODUCTS}");
        return Err(Error::Invalid { field: String::from("products"), reason });
    }
    let mut done = Moved::default();
    for (place, Move { id, to, from }) in wanted.iter().enumerate() {
        let refused = |reason: String| Error::Invalid { field: format!("products/{place}"), reason };
        let Some(stored) = load(tx, id)? else {
            if from.is_none() {
                return Err(refused(String::from("is no product")));
            }
            done.left.push(id.clone());
            continue;
        };
        let mut draft = stored.to_draft();
        let stands = draft.fields.status;
        if from.is_some_and(|from| from != stands) {
            done.left.push(id.clone());
            continue;
        }
        if stands == *to {
            continue;
        }
        done.back.push(Move { id: id.clone(), to: stands, from: Some(*to) });
        draft.fields.status = *to;
        save(tx, &draft, now.max(stored.updated_at.plus_millis(1))).map_err(|error| match error {
            Error::Invalid { field, reason } => refused(format!("{}: {field} {reason}", stored.title)),
            other => other,
        })?;
        audit::record(tx, actor, "product.changed", id, &json!({ "fields": ["status"] }), now)?;
    }
    Ok(done)
}
