//! Sending records to the tax agency (Orden HAC/1177/2024, art. 16): in the order they were made, a thousand at most, as often
//! as it wants, and again until it has answered. Nobody's purchase waits for it.

use super::asking::{self, Asked};
use super::sql::sending as sql;
use super::{Fate, Hold, Seller, issue_now};
use crate::clock::{Clock, Timestamp};
use crate::db::{self, Db};
use crate::settings::Settings;
use crate::tax_agency::answer::{self, Answer, Kept, NotAnswer, State};
use crate::tax_agency::xml;
use crate::tax_agency::{Agency, Failure};

/// Records in a batch, at most.
const AT_ONCE: i64 = 1000;
/// How long a batch is somebody's: longer than the agency may take.
const CLAIM_SECONDS: i64 = 120;
/// What the agency may ask for, at most: it has four digits for it.
const LONGEST_WAIT_SECONDS: u32 = 9999;
/// What was made so long ago comes late, whatever the agency asked for.
const LATE_SECONDS: i64 = 3 * 3600;
/// After a failure it is tried again in a minute, then in twice as long each time, and hourly at least.
const FIRST_RETRY_SECONDS: i64 = 60;
const LAST_RETRY_SECONDS: i64 = 3600;

/// A batch is not as the schema wants it (the agency's list of errors).
const NOT_WELL_FORMED: &str = "4102";
/// After so many refusals in a row one more is believed.
const FAULTS: i64 = 2;

/// What a round of sending came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Round {
    /// Nothing waits, or not yet.
    Nothing,
    /// The agency was asked, or has answered, or something is set aside: there may be more.
    Done,
    /// It will be tried again.
    Failed,
}

/// A record that is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sent {
    pub(super) seq: i64,
    pub(super) number: String,
    pub(super) is_annulment: bool,
    pub(super) content: String,
    /// How often it was sent before.
    pub(super) tries: i64,
}

/// Records of one seller, the oldest that wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Batch {
    pub(super) issuer_name: String,
    pub(super) issuer_nif: String,
    /// Something kept them from being sent in time.
    pub(super) is_late: bool,
    pub(super) records: Vec<Sent>,
}

/// What the agency says of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settled {
    pub(super) seq: i64,
    pub(super) fate: Fate,
    pub(super) code: Option<String>,
    pub(super) message: Option<String>,
}

/// One round: asks what the agency has where that is not known, else sends what is due. `at_once`: what waits is due.
pub async fn round(db: &Db, agency: &Agency, clock: &Clock, at_once: bool) -> db::Result<Round> {
    let now = clock.now();
    match asking::ask_if_held(db, agency, at_once, now).await? {
        Asked::NotNeeded => {}
        Asked::Answered => return Ok(Round::Done),
        Asked::Failed(error) => return unasked(db, error, now).await,
        Asked::NotYet => return Ok(Round::Nothing),
    }
    let Some(batch) = db.write(move |tx| claim(tx, at_once, now)).await? else { return Ok(Round::Nothing) };
    let contents = batch.records.iter().map(|record| record.content.as_str());
    let envelope = xml::submission(&batch.issuer_name, &batch.issuer_nif, batch.is_late, contents);
    let now = || clock.now();
    match agency.submit(envelope).await {
        Ok(answer) => settle(db, batch, answer, now()).await,
        Err(Failure::NotAnswer(NotAnswer::Fault { code, text })) => refuse(db, batch, code, text, now()).await,
        Err(failure) => fail(db, failure.to_string(), false, now()).await,
    }
}

fn claim(tx: &db::Tx<'_>, at_once: bool, now: Timestamp) -> db::Result<Option<Batch>> {
    let flow = sql::flow(tx)?;
    // A moment so far off is of a clock that was wrong.
    let is_past = |at: Timestamp, most: i64| at <= now || at > now.plus_seconds(most);
    let is_due = at_once || flow.next_at.is_some_and(|at| is_past(at, LONGEST_WAIT_SECONDS.into()));
    let is_full = flow.waiting >= AT_ONCE && flow.failures == 0;
    let is_free = is_past(flow.claimed_until, CLAIM_SECONDS);
    if flow.is_held || !is_free || flow.waiting == 0 || !(is_due || is_full) {
        return Ok(None);
    }
    // What is refused as a whole is tried in smaller parts, down to the one record that is to blame.
    let limit = (AT_ONCE >> (2 * flow.faults).min(20)).max(1);
    let batch = sql::batch(tx, limit, flow.failures > 0, now.plus_seconds(-LATE_SECONDS))?;
    sql::claim(tx, &batch.records, now.plus_seconds(CLAIM_SECONDS))?;
    Ok(Some(batch))
}

/// Writes down what the agency says of each record; one it says nothing of waits on.
async fn settle(db: &Db, batch: Batch, answer: Answer, now: Timestamp) -> db::Result<Round> {
    let settled = settled(&batch.records, &answer);
    if settled.is_empty() {
        return fail(db, String::from("the tax agency's answer is about none of what it was sent"), false, now).await;
    }
    let next_at = now.plus_seconds(i64::from(answer.wait_seconds.clamp(1, LONGEST_WAIT_SECONDS)));
    db.write(move |tx| write_down(tx, &settled, answer.csv.as_deref(), next_at, now)).await?;
    Ok(Round::Done)
}

/// What became of a batch. What is due and waited for one of its annulments is issued with it.
fn write_down(
    tx: &db::Tx<'_>,
    settled: &[Settled],
    receipt: Option<&str>,
    next_at: Timestamp,
    now: Timestamp,
) -> db::Result<()> {
    sql::settle(tx, settled, receipt, now)?;
    sql::sent(tx, next_at)?;
    issue_now(tx, now)
}

/// RULE: what an answer says of each record that was sent.
fn settled(records: &[Sent], answer: &Answer) -> Vec<Settled> {
    let mut lines: Vec<_> = answer.lines.iter().collect();
    let mut settled = Vec::new();
    for record in records {
        let is_of = |line: &&answer::Line| line.number == record.number && line.is_annulment == record.is_annulment;
        let Some(at) = lines.iter().position(is_of) else { continue };
        let line = lines.remove(at);
        // What was sent before and is there already is ours. What was never sent and is there is another's with that number.
        let kept = line.duplicate.filter(|_| record.tries > 0);
        let fate = match (line.state, kept) {
            (State::Accepted, _) | (State::Rejected, Some(Kept::Accepted | Kept::Annulled)) => Fate::Accepted,
            (State::AcceptedWithErrors, _) | (State::Rejected, Some(Kept::AcceptedWithErrors)) => {
                Fate::AcceptedWithErrors
            }
            (State::Rejected, None) => Fate::Rejected,
        };
        let told = |text: &Option<String>| text.clone().filter(|_| fate != Fate::Accepted);
        settled.push(Settled { seq: record.seq, fate, code: told(&line.code), message: told(&line.text) });
    }
    settled
}

/// The whole batch was refused: smaller ones are tried. One record that is refused alone for its form, and again, is to blame.
/// What else is said of a whole batch is about who sends it: records with a tax number that the firm no longer has keep no
/// others waiting.
async fn refuse(db: &Db, batch: Batch, code: String, text: String, now: Timestamp) -> db::Result<Round> {
    let read = |conn: &db::Conn| Ok::<_, db::Error>((sql::flow(conn)?.faults, Seller::of(&Settings::load(conn)?)));
    let (faults, seller) = db.read(read).await?;
    let is_numbered = code.len() == 4 && code.starts_with('4');
    let is_of_another = seller.is_some_and(|seller| seller.nif != batch.issuer_nif);
    let is_to_blame = match code.as_str() {
        NOT_WELL_FORMED => batch.records.len() == 1,
        _ => is_numbered && is_of_another,
    };
    if faults < FAULTS || !is_to_blame {
        return fail(db, format!("{text} ({code})"), true, now).await;
    }
    tracing::warn!(code, text, records = batch.records.len(), "records of invoices are set aside");
    let (code, message) = (Some(code), Some(text));
    let refused = |sent: &Sent| {
        let (code, message) = (code.clone(), message.clone());
        Settled { seq: sent.seq, fate: Fate::Rejected, code, message }
    };
    let settled: Vec<_> = batch.records.iter().map(refused).collect();
    let next_at = now.plus_seconds(FIRST_RETRY_SECONDS);
    db.write(move |tx| write_down(tx, &settled, None, next_at, now)).await?;
    Ok(Round::Done)
}

async fn fail(db: &Db, error: String, is_fault: bool, now: Timestamp) -> db::Result<Round> {
    tracing::warn!(error, "records of invoices could not be sent to the tax agency");
    db.write(move |tx| {
        let failures = sql::flow(tx)?.failures;
        sql::failed(tx, &error, is_fault, now.plus_seconds(retry_seconds(failures)), now)
    })
    .await?;
    Ok(Round::Failed)
}

async fn unasked(db: &Db, error: String, now: Timestamp) -> db::Result<Round> {
    tracing::warn!(error, "the tax agency could not be asked which records it has");
    db.write(move |tx| {
        let failures = sql::flow(tx)?.failures;
        sql::not_asked(tx, &error, now.plus_seconds(retry_seconds(failures)), now)
    })
    .await?;
    Ok(Round::Failed)
}

/// RULE: how long after so many failures in a row it is tried again.
fn retry_seconds(failures: i64) -> i64 {
    (FIRST_RETRY_SECONDS << failures.clamp(0, 10)).min(LAST_RETRY_SECONDS)
}

/// How sending goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// Records that are to be sent.
    pub waiting: i64,
    /// Invoices whose newest record was rejected.
    pub rejected: i64,
    /// The same of those that were taken with errors.
    pub with_errors: i64,
    /// Invoices the agency has and the shop has lost.
    pub lost: i64,
    /// The newest record of all that were rejected or taken with errors; 0 where none was.
    pub newest_wrong: i64,
    /// Why nothing is issued or sent.
    pub hold: Option<Hold>,
    /// Of the last try.
    pub failure: Option<String>,
    pub failing_since: Option<Timestamp>,
}

pub fn progress(conn: &db::Conn) -> db::Result<Progress> {
    sql::progress(conn)
}

#[cfg(test)]
mod tests;
