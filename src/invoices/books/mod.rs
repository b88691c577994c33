//! RULE: the quarters of the firm's calendar, and what of its invoices counts in which.
//!
//! A full invoice in the place of a simplified one (F3) tells the same sale once more, less what was back by then. It
//! counts instead of the simplified one and of what corrected that. Where these were issued in an earlier quarter, they
//! have been declared and go on counting there; the full one then counts with what it changes. So a quarter that is over
//! keeps its totals, unless one of its invoices is annulled, and all quarters together come to the money that came less the money that went.

pub mod api;
mod file;
mod sql;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;

use super::breakdown::{self, Share};
use super::{Buyer, Invoice, Seller};
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::money::Cents;
use crate::settings::Settings;

/// Three months of the firm's calendar: `2026-4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quarter {
    /// 1000–9998
    year: i16,
    /// 1–4
    nth: i8,
}

/// The text is no such quarter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a quarter looks like 2026-4")]
pub struct NotQuarter;

impl Quarter {
    /// The one of a moment.
    pub fn at(at: Timestamp) -> Self {
        let date = at.date();
        Self { year: date.year(), nth: (date.month() - 1) / 3 + 1 }
    }

    pub const fn year(self) -> i64 {
        self.year as i64
    }

    /// Its beginning, and that of the next.
    pub fn bounds(self) -> (Timestamp, Timestamp) {
        (self.begin(), self.next().begin())
    }

    /// Those up to another, the newest first; none where that one is older.
    pub fn up_to(self, last: Self) -> Vec<Self> {
        let mut quarters = Vec::new();
        let mut quarter = self;
        while quarter <= last {
            quarters.push(quarter);
            quarter = quarter.next();
        }
        quarters.reverse();
        quarters
    }

    const fn next(self) -> Self {
        if self.nth == 4 { Self { year: self.year + 1, nth: 1 } } else { Self { year: self.year, nth: self.nth + 1 } }
    }

    fn begin(self) -> Timestamp {
        let first = Date::new(self.year, self.nth * 3 - 2, 1).map(|date| date.to_string()).unwrap_or_default();
        let (begin, _) = Timestamp::day(&first).expect("the years of a quarter are those of the calendar");
        begin
    }
}

impl fmt::Display for Quarter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.year, self.nth)
    }
}

impl FromStr for Quarter {
    type Err = NotQuarter;

    fn from_str(text: &str) -> Result<Self, NotQuarter> {
        let (year, nth) = text.split_once('-').ok_or(NotQuarter)?;
        let digits = |text: &str, many: usize| text.len() == many && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(year, 4) || !digits(nth, 1) {
            return Err(NotQuarter);
        }
        match (year.parse(), nth.parse()) {
            (Ok(year @ 1000..=9998), Ok(nth @ 1..=4)) => Ok(Self { year, nth }),
            _ => Err(NotQuarter),
        }
    }
}

/// An invoice as it stands in the books.
#[derive(Debug, Clone)]
pub struct Entry {
    pub invoice: Invoice,
    /// As the tax agency was told of its buyer last, where that was corrected since.
    pub corrected: Option<Buyer>,
    /// What people call its order by.
    pub order: String,
    /// When the full invoice was issued that stands for it.
    pub replaced_at: Option<Timestamp>,
    /// Of one that stands for others: those of them that were issued in earlier quarters.
    pub before: Vec<Share>,
}

impl Entry {
    /// What of each of its rates counts in the quarter it was issued in; `None` where another counts instead, or none.
    pub fn counted(&self) -> Option<Vec<Share>> {
        let quarter = Quarter::at(self.invoice.issued_at);
        if self.invoice.is_annulled || self.replaced_at.is_some_and(|at| Quarter::at(at) == quarter) {
            return None;
        }
        let before = breakdown::reversed(&self.before);
        Some(breakdown::sum(self.invoice.shares.iter().copied().chain(before)))
    }
}

/// What invoices come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sum {
    /// How many count.
    pub invoices: i64,
    pub base: Cents,
    pub tax: Cents,
    pub total: Cents,
}

impl Sum {
    const fn add(&mut self, share: Share) {
        (self.base, self.tax) = (self.base.plus(share.base()), self.tax.plus(share.tax));
        self.total = self.total.plus(share.gross);
    }
}

/// What invoices come to by rate, in basis points. An invoice of two rates is in both.
pub type Rates = BTreeMap<i64, Sum>;

/// What the invoices of a quarter come to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Totals {
    pub whole: Sum,
    pub rates: Rates,
    /// By month, `2026-10`.
    pub months: BTreeMap<String, Rates>,
    /// What was taken off because it counts in an earlier quarter.
    pub counted_before: Cents,
}

impl Totals {
    pub fn of(entries: &[Entry]) -> Self {
        let mut totals = Self::default();
        for entry in entries {
            let Some(shares) = entry.counted() else { continue };
            let month = entry.invoice.issued_at.date().strftime("%Y-%m").to_string();
            let month = totals.months.entry(month).or_default();
            totals.whole.invoices += 1;
            totals.counted_before = totals.counted_before.plus(entry.before.iter().map(|share| share.gross).sum());
            for share in shares {
                totals.whole.add(share);
                for rates in [&mut *month, &mut totals.rates] {
                    let sum = rates.entry(share.rate_bp).or_default();
                    sum.invoices += 1;
                    sum.add(share);
                }
            }
        }
        totals
    }
}

/// Sales and refunds that are invoiced only once somebody says more: all that wait while the firm's own facts are missing, else those
/// whose buyers' are.
pub fn count_stuck(conn: &Conn) -> db::Result<i64> {
    let for_seller = Seller::of(&Settings::load(conn)?).is_none();
    sql::count_stuck(conn, for_seller)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{Kind, Number, Record, Seller};
    use super::*;
    use crate::lang::Lang;

    const fn share(rate_bp: i64, gross: i64, tax: i64) -> Share {
        Share { rate_bp, gross: Cents(gross), tax: Cents(tax) }
    }

    fn at(day: &str) -> Timestamp {
        Timestamp::day(day).unwrap().0
    }

    /// An invoice of a day.
    pub(in crate::invoices) fn entry(kind: Kind, day: &str, shares: &[Share]) -> Entry {
        let text = String::from;
        let invoice = Invoice {
            number: Number { series: text("T"), year: i64::from(at(day).date().year()), place: 1 },
            kind,
            order_id: text("o"),
            refund_id: None,
            corrects: None,
            replaces: None,
            issued_at: at(day),
            sold_at: at(day),
            lang: Lang::Es,
            seller: Seller { name: text("M"), nif: text("B12345674"), address: text("C") },
            buyer: None,
            lines: Vec::new(),
            total: shares.iter().map(|share| share.gross).sum(),
            tax: shares.iter().map(|share| share.tax).sum(),
            shares: shares.to_vec(),
            record: Record::default(),
            standing: None,
            is_annulled: false,
            is_trial: false,
            is_replaced: false,
        };
        Entry { invoice, corrected: None, order: text("2026-0001"), replaced_at: None, before: Vec::new() }
    }

    fn replaced(kind: Kind, day: &str, shares: &[Share], by: &str) -> Entry {
        Entry { replaced_at: Some(at(by)), ..entry(kind, day, shares) }
    }

    #[test]
    fn a_quarter_is_three_months_of_the_firms_calendar() {
        let quarter: Quarter = "2026-4".parse().unwrap();
        let (begin, end) = quarter.bounds();
        assert_eq!(
            (begin.to_rfc3339().as_str(), end.to_rfc3339().as_str()),
            ("2026-09-30T22:00:00.000Z", "2026-12-31T23:00:00.000Z")
        );
        for (moment, named) in
            [(begin, "2026-4"), (begin.plus_millis(-1), "2026-3"), (end.plus_millis(-1), "2026-4"), (end, "2027-1")]
        {
            assert_eq!(Quarter::at(moment).to_string(), named);
        }
        let named = |quarters: Vec<Quarter>| quarters.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(named(quarter.up_to("2027-2".parse().unwrap())), ["2027-2", "2027-1", "2026-4"]);
        assert_eq!(named(quarter.up_to("2026-3".parse().unwrap())), Vec::<String>::new());
    }

    #[test]
    fn what_is_no_quarter_is_not_read() {
        for wrong in [
            "", "2026", "2026-", "2026-0", "2026-5", "2026-11", "26-1", "0999-1", "9999-4", "2026-+1", "+026-1",
            "2026-4 ",
        ] {
            assert_eq!(wrong.parse::<Quarter>(), Err(NotQuarter), "{wrong}");
        }
        assert!("9998-4".parse::<Quarter>().unwrap().bounds().0 > at("2026-01-01"));
    }

    #[test]
    fn what_corrects_is_subtracted_month_by_month_and_rate_by_rate() {
        let totals = Totals::of(&[
            entry(Kind::F2, "2026-10-31", &[share(2100, 1210, 210), share(1000, 1100, 100)]),
            entry(Kind::R5, "2026-11-01", &[share(2100, -121, -21)]),
            entry(Kind::F1, "2026-11-02", &[share(2100, 242, 42)]),
        ]);
        let sum = |invoices, base, tax| Sum { invoices, base: Cents(base), tax: Cents(tax), total: Cents(base + tax) };
        assert_eq!(totals.whole, sum(3, 2100, 331));
        assert_eq!(totals.rates, Rates::from([(2100, sum(3, 1100, 231)), (1000, sum(1, 1000, 100))]));
        assert_eq!(totals.months["2026-10"][&2100], sum(1, 1000, 210));
        assert_eq!(totals.months["2026-11"], Rates::from([(2100, sum(2, 100, 21))]));
    }

    #[test]
    fn a_full_invoice_counts_instead_of_the_simplified_one_and_what_corrected_it() {
        let totals = Totals::of(&[
            replaced(Kind::F2, "2026-10-01", &[share(2100, 1210, 210)], "2026-12-31"),
            replaced(Kind::R5, "2026-10-02", &[share(2100, -121, -21)], "2026-12-31"),
            entry(Kind::F3, "2026-12-31", &[share(2100, 1089, 189)]),
        ]);
        assert_eq!((totals.whole.invoices, totals.whole.total, totals.whole.tax), (1, Cents(1089), Cents(189)));
        assert_eq!((totals.months.len(), totals.counted_before), (1, Cents::ZERO));
    }

    #[test]
    fn what_was_declared_stays_declared_when_a_full_invoice_follows_in_another_quarter() {
        let sold = replaced(Kind::F2, "2026-09-30", &[share(2100, 1210, 210)], "2026-10-02");
        assert_eq!(Totals::of(&[sold]).whole.total, Cents(1210));
        let mut full = entry(Kind::F3, "2026-10-02", &[share(2100, 1089, 189)]);
        full.before = vec![share(2100, 1210, 210)];
        let back = replaced(Kind::R5, "2026-10-01", &[share(2100, -121, -21)], "2026-10-02");
        let totals = Totals::of(&[back, full]);
        assert_eq!((totals.whole.total, totals.whole.tax), (Cents(-121), Cents(-21)), "what went back meanwhile");
        assert_eq!(totals.counted_before, Cents(1210));
    }
}
