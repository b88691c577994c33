//! Cases that were dealt with elsewhere: whoever cancels an order, or gives all of its money back, at the order itself has
//! answered what was open about it.

use super::case;
use super::sql::case as sql;
use super::{Case, State};
use crate::audit::Actor;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;
use crate::orders::{self, Order, Status};

/// Whether anything is to be settled.
pub fn is_due(conn: &Conn) -> db::Result<bool> {
    Ok(!due(conn)?.is_empty())
}

/// Settles all there are, each as who did it at the order would have here; answers how many.
pub fn all(tx: &Tx<'_>, now: Timestamp) -> db::Result<usize> {
    let due = due(tx)?;
    for (case, state) in &due {
        sql::set_state(tx, &case.id, *state, now)?;
        case::write_down(tx, &Actor::System, &case.id, (*state).into(), None, now)?;
    }
    Ok(due.len())
}

fn due(conn: &Conn) -> db::Result<Vec<(Case, State)>> {
    let mut found = Vec::new();
    for case in sql::waiting_with_order(conn)? {
        let Some(order) = case.order_id.as_deref().map(|id| orders::find(conn, id)).transpose()?.flatten() else {
            continue;
        };
        if let Some(state) = settled(conn, &case, &order)? {
            found.push((case, state));
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
    Ok((is_back || case::is_paid_back(conn, case, order)?).then_some(State::Refunded))
}
