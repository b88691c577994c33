//! RULE: an invoice as the tax agency is told it.

use super::breakdown::Share;
use super::chain::Known;
use super::record::{Annulled, Hashed};
use super::{Buyer, Invoice, Kind, Seller, What, day};
use crate::money::Cents;
use crate::tax_agency::options::Producer;
use crate::tax_agency::xml::{self, Annulment, Correction, Issued, Previous, Rate, Recipient, Registration, System};

/// As the agency knows the program; two characters at most.
pub(super) const PROGRAM_ID: &str = "MN";
pub(super) const PROGRAM: &str = "manetes";
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Tax numbers of the Union's firms start with these (Directive 2006/112/EC, art. 215).
const UNION: [&str; 27] = [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "EL", "FI", "FR", "HR", "HU", "IE", "IT", "LT", "LU", "LV", "MT",
    "NL", "PL", "PT", "RO", "SE", "SI", "SK", "XI",
];

/// The record before in a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) issuer: String,
    pub(super) number: String,
    /// `02-01-2027`
    pub(super) date: String,
    pub(super) hash: String,
}

impl Link {
    fn told(&self) -> Previous<'_> {
        Previous { issuer: &self.issuer, number: &self.number, date: &self.date, hash: &self.hash }
    }
}

/// Made by whose program, on which installation. Who makes no declaration answers for it themselves.
pub(super) fn system(producer: Option<&Producer>, seller: &Seller, installation: &str) -> System {
    let (name, nif) = producer.map_or((&seller.name, &seller.nif), |producer| (&producer.name, &producer.nif));
    System {
        producer_name: name.clone(),
        producer_nif: nif.clone(),
        name: PROGRAM.to_owned(),
        id: PROGRAM_ID.to_owned(),
        version: VERSION.to_owned(),
        installation: installation.to_owned(),
    }
}

/// What of an invoice is hashed.
pub(super) fn to_hash(invoice: &Invoice, previous: Option<&str>, generated_at: &str) -> String {
    Hashed {
        issuer: &invoice.seller.nif,
        number: &invoice.number.to_string(),
        date: &day(invoice.issued_at),
        kind: invoice.kind.into_str(),
        tax: invoice.tax,
        total: invoice.total,
        previous,
        generated_at,
    }
    .text()
}

/// The same of its annulment.
pub(super) fn annulment_to_hash(invoice: &Invoice, previous: Option<&str>, generated_at: &str) -> String {
    let (number, date) = (invoice.number.to_string(), day(invoice.issued_at));
    Annulled { issuer: &invoice.seller.nif, number: &number, date: &date, previous, generated_at }.text()
}

/// What a record says beside its invoice.
pub(super) struct Made<'a> {
    pub(super) previous: Option<&'a Link>,
    pub(super) system: &'a System,
    pub(super) generated_at: &'a str,
    pub(super) hash: &'a str,
}

/// The record of an invoice. `other` is the one that it corrects or stands for, with its date; `buyer` as they are known
/// to the agency.
pub(super) fn registration(
    invoice: &Invoice,
    other: Option<(&str, &str)>,
    buyer: Option<&Buyer>,
    correction: Option<Correction>,
    made: &Made<'_>,
) -> String {
    let (number, date) = (invoice.number.to_string(), day(invoice.issued_at));
    let (tax, total) = (invoice.tax.to_string(), invoice.total.to_string());
    let sold_on = day(invoice.sold_at);
    let rates: Vec<Rate> = invoice.shares.iter().map(rate).collect();
    let other = other.map(|(number, date)| Issued { number, date });
    xml::registration(&Registration {
        issuer_nif: &invoice.seller.nif,
        issuer_name: &invoice.seller.name,
        number: &number,
        date: &date,
        reference: Some(&invoice.order_id),
        correction,
        kind: invoice.kind.into_str(),
        corrects: other.filter(|_| invoice.corrects.is_some()),
        replaces: other.filter(|_| invoice.replaces.is_some()),
        operation_date: (sold_on != date).then_some(&*sold_on),
        description: &description(invoice),
        recipient: buyer.map(recipient),
        rates: &rates,
        tax: &tax,
        total: &total,
        previous: made.previous.map(Link::told),
        system: made.system,
        generated_at: made.generated_at,
        hash: made.hash,
    })
}

/// The record that an invoice should never have been issued.
pub(super) fn annulment(invoice: &Invoice, known: Known, made: &Made<'_>) -> String {
    xml::annulment(&Annulment {
        issuer_nif: &invoice.seller.nif,
        number: &invoice.number.to_string(),
        date: &day(invoice.issued_at),
        reference: Some(&invoice.order_id),
        without_record: !known.is_there,
        rejected_before: known.was_refused,
        previous: made.previous.map(Link::told),
        system: made.system,
        generated_at: made.generated_at,
        hash: made.hash,
    })
}

fn rate(share: &Share) -> Rate {
    Rate { percent: Cents(share.rate_bp).to_string(), base: share.base().to_string(), tax: share.tax.to_string() }
}

/// In Spanish, as the agency reads it.
fn description(invoice: &Invoice) -> String {
    let named = |what: &What| match what {
        What::Item { title, quantity } => Some(format!("{quantity} × {title}")),
        What::Shipping => Some(String::from("envío")),
        What::Amount => None,
    };
    let lines: Vec<String> = invoice.lines.iter().filter_map(|line| named(&line.what)).collect();
    let what = if matches!(invoice.kind, Kind::R1 | Kind::R5) { "Devolución" } else { "Venta" };
    if lines.is_empty() { what.to_owned() } else { format!("{what}: {}", lines.join("; ")) }
}

fn recipient(buyer: &Buyer) -> Recipient<'_> {
    let Buyer { name, nif, country, .. } = buyer;
    if country == "ES" {
        return Recipient::Spanish { name, nif };
    }
    let prefix = match country.as_str() {
        "GR" => "EL",
        "GB" => "XI",
        other => other,
    };
    let is_vat_number = UNION.contains(&prefix) && nif.starts_with(prefix);
    // 02 is a VAT number of the Union, 04 what the buyer's country identifies them by.
    Recipient::Foreign { name, country, id_type: if is_vat_number { "02" } else { "04" }, id: nif }
}
