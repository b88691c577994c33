//! How what is due becomes an invoice: number, face and record in one transaction.

use std::collections::HashSet;

use super::breakdown::{self, Share};
use super::chain::{self, Says};
use super::sql::{self, Due, Event, Invoicing};
use super::{Buyer, Hold, Invoice, Kind, Line, MoneyBack, Number, Record, Seller, What, document, mailed, recovery};
use crate::cart::pricing::SHIPPING_TAX_BP;
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::money::Cents;
use crate::orders::{self, Order};
use crate::settings::Settings;

/// Of what waited so much is issued at a time, so that nobody else waits for long.
const AT_ONCE: i64 = 50;
/// So often it is looked further for what can be issued.
const PAGES: usize = 20;

/// Issues what is due, the oldest first, as far as the seller is known; how many. What cannot be issued waits with all
/// that follows it of its order, and keeps nobody else's: it is tried again every half minute.
pub fn issue_due(tx: &Tx<'_>, now: Timestamp) -> db::Result<usize> {
    issue_pages(tx, PAGES, now)
}

/// The same in the transaction in which something happened: not for longer than that takes.
pub(super) fn issue_now(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    issue_pages(tx, 1, now).map(drop)
}

fn issue_pages(tx: &Tx<'_>, pages: usize, now: Timestamp) -> db::Result<usize> {
    let mut due = sql::due(tx, 0, AT_ONCE)?;
    if due.is_empty() {
        return Ok(0);
    }
    let invoicing = sql::invoicing(tx)?;
    if invoicing.is_held() {
        return Ok(0);
    }
    let Some(seller) = Seller::of(&Settings::load(tx)?) else { return Ok(0) };
    if invoicing.is_unknown(&seller) {
        sql::sending::hold(tx, Hold::Start)?;
        return Ok(0);
    }
    let (mut issued, mut failed) = (0, HashSet::new());
    // What cannot be issued keeps what comes after it no longer than it takes to try.
    for _ in 0..pages {
        let Some(last) = due.last().map(|due| due.id) else { break };
        for due in due {
            // Also of this page: of a sale without its invoice nothing could be taken back, and what is due would be forgotten.
            if failed.contains(&due.order_id) {
                continue;
            }
            sql::begin_try(tx)?;
            match issue_one(tx, &due, &invoicing, &seller, now) {
                Ok(()) => issued += 1,
                Err(error) => {
                    tracing::error!(%error, order = due.order_id, "an invoice could not be issued");
                    sql::undo_try(tx)?;
                    failed.insert(due.order_id);
                }
            }
            sql::end_try(tx)?;
        }
        if issued > 0 {
            break;
        }
        due = sql::due(tx, last, AT_ONCE)?;
    }
    Ok(issued)
}

fn issue_one(tx: &Tx<'_>, due: &Due, invoicing: &Invoicing, seller: &Seller, now: Timestamp) -> db::Result<()> {
    if let Some(order) = orders::find(tx, &due.order_id)? {
        let buyer = sql::buyer_of(tx, &order.id)?;
        let on_paper = orders::titled_in(tx, &order, document::lang_of(order.lang))?;
        if let Some(draft) = Draft::of(tx, &on_paper, due.event()?, buyer, due)?
            && let Some(invoice) = issue(tx, &order, draft, &Maker { invoicing, seller, now })?
        {
            mailed::issued(tx, &order, &invoice, due, now)?;
        }
    }
    sql::end_due(tx, due.id)
}

/// Who issues, how and when.
struct Maker<'a> {
    invoicing: &'a Invoicing,
    seller: &'a Seller,
    now: Timestamp,
}

/// What an invoice says but for who sells, when it is dated and its number.
struct Draft {
    /// Without one it is simplified.
    buyer: Option<Buyer>,
    refund_id: Option<String>,
    corrects: Option<String>,
    replaces: Option<String>,
    sold_at: Timestamp,
    lines: Vec<Line>,
    shares: Vec<Share>,
    is_trial: bool,
}

impl Draft {
    /// `None` where nothing is left to be said.
    fn of(tx: &Tx<'_>, order: &Order, event: Event, buyer: Option<Buyer>, due: &Due) -> db::Result<Option<Self>> {
        let at = due.at;
        let all = sql::of_order(tx, &order.id)?;
        let standing: Vec<&Invoice> =
            all.iter().filter(|invoice| !invoice.is_replaced && !invoice.is_annulled).collect();
        let first = standing.iter().find(|invoice| invoice.corrects.is_none());
        Ok(match (event, first) {
            (Event::Sale, None) => Some(Self::sale(order, buyer, due)),
            (Event::Refund(back), Some(first)) => {
                Self::refund(order, &standing, first, &back, at).map(|draft| draft.to(buyer))
            }
            (Event::RefundUndone(back), Some(first)) => {
                Self::undone(&all, first, &back, at).map(|draft| draft.to(buyer))
            }
            (Event::Full, Some(first)) if first.buyer.is_none() => Self::full(order, &standing, first, buyer),
            _ => None,
        })
    }

    fn sale(order: &Order, buyer: Option<Buyer>, due: &Due) -> Self {
        let (lines, sold_at, is_trial) = (sold_lines(order), due.at, due.is_trial);
        Self { buyer, refund_id: None, corrects: None, replaces: None, sold_at, shares: taxed(&lines), lines, is_trial }
    }

    fn refund(order: &Order, standing: &[&Invoice], first: &Invoice, back: &MoneyBack, at: Timestamp) -> Option<Self> {
        let corrected = standing.iter().filter(|invoice| invoice.corrects.is_some());
        let corrected = breakdown::sum(corrected.flat_map(|invoice| invoice.shares.clone()));
        let mut lines: Vec<Line> = Vec::new();
        for (item_id, quantity, total) in &back.items {
            if let Some(item) = order.item(item_id) {
                let what = What::Item { title: item.title(), quantity: *quantity };
                lines.push(Line { what, rate_bp: Some(item.tax_rate_bp), total: Cents(-total.0) });
            }
        }
        if back.shipping > Cents::ZERO {
            let total = Cents(-back.shipping.0);
            lines.push(Line { what: What::Shipping, rate_bp: Some(SHIPPING_TAX_BP), total });
        }
        let named: Vec<_> = lines.iter().filter_map(|line| Some((line.rate_bp?, Cents(-line.total.0)))).collect();
        let shares = breakdown::given_back(&first.shares, &corrected, &named, back.amount);
        let rest = shares.iter().map(|share| share.gross.0).sum::<i64>() - lines.iter().map(|l| l.total.0).sum::<i64>();
        if rest != 0 {
            lines.push(Line { what: What::Amount, rate_bp: None, total: Cents(rest) });
        }
        (!shares.is_empty()).then(|| Self::correction(first, &back.refund_id, at, lines, shares))
    }

    /// `all` with those that another stands for: the refund may be older than that.
    fn undone(all: &[Invoice], first: &Invoice, back: &MoneyBack, at: Timestamp) -> Option<Self> {
        let of_refund =
            all.iter().filter(|invoice| !invoice.is_annulled && invoice.refund_id.as_ref() == Some(&back.refund_id));
        let shares = breakdown::sum(of_refund.flat_map(|invoice| breakdown::reversed(&invoice.shares)));
        let shares: Vec<Share> = shares.into_iter().filter(|share| share.gross != Cents::ZERO).collect();
        let total = shares.iter().map(|share| share.gross).sum();
        let lines = vec![Line { what: What::Amount, rate_bp: None, total }];
        (!shares.is_empty()).then(|| Self::correction(first, &back.refund_id, at, lines, shares))
    }

    fn correction(first: &Invoice, refund_id: &str, sold_at: Timestamp, lines: Vec<Line>, shares: Vec<Share>) -> Self {
        let (refund_id, corrects) = (Some(refund_id.to_owned()), Some(first.number.to_string()));
        // Who was forgotten since is named all the same, as on what is corrected.
        let (buyer, is_trial) = (first.buyer.clone(), first.is_trial);
        Self { buyer, refund_id, corrects, replaces: None, sold_at, lines, shares, is_trial }
    }

    /// The buyer as they were corrected since; who is not named is not named here either.
    fn to(self, buyer: Option<Buyer>) -> Self {
        let buyer = if self.buyer.is_some() { buyer.or(self.buyer) } else { None };
        Self { buyer, ..self }
    }

    /// What is left of a simplified invoice and of all that corrects it, rates of which nothing is left with nothing.
    fn full(order: &Order, standing: &[&Invoice], first: &Invoice, buyer: Option<Buyer>) -> Option<Self> {
        let shares = breakdown::sum(standing.iter().flat_map(|invoice| invoice.shares.clone()));
        let is_something = shares.iter().any(|share| share.gross > Cents::ZERO);
        let back = standing.iter().filter(|invoice| invoice.corrects.is_some());
        let lines = sold_lines(order).into_iter().chain(back.flat_map(|invoice| invoice.lines.clone())).collect();
        let (replaces, sold_at) = (Some(first.number.to_string()), first.sold_at);
        (is_something && buyer.is_some()).then_some(Self {
            buyer,
            refund_id: None,
            corrects: None,
            replaces,
            sold_at,
            lines,
            shares,
            is_trial: first.is_trial,
        })
    }

    const fn kind(&self) -> Kind {
        match (&self.buyer, self.corrects.is_some(), self.replaces.is_some()) {
            (Some(_), false, false) => Kind::F1,
            (Some(_), false, true) => Kind::F3,
            (Some(_), true, _) => Kind::R1,
            (None, true, _) => Kind::R5,
            (None, false, _) => Kind::F2,
        }
    }
}

fn sold_lines(order: &Order) -> Vec<Line> {
    let items = order.items.iter().map(|item| Line {
        what: What::Item { title: item.title(), quantity: item.quantity },
        rate_bp: Some(item.tax_rate_bp),
        total: item.unit_price.times(item.quantity),
    });
    let shipping = Line { what: What::Shipping, rate_bp: Some(SHIPPING_TAX_BP), total: order.shipping };
    items.chain((order.shipping > Cents::ZERO).then_some(shipping)).collect()
}

fn taxed(lines: &[Line]) -> Vec<Share> {
    breakdown::of_lines(lines.iter().filter_map(|line| Some((line.rate_bp?, line.total))))
}

/// `None` where the agency has it already, for a restore had lost it.
fn issue(tx: &Tx<'_>, order: &Order, draft: Draft, maker: &Maker<'_>) -> db::Result<Option<Invoice>> {
    let Maker { invoicing, seller, now } = *maker;
    let kind = draft.kind();
    let Draft { buyer, refund_id, corrects, replaces, sold_at, lines, shares, is_trial } = draft;
    // Full and simplified ones, and what corrects either, are numbered apart (RD 1619/2012, art. 7.1.a and 15.5).
    let letters = match kind {
        Kind::F1 | Kind::F3 => "F",
        Kind::F2 => "T",
        Kind::R1 => "RF",
        Kind::R5 => "R",
    };
    let series = format!("{}{letters}{}", if is_trial { "X" } else { "" }, invoicing.branch);
    let year = i64::from(now.date().year());
    let number = Number { place: sql::next_place(tx, &series, year)?, series, year };
    let total = shares.iter().map(|share| share.gross).sum();
    let tax = shares.iter().map(|share| share.tax).sum();
    let invoice = Invoice {
        number,
        kind,
        order_id: order.id.clone(),
        refund_id,
        corrects,
        replaces,
        issued_at: now,
        sold_at,
        lang: order.lang,
        seller: seller.clone(),
        buyer,
        lines,
        shares,
        total,
        tax,
        // Made of the invoice once it is there.
        record: Record::default(),
        standing: None,
        is_replaced: false,
        is_annulled: false,
        is_trial,
    };
    if let Some((invoice, fate)) = recovery::of_agency(tx, &invoice, invoicing.mode)? {
        recovery::take_back(tx, &invoice, fate, now)?;
        return Ok(None);
    }
    sql::insert(tx, &invoice)?;
    chain::append(tx, &invoice, &Says::Issued, invoicing, now)?;
    Ok(Some(invoice))
}
