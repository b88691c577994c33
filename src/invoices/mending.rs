//! Mending what the tax agency was told: another record of an invoice that is right, or one that it should never have been.

use std::collections::HashSet;

use serde_json::json;

use super::chain::{self, Known, Says};
use super::issue::issue_now;
use super::sql::{self, Event};
use super::{Buyer, Fate, Invoice, NotBuyer, Number, mailed};
use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::money::Cents;
use crate::tax_agency::Mode;
use crate::tax_agency::xml::Correction;

/// Why there is no such record.
#[derive(Debug, thiserror::Error)]
pub enum NotMended {
    #[error("there is no such invoice")]
    NoSuch,
    #[error("its record was not sent to the agency that is sent records now")]
    NotSent,
    #[error("its record, or an annulment of another invoice of its order, waits: the agency's answer comes first")]
    Waits,
    #[error("the agency was not asked yet which records it has: send-invoices")]
    Held,
    #[error("it is annulled")]
    Annulled,
    #[error("others stand on it: what corrects or replaces it is annulled first")]
    InUse,
    #[error("it was made out to nobody")]
    NoBuyer,
    #[error(transparent)]
    NotBuyer(#[from] NotBuyer),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// What of a buyer is otherwise than it was said.
#[derive(Debug, Default)]
pub struct Correct {
    pub name: Option<String>,
    pub nif: Option<String>,
}

/// Makes a record anew, with a buyer's name or tax number as the agency knows them. What corrects the invoice later names
/// them so, too.
pub fn correct(tx: &Tx<'_>, number: &Number, correct: Correct, by: &Actor, now: Timestamp) -> Result<(), NotMended> {
    let Correct { name, nif } = correct;
    let (invoice, invoicing) = sent(tx, number)?;
    let buyer = match (&invoice.buyer, name, nif) {
        (None, None, None) => None,
        (None, ..) => return Err(NotMended::NoBuyer),
        (Some(buyer), name, nif) => {
            let name = name.unwrap_or_else(|| buyer.name.clone());
            let nif = nif.unwrap_or_else(|| buyer.nif.clone());
            Some(Buyer { name, nif, ..buyer.clone() }.parse()?)
        }
    };
    let fates = sql::sending::fates(tx, &number.to_string())?;
    let how = match fates.first() {
        Some(Fate::Rejected) if fates.iter().all(|fate| *fate == Fate::Rejected) => Correction::Unknown,
        Some(Fate::Rejected) => Correction::RejectedBefore,
        _ => Correction::Accepted,
    };
    if let Some(buyer) = &buyer {
        sql::correct_buyer(tx, &invoice.order_id, buyer)?;
    }
    chain::append(tx, &invoice, &Says::Corrected(buyer, how), &invoicing, now)?;
    mailed::mended(tx, &invoice, "invoice_corrected", by, now)?;
    Ok(audit::record(tx, by, "invoice.corrected", &number.to_string(), &json!({}), now)?)
}

/// Makes the record that an invoice should never have been issued. What went back of it is told again of the simplified one
/// that it stood for.
pub fn annul(tx: &Tx<'_>, number: &Number, by: &Actor, now: Timestamp) -> Result<(), NotMended> {
    let (invoice, invoicing) = match sent(tx, number) {
        Err(NotMended::NotSent) => {
            let found = unsent(tx, number)?;
            if found.0.record.chain != Mode::Off {
                return Err(NotMended::NotSent);
            }
            found
        }
        found => found?,
    };
    // What stands on it stands again if the agency refuses to annul that.
    if sql::annulment_waits(tx, &invoice.order_id)? {
        return Err(NotMended::Waits);
    }
    let name = number.to_string();
    let stands_on =
        |other: &Invoice| !other.is_annulled && [&other.corrects, &other.replaces].contains(&&Some(name.clone()));
    if sql::of_order(tx, &invoice.order_id)?.iter().any(stands_on) {
        return Err(NotMended::InUse);
    }
    let is_there = sql::sending::fates(tx, &name)?.iter().any(|fate| *fate != Fate::Rejected);
    let was_refused = sql::was_annulled(tx, &name)?;
    chain::append(tx, &invoice, &Says::Annulled(Known { is_there, was_refused }), &invoicing, now)?;
    mailed::mended(tx, &invoice, "invoice_annulled", by, now)?;
    if invoice.replaces.is_some() {
        correct_again(tx, &invoice, now)?;
    }
    Ok(audit::record(tx, by, "invoice.annulled", &name, &json!({}), now)?)
}

/// The corrections of a full invoice were annulled before it, and the simplified one that stands again knows nothing of what
/// they said: how each of their refunds stands is due again, and waits for the agency's answer.
fn correct_again(tx: &Tx<'_>, full: &Invoice, now: Timestamp) -> db::Result<()> {
    let (name, all) = (full.number.to_string(), sql::of_order(tx, &full.order_id)?);
    let mut seen = HashSet::new();
    let gone = all.iter().filter(|other| other.is_annulled && other.corrects.as_ref() == Some(&name));
    for refund_id in gone.filter_map(|other| other.refund_id.as_ref()) {
        if !seen.insert(refund_id) {
            continue;
        }
        let standing = all.iter().filter(|other| !other.is_annulled && other.refund_id.as_ref() == Some(refund_id));
        let told: Cents = standing.map(|other| other.total).sum();
        match sql::money_back(tx, refund_id)? {
            (back, Some(made_at)) if told == Cents::ZERO => {
                sql::insert_due(tx, &full.order_id, &Event::Refund(back), false, made_at)?;
            }
            (back, None) if told < Cents::ZERO => {
                sql::insert_due(tx, &full.order_id, &Event::RefundUndone(back), false, now)?;
            }
            _ => {}
        }
    }
    issue_now(tx, now)
}

fn sent(tx: &Tx<'_>, number: &Number) -> Result<(Invoice, sql::Invoicing), NotMended> {
    let (invoice, invoicing) = unsent(tx, number)?;
    match &invoice.standing {
        Some(standing) if invoice.record.chain == invoicing.mode => match standing.fate {
            Fate::Waiting => Err(NotMended::Waits),
            _ => Ok((invoice, invoicing)),
        },
        _ => Err(NotMended::NotSent),
    }
}

fn unsent(tx: &Tx<'_>, number: &Number) -> Result<(Invoice, sql::Invoicing), NotMended> {
    let invoicing = sql::invoicing(tx)?;
    let invoice = sql::find(tx, &number.to_string())?.ok_or(NotMended::NoSuch)?;
    if invoicing.is_held() {
        return Err(NotMended::Held);
    }
    if invoice.is_annulled {
        return Err(NotMended::Annulled);
    }
    Ok((invoice, invoicing))
}
