//! Imports a file beside a shop that sells: it is looked at whole, with nothing written and nobody waiting; then it is
//! written in transactions so short that an order in between does not notice. All or nothing holds all the same: from
//! the first look to the last transaction no product comes, goes or takes another's name (`nothing_is_imported`), so what
//! was found sound stays so; and a row says how far the file is written, from which the next import or the server goes on
//! after a cut. Whoever imports has the turn, which the system gives back for a program that died.

use std::io::{Read, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::Serialize;

use super::check::{Check, located, sound};
use super::difference::Difference;
use super::kept;
use super::plan::{Met, Plan};
use super::undo::{self, Ordered};
use super::{Note, Parsed, Policy, RowProblem, parse_with};
use crate::audit::{self, Actor};
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::save::save_over;
use crate::catalogue::sql::imports::{self as sql, Begun};
use crate::catalogue::sql::{undo as undone, write};
use crate::catalogue::{self, export_one};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Db, Trouble, Turn, Tx};
use crate::id;

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Products that are new to the shop.
    pub created: usize,
    /// Products that were there and differ now.
    pub changed: usize,
    /// Products that were there as the file has them.
    pub unchanged: usize,
    /// Products that were not imported; none with [`Policy::AllOrNothing`].
    pub left_out: usize,
    /// Why, in the order of the rows.
    pub problems: Vec<RowProblem>,
    /// What was decided when the file met the shop.
    pub notes: Vec<Note>,
    /// The first of those that are new or differ, in the order of the file.
    pub differences: Vec<Difference>,
    /// What it is taken back by, where it wrote something.
    pub id: Option<String>,
}

impl Summary {
    /// Keeps what is told of a product, as long as there is room.
    pub(super) fn tell(&mut self, difference: impl FnOnce() -> Difference) {
        if self.differences.len() < DIFFERENCES_TOLD {
            self.differences.push(difference());
        }
    }
}

/// Why a file is not imported.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Rows that cannot be products of this shop. Nothing was written.
    #[error("{} problems in the file", problems.len())]
    Problems {
        /// All of them, in order.
        problems: Vec<RowProblem>,
        /// How many products of the file could be imported without them.
        sound: usize,
    },
    /// The database could not be read or written. Nothing of the file was.
    #[error(transparent)]
    Db(#[from] db::Error),
    /// The database could not be written any more. The next import, or the server, goes on.
    #[error("{why}; {done} of {total} steps are done: `manetes serve`, or the next import, goes on from there")]
    CutOff {
        /// Steps that are done.
        done: usize,
        /// Of how many.
        total: usize,
        /// What stood in the way.
        why: db::Error,
    },
}

/// Of how many products it is told what becomes of them; the others are counted.
const DIFFERENCES_TOLD: usize = 50;
/// What the turn of those who import is called.
const TURN: &str = "import";
/// So long a transaction works, and a look at the shop lasts.
pub(super) const SLICE: Duration = Duration::from_millis(25);
/// How often a transaction is tried while others write; each waits for five seconds.
const TRIES: u32 = 12;

/// The turn of whoever imports; `None` while somebody else has it.
pub fn turn(db: &Db) -> db::Result<Option<Turn>> {
    db.turn(TURN)
}

/// Says what [`import`] would do, and does nothing. `progress` hears how many products were looked at.
pub async fn try_out(db: &Db, parsed: Arc<Parsed>, now: Timestamp, progress: impl Fn(usize)) -> Result<Summary, Error> {
    let plan = Arc::new(db.read_much(move |conn| Plan::new(conn, parsed)).await?);
    judged(&plan, check(db, &plan, now, progress).await?)
}

/// Imports a file, which was `parsed` from `bytes` at `now`, in the turn that was taken. Products that are not in the file
/// stay as they are. `progress` hears how many are done.
pub async fn import(
    db: &Db,
    _turn: Turn,
    actor: Actor,
    bytes: &[u8],
    parsed: Arc<Parsed>,
    now: Timestamp,
    progress: impl Fn(usize),
) -> Result<Summary, Error> {
    go_on(db, now).await?;
    let id = id::new();
    begin(db, id.clone(), &actor, bytes, parsed.policy, now).await?;
    let products = parsed.products.len();
    let checked = async {
        let mut plan = db.read_much(move |conn| Plan::new(conn, parsed)).await?;
        let half = Arc::new(plan);
        let summary = judged(&half, check(db, &half, now, |looked| progress(looked / 2)).await?)?;
        plan = Arc::into_inner(half).ok_or(db::Error::Closed)?;
        plan.met.steps = plan.steps();
        (plan.met.created, plan.met.changed) = (summary.created, summary.changed);
        let met = serde_json::to_string(&plan.met).unwrap_or_default();
        let (format, created, changed) = (plan.parsed.format, summary.created, summary.changed);
        plan.import_id = Some(id.clone());
        let found_sound = move |tx: &Tx<'_>| {
            if created + changed > 0 {
                undone::begin(tx, &id, now, format, created, changed)?;
            }
            sql::found_sound(tx, &met)
        };
        write(db, found_sound).await?;
        Ok((plan, summary))
    };
    let (plan, mut summary) = match checked.await {
        Ok(sound) => sound,
        Err(error) => {
            write(db, sql::end).await?;
            return Err(error);
        }
    };
    let steps = plan.steps().max(1);
    summary.id = plan.import_id.clone().filter(|_| summary.created + summary.changed > 0);
    let written = |done: usize| progress(products / 2 + done * products.div_ceil(2) / steps);
    let failed = finish(db, Arc::new(plan), 0, actor, now, written).await?;
    let known: Vec<RowProblem> = summary.problems.clone();
    summary.problems.extend(failed.into_iter().filter(|problem| !known.contains(problem)));
    Ok(summary)
}

/// Goes on with an import that was cut off, or with taking one back, unless somebody is at it; whether there was one.
pub async fn resume(db: &Db, ordered: Ordered, now: Timestamp) -> Result<bool, Error> {
    let is_begun = |conn: &Conn| Ok::<_, db::Error>(sql::is_begun(conn)? || undo::is_begun(conn)?);
    if !db.read(is_begun).await? {
        return Ok(false);
    }
    let Some(turn) = turn(db)? else { return Ok(false) };
    go_on(db, now).await?;
    undo::finish(db, turn, ordered, now).await?;
    Ok(true)
}

/// In the turn: an import of which something is written is finished, one that was only looked at is forgotten. One that
/// this program reads otherwise than the one that began it stays as it is, half, and the log says so: its steps are
/// others.
pub(super) async fn go_on(db: &Db, now: Timestamp) -> Result<bool, Error> {
    let Some(begun) = db.read_much(sql::begun).await? else { return Ok(false) };
    let Some((met, done)) = begun.progress.clone() else {
        write(db, sql::end).await?;
        return Ok(true);
    };
    let actor = serde_json::from_str(&begun.actor).unwrap_or(Actor::System);
    let plan = db.read_much(move |conn| plan_again(conn, &begun, &met)).await?;
    match plan {
        Some(plan) => _ = finish(db, Arc::new(plan), done, actor, now, |_| {}).await?,
        None => give_up(db, actor, done, now).await?,
    }
    Ok(true)
}

fn plan_again(conn: &Conn, begun: &Begun, met: &str) -> db::Result<Option<Plan>> {
    let mut bytes = Vec::new();
    let inflated = DeflateDecoder::new(begun.file.as_slice()).read_to_end(&mut bytes).is_ok();
    let parsed = inflated.then(|| parse_with(begun.policy, &bytes, begun.at).ok()).flatten();
    let Some((parsed, met)) = parsed.zip(serde_json::from_str::<Met>(met).ok()) else { return Ok(None) };
    let steps = met.steps;
    let mut plan = Plan::again(conn, Arc::new(parsed), met)?;
    plan.import_id.clone_from(&begun.id);
    Ok(Some(plan).filter(|plan| steps == 0 || steps == plan.steps()))
}

async fn give_up(db: &Db, actor: Actor, done: usize, now: Timestamp) -> db::Result<()> {
    tracing::error!(done, "an import that was cut off cannot be gone on with: import the file again");
    let detail = serde_json::json!({ "done": done });
    let end = move |tx: &Tx<'_>| {
        audit::record(tx, &actor, "catalogue.import_given_up", "", &detail, now)?;
        sql::end(tx)
    };
    write(db, end).await
}

async fn begin(db: &Db, id: String, actor: &Actor, bytes: &[u8], policy: Policy, now: Timestamp) -> db::Result<()> {
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::fast());
    let file = deflated.write_all(bytes).and_then(|()| deflated.finish());
    let file = file.map_err(|error| db::Error::File { path: "import".into(), error })?;
    let actor = serde_json::to_string(actor).unwrap_or_default();
    let begun = Arc::new(Begun { id: Some(id), file, policy, actor, at: now, progress: None });
    write(db, move |tx| sql::begin(tx, &begun)).await
}

/// Looks at every product, a moment at a time, so that no snapshot of the database is held for long.
async fn check(db: &Db, plan: &Arc<Plan>, now: Timestamp, progress: impl Fn(usize)) -> Result<Summary, Error> {
    let mut check = Check::of(&plan.parsed);
    while check.next < plan.parsed.products.len() {
        let plan = Arc::clone(plan);
        check = db.read(move |conn: &Conn| check.go_on(conn, &plan, SLICE, now)).await?;
        progress(check.next);
    }
    Ok(check.end())
}

fn judged(plan: &Plan, summary: Summary) -> Result<Summary, Error> {
    if plan.parsed.policy == Policy::AllOrNothing && !summary.problems.is_empty() {
        let sound = summary.created + summary.changed + summary.unchanged;
        return Err(Error::Problems { problems: summary.problems, sound });
    }
    Ok(summary)
}

/// Does the steps that are left, and notes in the log that the file is imported; what could not be written after all.
async fn finish(
    db: &Db,
    plan: Arc<Plan>,
    mut done: usize,
    actor: Actor,
    now: Timestamp,
    progress: impl Fn(usize),
) -> Result<Vec<RowProblem>, Error> {
    let (total, mut failed) = (plan.steps(), Vec::new());
    let cut_off = |done, why| Error::CutOff { done, total, why };
    while done < total {
        let begun = Instant::now();
        let doing = Arc::clone(&plan);
        let written = write(db, move |tx| write_some(tx, &doing, done, now)).await;
        let (next, mut problems) = written.map_err(|why| cut_off(done, why))?;
        done = next;
        failed.append(&mut problems);
        progress(done);
        // As long as it has worked, others may.
        tokio::time::sleep(begun.elapsed().min(SLICE * 4)).await;
    }
    let Met { created, changed, .. } = plan.met;
    let detail = serde_json::json!({ "format": plan.parsed.format, "created": created, "changed": changed });
    let end = move |tx: &Tx<'_>| {
        audit::record(tx, &actor, "catalogue.imported", "", &detail, now)?;
        sql::end(tx)
    };
    write(db, end).await.map_err(|why| cut_off(done, why))?;
    Ok(failed)
}

/// A transaction that is tried again while another program writes.
pub(super) async fn write<T, F>(db: &Db, f: F) -> db::Result<T>
where
    F: Fn(&Tx<'_>) -> db::Result<T> + Send + Sync + 'static,
    T: Send + 'static,
{
    let f = Arc::new(f);
    for _ in 1..TRIES {
        let again = Arc::clone(&f);
        match db.write(move |tx| again(tx)).await {
            Err(error) if error.trouble() == Some(Trouble::Busy) => {}
            outcome => return outcome,
        }
    }
    db.write(move |tx| f(tx)).await
}

/// Does steps for so long as a transaction may work, one at least; the next, and what could not be written after all.
fn write_some(tx: &Tx<'_>, plan: &Plan, from: usize, now: Timestamp) -> db::Result<(usize, Vec<RowProblem>)> {
    let (begun, mut failed, mut next) = (Instant::now(), Vec::new(), from);
    while next < plan.steps() && (next == from || begun.elapsed() < SLICE) {
        let (place, again) = plan.step(next);
        let saved = if again { name_others(tx, plan, place, now) } else { save(tx, plan, place, now) };
        match saved {
            Ok(()) => {}
            Err(catalogue::Error::Db(error)) => return Err(error),
            Err(error) => {
                let problem = located(error, &plan.parsed.products[place], &plan.parsed.columns);
                failed.extend(problem.ok().filter(|_| !again));
            }
        }
        next += 1;
    }
    sql::advance(tx, next)?;
    Ok((next, failed))
}

fn save(tx: &Tx<'_>, plan: &Plan, place: usize, now: Timestamp) -> Result<(), catalogue::Error> {
    let mut wanted = plan.wanted(tx, place)?;
    plan.leave_out_absent(tx, &mut wanted.draft)?;
    if !wanted.moved.is_empty() {
        sound(tx, &wanted, now)?;
        if let Some(id) = &plan.import_id {
            kept::keep_holders(tx, id, &wanted.moved)?;
        }
        write::free_skus(tx, &wanted.moved)?;
    }
    save_and_keep(tx, plan, &wanted.draft, now)
}

/// Writes the related products of one that stands above them. Its stock, which orders have taken from since, stays.
fn name_others(tx: &Tx<'_>, plan: &Plan, place: usize, now: Timestamp) -> Result<(), catalogue::Error> {
    let mut wanted = plan.wanted(tx, place)?.draft;
    plan.leave_out_absent(tx, &mut wanted)?;
    let Some(stored) = export_one(tx, &wanted.slug)? else { return Ok(()) };
    let draft = ProductDraft { related: wanted.related, texts: wanted.texts, ..stored };
    save_and_keep(tx, plan, &draft, now)
}

/// Saves a product, and keeps what it was.
fn save_and_keep(tx: &Tx<'_>, plan: &Plan, draft: &ProductDraft, now: Timestamp) -> Result<(), catalogue::Error> {
    let over = save_over(tx, draft, now)?;
    match &plan.import_id {
        Some(id) if over.saved.changed => Ok(kept::keep(tx, id, &over)?),
        Some(_) | None => Ok(()),
    }
}

/// [`import`] for tests, which have nobody beside them.
#[cfg(test)]
pub fn import_now(db: &Db, policy: Policy, file: &[u8], now: Timestamp) -> Result<Summary, Error> {
    let parsed = Arc::new(parse_with(policy, file, now).map_err(|problems| Error::Problems { problems, sound: 0 })?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(import(db, turn(db)?.expect("nobody has it"), Actor::System, file, parsed, now, |_| {}))
}
