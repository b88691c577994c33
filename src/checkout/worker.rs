//! What happens by itself: unpaid orders end, forgotten payments are found, refunds are made.
//!
//! Every tick can be called at any time, twice or not at all; what is due is in the database.

use std::time::Duration;

use super::payment::{ask, end_at_provider, end_unpaid};
use super::{Error, refund, sql};
use crate::app::{App, Shared};
use crate::orders::{self, Reason};
use crate::payments::RefundState;

/// How often to look for work when no bell rings.
const ROUND: Duration = Duration::from_secs(15);

/// How often to ask the provider about payments that were not notified.
const RECONCILE_EVERY: Duration = Duration::from_secs(5 * 60);

/// A payment page this old, in seconds, may have been paid without our hearing of it.
const QUIET_SECONDS: i64 = 3 * 60;

/// Rounds for ever; may be dropped at any moment.
pub async fn work(app: Shared) {
    report("reconciling payments", reconcile(&app, 0).await);
    let mut reconciled = tokio::time::Instant::now();
    loop {
        report("ending unpaid orders", expire_due(&app).await);
        report("closing payment pages", close_unwanted(&app).await);
        report("making refunds", refund_due(&app).await);
        if reconciled.elapsed() >= RECONCILE_EVERY {
            report("reconciling payments", reconcile(&app, QUIET_SECONDS).await);
            reconciled = tokio::time::Instant::now();
        }
        tokio::select! {
            () = app.bells.payments.notified() => {}
            () = tokio::time::sleep(ROUND) => {}
        }
    }
}

fn report(what: &str, result: Result<usize, Error>) {
    match result {
        Ok(0) => {}
        Ok(done) => tracing::info!(done, "{what}"),
        Err(error) => tracing::warn!(%error, "{what} was interrupted"),
    }
}

/// Ends pending orders whose time is over, after asking the provider; how many. One whose provider cannot be reached
/// waits for the next round.
pub async fn expire_due(app: &App) -> Result<usize, Error> {
    let now = app.clock.now();
    let mut ended = 0;
    for order_id in app.db.read(move |conn| orders::overdue(conn, now)).await? {
        match end_unpaid(app, &order_id, Reason::Expired).await {
            Ok(true) => ended += 1,
            Ok(false) | Err(Error::PaymentUnavailable) => {}
            // The others must not wait for it.
            Err(error) => tracing::error!(%error, order_id, "an unpaid order could not be ended"),
        }
    }
    Ok(ended)
}

/// Closes the open payment pages of orders that the owner cancelled; how many.
pub async fn close_unwanted(app: &App) -> Result<usize, Error> {
    let open = app.db.read(sql::open_unwanted).await?;
    let mut closed = 0;
    for attempt in open {
        match end_at_provider(app, &attempt).await {
            Ok(()) => closed += 1,
            Err(Error::PaymentUnavailable) => {}
            Err(error) => tracing::error!(%error, attempt_id = attempt.id, "a payment page could not be closed"),
        }
    }
    Ok(closed)
}

/// Asks the provider about every open payment page older than `age_seconds`, and closes those of orders that want no
/// payment any more; how many were asked about.
pub async fn reconcile(app: &App, age_seconds: i64) -> Result<usize, Error> {
    let before = app.clock.now().plus_seconds(-age_seconds);
    let open = app.db.read(move |conn| sql::open_before(conn, before)).await?;
    let asked = open.len();
    for (attempt, wanted) in open {
        let result = if wanted { ask(app, &attempt).await } else { end_at_provider(app, &attempt).await };
        match result {
            Ok(()) | Err(Error::PaymentUnavailable) => {}
            Err(error) => tracing::error!(%error, attempt_id = attempt.id, "a payment could not be asked about"),
        }
    }
    Ok(asked)
}

/// Makes the refunds that are due, and asks how those stand that the provider has not settled; how many were dealt with.
/// The refund's id is the provider's idempotency key, and a try is counted before it is made, so that one whose answer
/// was lost is not made twice.
pub async fn refund_due(app: &App) -> Result<usize, Error> {
    let now = app.clock.now();
    let mut made = 0;
    for refund in app.db.read(move |conn| sql::due_refunds(conn, now)).await? {
        let id = refund.id.clone();
        app.db.write(move |tx| sql::count_refund_try(tx, &id, now)).await?;
        let (provider, order) = (refund.provider, refund.order());
        let answer = if refund.is_sent {
            provider.look_up_refund(app, &order).await
        } else {
            provider.refund(app, &order).await
        };
        made += usize::from(matches!(answer, Ok(RefundState::Done)));
        app.db.write(move |tx| refund::settle(tx, &refund, answer, now)).await?;
    }
    if made > 0 {
        app.bells.outbox.notify_one();
    }
    Ok(made)
}
