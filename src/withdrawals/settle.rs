//! Cases that were dealt with elsewhere: whoever cancels an order, or gives money back at the order itself, has answered
//! what was open about it. What a return says of its units holds for the stock there too. A case whose money turns out not
//! to have gone back is open again.

use super::case;
use super::sql::case as sql;
use super::{Case, State, due, paid};
use crate::audit::Actor;
use crate::checkout::given;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;
use crate::orders::{self, Order, Status};

/// Whether anything is to be settled.
pub fn is_due(conn: &Conn) -> db::Result<bool> {
    for (case, order) in waiting(conn)? {
        if settled(conn, &case, &order)?.is_some() || !paid::back_on_sale(conn, &order)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(!unpaid(conn)?.is_empty())
}

/// Settles all there are, each as who did it at the order would have here; answers how many.
pub fn all(tx: &Tx<'_>, now: Timestamp) -> db::Result<usize> {
    let mut count = 0;
    for (case, order) in waiting(tx)? {
        paid::put_back_on_sale(tx, &order, now)?;
        if let Some(state) = settled(tx, &case, &order)? {
            if state == State::Refunded {
                due::end(tx, &case, &order, now)?;
            } else {
                sql::set_state(tx, &case.id, state, now)?;
            }
            case::write_down(tx, &Actor::System, &case.id, state.into(), None, now)?;
            count += 1;
        }
    }
    for (case, order) in unpaid(tx)? {
        reopen(tx, &case, &order, now)?;
        count += 1;
    }
    Ok(count)
}

/// Units that were not sent wait to be taken out again; what came back stays noted.
fn reopen(tx: &Tx<'_>, case: &Case, order: &Order, now: Timestamp) -> db::Result<()> {
    if case.lines.is_empty() || order.status == Status::Paid {
        sql::set_lines(tx, &case.id, &[])?;
        sql::set_state(tx, &case.id, State::Received, now)?;
    } else {
        sql::set_state(tx, &case.id, State::GoodsBack, now)?;
    }
    case::write_down(tx, &Actor::System, &case.id, case::REFUND_FAILED, None, now)
}

/// Cases that ended with their refund, which has failed since; nobody has given their money back after that.
fn unpaid(conn: &Conn) -> db::Result<Vec<(Case, Order)>> {
    let mut found = Vec::new();
    for order_id in given::failed(conn)? {
        let Some(order) = orders::find(conn, &order_id)?.filter(|order| order.status != Status::Cancelled) else {
            continue;
        };
        for case in sql::of_order(conn, &order_id)? {
            if case.state == State::Refunded && has_failed(conn, &case, &order_id)? && !is_paid(conn, &case, &order)? {
                found.push((case, order.clone()));
            }
        }
    }
    Ok(found)
}

/// Whether a refund has failed since a case was opened, though it was asked for before, and nothing else went back at the
/// order after that.
fn has_failed(conn: &Conn, case: &Case, order_id: &str) -> db::Result<bool> {
    let given = given::of(conn, order_id)?;
    let is_made_good = |failed: Timestamp| given.iter().any(|given| given.at >= failed && !paid::is_of_return(given));
    Ok(given::failures(conn, order_id, case.opened_at)?.into_iter().any(|failed| !is_made_good(failed)))
}

/// Whether a case that has ended is paid, by itself or at its order.
fn is_paid(conn: &Conn, case: &Case, order: &Order) -> db::Result<bool> {
    if is_nothing_left(order) || paid::pays_itself(conn, case, order)? {
        return Ok(true);
    }
    if case.lines.is_empty() { paid::is_named_whole(conn, case, order) } else { due::is_paid_out(conn, case, order) }
}

fn is_nothing_left(order: &Order) -> bool {
    order.paid_at.is_some() && order.money.net == Cents::ZERO
}

/// Whether goods may still come back whose money the buyer's bank took: it is for whoever gets them to end the case.
fn is_awaited_after_a_dispute(case: &Case, order: &Order) -> bool {
    let is_sent = matches!(order.status, Status::Shipped | Status::Delivered);
    case.state == State::Received && is_sent && order.money.charged_back > Cents::ZERO
}

fn waiting(conn: &Conn) -> db::Result<Vec<(Case, Order)>> {
    let mut found = Vec::new();
    for case in sql::waiting_with_order(conn)? {
        if let Some(order) = case.order_id.as_deref().map(|id| orders::find(conn, id)).transpose()?.flatten() {
            found.push((case, order));
        }
    }
    Ok(found)
}

/// What a case has come to by what became of its order.
fn settled(conn: &Conn, case: &Case, order: &Order) -> db::Result<Option<State>> {
    if order.status == Status::Cancelled {
        return Ok(Some(State::Cancelled));
    }
    let is_settled = (is_nothing_left(order) && !is_awaited_after_a_dispute(case, order))
        || due::is_paid_back(conn, case, order)?
        || paid::is_taken_out(conn, case, order)?
        // A refund that was given up is made after all.
        || paid::pays_itself(conn, case, order)?;
    Ok(is_settled.then_some(State::Refunded))
}
