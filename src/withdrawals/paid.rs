//! RULE: what was given back at the order for goods of a return, so that no unit is paid for twice. It is counted from the
//! refunds each time: one that failed is due again. What the buyer's bank took back meanwhile is such an amount, too.
//!
//! A refund that names units, made while a return is open, is the return's as far as it is about such units; one that names
//! none is the return's as well. Of several returns those that were settled keep what they were settled with; then the older
//! comes first, and leaves to the next what its goods do not cost.

use std::collections::BTreeMap;

use super::sql::case as sql;
use super::{Case, Line, State};
use crate::checkout::given::{self, Given};
use crate::checkout::refund;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;
use crate::orders::{self, Item, Order, Status};

/// What a return may take of the refunds.
struct Claim {
    case_id: String,
    from: Timestamp,
    until: Option<Timestamp>,
    /// Units that it is about, by line.
    wants: BTreeMap<String, i64>,
    /// What of their price is not paid; it may be overpaid.
    unpaid: Cents,
}

/// What of a refund is a return's: units of a line, or money for nothing that was named.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    case_id: String,
    refund_id: Option<String>,
    units: Option<(String, i64)>,
    amount: Cents,
}

/// What was given back at the order for the goods of a return.
#[derive(Debug, Default)]
pub(super) struct Paid {
    /// Units and their money, by line.
    lines: BTreeMap<String, (i64, Cents)>,
    /// What names no goods.
    pub(super) plain: Cents,
    /// The last refund that is such money, and how much of it.
    pub(super) last_plain: Option<(String, Cents)>,
}

impl Paid {
    /// Units of a line, and their money.
    pub(super) fn of_line(&self, item_id: &str) -> (i64, Cents) {
        self.lines.get(item_id).copied().unwrap_or((0, Cents::ZERO))
    }

    pub(super) fn total(&self) -> Cents {
        self.lines.values().map(|(_, amount)| *amount).sum::<Cents>().plus(self.plain)
    }
}

/// What was given back for what came back, or is to come back.
pub(super) fn of(conn: &Conn, case: &Case, order: &Order) -> db::Result<Paid> {
    count(conn, case, order, None)
}

/// The same for what the statement is about, whatever of it came back.
pub(super) fn of_statement(conn: &Conn, case: &Case, order: &Order) -> db::Result<Paid> {
    count(conn, case, order, Some(named(conn, case, order)?))
}

/// The same if everything that the order holds came back with this return.
pub(super) fn of_everything(conn: &Conn, case: &Case, order: &Order) -> db::Result<Paid> {
    count(conn, case, order, Some(everything(order)))
}

fn count(conn: &Conn, case: &Case, order: &Order, wants: Option<BTreeMap<String, i64>>) -> db::Result<Paid> {
    let mut claims = claims(conn, order)?;
    if let (Some(wants), Some(own)) = (wants, claims.iter_mut().find(|claim| claim.case_id == case.id)) {
        *own = own.of(wants, order, &[]);
    }
    let mut paid = Paid::default();
    for part in shared(claims, &given::of(conn, &order.id)?).into_iter().filter(|part| part.case_id == case.id) {
        match part.units {
            None => {
                paid.plain = paid.plain.plus(part.amount);
                paid.last_plain = part.refund_id.map(|id| (id, part.amount)).or(paid.last_plain);
            }
            Some((item_id, units)) => {
                let line = paid.lines.entry(item_id).or_insert((0, Cents::ZERO));
                *line = (line.0 + units, line.1.plus(part.amount));
            }
        }
    }
    Ok(paid)
}

/// Whether an order that was not sent is without all that a statement names: nothing of that is to come back.
pub(super) fn is_taken_out(conn: &Conn, case: &Case, order: &Order) -> db::Result<bool> {
    if case.state != State::Received || order.status != Status::Paid || !case.lines.is_empty() {
        return Ok(false);
    }
    is_named_whole(conn, case, order)
}

/// Whether refunds at the order name all the units that a return is about.
pub(super) fn is_named_whole(conn: &Conn, case: &Case, order: &Order) -> db::Result<bool> {
    let (wants, paid) = (wants(conn, case, order)?, of(conn, case, order)?);
    let is_paid = |(item_id, units): (&String, &i64)| paid.of_line(item_id).0 >= *units;
    Ok(paid.total() > Cents::ZERO && wants.iter().all(is_paid))
}

/// Whether a refund that the return made itself stands.
pub(super) fn pays_itself(conn: &Conn, case: &Case, order: &Order) -> db::Result<bool> {
    Ok(given::of(conn, &order.id)?.iter().any(|given| is_own(given, &case.id)))
}

/// Whether a return made a refund itself.
pub(super) fn is_of_return(given: &Given) -> bool {
    made_by(given).is_some()
}

/// Units that go back on sale otherwise than their refunds say: by refund, how many of which lines. What a return says of
/// its units is worth more than the box that was ticked, or not, where the money was given back.
pub(super) fn back_on_sale(conn: &Conn, order: &Order) -> db::Result<BTreeMap<String, Vec<(String, i64)>>> {
    let cases = sql::of_order(conn, &order.id)?;
    let given = given::of(conn, &order.id)?;
    let parts = shared(claims(conn, order)?, &given);
    let can_be_sold = |part: &Part, item_id: &str| {
        let case = cases.iter().find(|case| case.id == part.case_id)?;
        case.lines.iter().find(|line| line.item_id == item_id).map(|line| line.restock)
    };
    let mut changed = BTreeMap::new();
    for refund in &given {
        let mut lines = Vec::new();
        for line in &refund.lines {
            let (mut told, mut sold) = (0, 0);
            for part in parts.iter().filter(|part| part.refund_id == refund.refund_id) {
                if let Some((item_id, units)) = part.units.as_ref().filter(|(item_id, _)| *item_id == line.item_id)
                    && let Some(can_be_sold) = can_be_sold(part, item_id)
                {
                    told += units;
                    sold += if can_be_sold { *units } else { 0 };
                }
            }
            let wanted = sold + if line.restock { line.quantity - told } else { 0 };
            // Where a return spoke of them that does no more, the box holds again.
            if (told > 0 || line.restocked.is_some()) && wanted != line.back_on_sale() {
                lines.push((line.item_id.clone(), wanted));
            }
        }
        if let (Some(refund_id), false) = (&refund.refund_id, lines.is_empty()) {
            changed.insert(refund_id.clone(), lines);
        }
    }
    Ok(changed)
}

/// Brings the refunds of an order to what its returns say of the stock.
pub(super) fn put_back_on_sale(tx: &Tx<'_>, order: &Order, now: Timestamp) -> db::Result<()> {
    for (refund_id, units) in back_on_sale(tx, order)? {
        given::set_back_on_sale(tx, order, &refund_id, &units, now)?;
    }
    Ok(())
}

fn claims(conn: &Conn, order: &Order) -> db::Result<Vec<Claim>> {
    let mut cases = sql::of_order(conn, &order.id)?;
    cases.sort_by_key(|case| case.state != State::Refunded || case.lines.is_empty());
    cases.into_iter().map(|case| claim(conn, case, order)).collect()
}

fn claim(conn: &Conn, case: Case, order: &Order) -> db::Result<Claim> {
    let is_open = matches!(case.state, State::Received | State::GoodsBack);
    let is_end = |kind: &str| matches!(kind, "refunded" | "taken_out" | "cancelled" | "closed");
    let ended = case.events.iter().rfind(|event| is_end(&event.kind)).map_or(case.opened_at, |event| event.at);
    let wants = wants(conn, &case, order)?;
    let (from, until) = (case.opened_at, (!is_open).then_some(ended));
    let empty = Claim { case_id: case.id, from, until, wants: BTreeMap::new(), unpaid: Cents::ZERO };
    Ok(empty.of(wants, order, &case.lines))
}

impl Claim {
    /// The same for these units, less what they lost of their value.
    fn of(&self, wants: BTreeMap<String, i64>, order: &Order, lines: &[Line]) -> Self {
        let price = |item: &Item| item.unit_price.times(wants.get(&item.id).copied().unwrap_or_default());
        let lost = lines.iter().map(|line| line.loss).sum::<Cents>();
        let unpaid = Cents(order.items.iter().map(price).sum::<Cents>().0 - lost.0);
        Self { case_id: self.case_id.clone(), from: self.from, until: self.until, wants, unpaid }
    }

    fn is_open_at(&self, at: Timestamp) -> bool {
        self.from <= at && self.until.is_none_or(|until| at <= until)
    }

    fn has_paid(&mut self, lines: &[refund::Line]) {
        for line in lines {
            if let Some(wanted) = self.wants.get_mut(&line.item_id) {
                *wanted = (*wanted - line.quantity).max(0);
            }
            self.unpaid = Cents(self.unpaid.0 - line.amount.0);
        }
    }
}

/// What came back; while nobody has said, what is to come back.
fn wants(conn: &Conn, case: &Case, order: &Order) -> db::Result<BTreeMap<String, i64>> {
    if case.lines.is_empty() {
        return named(conn, case, order);
    }
    Ok(case.lines.iter().map(|line| (line.item_id.clone(), line.quantity)).collect())
}

/// What the statement names, or everything.
fn named(conn: &Conn, case: &Case, order: &Order) -> db::Result<BTreeMap<String, i64>> {
    let named = if case.is_granted {
        Vec::new()
    } else {
        super::find(conn, &case.id)?.map_or_else(Vec::new, |made| made.items)
    };
    if named.is_empty() {
        return Ok(everything(order));
    }
    let named = named.iter().map(|item| (item.variant_id.as_str(), item.quantity));
    let units = orders::by_line(&order.items, named, |item| item.quantity);
    Ok(order.items.iter().map(|item| item.id.clone()).zip(units).collect())
}

fn everything(order: &Order) -> BTreeMap<String, i64> {
    order.items.iter().map(|item| (item.id.clone(), item.quantity)).collect()
}

/// Which return each refund is for; what a return paid itself is left out, and it wants that no more. What names its goods
/// is given out first, whenever it was made: a return that is paid so takes no amount away from another.
fn shared(mut claims: Vec<Claim>, given: &[Given]) -> Vec<Part> {
    let mut others = Vec::new();
    for refund in given {
        match claims.iter_mut().find(|claim| is_own(refund, &claim.case_id)) {
            Some(claim) => claim.has_paid(&refund.lines),
            None => others.push(refund),
        }
    }
    let mut parts = named_parts(&mut claims, &others);
    parts.extend(plain_parts(&mut claims, &others));
    parts
}

fn named_parts(claims: &mut [Claim], given: &[&Given]) -> Vec<Part> {
    let mut parts = Vec::new();
    for refund in given {
        for line in &refund.lines {
            let mut rest = line.quantity;
            for claim in claims.iter_mut().filter(|claim| claim.is_open_at(refund.at)) {
                let Some(wanted) = claim.wants.get_mut(&line.item_id) else { continue };
                let units = rest.min(*wanted);
                if units > 0 {
                    let amount = Cents(line.amount.0 * units / line.quantity);
                    (*wanted, rest) = (*wanted - units, rest - units);
                    claim.unpaid = Cents(claim.unpaid.0 - amount.0);
                    parts.push(Part {
                        case_id: claim.case_id.clone(),
                        refund_id: refund.refund_id.clone(),
                        units: Some((line.item_id.clone(), units)),
                        amount,
                    });
                }
            }
        }
    }
    parts
}

fn plain_parts(claims: &mut [Claim], given: &[&Given]) -> Vec<Part> {
    let mut parts = Vec::new();
    for refund in given {
        let mut plain = refund.plain;
        let mut open = claims.iter_mut().filter(|claim| claim.is_open_at(refund.at)).peekable();
        while let Some(claim) = open.next() {
            // What is beyond all goods is the last one's: it may be for their delivery.
            let amount = if open.peek().is_some() { claim.unpaid.clamp(Cents::ZERO, plain) } else { plain };
            if amount > Cents::ZERO {
                plain = Cents(plain.0 - amount.0);
                claim.unpaid = Cents(claim.unpaid.0 - amount.0);
                let (case_id, refund_id) = (claim.case_id.clone(), refund.refund_id.clone());
                parts.push(Part { case_id, refund_id, units: None, amount });
            }
        }
    }
    parts
}

/// The key of a refund that a return makes.
pub(super) fn key(act: &str, case_id: &str, typed: Option<&str>) -> String {
    typed.map_or_else(|| format!("{act} {case_id}"), |typed| format!("{act} {case_id} {typed}"))
}

pub(super) const RETURNED: &str = "returned";
pub(super) const TAKEN_OUT: &str = "taken out";

fn is_own(given: &Given, case_id: &str) -> bool {
    made_by(given).is_some_and(|case| case.starts_with(case_id))
}

/// The return that made a refund: its id, and what was typed with it.
fn made_by(given: &Given) -> Option<&str> {
    let key = given.key.as_deref()?;
    [RETURNED, TAKEN_OUT].into_iter().find_map(|act| key.strip_prefix(act)?.strip_prefix(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::refund::Line;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    fn claim(id: &str, from: i64, until: Option<i64>, units: i64) -> Claim {
        let wants = BTreeMap::from([(String::from("drill"), units)]);
        Claim { case_id: id.to_owned(), from: at(from), until: until.map(at), wants, unpaid: Cents(units * 100) }
    }

    fn given(id: &str, seconds: i64, units: i64, plain: i64) -> Given {
        let line = Line {
            item_id: String::from("drill"),
            quantity: units,
            amount: Cents(units * 100),
            restock: false,
            restocked: None,
        };
        let lines = if units > 0 { vec![line] } else { Vec::new() };
        Given { refund_id: Some(id.to_owned()), key: None, at: at(seconds), lines, plain: Cents(plain) }
    }

    /// Of each return its units and its money.
    fn shares(claims: Vec<Claim>, given: &[Given]) -> Vec<(String, i64, i64)> {
        let parts = shared(claims, given).into_iter();
        parts.map(|part| (part.case_id, part.units.map_or(0, |(_, units)| units), part.amount.0)).collect()
    }

    fn part(id: &str, units: i64, cents: i64) -> (String, i64, i64) {
        (id.to_owned(), units, cents)
    }

    #[test]
    fn a_refund_is_of_the_return_that_is_open_and_of_no_more_units_than_it_is_about() {
        assert_eq!(shares(vec![claim("a", 10, None, 1)], &[given("r", 5, 1, 0)]), [], "before it was opened");
        assert_eq!(shares(vec![claim("a", 10, Some(20), 1)], &[given("r", 25, 1, 0)]), [], "after its end");
        assert_eq!(shares(vec![claim("a", 10, None, 1)], &[given("r", 15, 3, 0)]), [part("a", 1, 100)]);
        let twice = [given("r", 15, 1, 0), given("s", 16, 1, 0)];
        assert_eq!(shares(vec![claim("a", 10, None, 1)], &twice), [part("a", 1, 100)]);
        assert_eq!(shares(vec![claim("a", 10, None, 2)], &twice), [part("a", 1, 100), part("a", 1, 100)]);
    }

    #[test]
    fn of_two_returns_the_older_is_paid_first_and_each_unit_once() {
        let open = || vec![claim("a", 10, None, 1), claim("b", 12, None, 1)];
        assert_eq!(shares(open(), &[given("r", 15, 1, 0)]), [part("a", 1, 100)]);
        assert_eq!(shares(open(), &[given("r", 15, 2, 0)]), [part("a", 1, 100), part("b", 1, 100)]);
        assert_eq!(shares(open(), &[given("r", 15, 0, 70)]), [part("a", 0, 70)], "an amount alone");
        assert_eq!(shares(open(), &[given("r", 15, 0, 205)]), [part("a", 0, 100), part("b", 0, 105)], "for both");
        let in_steps = [given("r", 15, 0, 60), given("s", 16, 0, 140)];
        assert_eq!(shares(open(), &in_steps), [part("a", 0, 60), part("a", 0, 40), part("b", 0, 100)]);
        let named = [given("r", 15, 1, 0), given("s", 16, 0, 100)];
        assert_eq!(shares(open(), &named), [part("a", 1, 100), part("b", 0, 100)], "what is paid needs no amount");
        let ended = vec![claim("a", 10, Some(20), 1), claim("b", 12, None, 1)];
        assert_eq!(shares(ended, &[given("r", 15, 1, 100)]), [part("a", 1, 100), part("b", 0, 100)], "named since");
    }

    #[test]
    fn what_one_return_was_paid_is_no_less_after_a_younger_one_is_settled() {
        // The one that was settled stands first.
        let claims = || vec![claim("b", 12, Some(30), 1), claim("a", 10, None, 1)];
        let own = Given { key: Some(key(RETURNED, "b", None)), ..given("own", 30, 1, 0) };
        assert_eq!(shares(claims(), &[given("r", 15, 0, 100), own.clone()]), [part("a", 0, 100)]);
        assert_eq!(shares(claims(), &[given("r", 15, 1, 0), own]), [part("a", 1, 100)]);
        let named_later = [given("r", 15, 0, 100), given("s", 16, 1, 0)];
        assert_eq!(shares(claims(), &named_later), [part("b", 1, 100), part("a", 0, 100)]);
    }

    #[test]
    fn what_a_return_paid_itself_is_not_counted_again() {
        let own = Given { key: Some(key(RETURNED, "a", Some("x"))), ..given("r", 15, 1, 0) };
        assert_eq!(shares(vec![claim("a", 10, None, 1), claim("b", 10, None, 1)], &[own]), []);
    }
}
