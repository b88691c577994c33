//! What a restore had lost and the tax agency has, made again when its order comes back: an invoice is issued once, whatever
//! became of the shop's own copy.

use super::record::hash as hash_of;
use super::sql::{self, sending};
use super::told::{self, Link};
use super::{Fate, Invoice, Number, Record};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::tax_agency::Mode;

/// An invoice that the agency has and is not here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lost {
    pub(super) link: Link,
    /// As the shop told the agency.
    pub(super) order_id: Option<String>,
    /// As the agency writes it.
    pub(super) total: String,
    /// The tax number of who it is made out to.
    pub(super) buyer: Option<String>,
    /// The number of the invoice it corrects or replaces.
    pub(super) about: Option<String>,
    pub(super) previous_hash: Option<String>,
    /// `2027-01-02T10:00:00+01:00`
    pub(super) generated_at: String,
    /// `None` of one that is annulled, which is not made again.
    pub(super) fate: Option<Fate>,
}

/// The invoice that the agency has of what is about to be issued, if it has one, and how it has it. The hash proves seller,
/// number, date, kind, amounts and place in the chain; buyer and what it is about are compared.
pub(super) fn of_agency(conn: &Conn, about: &Invoice, mode: Mode) -> db::Result<Option<(Invoice, Fate)>> {
    for lost in sending::lost_of_order(conn, mode, &about.order_id)? {
        if let Some(fate) = lost.fate
            && let Some(invoice) = same(about, &lost, mode)
        {
            return Ok(Some((invoice, fate)));
        }
    }
    Ok(None)
}

/// RULE: what is issued under the number and date of the one that was lost, if its hash is then the agency's.
fn same(about: &Invoice, lost: &Lost, chain: Mode) -> Option<Invoice> {
    let number: Number = lost.link.number.parse().ok()?;
    let generated_at = Timestamp::parse_rfc3339(&lost.generated_at)?;
    let issued_at = issued_at(&lost.link.date, generated_at)?;
    let mut invoice = Invoice { number, issued_at, ..about.clone() };
    let hashed = told::to_hash(&invoice, lost.previous_hash.as_deref(), &lost.generated_at);
    let is_same = hash_of(&hashed) == lost.link.hash
        && invoice.number.to_string() == lost.link.number
        && invoice.buyer.as_ref().map(|buyer| &buyer.nif) == lost.buyer.as_ref()
        && invoice.corrects.as_ref().or(invoice.replaces.as_ref()) == lost.about.as_ref();
    invoice.record = Record {
        chain,
        generated_at: lost.generated_at.clone(),
        previous_hash: lost.previous_hash.clone(),
        hashed,
        hash: lost.link.hash.clone(),
        // The agency keeps it; its other words are not known here any more.
        content: None,
        is_recovered: true,
    };
    is_same.then_some(invoice)
}

/// The moment of the record, where it is of the invoice's date `02-01-2027`; else it is a later one of that invoice, which
/// is known by its day alone.
fn issued_at(date: &str, generated_at: Timestamp) -> Option<Timestamp> {
    if super::day(generated_at) == date {
        return Some(generated_at);
    }
    let (begin, _) = Timestamp::day(&date.split('-').rev().collect::<Vec<_>>().join("-"))?;
    Some(begin)
}

/// Makes it again.
pub(super) fn take_back(tx: &Tx<'_>, invoice: &Invoice, fate: Fate, now: Timestamp) -> db::Result<()> {
    let number = invoice.number.to_string();
    tracing::info!(number, order = invoice.order_id, "an invoice that a restore had lost is here again");
    sql::insert(tx, invoice)?;
    sql::insert_record(tx, &invoice.number, "issue", &invoice.record, now)?;
    sending::was_sent(tx, &invoice.record.hash)?;
    sending::was_taken(tx, &invoice.record.hash, fate, now)?;
    sending::found_again(tx, &number)
}

#[cfg(test)]
mod tests {
    use super::super::books::tests::entry;
    use super::super::{Kind, breakdown::Share};
    use super::*;
    use crate::money::Cents;

    fn sold(total: i64) -> Invoice {
        entry(Kind::F2, "2027-01-05", &[Share { rate_bp: 2100, gross: Cents(total), tax: Cents(210) }]).invoice
    }

    fn lost(number: &str, date: &str, generated_at: &str) -> Lost {
        let issued = Invoice { number: number.parse().unwrap(), ..sold(1210) };
        let issued =
            Invoice { issued_at: issued_at(date, Timestamp::parse_rfc3339(generated_at).unwrap()).unwrap(), ..issued };
        let previous_hash = Some("A".repeat(64));
        let hash = hash_of(&told::to_hash(&issued, previous_hash.as_deref(), generated_at));
        let link = Link { issuer: issued.seller.nif, number: number.to_owned(), date: date.to_owned(), hash };
        let (order_id, total) = (Some(issued.order_id), String::from("12.10"));
        let (buyer, about) = (None, None);
        Lost {
            link,
            order_id,
            total,
            buyer,
            about,
            previous_hash,
            generated_at: generated_at.to_owned(),
            fate: Some(Fate::Accepted),
        }
    }

    #[test]
    fn what_is_issued_again_takes_the_number_and_the_date_that_its_hash_proves() {
        let there = lost("T-2027-000007", "02-01-2027", "2027-01-02T10:00:00+01:00");
        let again = same(&sold(1210), &there, Mode::Test).unwrap();
        assert_eq!(
            (again.number.to_string(), super::super::day(again.issued_at)),
            (there.link.number, there.link.date)
        );
        assert!(again.record.is_recovered && again.record.hash == there.link.hash);
    }

    #[test]
    fn another_amount_seller_or_number_is_another_invoice() {
        let there = lost("T-2027-000007", "02-01-2027", "2027-01-02T10:00:00+01:00");
        assert_eq!(same(&sold(1211), &there, Mode::Test), None);
        let mut elsewhere = sold(1210);
        elsewhere.seller.nif = String::from("A58818501");
        assert_eq!(same(&elsewhere, &there, Mode::Test), None);
        for (buyer, about) in [(Some("A58818501"), None), (None, Some("T-2027-000001"))] {
            let other = Lost { buyer: buyer.map(String::from), about: about.map(String::from), ..there.clone() };
            assert_eq!(same(&sold(1210), &other, Mode::Test), None);
        }
        let numbered = Lost { link: Link { number: String::from("T-2027-000008"), ..there.link.clone() }, ..there };
        assert_eq!(same(&sold(1210), &numbered, Mode::Test), None);
    }

    #[test]
    fn a_record_that_was_made_of_it_later_gives_the_day_and_no_moment() {
        let there = lost("T-2027-000007", "02-01-2027", "2027-01-04T10:00:00+01:00");
        let again = same(&sold(1210), &there, Mode::Test).unwrap();
        assert_eq!(super::super::day(again.issued_at), "02-01-2027");
    }
}
