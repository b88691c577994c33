//! Accounts: people, their profiles and sessions. Owns every table of migration V0003.

pub mod guard;
pub mod hashing;
pub mod session;

use crate::db::{self, Conn};
use crate::lang::Lang;

/// What an order needs of an account: where its mails go, in which language, and the address of the profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buyer {
    /// The confirmed mail address.
    pub email: String,
    /// The account's language.
    pub lang: Lang,
    /// Name, address, city, postal code and country as the profile has them, perhaps empty.
    pub address: [String; 5],
}

/// The buyer and their shipping address; `None` unless the account's mail address is confirmed.
pub fn shipping_address(conn: &Conn, user_id: &str) -> db::Result<Option<Buyer>> {
    let mut statement = conn.prepare_cached(
        "SELECT u.email, u.lang, coalesce(p.name, ''), coalesce(p.address, ''), coalesce(p.city, ''),
             coalesce(p.postal_code, ''), coalesce(p.country, '')
         FROM users u LEFT JOIN profiles p ON p.id = u.id WHERE u.id = ?1 AND u.email_confirmed_at IS NOT NULL",
    )?;
    let mut found = statement.query_map([user_id], |row| {
        let address = [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?];
        Ok(Buyer { email: row.get(0)?, lang: row.get(1)?, address })
    })?;
    Ok(found.next().transpose()?)
}
