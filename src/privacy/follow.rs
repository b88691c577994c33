//! An account has another address for mail: what stood under the one before goes along, so that mails reach its owner, and
//! `/my-data` and the erasure find it. An order bought without an account stays with the address it was bought with.

use super::sql;
use crate::auth::User;
use crate::catalogue::waitlist;
use crate::db::{self, Tx};
use crate::secrets::Secrets;

/// Takes along what stood under `former`, in the transaction that gave the account another address.
pub fn follow(tx: &Tx<'_>, secrets: &Secrets, user: &User, former: &str) -> db::Result<()> {
    sql::follow(tx, &user.id, former, &user.email)?;
    waitlist::follow_address(tx, secrets, former, &user.email)
}
