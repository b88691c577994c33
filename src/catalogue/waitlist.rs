//! RULE: who is told by mail that a variant can be had again. Each request is for one mail; then it is forgotten.
//!
//! Anybody can type anybody's address. So an address that no session proves is asked first whether it wants that mail,
//! and only once: until it has answered, nothing more goes there, whoever asks for it and however often.

use serde::Serialize;

use super::sql::waitlist as rows;
use super::{SellableVariant, sellable};
use crate::clock::{self, Timestamp};
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::lang::Lang;
use crate::mail::{self, Message};
use crate::secrets::{Secrets, hmac_sha256, sha256};

/// Variants one address may wait for.
const MOST_WAITED_FOR: i64 = 20;
/// Days until a request that was not confirmed is forgotten, until one that was is, and until an address that has not
/// answered may be asked again.
const UNCONFIRMED_DAYS: i64 = 7;
const CONFIRMED_DAYS: i64 = 365;
const UNANSWERED_DAYS: i64 = 365;

/// Somebody waits for a variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StockRequest {
    pub variant_id: String,
    /// Product and variant, in Spanish.
    pub title: String,
    /// Whether whoever reads the mailbox has said so.
    pub is_confirmed: bool,
    #[serde(serialize_with = "clock::rfc3339")]
    pub created_at: Timestamp,
}

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// There is no such variant in the store.
    NotFound,
    /// It can be had now: there is nothing to wait for.
    InStock,
    /// It is noted; for whoever has proved nothing as far as it may be, which tells nothing of the address.
    Noted,
    /// Whose address a session proves waits for as much as it may.
    TooMany,
}

/// Who asks.
pub struct Wish<'a> {
    pub variant_id: &'a str,
    pub email: &'a EmailAddress,
    /// The language of the mail.
    pub lang: Lang,
    /// Whether a session proves the address.
    pub is_proven: bool,
}

/// Notes that somebody wants to be told, and asks an address that nobody has proved whether it does.
pub fn ask(tx: &Tx<'_>, secrets: &Secrets, wish: &Wish<'_>, now: Timestamp) -> db::Result<Asked> {
    let Wish { variant_id, email, lang, is_proven } = *wish;
    let Some(variant) = sellable(tx, variant_id, lang)? else { return Ok(Asked::NotFound) };
    if !variant.purchasable {
        return Ok(Asked::NotFound);
    }
    if !variant.manage_inventory || variant.available > 0 {
        return Ok(Asked::InStock);
    }
    let address = address(secrets, email.as_str());
    let is_confirmed = rows::is_confirmed(tx, variant_id, email.as_str())?;
    if rows::count(tx, &address, is_proven)? >= MOST_WAITED_FOR {
        return Ok(if is_proven && !is_confirmed { Asked::TooMany } else { Asked::Noted });
    }
    rows::insert(tx, &id::new(), wish, &address, is_proven.then_some(now), now)?;
    if !is_proven && !is_confirmed {
        let question = id::new();
        let token = sha256(secrets.mailed_token(&question).as_bytes());
        if rows::insert_question(tx, &address, &token, now)? {
            let message = Message::StockQuestion { title: title(&variant), token_id: question };
            mail::enqueue(tx, email.as_str(), lang, &message, now)?;
        }
    }
    Ok(Asked::Noted)
}

/// Whoever was asked says yes: everything that was asked for with their address holds. How much that is; `None` when the
/// token is none, or was used.
pub fn confirm(tx: &Tx<'_>, token: &str, now: Timestamp) -> db::Result<Option<usize>> {
    let Some(address) = rows::take_question(tx, &sha256(token.as_bytes()))? else { return Ok(None) };
    let variants = rows::confirm(tx, &address, now)?;
    for variant_id in &variants {
        tell(tx, variant_id, now)?;
    }
    Ok(Some(variants.len()))
}

/// Tells those who wait for a variant, if it can be had, and forgets that they waited: who has waited longest first, and no
/// more than there are units, so that whoever is told finds one and the others have their turn.
pub(super) fn tell(tx: &Tx<'_>, variant_id: &str, now: Timestamp) -> db::Result<()> {
    for (told, (request, email, lang)) in (0..).zip(rows::confirmed(tx, variant_id)?) {
        let variant = sellable(tx, variant_id, lang)?.filter(|variant| variant.purchasable);
        let is_there = |found: &SellableVariant| !found.manage_inventory || found.available > told;
        let Some(variant) = variant.filter(is_there) else { return Ok(()) };
        let message = Message::BackInStock {
            title: title(&variant),
            product_id: variant.product_id.clone(),
            variant_id: variant_id.to_owned(),
        };
        mail::enqueue(tx, &email, lang, &message, now)?;
        rows::delete(tx, &request)?;
    }
    Ok(())
}

/// What somebody waits for.
pub fn of_address(conn: &Conn, email: &str) -> db::Result<Vec<StockRequest>> {
    rows::of_email(conn, email)
}

/// Whoever waits has another address now.
pub fn follow_address(tx: &Tx<'_>, secrets: &Secrets, former: &str, email: &str) -> db::Result<()> {
    rows::move_address(tx, former, email, &address(secrets, email))
}

/// Forgets what somebody waits for, and that they were asked.
pub fn forget_address(tx: &Tx<'_>, secrets: &Secrets, email: &str) -> db::Result<()> {
    rows::forget(tx, email, &address(secrets, email))
}

/// Forgets what was kept long enough.
pub fn forget_old(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    let before = |days: i64| now.plus_days(-days);
    rows::forget_old(tx, before(UNCONFIRMED_DAYS), before(CONFIRMED_DAYS), before(UNANSWERED_DAYS))
}

fn address(secrets: &Secrets, email: &str) -> [u8; 32] {
    hmac_sha256(&secrets.mail, format!("stock-request:{email}").as_bytes())
}

fn title(variant: &SellableVariant) -> String {
    let own = variant.variant_title.trim();
    if own.is_empty() || own == variant.product_title {
        variant.product_title.clone()
    } else {
        format!("{}, {own}", variant.product_title)
    }
}
