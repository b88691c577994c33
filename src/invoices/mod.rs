//! Invoices of each sale and each refund, and their records, which the tax agency is sent. Owns `invoices`, `invoice_records`,
//! `invoice_sendings`, `invoice_heads`, `invoices_due`, `invoices_lost`, `invoice_buyers` and `invoicing`.
//!
//! In the transaction that writes down that money came or went a row says so, and with it, unless the seller is not known
//! yet, the invoice itself: numbered without a gap, frozen, its record chained to the one before. What must wait follows
//! in the order it happened. See docs/decisions/0038 and 0039.

pub mod api;
mod asking;
pub mod books;
pub mod breakdown;
mod buyer;
mod chain;
pub mod declaration;
pub mod desk_api;
pub mod document;
mod issue;
pub mod mailed;
mod mending;
mod number;
mod record;
mod recovery;
mod reported;
pub mod sending;
mod sql;
mod standing;
mod told;
pub mod wire;

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::money::Cents;
use crate::page::Page;
use crate::settings::Settings;
use crate::tax_agency::Mode;
use crate::tax_agency::options::Producer;
use breakdown::Share;
use sql::Event;

pub use buyer::{Buyer, NotBuyer, TAX_ID_ABOVE};
pub use chain::check_chain;
pub use issue::issue_due;
use issue::issue_now;
pub use mending::{Correct, NotMended, annul, correct};
pub use number::{NotNumber, Number, branch};
pub use standing::{Fate, Hold, Standing};

/// What kind an invoice is, as the tax agency calls it (Orden HAC/1177/2024, list L2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize, EnumString, IntoStaticStr)]
#[oai(rename = "InvoiceType")]
#[strum(const_into_str)]
pub enum Kind {
    /// With its buyer.
    F1,
    /// Simplified: without.
    F2,
    /// With its buyer, in the place of a simplified one.
    F3,
    /// Corrects one with its buyer.
    R1,
    /// Corrects a simplified one.
    R5,
}

/// Who sells, as it stands on an invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seller {
    /// As in the commercial register.
    pub name: String,
    pub nif: String,
    /// The registered office, on one line.
    pub address: String,
}

impl Seller {
    /// `None` while one of the three is not known, or is the demo's: then nothing can be invoiced.
    fn of(settings: &Settings) -> Option<Self> {
        let Settings { legal_name, nif, address, .. } = settings;
        let [own_nif, own_address, _] = settings.particulars();
        (own_nif && own_address && !legal_name.is_empty()).then(|| Self {
            name: legal_name.clone(),
            nif: nif.clone(),
            address: address.clone(),
        })
    }
}

/// What a line of an invoice is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// So many of a product.
    Item {
        title: String,
        quantity: i64,
    },
    Shipping,
    /// An amount alone, of every rate of tax.
    Amount,
}

/// A line of an invoice with its tax; below nothing where it goes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub what: What,
    /// Basis points; `None` for an amount alone.
    pub rate_bp: Option<i64>,
    pub total: Cents,
}

impl Line {
    /// What one costs without its tax; `None` for an amount alone.
    pub fn unit_base(&self) -> Option<Cents> {
        let quantity = if let What::Item { quantity, .. } = self.what { quantity } else { 1 };
        let sign = self.total.0.signum();
        let whole = Cents(self.total.0.abs());
        let base = whole.0 - whole.tax_contained(self.rate_bp?).0;
        Some(Cents(sign * (base * 2 + quantity) / (quantity * 2)))
    }
}

/// A record that was made of an invoice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// Whom it is for, and so which chain it is in.
    pub chain: Mode,
    /// `2027-01-02T10:00:00+01:00`
    pub generated_at: String,
    /// `None` for the first of all.
    pub previous_hash: Option<String>,
    /// The very text.
    pub hashed: String,
    pub hash: String,
    /// As it is sent; `None` for one from before records were, and for one the agency has and a restore had lost.
    pub content: Option<String>,
    /// A restore had lost it: it stands where the agency has it, apart from the chain here.
    pub is_recovered: bool,
}

/// An invoice as it was issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    pub number: Number,
    pub kind: Kind,
    pub order_id: String,
    /// What one that corrects is about.
    pub refund_id: Option<String>,
    /// The number of the invoice it corrects.
    pub corrects: Option<String>,
    /// The number of the simplified invoice it stands for.
    pub replaces: Option<String>,
    pub issued_at: Timestamp,
    /// When the money came, or went.
    pub sold_at: Timestamp,
    /// The order's.
    pub lang: Lang,
    pub seller: Seller,
    pub buyer: Option<Buyer>,
    pub lines: Vec<Line>,
    pub shares: Vec<Share>,
    pub total: Cents,
    pub tax: Cents,
    /// Of its issue.
    pub record: Record,
    /// `None` where nothing is sent.
    pub standing: Option<Standing>,
    /// Whether another stands for it.
    pub is_replaced: bool,
    /// Whether it should never have been issued, and is not counted.
    pub is_annulled: bool,
    /// Of a payment to the sandbox: it is worth nothing.
    pub is_trial: bool,
}

/// A day as the tax agency writes it, `02-01-2027`.
fn day(at: Timestamp) -> String {
    at.date().strftime("%d-%m-%Y").to_string()
}

/// Money that went back, and what for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoneyBack {
    pub refund_id: String,
    pub amount: Cents,
    /// What of it is for shipping.
    pub shipping: Cents,
    /// What of it is for which line of the order, and for how many of it.
    pub items: Vec<(String, i64, Cents)>,
}

/// The money of an order is there: it is invoiced. One of a `trial` is numbered apart.
pub fn sold(tx: &Tx<'_>, order_id: &str, is_trial: bool, now: Timestamp) -> db::Result<()> {
    owe_sale(tx, order_id, is_trial, now)?;
    issue_now(tx, now)
}

/// Money of an order went back: its invoice is corrected. An order from before invoices has none until its owner says so.
pub fn given_back(tx: &Tx<'_>, order_id: &str, back: MoneyBack, now: Timestamp) -> db::Result<()> {
    owe_correction(tx, order_id, &Event::Refund(back), now)?;
    issue_now(tx, now)
}

/// Money that was said to be back is not: what corrected the invoice is taken back.
pub fn not_given_back(tx: &Tx<'_>, order_id: &str, back: MoneyBack, now: Timestamp) -> db::Result<()> {
    owe_correction(tx, order_id, &Event::RefundUndone(back), now)?;
    issue_now(tx, now)
}

/// An order that was paid at a moment is to be invoiced, by [`issue_due`].
pub fn owe_sale(tx: &Tx<'_>, order_id: &str, is_trial: bool, at: Timestamp) -> db::Result<()> {
    sql::insert_due(tx, order_id, &Event::Sale, is_trial, at)
}

/// The same of money that went back at a moment.
pub fn owe_refund(tx: &Tx<'_>, order_id: &str, back: MoneyBack, at: Timestamp) -> db::Result<()> {
    owe_correction(tx, order_id, &Event::Refund(back), at)
}

fn owe_correction(tx: &Tx<'_>, order_id: &str, event: &Event, at: Timestamp) -> db::Result<()> {
    if sql::is_sold(tx, order_id)? { sql::insert_due(tx, order_id, event, false, at) } else { Ok(()) }
}

/// How many paid orders have no invoice that stands.
pub fn count_uninvoiced(conn: &Conn) -> db::Result<i64> {
    sql::count_uninvoiced(conn)
}

/// Whether an order is invoiced, or will be.
pub fn is_sold(conn: &Conn, order_id: &str) -> db::Result<bool> {
    sql::is_sold(conn, order_id)
}

/// To whom an order's invoices are made out, as its buyer says before it is paid.
pub fn name_buyer(tx: &Tx<'_>, order_id: &str, buyer: &Buyer) -> db::Result<()> {
    sql::set_buyer(tx, order_id, buyer)
}

/// To whom they are made out; `None` where nobody has said so.
pub fn named_buyer(conn: &Conn, order_id: &str) -> db::Result<Option<Buyer>> {
    sql::buyer_of(conn, order_id)
}

/// Why there is no full invoice.
#[derive(Debug, thiserror::Error)]
pub enum NotFull {
    /// It has one.
    #[error("the order has an invoice with its buyer already")]
    IsFull,
    /// All of the money is back, or the order was never paid.
    #[error("there is nothing to invoice")]
    Nothing,
    /// Which of its invoices stand is the agency's to say.
    #[error("an annulment of an invoice of the order waits: the agency's answer comes first")]
    Waits,
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Makes the invoices of an order out to its buyer: before it is paid or invoiced, or in the place of the simplified one.
pub fn make_full(tx: &Tx<'_>, order_id: &str, is_pending: bool, buyer: &Buyer, now: Timestamp) -> Result<(), NotFull> {
    let (annulled, issued): (Vec<_>, Vec<_>) =
        of_order(tx, order_id)?.into_iter().partition(|invoice| invoice.is_annulled);
    if issued.iter().any(|invoice| invoice.buyer.is_some()) {
        return Err(NotFull::IsFull);
    }
    if sql::annulment_waits(tx, order_id)? {
        return Err(NotFull::Waits);
    }
    let is_all_back = issued.iter().map(|invoice| invoice.total).sum::<Cents>() <= Cents::ZERO;
    if !is_pending && (!sql::is_sold(tx, order_id)? || !issued.is_empty() && is_all_back) {
        return Err(NotFull::Nothing);
    }
    // What should never have been issued leaves a sale without its invoice.
    let again = annulled.first().filter(|_| issued.is_empty());
    if again.is_some() && sql::has_refunds(tx, order_id)? {
        return Err(NotFull::Nothing);
    }
    sql::set_buyer(tx, order_id, buyer)?;
    if let Some(first) = again {
        sql::insert_due(tx, order_id, &Event::Sale, first.is_trial, first.sold_at)?;
    } else if !issued.is_empty() {
        sql::insert_due(tx, order_id, &Event::Full, false, now)?;
    }
    Ok(issue_now(tx, now)?)
}

/// The invoice that [`make_full`] would issue, with a number that is not given yet; `None` where it would wait. Nothing is
/// changed.
pub fn look_full(
    tx: &Tx<'_>,
    order_id: &str,
    is_pending: bool,
    buyer: &Buyer,
    now: Timestamp,
) -> Result<Option<Invoice>, NotFull> {
    sql::begin_try(tx)?;
    let made = make_full(tx, order_id, is_pending, buyer, now);
    let shown =
        sql::of_order(tx, order_id)?.into_iter().rfind(|invoice| !invoice.is_annulled && invoice.buyer.is_some());
    sql::undo_try(tx)?;
    sql::end_try(tx)?;
    made.map(|()| shown)
}

/// The invoices of an order, in the order they were issued.
pub fn of_order(conn: &Conn, order_id: &str) -> db::Result<Vec<Invoice>> {
    sql::of_order(conn, order_id)
}

pub fn find(conn: &Conn, number: &Number) -> db::Result<Option<Invoice>> {
    sql::find(conn, &number.to_string())
}

/// How many there are, and a page of them, the newest first.
pub fn list(conn: &Conn, page: Page) -> db::Result<(i64, Vec<Invoice>)> {
    Ok((sql::count(conn)?, sql::page(conn, page)?))
}

/// All of them, the newest first.
pub fn all(conn: &Conn) -> db::Result<Vec<Invoice>> {
    sql::page(conn, Page { offset: 0, limit: -1 })
}

/// How many sales and refunds, of all or of one order, wait to be invoiced.
pub fn count_due(conn: &Conn, order_id: Option<&str>) -> db::Result<i64> {
    sql::count_due(conn, order_id)
}

/// Whether a sale, of all or of one order, waits for whom its invoice is to be made out to.
pub fn waits_for_buyer(conn: &Conn, order_id: Option<&str>) -> db::Result<bool> {
    sql::waits_for_buyer(conn, order_id)
}

/// The program begins to serve: from here on records are made for whom it says, by whose program. Where any were sent before,
/// nothing is issued before the agency was asked which it has: this may be an older copy of the shop.
pub fn begin(tx: &Tx<'_>, mode: Mode, producer: Option<&Producer>) -> db::Result<()> {
    sql::sending::begin(tx, mode, producer)
}

/// A shop that was put back does not know which numbers it gave out since: from here on its series have names of their own, and
/// where records are sent nothing is issued before the agency was asked which it has.
pub fn begin_series(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    sql::set_branch(tx, &number::branch(now))?;
    sql::sending::hold(tx, Hold::Restored)
}

/// Goes on without having asked the agency, because somebody says so, with numbers that were never given; whether anything
/// was held.
pub fn go_on(tx: &Tx<'_>, now: Timestamp) -> db::Result<bool> {
    let was_held = sql::sending::release(tx)?;
    if was_held {
        sql::set_branch(tx, &number::branch(now))?;
    }
    Ok(was_held)
}

/// Whether anything can be invoiced: it is known who sells.
fn can_issue(conn: &Conn) -> db::Result<bool> {
    Ok(Seller::of(&Settings::load(conn)?).is_some())
}

/// Whom records are made for.
pub fn mode(conn: &Conn) -> db::Result<Mode> {
    Ok(sql::invoicing(conn)?.mode)
}

/// Who answers for the program; `None` where nobody does.
pub fn producer(conn: &Conn) -> db::Result<Option<Producer>> {
    Ok(sql::invoicing(conn)?.producer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_invoiced_in_the_name_of_the_demos_firm() {
        let firm = |nif: &str, address: &str| Settings {
            legal_name: String::from("Manetes"),
            nif: String::from(nif),
            address: String::from(address),
            ..Settings::default()
        };
        assert!(Seller::of(&firm("B12345674", "Carrer Major 2, 08630 Abrera")).is_some());
        assert!(Seller::of(&firm("B00000000", "Carrer Major 2, 08630 Abrera")).is_none());
        assert!(Seller::of(&firm("B12345674", "Carrer de l’Exemple, 1, 08630 Abrera")).is_none());
        assert!(Seller::of(&firm("B12345674", "")).is_none());
    }
}
