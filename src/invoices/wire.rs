//! Invoices as programs read them: over HTTP and from `list-invoices --json`.

use poem_openapi::{Enum, Object};
use serde::Serialize;

use super::{Fate, Invoice, Kind, Line, Standing, What};

/// Where the record of an invoice stands with the tax agency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize)]
#[oai(rename = "InvoiceState", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Nothing is sent.
    Issued,
    /// It is to be sent.
    Waiting,
    Accepted,
    /// Taken, but something in it is to be mended.
    AcceptedWithErrors,
    Rejected,
}

impl State {
    fn of(standing: Option<&Standing>) -> Self {
        match standing.map(|standing| standing.fate) {
            None => Self::Issued,
            Some(Fate::Waiting) => Self::Waiting,
            Some(Fate::Accepted) => Self::Accepted,
            Some(Fate::AcceptedWithErrors) => Self::AcceptedWithErrors,
            Some(Fate::Rejected) => Self::Rejected,
        }
    }
}

/// An invoice. Amounts are cents; of one that corrects they are below nothing.
#[derive(Debug, Object, Serialize)]
#[oai(rename = "Invoice")]
pub struct InvoiceBody {
    /// `T-2026-000001`: series, year, place.
    pub number: String,
    #[oai(rename = "type")]
    #[serde(rename = "type")]
    pub kind: Kind,
    /// The day it is dated, `2026-11-23`.
    pub date: String,
    pub order_id: String,
    pub total_in_cents: i64,
    pub base_in_cents: i64,
    pub tax_in_cents: i64,
    /// Of its record: SHA-256 in capitals.
    pub hash: String,
    /// Of the record before; null for the first of all.
    pub previous_hash: Option<String>,
    /// When its record was made: RFC 3339 on the firm's clocks.
    pub generated_at: String,
    pub state: State,
    /// What the agency says is wrong with it, in Spanish, with its code.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Whether one that is made out to its buyer stands for it.
    pub replaced: bool,
    /// Whether it should never have been issued, and counts for nothing.
    pub annulled: bool,
    /// Of a payment to the sandbox: it is worth nothing.
    pub trial: bool,
    /// The number of the simplified invoice it stands for.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// The number of the invoice it corrects.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrects: Option<String>,
}

/// An invoice with the very text of its record that was hashed.
#[derive(Debug, Serialize)]
pub struct Proven {
    #[serde(flatten)]
    pub invoice: InvoiceBody,
    pub hashed: String,
}

impl From<&Invoice> for InvoiceBody {
    fn from(invoice: &Invoice) -> Self {
        let record = &invoice.record;
        Self {
            number: invoice.number.to_string(),
            kind: invoice.kind,
            date: invoice.issued_at.date().to_string(),
            order_id: invoice.order_id.clone(),
            total_in_cents: invoice.total.0,
            base_in_cents: invoice.total.0 - invoice.tax.0,
            tax_in_cents: invoice.tax.0,
            hash: record.hash.clone(),
            previous_hash: record.previous_hash.clone(),
            generated_at: record.generated_at.clone(),
            state: State::of(invoice.standing.as_ref()),
            problem: invoice.standing.as_ref().and_then(problem),
            replaced: invoice.is_replaced,
            annulled: invoice.is_annulled,
            trial: invoice.is_trial,
            replaces: invoice.replaces.clone(),
            corrects: invoice.corrects.clone(),
        }
    }
}

impl From<&Invoice> for Proven {
    fn from(invoice: &Invoice) -> Self {
        Self { invoice: invoice.into(), hashed: invoice.record.hashed.clone() }
    }
}

fn problem(standing: &Standing) -> Option<String> {
    match (&standing.message, &standing.code) {
        (Some(message), Some(code)) => Some(format!("{message} ({code})")),
        (told, code) => told.clone().or_else(|| code.clone()),
    }
}

/// An invoice with its buyer as it would be issued.
#[derive(Debug, Object)]
#[oai(rename = "InvoiceLook")]
pub(super) struct LookBody {
    /// To whom, as it will be printed.
    buyer: BuyerInput,
    /// What it says; null where it waits for the payment, or for the firm's own tax number and address.
    invoice: Option<LookedAt>,
}

/// What an invoice would say.
#[derive(Debug, Object)]
#[oai(rename = "InvoiceLookedAt")]
struct LookedAt {
    #[oai(rename = "type")]
    kind: Kind,
    /// The number of the simplified invoice it would stand for.
    replaces: Option<String>,
    lines: Vec<LookLine>,
    base_in_cents: i64,
    tax_in_cents: i64,
    total_in_cents: i64,
}

/// A line of it.
#[derive(Debug, Object)]
#[oai(rename = "InvoiceLookLine")]
struct LookLine {
    /// What of; null for shipping, and for an amount alone.
    title: Option<String>,
    /// How many; null where nothing is counted.
    quantity: Option<i64>,
    /// Whether it is for shipping.
    shipping: bool,
    total_in_cents: i64,
}

impl LookBody {
    pub(super) fn new(buyer: super::Buyer, invoice: Option<Invoice>) -> Self {
        Self { buyer: buyer.into(), invoice: invoice.map(LookedAt::from) }
    }
}

impl From<Invoice> for LookedAt {
    fn from(invoice: Invoice) -> Self {
        Self {
            kind: invoice.kind,
            replaces: invoice.replaces,
            lines: invoice.lines.into_iter().map(LookLine::from).collect(),
            base_in_cents: invoice.total.0 - invoice.tax.0,
            tax_in_cents: invoice.tax.0,
            total_in_cents: invoice.total.0,
        }
    }
}

impl From<Line> for LookLine {
    fn from(line: Line) -> Self {
        let shipping = line.what == What::Shipping;
        let (title, quantity) = match line.what {
            What::Item { title, quantity } => (Some(title), Some(quantity)),
            What::Shipping | What::Amount => (None, None),
        };
        Self { title, quantity, shipping, total_in_cents: line.total.0 }
    }
}

/// Who is to be invoiced.
#[derive(Debug, Object)]
#[oai(rename = "InvoiceBuyer", deny_unknown_fields)]
pub struct BuyerInput {
    /// At most 120 characters.
    pub name: String,
    /// A Spanish tax number, or that of another country, at most 20 characters.
    pub nif: String,
    /// Street and number, at most 200 characters.
    pub address: String,
    /// At most 100 characters.
    pub city: String,
    /// At most 12 characters.
    pub postal_code: String,
    /// ISO 3166-1, `ES`.
    pub country: String,
}

impl From<super::Buyer> for BuyerInput {
    fn from(buyer: super::Buyer) -> Self {
        let super::Buyer { name, nif, address, city, postal_code, country } = buyer;
        Self { name, nif, address, city, postal_code, country }
    }
}

impl BuyerInput {
    pub fn parse(self) -> Result<super::Buyer, super::NotBuyer> {
        let Self { name, nif, address, city, postal_code, country } = self;
        super::Buyer { name, nif, address, city, postal_code, country }.parse()
    }
}
