//! Many products put into the store, back among the drafts, or away, in one act.

use serde_json::json;

use super::makers::MAX_PRODUCTS;
use super::{Error, load, save};
use crate::audit::{self, Actor};
use crate::catalogue::draft::ProductStatus;
use crate::catalogue::save::nothing_is_imported;
use crate::clock::Timestamp;
use crate::db::Tx;

/// Puts each product where it is to stand, all of them or none; the error names the product that cannot stand there.
/// Answers where those that stood elsewhere were before, so that the same act takes it back.
pub fn set_status(
    tx: &Tx<'_>,
    actor: &Actor,
    wanted: &[(String, ProductStatus)],
    now: Timestamp,
) -> Result<Vec<(String, ProductStatus)>, Error> {
    nothing_is_imported(tx)?;
    if !(1..=MAX_PRODUCTS).contains(&wanted.len()) {
        let reason = format!("must be from 1 to {MAX_PRODUCTS}");
        return Err(Error::Invalid { field: String::from("products"), reason });
    }
    let mut before = Vec::new();
    for (place, (id, status)) in wanted.iter().enumerate() {
        let refused = |reason: String| Error::Invalid { field: format!("products/{place}"), reason };
        let stored = load(tx, id)?.ok_or_else(|| refused(String::from("is no product")))?;
        let mut draft = stored.to_draft();
        if draft.fields.status == *status {
            continue;
        }
        before.push((id.clone(), draft.fields.status));
        draft.fields.status = *status;
        save(tx, &draft, now.max(stored.updated_at.plus_millis(1))).map_err(|error| match error {
            Error::Invalid { field, reason } => refused(format!("{}: {field} {reason}", stored.title)),
            other => other,
        })?;
        audit::record(tx, actor, "product.changed", id, &json!({ "fields": ["status"] }), now)?;
    }
    Ok(before)
}
