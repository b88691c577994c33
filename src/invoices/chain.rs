//! The chain of records: how one is added to its end, and whether each is as it was made.

use std::collections::HashMap;

use super::record::hash as record_hash;
use super::sql::{self, Chained, Invoicing};
use super::told::{self, Made};
use super::{Buyer, Invoice, Record, day};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::tax_agency::Mode;
use crate::tax_agency::xml::Correction;

/// What a record says of its invoice.
pub(super) enum Says {
    Issued,
    /// The record before was wrong, the invoice is right. Its buyer as the agency knows them.
    Corrected(Option<Buyer>, Correction),
    /// It should never have been issued.
    Annulled(Known),
}

impl Says {
    const fn name(&self) -> &'static str {
        match self {
            Self::Issued => "issue",
            Self::Corrected(..) => CORRECTION,
            Self::Annulled(_) => ANNULMENT,
        }
    }
}

/// What the agency knows of an invoice that is annulled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    /// It has its record.
    pub(super) is_there: bool,
    /// It has refused an annulment of it.
    pub(super) was_refused: bool,
}

const CORRECTION: &str = "correction";
const ANNULMENT: &str = "annulment";

/// Makes a record of an invoice that is there, at the end of the chain. None is older than the one before it.
pub(super) fn append(
    tx: &Tx<'_>,
    invoice: &Invoice,
    says: &Says,
    invoicing: &Invoicing,
    now: Timestamp,
) -> db::Result<()> {
    let chain = match says {
        // A trial is no business of the agency's.
        Says::Issued if invoice.is_trial && invoicing.mode == Mode::Live => Mode::Off,
        Says::Issued => invoicing.mode,
        _ => invoice.record.chain,
    };
    let end = sql::chain_end(tx, chain, &invoice.seller)?;
    let made_at = end.as_ref().and_then(|(_, at)| *at).map_or(now, |before| before.max(now));
    let previous = end.map(|(link, _)| link);
    let previous_hash = previous.as_ref().map(|link| link.hash.clone());
    let generated_at = made_at.to_offset();
    let hashed = match says {
        Says::Annulled(_) => told::annulment_to_hash(invoice, previous_hash.as_deref(), &generated_at),
        _ => told::to_hash(invoice, previous_hash.as_deref(), &generated_at),
    };
    let hash = record_hash(&hashed);
    let system = told::system(invoicing.producer.as_ref(), &invoice.seller, &invoicing.installation);
    let made = Made { previous: previous.as_ref(), system: &system, generated_at: &generated_at, hash: &hash };
    let content = match says {
        Says::Annulled(known) => told::annulment(invoice, *known, &made),
        Says::Issued => registration(tx, invoice, invoice.buyer.as_ref(), None, &made)?,
        Says::Corrected(buyer, how) => registration(tx, invoice, buyer.as_ref(), Some(*how), &made)?,
    };
    let content = Some(content);
    let record = Record { chain, generated_at, previous_hash, hashed, hash, content, is_recovered: false };
    sql::insert_record(tx, &invoice.number, says.name(), &record, now)
}

fn registration(
    tx: &Tx<'_>,
    invoice: &Invoice,
    buyer: Option<&Buyer>,
    correction: Option<Correction>,
    made: &Made<'_>,
) -> db::Result<String> {
    let other = match invoice.corrects.as_ref().or(invoice.replaces.as_ref()) {
        Some(number) => sql::find(tx, number)?.map(|other| (number.as_str(), day(other.issued_at))),
        None => None,
    };
    let other = other.as_ref().map(|(number, date)| (*number, date.as_str()));
    Ok(told::registration(invoice, other, buyer, correction, made))
}

/// How many records there are, and the numbers of those that are not what their invoices and the record before make them.
pub fn check_chain(conn: &Conn) -> db::Result<(i64, Vec<String>)> {
    let (mut looked_at, mut broken) = (0, Vec::new());
    // Of each seller in each chain; and of each chain, for there was a time when a new seller went on where the old one was.
    let (mut ends, mut whole_ends) = (HashMap::<(&str, String), String>::new(), HashMap::<&str, String>::new());
    sql::each_in_chain(conn, |chained| {
        let Chained { record, number, head, invoice, .. } = chained;
        let chain: &str = record.chain.into_str();
        let seller = invoice.as_ref().map(|invoice| invoice.seller.nif.clone()).unwrap_or_default();
        let before = head.as_ref().or_else(|| ends.get(&(chain, seller.clone())));
        let previous = record.previous_hash.as_ref();
        let went_on = before.is_none() && previous.is_some() && previous == whole_ends.get(chain);
        let is_linked = record.is_recovered || previous == before || went_on;
        if !is_linked || !is_as_made(chained) {
            broken.push(number.clone());
        }
        looked_at += 1;
        if !record.is_recovered {
            ends.insert((chain, seller), record.hash.clone());
            whole_ends.insert(chain, record.hash.clone());
        }
    })?;
    Ok((looked_at, broken))
}

fn is_as_made(Chained { kind, record, invoice, .. }: &Chained) -> bool {
    let Some(invoice) = invoice else { return false };
    let previous = record.previous_hash.as_deref();
    let hashed = match kind.as_str() {
        ANNULMENT => told::annulment_to_hash(invoice, previous, &record.generated_at),
        _ => told::to_hash(invoice, previous, &record.generated_at),
    };
    // Where it is to be sent, it is sent with the hash of what it says.
    let is_sent_so = match &record.content {
        Some(content) => {
            let says = |text: &str| content.contains(&format!(">{text}<"));
            let amounts = [invoice.tax, invoice.total].map(|cents| cents.to_string());
            says(&record.hash)
                && says(&invoice.number.to_string())
                && (kind == ANNULMENT || amounts.iter().all(|amount| says(amount)))
        }
        None => record.chain == Mode::Off || record.is_recovered,
    };
    record.hashed == hashed && record.hash == record_hash(&hashed) && is_sent_so
}
