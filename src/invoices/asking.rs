//! Asking the tax agency which records it has, where this shop may be an older copy of itself: the chain goes on after the
//! last the agency has, and what of it is not here is told.

use jiff::ToSpan;
use jiff::civil::Date;

use super::sql::sending as sql;
use super::told::Link;
use super::{Seller, number};
use crate::clock::Timestamp;
use crate::db::{self, Db, Tx};
use crate::settings::Settings;
use crate::tax_agency::Agency;
use crate::tax_agency::answer::{AtAgency, Kept, PageKey};
use crate::tax_agency::xml;

/// So far back is asked where nothing here says when the last record was made.
const MONTHS: i32 = 12;
/// Pages of a month, at most: ten million records.
const PAGES: usize = 1000;

/// What became of the question.
pub(super) enum Asked {
    /// It is known what the agency has.
    NotNeeded,
    /// It could not be asked lately, and will be.
    NotYet,
    /// Issuing and sending go on.
    Answered,
    Failed(String),
}

pub(super) async fn ask_if_held(db: &Db, agency: &Agency, is_wanted: bool, now: Timestamp) -> db::Result<Asked> {
    let asked = db.read(|conn| Ok::<_, db::Error>((sql::question(conn)?, Seller::of(&Settings::load(conn)?)))).await?;
    let (Some(question), seller) = asked else { return Ok(Asked::NotNeeded) };
    let is_early = question.failures > 0 && question.next_at.is_some_and(|at| at > now);
    let Some(seller) = seller.filter(|_| is_wanted || !is_early) else { return Ok(Asked::NotYet) };
    let mut records = Vec::new();
    for month in months(question.newest, now) {
        match of_month(agency, &seller, month).await {
            Ok(found) => records.extend(found),
            Err(error) => return Ok(Asked::Failed(error)),
        }
    }
    // Another program of the same firm has a chain of its own.
    records.retain(|record| record.installation.as_ref().is_none_or(|number| *number == question.installation));
    db.write(move |tx| take_up(tx, &records, now)).await?;
    Ok(Asked::Answered)
}

/// RULE: the first days of the months that are asked about: one before the newest record's, for the agency counts by when
/// something was sold, up to this one.
fn months(newest: Option<Timestamp>, now: Timestamp) -> Vec<Date> {
    let today = now.date();
    let first = newest.map_or_else(|| today.saturating_sub(MONTHS.months()), Timestamp::date).saturating_sub(1.month());
    first.first_of_month().series(1.month()).take_while(|month| *month <= today).collect()
}

async fn of_month(agency: &Agency, seller: &Seller, month: Date) -> Result<Vec<AtAgency>, String> {
    let (mut records, mut after): (Vec<_>, Option<PageKey>) = (Vec::new(), None);
    for _ in 0..PAGES {
        let question = xml::query(&seller.name, &seller.nif, month.year(), month.month(), after.as_ref());
        let page = agency.ask(question).await.map_err(|error| error.to_string())?;
        records.extend(page.records);
        match page.next {
            Some(next) => after = Some(next),
            None => return Ok(records),
        }
    }
    Err(String::from("the tax agency's list of records does not end"))
}

/// Makes of what the agency has what is known here, and goes on.
fn take_up(tx: &Tx<'_>, records: &[AtAgency], now: Timestamp) -> db::Result<()> {
    let invoicing = super::sql::invoicing(tx)?;
    for record in records {
        let Some(hash) = &record.hash else { continue };
        if sql::knows(tx, hash)? {
            let state = if record.state == Kept::AcceptedWithErrors { "accepted_with_errors" } else { "accepted" };
            sql::was_taken(tx, hash, state, now)?;
        } else if let Some(lost) = link(record) {
            sql::lose(tx, &lost, record.reference.as_deref(), record.total.as_deref().unwrap_or_default(), now)?;
        }
    }
    let made_at = |record: &&AtAgency| record.generated_at.as_deref().and_then(Timestamp::parse_rfc3339);
    // Of two of one second the later in the list.
    let newest = records.iter().filter(|record| record.hash.is_some()).max_by_key(made_at).and_then(link);
    if let Some(newest) = newest
        && !sql::knows(tx, &newest.hash)?
    {
        tracing::warn!(number = newest.number, "the chain of invoices goes on after one that only the tax agency has");
        sql::adopt(tx, invoicing.mode, &newest, now)?;
        // It has numbers of this shop that this shop does not know: none is given twice.
        if invoicing.hold.as_deref() == Some("start") {
            super::sql::set_branch(tx, &number::branch(now))?;
        }
    }
    sql::release(tx)?;
    sql::sent(tx, now)
}

fn link(record: &AtAgency) -> Option<Link> {
    let AtAgency { issuer, number, date, hash, .. } = record;
    Some(Link { issuer: issuer.clone(), number: number.clone(), date: date.clone(), hash: hash.clone()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_months_are_asked_about_in_which_something_unknown_may_have_been_sold() {
        let at = |text: &str| Timestamp::parse_rfc3339(text).unwrap();
        let told = |newest: Option<&str>| {
            let months = months(newest.map(at), at("2027-02-10T12:00:00Z"));
            months.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(told(Some("2027-01-31T23:30:00Z")), ["2027-01-01", "2027-02-01"]);
        assert_eq!(told(Some("2026-12-03T12:00:00Z")), ["2026-11-01", "2026-12-01", "2027-01-01", "2027-02-01"]);
        assert_eq!((told(None).len(), told(None)[0].as_str()), (14, "2026-01-01"));
    }
}
