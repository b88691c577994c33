//! RULE: the state machine of an order, as one table.

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use poem_openapi::Enum;
use serde::Serialize;

use crate::db;

/// Where an order stands. Why it was cancelled, refunds and what needs a person are facts beside the status.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Enum, Serialize, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[oai(rename = "OrderStatus", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str, parse_err_ty = UnknownStatus, parse_err_fn = unknown)]
pub enum Status {
    /// Stored, holds its stock, waits for its payment.
    Pending,
    /// The provider has the money.
    Paid,
    /// On its way.
    Shipped,
    /// Arrived.
    Delivered,
    /// Ended without goods.
    Cancelled,
}

/// Every move there is; all others are refused here and, once more, by a trigger of the database.
const MOVES: [(Status, Status); 7] = [
    (Status::Pending, Status::Paid),
    (Status::Pending, Status::Cancelled),
    (Status::Paid, Status::Shipped),
    (Status::Paid, Status::Cancelled),
    (Status::Shipped, Status::Delivered),
    // They were said by mistake.
    (Status::Shipped, Status::Paid),
    (Status::Delivered, Status::Shipped),
];

/// No status is called that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a status; there are: pending, paid, shipped, delivered, cancelled")]
pub struct UnknownStatus;

fn unknown(_: &str) -> UnknownStatus {
    UnknownStatus
}

db::stored_by_name!(Status);

impl Status {
    /// Whether an order may go from here to `to`.
    pub fn may_become(self, to: Self) -> bool {
        MOVES.contains(&(self, to))
    }

    /// Whether its goods or its payment are still to come.
    pub const fn is_open(self) -> bool {
        match self {
            Self::Pending | Self::Paid | Self::Shipped => true,
            Self::Delivered | Self::Cancelled => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cases() -> Vec<(Status, Status)> {
        let cases: serde_json::Value =
            serde_json::from_str(include_str!("../../tests/cases/order_status.json")).unwrap();
        let names: Vec<&str> = cases["statuses"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
        assert_eq!(names, Status::VARIANTS.iter().map(Status::into_str).collect::<Vec<_>>());
        let read = |value: &serde_json::Value| value.as_str().unwrap().parse().unwrap();
        cases["moves"].as_array().unwrap().iter().map(|m| (read(&m["from"]), read(&m["to"]))).collect()
    }

    #[test]
    fn every_pair_is_allowed_or_refused_as_the_cases_say() {
        let allowed = cases();
        for from in Status::VARIANTS.iter().copied() {
            for to in Status::VARIANTS.iter().copied() {
                assert_eq!(from.may_become(to), allowed.contains(&(from, to)), "{from} to {to}");
            }
        }
    }

    #[test]
    fn the_database_refuses_the_same_moves() {
        let dir = tempfile::tempdir().unwrap();
        let db = db::Db::open(&dir.path().join("t.sqlite")).unwrap();
        db.write_blocking(|tx| {
            tx.execute_batch(
                "INSERT INTO users (id, email, password_hash, created_at, updated_at) VALUES ('u', 'u@x', '', 0, 0)",
            )?;
            for from in Status::VARIANTS.iter().copied() {
                for to in Status::VARIANTS.iter().copied().filter(|to| *to != from) {
                    let id = format!("{from}-{to}");
                    let reason = |status| (status == Status::Cancelled).then_some("buyer");
                    tx.execute(
                        "INSERT INTO orders (id, user_id, email, lang, status, name, address, city, postal_code,
                             country, items_in_cents, shipping_in_cents, total_in_cents, tax_in_cents,
                             cancellation_reason, created_at, updated_at, expires_at, paid_at)
                         VALUES (?1, 'u', 'u@x', 'es', ?2, 'n', 'a', 'c', '08630', 'ES', 1, 0, 1, 0, ?3, 0, 0, 0, 0)",
                        (&id, from, reason(from)),
                    )?;
                    let moved = tx.execute(
                        "UPDATE orders SET status = ?2, cancellation_reason = ?3 WHERE id = ?1",
                        (&id, to, reason(to)),
                    );
                    assert_eq!(moved.is_ok(), from.may_become(to), "{id}: {moved:?}");
                }
            }
            Ok::<_, db::Error>(())
        })
        .unwrap();
    }
}
