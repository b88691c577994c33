//! Statements of withdrawal, on the wire and on the command line.

use poem_openapi::Object;
use serde::Serialize;

use super::{Mark, Proof, State, Withdrawal, period};
use crate::db::{self, Conn};
use crate::holidays::Holidays;
use crate::id;
use crate::lang::Lang;
use crate::orders;
use crate::settings::Settings;
use crate::text::hex;

/// A page of statements, newest first.
#[derive(Debug, Object)]
pub(super) struct WithdrawalList {
    /// How many fit.
    pub count: i64,
    pub offset: i64,
    pub limit: i64,
    pub withdrawals: Vec<WithdrawalBody>,
}

/// A statement of withdrawal.
#[derive(Debug, Object, Serialize)]
#[oai(rename = "DeskWithdrawal")]
pub struct WithdrawalBody {
    pub id: String,
    /// Its first 8 characters, which mails name.
    pub short_id: String,
    /// RFC 3339.
    pub received_at: String,
    /// How far its case is.
    pub state: State,
    /// Why a person must look at it.
    pub marks: Vec<Mark>,
    pub name: String,
    /// Where the acknowledgement went; empty once its sender was forgotten.
    pub email: String,
    /// What says which contract, as it was typed.
    pub contract: String,
    /// The language it was made in.
    pub lang: Lang,
    /// None for all of the contract.
    pub items: Vec<WithdrawalItem>,
    pub comment: Option<String>,
    /// Word for word.
    pub statement: String,
    /// SHA-256 of a salt and the statement, which the log has too.
    pub seal: String,
    /// What shows that the order's buyer made it.
    pub proof: Proof,
    /// The order it names, whoever made it.
    pub order_id: Option<String>,
    /// What people call that order by.
    pub order_number: Option<String>,
    /// RFC 3339; from then on a statement about this order is late. Null while nothing was delivered.
    pub period_ends_at: Option<String>,
    /// The last day for giving back what was paid: `2026-12-04`.
    pub refund_due: String,
}

/// Units that are withdrawn from.
#[derive(Debug, Object, Serialize)]
pub struct WithdrawalItem {
    pub variant_id: String,
    pub title: String,
    pub quantity: i64,
}

impl WithdrawalBody {
    /// A statement with what the shop knows of its order.
    pub fn read(conn: &Conn, made: Withdrawal) -> db::Result<Self> {
        Self::with(conn, made, &Settings::load(conn)?.holidays)
    }

    /// All of them, so.
    pub fn read_all(conn: &Conn, made: Vec<Withdrawal>) -> db::Result<Vec<Self>> {
        let holidays = Settings::load(conn)?.holidays;
        made.into_iter().map(|made| Self::with(conn, made, &holidays)).collect()
    }

    pub(super) fn with(conn: &Conn, made: Withdrawal, holidays: &Holidays) -> db::Result<Self> {
        let order = made.order_id.as_deref().map(|id| orders::find(conn, id)).transpose()?.flatten();
        let delivered_at = order.as_ref().map(|order| orders::delivered_at(conn, &order.id)).transpose()?.flatten();
        Ok(Self {
            short_id: id::short(&made.id).to_owned(),
            id: made.id,
            received_at: made.received_at.to_rfc3339(),
            state: made.state,
            marks: made.marks,
            name: made.name,
            email: made.email,
            contract: made.contract,
            lang: made.lang,
            items: made
                .items
                .into_iter()
                .map(|item| WithdrawalItem { variant_id: item.variant_id, title: item.title, quantity: item.quantity })
                .collect(),
            comment: made.comment,
            statement: made.statement,
            seal: hex(&made.seal),
            proof: made.proof,
            order_number: order.map(|order| order.number.to_string()),
            order_id: made.order_id,
            period_ends_at: delivered_at.map(|at| period::end(at, holidays).to_rfc3339()),
            refund_due: period::day_14(made.received_at).to_string(),
        })
    }
}
