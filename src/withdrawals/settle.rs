//! Cases that were dealt with elsewhere: whoever cancels an order, or gives money back at the order itself, has answered
//! what was open about it. What a return says of its units holds for the stock there too.

use super::case;
use super::sql::case as sql;
use super::{Case, State, due, paid};
use crate::audit::Actor;
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
    Ok(false)
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
    Ok(count)
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
    let is_back = order.paid_at.is_some() && order.money.net == Cents::ZERO;
    let is_settled = is_back || due::is_paid_back(conn, case, order)? || paid::is_taken_out(conn, case, order)?;
    Ok(is_settled.then_some(State::Refunded))
}
