//! What the law asks of a shop like this, as a list: what the program does by itself, what its data show, and what nobody
//! but the owner knows and says. Owns `law_confirmations`.

pub mod api;
pub mod duties;
mod sql;

use std::path::Path;

use poem_openapi::Enum;
use serde::Serialize;
use serde_json::json;
use strum::IntoStaticStr;

use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::pictures;
use crate::quotes::complaints;
use crate::settings::Settings;
use crate::text;
use crate::{catalogue, invoices, tariff, withdrawals};

pub use duties::DUTIES;

/// Characters of a note, at most.
pub const MAX_NOTE: usize = 1000;

/// By what a duty is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize, IntoStaticStr)]
#[oai(rename = "DutyBasis", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Basis {
    /// The way the program is made; its tests see to it.
    Program,
    /// What stands in the shop.
    Data,
    /// What the firm does elsewhere: the owner says so.
    Word,
}

/// Something that the law asks for.
pub struct Duty {
    /// As the API, the command and the desk's texts call it.
    pub id: &'static str,
    /// Where it is written.
    pub article: &'static str,
    /// In a few words, for the command line.
    pub text: &'static str,
    pub basis: Basis,
    /// Where it is mended: a page of the desk below `/admin`; empty where there is nothing to mend.
    pub place: &'static str,
    /// How much is missing; 0 when it is met.
    missing: fn(&Facts) -> i64,
    /// The settings that are missing, or still the example's; none where it does not ask for settings.
    lacks: fn(&Facts) -> Vec<&'static str>,
}

/// What duties are judged by.
#[derive(Default)]
pub struct Facts {
    settings: Settings,
    has_guarantee_notice: bool,
    /// Products in the store of which it is not told who makes them, or not all of it.
    makerless: i64,
    /// Products in the store whose name nobody has said in Catalan.
    not_in_catalan: i64,
    /// Variants on a sale that nobody has set an end for.
    endless_sales: i64,
    /// Whether the site shows what services cost.
    has_tariff: bool,
    /// Complaints that should have been answered by now.
    overdue_complaints: i64,
    /// Returns whose money should have gone back before today.
    overdue_refunds: i64,
    /// Sales that are to be invoiced and are not, or whose only invoice was annulled while money of them is here.
    uninvoiced: i64,
}

/// Who said that a duty is met which no program can see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmation {
    /// As the log knows them.
    pub by: String,
    pub note: String,
    pub at: Timestamp,
}

/// How a duty stands.
pub struct Finding {
    pub duty: &'static Duty,
    /// How much is missing; 0 when it is met.
    pub missing: i64,
    /// The settings that are missing, or still the example's, where those are what it asks for.
    pub lacks: Vec<&'static str>,
    pub confirmation: Option<Confirmation>,
}

/// Why something is not confirmed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no such duty")]
    NotFound,
    /// The shop itself shows whether it is met.
    #[error("it is met by what stands in the shop, not by a word")]
    NotByWord,
    #[error("takes at most {MAX_NOTE} characters")]
    Note,
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl Finding {
    pub const fn is_met(&self) -> bool {
        self.missing == 0
    }
}

impl Facts {
    fn read(conn: &Conn, data_dir: &Path, now: Timestamp) -> db::Result<Self> {
        Ok(Self {
            settings: Settings::load(conn)?,
            has_guarantee_notice: pictures::own_file(data_dir, pictures::GUARANTEE_NOTICE).is_some(),
            makerless: catalogue::count_makerless(conn)?,
            not_in_catalan: catalogue::count_not_in_catalan(conn)?,
            endless_sales: catalogue::count_endless_sales(conn)?,
            has_tariff: tariff::is_published(conn)?,
            overdue_complaints: complaints::count_open(conn, now)?.1,
            overdue_refunds: withdrawals::count_overdue(conn, now)?,
            uninvoiced: invoices::count_uninvoiced(conn)?,
        })
    }
}

/// Every duty, and how it stands.
pub fn findings(conn: &Conn, data_dir: &Path, now: Timestamp) -> db::Result<Vec<Finding>> {
    let facts = Facts::read(conn, data_dir, now)?;
    let mut confirmed = sql::all(conn)?;
    let judge = |duty: &'static Duty| {
        let confirmation = confirmed.remove(duty.id).filter(|_| duty.basis == Basis::Word);
        let missing =
            if duty.basis == Basis::Word { i64::from(confirmation.is_none()) } else { (duty.missing)(&facts) };
        Finding { duty, missing, lacks: (duty.lacks)(&facts), confirmation }
    };
    Ok(DUTIES.iter().map(judge).collect())
}

/// How many of them are not met.
pub fn count_owed(findings: &[Finding]) -> i64 {
    findings.iter().map(|finding| i64::from(!finding.is_met())).sum()
}

/// The owner says that a duty is met.
pub fn confirm(tx: &Tx<'_>, actor: &Actor, id: &str, note: &str, now: Timestamp) -> Result<(), Error> {
    let duty = by_word(id)?;
    let note = text::lines(note);
    if note.chars().count() > MAX_NOTE {
        return Err(Error::Note);
    }
    sql::confirm(tx, duty.id, actor.label(), &note, now)?;
    Ok(audit::record(tx, actor, "law.confirmed", duty.id, &json!({ "duty": duty.id }), now)?)
}

/// The owner takes it back.
pub fn take_back(tx: &Tx<'_>, actor: &Actor, id: &str, now: Timestamp) -> Result<(), Error> {
    let duty = by_word(id)?;
    if sql::take_back(tx, duty.id)? {
        audit::record(tx, actor, "law.taken_back", duty.id, &json!({ "duty": duty.id }), now)?;
    }
    Ok(())
}

fn by_word(id: &str) -> Result<&'static Duty, Error> {
    let duty = DUTIES.iter().find(|duty| duty.id == id).ok_or(Error::NotFound)?;
    if duty.basis == Basis::Word { Ok(duty) } else { Err(Error::NotByWord) }
}
