//! What must not go on as it was in a shop that was put back, from a backup or by the promotion of a copy.

use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::{accounts, auth, checkout, invoices, mail, orders, pager, quotes, ratings, sso};

/// Everybody is signed out, and nobody is invited to the desk; refunds that wait are looked for before they are made;
/// payments that came after `known_until`, the moment of the last write that is there, are searched for at their providers;
/// buyers who were asked for stars since are not asked again; orders, invoices and what people write are numbered apart from
/// all before; mails that wait are held, calls dropped. How many mails those are.
pub fn settle(tx: &Tx<'_>, known_until: Timestamp, now: Timestamp) -> db::Result<usize> {
    auth::end_everything(tx)?;
    sso::end_everything(tx)?;
    accounts::end_invitations(tx)?;
    checkout::refund::distrust(tx)?;
    invoices::begin_series(tx, now)?;
    orders::begin_numbers(tx, now)?;
    let after = orders::number_after(now);
    quotes::begin_numbers(tx, after.year, after.place)?;
    checkout::search::begin(tx, known_until, now)?;
    ratings::ask::pass(tx, known_until, now)?;
    pager::forget_all(tx)?;
    mail::hold_queued(tx)
}
