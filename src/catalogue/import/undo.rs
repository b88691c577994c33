//! Takes an import back. While a file is written, each product that it makes or changes is kept as it was, for a week and
//! within bounds. Taken back it is in transactions as short as those that wrote it, the last product first, so that names
//! and SKUs that moved on within the file find their place free; what is done is noted in each, and whoever comes after a
//! cut goes on. What somebody has saved, ordered or deleted since is left as it is (decision 59).

use std::collections::HashSet;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::json;

use super::Format;
use super::check::sound;
use super::kept::inflated;
use super::plan::{Wanted, forget_related};
use super::run::{SLICE, go_on, write};
use crate::audit::{self, Actor};
use crate::catalogue;
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::save::{Overwritten, save_over};
use crate::catalogue::sql::undo::{self as sql, Change, Ends, Facts};
use crate::catalogue::sql::{gone, imports, known, read, write as products};
use crate::catalogue::stored::Stored;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Db, Turn, Tx};

/// How long what an import changed is kept. Pictures that nothing shows stay longer: see `pictures::sweep`.
const KEPT_DAYS: i64 = 7;

/// Whether one of these variants was ordered since a moment; the catalogue knows no orders.
pub type Ordered = fn(&Conn, &[String], Timestamp) -> db::Result<bool>;

/// Where an import stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::EnumString, poem_openapi::Enum)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[oai(rename = "PastImportState", rename_all = "snake_case")]
pub enum State {
    /// It can be taken back.
    Kept,
    /// It changed more than is kept: it cannot.
    TooLarge,
    /// It is being taken back.
    Undoing,
    /// It is taken back.
    Undone,
}

db::stored_by_name!(State);

/// What becomes of a product when its import is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::EnumString, poem_openapi::Enum)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[oai(rename = "UndoOutcome", rename_all = "snake_case")]
pub enum Outcome {
    /// It is again as it was.
    Back,
    /// It is, but for its stock, which was counted since, or of which more was sold than there was.
    BackButStock,
    /// The import had made it: it is deleted, and can be restored like any other.
    Binned,
    /// Somebody, or another import, saved it since: it is left alone.
    Changed,
    /// The import had made it, and somebody ordered it: it is left alone.
    Ordered,
    /// It was deleted since.
    Gone,
    /// What it was cannot be any more, as another product has its address or a SKU.
    Refused,
}

db::stored_by_name!(Outcome);

/// An import of the last days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    pub id: String,
    /// When it began.
    pub at: Timestamp,
    pub format: Format,
    /// Products that were new.
    pub created: usize,
    /// Products that were there and differed.
    pub changed: usize,
    pub state: State,
}

impl Import {
    /// Until when it can be taken back.
    pub fn kept_until(&self) -> Timestamp {
        self.at.plus_days(KEPT_DAYS)
    }
}

/// A product that is not simply back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    pub product_id: String,
    /// As it is called now.
    pub title: String,
    pub outcome: Outcome,
}

/// What becomes of an import that is taken back, or became.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub import: Import,
    /// Products of which something is kept.
    pub total: usize,
    /// Products that are done.
    pub done: usize,
    /// Products that are as they were, or will be.
    pub back: usize,
    /// New ones that are deleted, or will be.
    pub binned: usize,
    /// Products that are left alone.
    pub left: usize,
    /// Those, and those whose stock is.
    pub told: Vec<Told>,
}

/// Why an import is not taken back.
#[derive(Debug, thiserror::Error)]
pub enum NotUndone {
    #[error("there is no such import of the last {KEPT_DAYS} days")]
    NotFound,
    #[error("it changed more than is kept of an import: it cannot be taken back")]
    TooLarge,
    #[error("products are being imported, or an import is being taken back: wait until that is done")]
    Busy,
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// The imports that can be taken back, or were, the newest first.
pub fn imported(conn: &Conn, now: Timestamp) -> db::Result<Vec<Import>> {
    sql::imports(conn, now.plus_days(-KEPT_DAYS))
}

/// What would become of an import, or has.
pub fn report(conn: &Conn, id: &str, ordered: Ordered) -> db::Result<Option<Report>> {
    let Some(import) = sql::find(conn, id)? else { return Ok(None) };
    let (mut back, mut binned, mut done, mut told) = (0, 0, 0, Vec::new());
    let all = sql::facts(conn, id)?;
    let total = all.len();
    for facts in all {
        done += usize::from(facts.outcome.is_some());
        let outcome = match facts.outcome {
            Some(outcome) => outcome,
            None => fate(conn, &facts, import.at, ordered)?,
        };
        match outcome {
            Outcome::Back | Outcome::BackButStock => back += 1,
            Outcome::Binned => binned += 1,
            Outcome::Changed | Outcome::Ordered | Outcome::Gone | Outcome::Refused => {}
        }
        if !matches!(outcome, Outcome::Back | Outcome::Binned) {
            told.push(Told { product_id: facts.product_id, title: facts.title, outcome });
        }
    }
    Ok(Some(Report { left: total - back - binned, import, total, done, back, binned, told }))
}

/// RULE: what becomes of a product that an import made or changed.
fn fate(conn: &Conn, facts: &Facts, imported_at: Timestamp, ordered: Ordered) -> db::Result<Outcome> {
    Ok(match facts {
        Facts { is_deleted: true, .. } => Outcome::Gone,
        Facts { is_as_left: false, .. } => Outcome::Changed,
        Facts { was_there: true, .. } => Outcome::Back,
        Facts { product_id, .. } if ordered(conn, &sql::variant_ids(conn, product_id)?, imported_at)? => {
            Outcome::Ordered
        }
        Facts { .. } => Outcome::Binned,
    })
}

fn fate_of(
    conn: &Conn,
    change: &Change,
    stored: &Stored,
    imported_at: Timestamp,
    ordered: Ordered,
) -> db::Result<Outcome> {
    let facts = Facts {
        product_id: stored.id.clone(),
        title: String::new(),
        was_there: change.before.is_some(),
        is_as_left: stored.updated_at == change.is_at,
        is_deleted: stored.deleted_at.is_some(),
        outcome: None,
    };
    fate(conn, &facts, imported_at, ordered)
}

/// Notes that an import is to be taken back; [`finish`] does it. One that is, or is being, stays so.
pub fn begin(tx: &Tx<'_>, actor: &Actor, id: &str, now: Timestamp) -> Result<(), NotUndone> {
    let import = sql::find(tx, id)?.filter(|import| import.kept_until() > now || import.state != State::Kept);
    match import.ok_or(NotUndone::NotFound)?.state {
        State::Undoing | State::Undone => Ok(()),
        State::TooLarge => Err(NotUndone::TooLarge),
        State::Kept if imports::is_begun(tx)? => Err(NotUndone::Busy),
        State::Kept => Ok(sql::set_undoing(tx, id, &serde_json::to_string(actor).unwrap_or_default())?),
    }
}

/// Takes an import back, in the turn that was taken. What was cut off before is gone on with first.
pub async fn undo(
    db: &Db,
    turn: Turn,
    actor: Actor,
    id: String,
    ordered: Ordered,
    now: Timestamp,
) -> Result<Report, NotUndone> {
    go_on(db, now).await.map_err(|error| match error {
        super::Error::Db(error) | super::Error::CutOff { why: error, .. } => NotUndone::Db(error),
        super::Error::Problems { .. } => NotUndone::Busy,
    })?;
    let asked = id.clone();
    db.write(move |tx| begin(tx, &actor, &asked, now)).await?;
    finish(db, turn, ordered, now).await?;
    db.read_much(move |conn| report(conn, &id, ordered)).await?.ok_or(NotUndone::NotFound)
}

/// Whether an import is being taken back.
pub(super) fn is_begun(conn: &Conn) -> db::Result<bool> {
    Ok(sql::undoing(conn)?.is_some())
}

/// Takes back whatever is to be, in the turn that was taken.
pub async fn finish(db: &Db, _turn: Turn, ordered: Ordered, now: Timestamp) -> db::Result<()> {
    loop {
        let begun = Instant::now();
        if !write(db, move |tx| undo_some(tx, SLICE, ordered, now)).await? {
            return Ok(());
        }
        // As long as it has worked, others may.
        tokio::time::sleep(begun.elapsed().min(SLICE * 4)).await;
    }
}

/// Takes products back for so long as a transaction may work; whether there is more.
pub(in crate::catalogue) fn undo_some(
    tx: &Tx<'_>,
    time: Duration,
    ordered: Ordered,
    now: Timestamp,
) -> db::Result<bool> {
    let Some((id, imported_at, actor)) = sql::undoing(tx)? else { return Ok(false) };
    let begun = Instant::now();
    while let Some(change) = sql::last_open(tx, &id)? {
        let outcome = undo_one(tx, &change, imported_at, ordered, now)?;
        sql::settle(tx, change.id, outcome)?;
        if begun.elapsed() >= time {
            return Ok(true);
        }
    }
    sql::delete_empty_collections(tx, imported_at, now)?;
    sql::set_undone(tx, &id)?;
    let Ends { restored, binned, stays } = sql::ends(tx, &id)?;
    let imported_at = imported_at.to_rfc3339();
    let detail = json!({ "imported_at": imported_at, "restored": restored, "binned": binned, "stays": stays });
    let actor = serde_json::from_str(&actor).unwrap_or(Actor::System);
    audit::record(tx, &actor, "catalogue.import_undone", &id, &detail, now)?;
    Ok(true)
}

fn undo_one(
    tx: &Tx<'_>,
    change: &Change,
    imported_at: Timestamp,
    ordered: Ordered,
    now: Timestamp,
) -> db::Result<Outcome> {
    let Some(stored) = read::find(tx, &change.product_id)? else { return Ok(Outcome::Gone) };
    let now = now.max(stored.updated_at.plus_millis(1));
    match (fate_of(tx, change, &stored, imported_at, ordered)?, &change.before) {
        (Outcome::Binned, _) => {
            gone::mark(tx, &change.product_id, now)?;
            Ok(Outcome::Binned)
        }
        (Outcome::Back, Some(before)) => match inflated(tx, before, now)? {
            Some(draft) => {
                let may_take = |holder: &str| is_undone_too(tx, change, holder, imported_at, ordered);
                give_back(tx, change, &stored, draft, may_take, now)
            }
            None => Ok(Outcome::Refused),
        },
        (outcome, _) => Ok(outcome),
    }
}

/// Whether another product is to be taken back as well, and so gives up what it has.
fn is_undone_too(
    conn: &Conn,
    change: &Change,
    holder: &str,
    imported_at: Timestamp,
    ordered: Ordered,
) -> db::Result<bool> {
    let Some(other) = sql::open_of(conn, &change.import_id, holder)? else { return Ok(false) };
    let Some(stored) = read::find(conn, holder)? else { return Ok(false) };
    Ok(matches!(fate_of(conn, &other, &stored, imported_at, ordered)?, Outcome::Back | Outcome::Binned))
}

/// Writes what the product was before.
fn give_back(
    tx: &Tx<'_>,
    change: &Change,
    stored: &Stored,
    mut draft: ProductDraft,
    may_take: impl Fn(&str) -> db::Result<bool>,
    now: Timestamp,
) -> db::Result<Outcome> {
    let is_stock_back = move_stock(tx, change, &mut draft)?;
    name_related(tx, &change.import_id, &mut draft)?;
    let mut moved = Vec::new();
    for sku in draft.variants.iter().filter_map(|variant| variant.sku.as_ref()) {
        let holder = known::sku_holder(tx, sku)?.filter(|holder| holder.id != stored.id);
        if let Some(holder) = holder
            && may_take(&holder.id)?
        {
            moved.push(sku.clone());
        }
    }
    let over = match rewrite(tx, &Wanted { draft, notes: Vec::new(), moved }, now) {
        Ok(over) => over,
        Err(catalogue::Error::Db(error)) => return Err(error),
        Err(error) => {
            tracing::warn!(product = change.product_id, %error, "a product cannot be what it was before an import");
            return Ok(Outcome::Refused);
        }
    };
    sql::follow(tx, &stored.id, change.was_at, if over.saved.changed { now } else { stored.updated_at })?;
    Ok(if is_stock_back { Outcome::Back } else { Outcome::BackButStock })
}

fn rewrite(tx: &Tx<'_>, wanted: &Wanted, now: Timestamp) -> Result<Overwritten, catalogue::Error> {
    if !wanted.moved.is_empty() {
        sound(tx, wanted, now)?;
        products::free_skus(tx, &wanted.moved)?;
    }
    save_over(tx, &wanted.draft, now)
}

/// RULE: the units that the import put there go, and those that it took away come back; what was sold since stays sold. A
/// number that somebody has counted since stands. Whether every variant has what it would have without the import.
fn move_stock(conn: &Conn, change: &Change, draft: &mut ProductDraft) -> db::Result<bool> {
    let mut is_back = true;
    for variant in &mut draft.variants {
        let Some(id) = &variant.id else { continue };
        let there = sql::stock_of(conn, id)?.unwrap_or_default();
        let moved = change.stock.get(id).copied().unwrap_or_default();
        let is_counted = moved != 0 && sql::counted_since(conn, id, change.moved)? != 0;
        let wanted = if is_counted { there } else { there - moved };
        is_back &= !is_counted && wanted >= 0;
        variant.inventory_quantity = wanted.max(0);
    }
    Ok(is_back)
}

/// Names related products as they are called now; those that are gone are left out.
fn name_related(conn: &Conn, import_id: &str, draft: &mut ProductDraft) -> db::Result<()> {
    let mut absent = HashSet::new();
    for (_, slug) in &mut draft.related {
        match sql::slug_since(conn, import_id, slug)? {
            Some(now) => *slug = now,
            None if known::live_product_id(conn, slug)?.is_none() => _ = absent.insert(slug.clone()),
            None => {}
        }
    }
    forget_related(draft, &absent);
    Ok(())
}

/// Forgets imports that cannot be taken back any more, a few rows at a time.
pub async fn purge(db: &Db, now: Timestamp) -> db::Result<()> {
    while write(db, move |tx| sql::purge_some(tx, now.plus_days(-KEPT_DAYS))).await? {
        tokio::time::sleep(SLICE).await;
    }
    Ok(())
}
