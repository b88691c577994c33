//! Asking the tax agency which records it has, where this shop may be an older copy of itself: the chain goes on after the
//! last the agency has, and what of it is not here is told.

use std::collections::HashSet;

use jiff::ToSpan;
use jiff::civil::Date;

use super::recovery::Lost;
use super::sql::sending as sql;
use super::told::Link;
use super::{Fate, Hold, Seller, number};
use crate::clock::Timestamp;
use crate::db::{self, Db, Tx};
use crate::settings::Settings;
use crate::tax_agency::Agency;
use crate::tax_agency::answer::{AtAgency, Kept, PageKey};
use crate::tax_agency::xml;

/// So far back is asked.
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
    // A moment so far off is of a clock that was wrong.
    let is_to_come = |at: Timestamp| at > now && at <= now.plus_days(1);
    let is_early = question.failures > 0 && question.next_at.is_some_and(is_to_come);
    let Some(seller) = seller.filter(|_| is_wanted || !is_early) else { return Ok(Asked::NotYet) };
    let mut records = Vec::new();
    for month in months(question.oldest, now) {
        match of_month(agency, &seller, month).await {
            Ok(found) => records.extend(found),
            Err(error) => return Ok(Asked::Failed(error)),
        }
    }
    // Another program of the same firm has a chain of its own.
    records.retain(|record| record.installation.as_ref().is_none_or(|number| *number == question.installation));
    db.write(move |tx| take_up(tx, &seller, &records, now)).await?;
    Ok(Asked::Answered)
}

/// RULE: the first days of the months that are asked about, up to this one: the agency counts by when something was sold, and
/// a full invoice may be about a sale of long ago. `oldest`: when the first sale was that is known here.
fn months(oldest: Option<Timestamp>, now: Timestamp) -> Vec<Date> {
    let today = now.date();
    let year = today.saturating_sub(MONTHS.months());
    let first = oldest.map_or(year, |oldest| oldest.date().saturating_sub(1.month()).max(year)).min(today);
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
fn take_up(tx: &Tx<'_>, seller: &Seller, records: &[AtAgency], now: Timestamp) -> db::Result<()> {
    let invoicing = super::sql::invoicing(tx)?;
    // Somebody else has asked meanwhile, and it has gone on since.
    if invoicing.hold.is_none() {
        return Ok(());
    }
    for record in records {
        let Some(hash) = &record.hash else { continue };
        if sql::has(tx, hash)? {
            sql::was_taken(tx, hash, fate(record).unwrap_or(Fate::Accepted), now)?;
        } else if let Some(link) = link(record) {
            sql::was_followed(tx, &link.number, record.state == Kept::Annulled, now)?;
            sql::lose(tx, invoicing.mode, &lost(record, link), now)?;
        }
    }
    let made_at = |record: &&AtAgency| record.generated_at.as_deref().and_then(Timestamp::parse_rfc3339);
    // The end of the chain is what no other follows.
    let followed: HashSet<&str> = records.iter().filter_map(|record| record.previous.as_deref()).collect();
    let is_end = |record: &&AtAgency| record.hash.as_deref().is_some_and(|hash| !followed.contains(hash));
    let newest = records.iter().filter(is_end).max_by_key(made_at).and_then(link);
    if let Some(newest) = newest
        && !sql::knows(tx, &newest.hash)?
    {
        tracing::warn!(number = newest.number, "the chain of invoices goes on after one that only the tax agency has");
        sql::adopt(tx, invoicing.mode, &newest, now)?;
        // It has numbers of this shop that this shop does not know: none is given twice.
        if invoicing.hold == Some(Hold::Start) {
            super::sql::set_branch(tx, &number::branch(now))?;
        }
    }
    sql::release(tx)?;
    sql::asked(tx, seller, now)
}

fn link(record: &AtAgency) -> Option<Link> {
    let AtAgency { issuer, number, date, hash, .. } = record;
    Some(Link { issuer: issuer.clone(), number: number.clone(), date: date.clone(), hash: hash.clone()? })
}

fn lost(record: &AtAgency, link: Link) -> Lost {
    Lost {
        link,
        order_id: record.reference.clone(),
        total: record.total.clone().unwrap_or_default(),
        buyer: record.buyer.clone(),
        about: record.about.clone(),
        previous_hash: record.previous.clone(),
        generated_at: record.generated_at.clone().unwrap_or_default(),
        fate: fate(record),
    }
}

/// `None` of one that is annulled.
const fn fate(record: &AtAgency) -> Option<Fate> {
    match record.state {
        Kept::Accepted => Some(Fate::Accepted),
        Kept::AcceptedWithErrors => Some(Fate::AcceptedWithErrors),
        Kept::Annulled => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_months_are_asked_about_in_which_something_unknown_may_have_been_sold() {
        let at = |text: &str| Timestamp::parse_rfc3339(text).unwrap();
        let told = |oldest: Option<&str>| {
            let months = months(oldest.map(at), at("2027-02-10T12:00:00Z"));
            months.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(told(Some("2027-01-31T23:30:00Z")), ["2027-01-01", "2027-02-01"]);
        assert_eq!(told(Some("2026-12-03T12:00:00Z")), ["2026-11-01", "2026-12-01", "2027-01-01", "2027-02-01"]);
        assert_eq!(told(Some("2029-01-01T12:00:00Z")), ["2027-02-01"], "of a clock that was wrong");
        for long_ago in [None, Some("2020-01-01T12:00:00Z")] {
            assert_eq!((told(long_ago).len(), told(long_ago)[0].as_str()), (13, "2026-02-01"));
        }
    }
}
