//! What is kept no longer than the settings say. A round does what is due; once more does nothing more.

use std::path::Path;

use super::{Error, tombstones};
use crate::catalogue::waitlist;
use crate::clock::Timestamp;
use crate::comments;
use crate::counts;
use crate::db::{self, Db};
use crate::mail;
use crate::orders;
use crate::quotes;
use crate::settings::Settings;
use crate::withdrawals;

/// How long an order is kept that somebody without an account never paid: a late payment comes sooner.
const UNPAID_DAYS: i64 = 90;

/// For once an hour, and not for an async thread.
pub fn round(db: &Db, data_dir: &Path, now: Timestamp) -> Result<(), Error> {
    db.write_blocking(move |tx| {
        let kept = Settings::load(tx)?.retention;
        quotes::forget_silent(tx, now.plus_days(-kept.inquiries_days()))?;
        orders::anonymise_before(tx, now.plus_days(-kept.orders_days()))?;
        orders::anonymise_unpaid_guests(tx, now.plus_days(-UNPAID_DAYS))?;
        withdrawals::forget_old(tx, now.plus_days(-kept.orders_days()), now)?;
        comments::forget_of_nobody(tx)?;
        orders::origin::forget_old(tx, now)?;
        waitlist::forget_old(tx, now)?;
        counts::forget_old(tx, now)?;
        mail::forget_dead(tx, now.plus_days(-kept.dead_mails))?;
        Ok::<_, db::Error>(())
    })?;
    tombstones::erase_again(db, data_dir)?;
    tombstones::write(db, data_dir)?;
    Ok(mail::forget_files(data_dir, now)?)
}
