//! From where an order comes, as hashes that nobody can read, kept for [`KEPT_SECONDS`]: who holds goods again and again
//! without paying is known by their account, their street or their network.

use super::{Party, ShippingAddress, sql};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::secrets::{Secrets, hmac_sha256};
use crate::text;

/// A day.
pub const KEPT_SECONDS: i64 = 24 * 3600;

/// A street and a network that cannot be read out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// Of where it goes.
    pub(super) address: [u8; 32],
    /// Of where it was asked for; `None` when nobody knows.
    pub(super) network: Option<[u8; 32]>,
}

impl Origin {
    /// An address is the same however it is written: case, accents, spaces and points do not count, nor does who lives
    /// there.
    pub fn of(secrets: &Secrets, to: &ShippingAddress, network: Option<&str>) -> Self {
        let key = hmac_sha256(&secrets.session, b"order origins");
        let street: String = text::folded(&to.address).chars().filter(|c| c.is_alphanumeric()).collect();
        let address = hmac_sha256(&key, format!("address {} {street}", to.postal_code).as_bytes());
        let network = network.map(|network| hmac_sha256(&key, format!("network {network}").as_bytes()));
        Self { address, network }
    }
}

/// Keeps where an order came from.
pub fn keep(tx: &Tx<'_>, order_id: &str, origin: &Origin, now: Timestamp) -> db::Result<()> {
    sql::insert_origin(tx, order_id, origin, now)
}

/// Forgets what is older than [`KEPT_SECONDS`].
pub fn forget_old(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    sql::delete_origins(tx, now.plus_seconds(-KEPT_SECONDS))
}

/// For how many seconds of the last [`KEPT_SECONDS`] this party, this address or this network, whichever the longest, held
/// more than `fair` units of a variant in orders that were never paid and are over.
pub fn idle_seconds(
    conn: &Conn,
    party: Party<'_>,
    origin: &Origin,
    variant_id: &str,
    fair: i64,
    now: Timestamp,
) -> db::Result<i64> {
    sql::idle_seconds(conn, party, origin, variant_id, fair, now.plus_seconds(-KEPT_SECONDS))
}
