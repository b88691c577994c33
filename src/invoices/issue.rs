//! How what is due becomes an invoice: number, face and record in one transaction.

use super::breakdown::{self, Share};
use super::record::{self, Hashed};
use super::sql::{self, Due, Event};
use super::{Invoice, Kind, Line, MoneyBack, Number, Record, Seller, What, day};
use crate::cart::pricing::SHIPPING_TAX_BP;
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::money::Cents;
use crate::orders::{self, Order};
use crate::settings::Settings;

/// Of what waited so much is issued at a time, so that nobody else waits for long.
const AT_ONCE: i64 = 50;

/// Issues what is due, the oldest first, as far as the seller is known; how many.
pub fn issue_due(tx: &Tx<'_>, now: Timestamp) -> db::Result<usize> {
    let due = sql::due(tx, AT_ONCE)?;
    if due.is_empty() {
        return Ok(0);
    }
    let Some(seller) = Seller::of(&Settings::load(tx)?) else { return Ok(0) };
    for due in &due {
        if let Some(order) = orders::find(tx, &due.order_id)?
            && let Some(draft) = Draft::of(tx, &order, due)?
        {
            issue(tx, &order, draft, &seller, due.at, now)?;
        }
        sql::end_due(tx, due.id)?;
    }
    Ok(due.len())
}

/// What an invoice says but for who sells, when and under which number.
struct Draft {
    kind: Kind,
    refund_id: Option<String>,
    corrects: Option<String>,
    replaces: Option<String>,
    lines: Vec<Line>,
    shares: Vec<Share>,
}

impl Draft {
    /// `None` where nothing is left to be said.
    fn of(tx: &Tx<'_>, order: &Order, due: &Due) -> db::Result<Option<Self>> {
        let standing: Vec<Invoice> =
            sql::of_order(tx, &order.id)?.into_iter().filter(|invoice| !invoice.is_replaced).collect();
        let first = standing.iter().find(|invoice| invoice.corrects.is_none());
        Ok(match (&due.event, first) {
            (Event::Sale, None) => Some(Self::sale(order, sql::buyer_of(tx, &order.id)?.is_some())),
            (Event::Refund(back), Some(first)) => Self::refund(order, &standing, first, back),
            (Event::RefundUndone(back), Some(first)) => Self::undone(&standing, first, back),
            (Event::Full, Some(first)) if first.buyer.is_none() => Self::full(order, &standing, first),
            _ => None,
        })
    }

    fn sale(order: &Order, has_buyer: bool) -> Self {
        let kind = if has_buyer { Kind::F1 } else { Kind::F2 };
        let lines = sold_lines(order);
        Self { kind, refund_id: None, corrects: None, replaces: None, shares: taxed(&lines), lines }
    }

    fn refund(order: &Order, standing: &[Invoice], first: &Invoice, back: &MoneyBack) -> Option<Self> {
        let corrected = standing.iter().filter(|invoice| invoice.corrects.is_some());
        let corrected = breakdown::sum(corrected.flat_map(|invoice| invoice.shares.clone()));
        let mut lines: Vec<Line> = Vec::new();
        for (item_id, quantity, total) in &back.items {
            if let Some(item) = order.items.iter().find(|item| item.id == *item_id) {
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
        let rest =
            shares.iter().map(|share| share.gross).sum::<Cents>().0 - lines.iter().map(|l| l.total.0).sum::<i64>();
        if rest != 0 {
            lines.push(Line { what: What::Amount, rate_bp: None, total: Cents(rest) });
        }
        (!shares.is_empty()).then(|| Self::correction(first, &back.refund_id, lines, shares))
    }

    fn undone(standing: &[Invoice], first: &Invoice, back: &MoneyBack) -> Option<Self> {
        let of_refund = standing.iter().filter(|invoice| invoice.refund_id.as_ref() == Some(&back.refund_id));
        let of_refund: Vec<&Invoice> = of_refund.collect();
        let shares = breakdown::sum(of_refund.iter().flat_map(|invoice| breakdown::reversed(&invoice.shares)));
        let shares: Vec<Share> = shares.into_iter().filter(|share| share.gross != Cents::ZERO).collect();
        let last = of_refund.last()?;
        let line = |line: &Line| Line { total: Cents(-line.total.0), ..line.clone() };
        let lines = last.lines.iter().map(line).collect();
        (!shares.is_empty()).then(|| Self::correction(first, &back.refund_id, lines, shares))
    }

    fn correction(first: &Invoice, refund_id: &str, lines: Vec<Line>, shares: Vec<Share>) -> Self {
        let kind = if first.buyer.is_some() { Kind::R1 } else { Kind::R5 };
        let (refund_id, corrects) = (Some(refund_id.to_owned()), Some(first.number.to_string()));
        Self { kind, refund_id, corrects, replaces: None, lines, shares }
    }

    /// What is left of a simplified invoice and of all that corrects it.
    fn full(order: &Order, standing: &[Invoice], first: &Invoice) -> Option<Self> {
        let shares = breakdown::sum(standing.iter().flat_map(|invoice| invoice.shares.clone()));
        let shares: Vec<Share> = shares.into_iter().filter(|share| share.gross > Cents::ZERO).collect();
        let back =
            standing.iter().filter(|invoice| invoice.corrects.is_some()).flat_map(|invoice| invoice.lines.clone());
        let lines = sold_lines(order).into_iter().chain(back).collect();
        let replaces = Some(first.number.to_string());
        (!shares.is_empty()).then_some(Self {
            kind: Kind::F3,
            refund_id: None,
            corrects: None,
            replaces,
            lines,
            shares,
        })
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

fn issue(
    tx: &Tx<'_>,
    order: &Order,
    draft: Draft,
    seller: &Seller,
    sold_at: Timestamp,
    now: Timestamp,
) -> db::Result<()> {
    let Draft { kind, refund_id, corrects, replaces, lines, shares } = draft;
    let letter = match kind {
        Kind::F1 | Kind::F3 => "F",
        Kind::F2 => "T",
        Kind::R1 | Kind::R5 => "R",
    };
    let series = format!("{letter}{}", sql::branch(tx)?);
    let year = i64::from(now.date().year());
    let number = Number { place: sql::next_place(tx, &series, year)?, series, year };
    let total = shares.iter().map(|share| share.gross).sum();
    let tax = shares.iter().map(|share| share.tax).sum();
    let buyer = if matches!(kind, Kind::F2 | Kind::R5) { None } else { sql::buyer_of(tx, &order.id)? };
    let (generated_at, previous_hash) = (now.to_offset(), sql::last_hash(tx)?);
    let hashed = Hashed {
        issuer: &seller.nif,
        number: &number.to_string(),
        date: &day(now),
        kind: kind.into_str(),
        tax,
        total,
        previous: previous_hash.as_deref(),
        generated_at: &generated_at,
    };
    let hashed = hashed.text();
    let record = Record { generated_at, previous_hash, hash: record::hash(&hashed), hashed };
    let (order_id, lang, seller) = (order.id.clone(), order.lang, seller.clone());
    let invoice = Invoice {
        number,
        kind,
        order_id,
        refund_id,
        corrects,
        replaces,
        issued_at: now,
        sold_at,
        lang,
        seller,
        buyer,
        lines,
        shares,
        total,
        tax,
        record,
        is_replaced: false,
    };
    sql::insert(tx, &invoice)
}
