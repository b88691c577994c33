//! What shows that the firm is real: since when it works, its licences and insurance, who comes, and what customers said of
//! jobs. The owner gives it as one sheet, and the site shows what is on it and nothing else (decision 51).

pub mod api;
mod check;
pub mod demo;
pub mod desk_api;
mod sql;

use poem_openapi::{Enum, Object};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;

/// Everything the owner gave; what was not given is not shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Object)]
#[serde(default)]
#[oai(deny_unknown_fields)]
pub struct Proof {
    /// The year the firm began in.
    #[oai(default)]
    pub since: Option<i64>,
    /// Jobs done, as the owner counts them.
    #[oai(default)]
    pub jobs: Option<i64>,
    /// Months for which the firm answers for its work: 6 at least, as the law has it.
    #[oai(default)]
    pub guarantee_months: Option<i64>,
    /// Who pays for what goes wrong.
    #[oai(default)]
    pub insurance: Option<Insurance>,
    /// What the firm may do, and the numbers that say so.
    pub licences: Vec<Licence>,
    /// Who comes. The picture of the first is `team-1`, and so on.
    pub team: Vec<Member>,
    /// What customers said of jobs.
    pub words: Vec<Said>,
}

/// Civil liability insurance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Object)]
#[oai(deny_unknown_fields)]
pub struct Insurance {
    /// The insurer.
    pub insurer: String,
    /// Whole euros that it pays at most.
    pub cover_in_euros: i64,
}

/// A number that an authority gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Object)]
#[oai(deny_unknown_fields)]
pub struct Licence {
    /// What for.
    pub kind: LicenceKind,
    /// Such as `RASIC 080012345`.
    pub number: String,
}

/// What an installer's number is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Enum)]
#[serde(rename_all = "snake_case")]
#[oai(rename_all = "snake_case")]
pub enum LicenceKind {
    /// Low voltage (REBT).
    Electricity,
    Gas,
    /// Heating and air conditioning (RITE).
    Heating,
    /// Fluorinated gases.
    Refrigerants,
    Water,
    /// The register of accredited builders (REA).
    Construction,
    /// Alarms and locks.
    Security,
}

/// Somebody of the firm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Object)]
#[oai(deny_unknown_fields, rename = "TeamMember")]
pub struct Member {
    /// As customers call them.
    pub name: String,
    /// What they do.
    pub trade: Trade,
    /// The year since when they do it; left out where nobody said.
    #[oai(skip_serializing_if_is_none)]
    pub since: Option<i64>,
}

/// What somebody of the firm does, or a job was about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Enum)]
#[serde(rename_all = "snake_case")]
#[oai(rename_all = "snake_case")]
pub enum Trade {
    Builder,
    Locksmith,
    Electrician,
    Plumber,
    Refrigeration,
    Blacksmith,
    Carpenter,
    Painter,
    Removals,
    Office,
}

/// What a customer said of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Object)]
#[oai(deny_unknown_fields)]
pub struct Said {
    /// As they said it.
    pub text: String,
    /// In which of the site's languages that is; left out where nobody told.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<Lang>,
    /// As they let themselves be named.
    pub author: String,
    /// Where the job was.
    pub place: String,
    /// When: `2026-09`.
    pub month: String,
    /// What it was about.
    pub trade: Trade,
}

/// It was not saved.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A value is not acceptable.
    #[error("{field}: {reason}")]
    Invalid {
        /// Such as `words/2/month`.
        field: String,
        /// What it should be, in English.
        reason: &'static str,
    },
    /// The database could not be read or written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Months for which the law makes a firm answer for its work at least (Llei 22/2010, art. 251-5.2).
pub const LEAST_GUARANTEE_MONTHS: i64 = 6;

/// What the owner gave; nothing of it where they gave nothing.
pub fn find(conn: &Conn) -> db::Result<Proof> {
    Ok(sql::find(conn)?.unwrap_or_default())
}

/// Puts a sheet in the place of the one before.
pub fn save(tx: &Tx<'_>, actor: &Actor, proof: Proof, now: Timestamp) -> Result<Proof, Error> {
    let proof = check::checked(proof, now)?;
    if sql::find(tx)?.as_ref() != Some(&proof) {
        put(tx, actor, &proof, now)?;
    }
    Ok(proof)
}

/// Puts a sheet that is acceptable in its place, and notes who did.
fn put(tx: &Tx<'_>, actor: &Actor, proof: &Proof, now: Timestamp) -> db::Result<()> {
    sql::put(tx, proof, now)?;
    let Proof { licences, team, words, .. } = proof;
    let counted = json!({ "licences": licences.len(), "team": team.len(), "words": words.len() });
    audit::record(tx, actor, "proof.saved", "", &counted, now)
}
