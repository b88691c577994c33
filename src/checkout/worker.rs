//! What happens by itself: unpaid orders end and are reminded of, forgotten payments are found, refunds are made.
//!
//! Every tick can be called at any time, twice or not at all; what is due is in the database.

use super::payment::{apply, close, give_up, look_up, open_pages};
use super::{Error, refund, reminder, search, sql};
use crate::app::App;
use crate::db::{Conn, Tx};
use crate::orders::{self, Attention, Reason};
use crate::payments::{self, Provider, RefundState, SessionState};

/// A payment page this old, in seconds, may have been paid without our hearing of it.
pub const QUIET_SECONDS: i64 = 3 * 60;

/// So long after a payment page ended, in seconds, its provider should have said how.
const UNKNOWN_SECONDS: i64 = 6 * 60 * 60;

/// A refund this old, in seconds, should have been made: the buyer was promised it.
const UNRETURNED_SECONDS: i64 = 24 * 60 * 60;

/// Answers a provider may owe in a row before it is asked nothing more: one may be missing for a reason of its own.
const MAX_UNANSWERED: usize = 2;

/// Who has not answered in a round, as often as it was asked last. A provider that hangs must not keep what has nothing
/// to do with it waiting, each time for as long as an answer may take.
#[derive(Default)]
pub(super) struct CircuitBreaker(Vec<Provider>);

impl CircuitBreaker {
    /// What a provider answers; `None` when it has been silent and is not asked.
    pub(super) async fn ask<T>(
        &mut self,
        provider: Provider,
        asked: impl Future<Output = Result<T, payments::Error>>,
    ) -> Option<Result<T, payments::Error>> {
        if self.is_open(provider) {
            return None;
        }
        let answer = asked.await;
        if matches!(answer, Err(payments::Error::Unavailable(_))) {
            self.0.push(provider);
        } else {
            self.0.retain(|silent| *silent != provider);
        }
        Some(answer)
    }

    fn is_open(&self, provider: Provider) -> bool {
        self.0.iter().filter(|silent| **silent == provider).count() >= MAX_UNANSWERED
    }
}

/// Ends unpaid orders and reminds of others, closes payment pages, makes refunds and searches for forgotten payments; the
/// error is the first of what was interrupted.
pub async fn tick(app: &App) -> Result<(), Error> {
    let rounds = [
        report("ending unpaid orders", expire_due(app).await),
        report("reminding of unpaid orders", reminder::round(app).await),
        report("closing payment pages", close_unwanted(app).await),
        report("making refunds", refund_due(app).await),
        report("searching for forgotten payments", search::round(app).await),
    ];
    rounds.into_iter().collect()
}

/// Asks about payments as [`reconcile`] does, and calls for a person where nobody knows.
pub async fn reconcile_and_report(app: &App, age_seconds: i64) -> Result<(), Error> {
    let rounds = [
        report("reconciling payments", reconcile(app, age_seconds).await),
        report("calling for a person", report_unknown(app).await),
    ];
    rounds.into_iter().collect()
}

/// The others must not wait for one that was interrupted.
fn report(what: &str, result: Result<usize, Error>) -> Result<(), Error> {
    let done = result?;
    if done > 0 {
        tracing::info!(done, "{what}");
    }
    Ok(())
}

/// Ends pending orders whose time is over, after asking the provider; how many. One whose provider cannot be reached
/// waits for the next round.
pub async fn expire_due(app: &App) -> Result<usize, Error> {
    let now = app.clock.now();
    let (mut ended, mut breaker) = (0, CircuitBreaker::default());
    let due = move |conn: &Conn| {
        // A payment of theirs may stand on a list that is not read yet.
        let searched = sql::unread_since(conn)?;
        orders::overdue(conn, now, searched)
    };
    for order_id in app.db.read(due).await? {
        match end_overdue(app, &order_id, &mut breaker).await {
            Ok(true) => ended += 1,
            Ok(false) | Err(Error::PaymentUnavailable) => {}
            // The others must not wait for it.
            Err(error) => tracing::error!(%error, order_id, "an unpaid order could not be ended"),
        }
    }
    Ok(ended)
}

async fn end_overdue(app: &App, order_id: &str, breaker: &mut CircuitBreaker) -> Result<bool, Error> {
    for attempt in open_pages(app, order_id).await? {
        let Some(state) = breaker.ask(attempt.provider, close(app, &attempt)).await else { return Ok(false) };
        apply(app, state?).await?;
    }
    give_up(app, order_id, Reason::Expired).await
}

/// Closes the open payment pages of orders that the owner cancelled; how many have ended.
pub async fn close_unwanted(app: &App) -> Result<usize, Error> {
    let open = app.db.read(sql::open_unwanted).await?;
    let (mut closed, mut breaker) = (0, CircuitBreaker::default());
    for attempt in open {
        let Some(state) = breaker.ask(attempt.provider, close(app, &attempt)).await else { continue };
        match apply_answer(app, state).await {
            Ok(has_ended) => closed += usize::from(has_ended),
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
    let (mut asked, mut breaker) = (0, CircuitBreaker::default());
    for (attempt, wanted) in open {
        let state = async { if wanted { look_up(app, &attempt).await } else { close(app, &attempt).await } };
        let Some(state) = breaker.ask(attempt.provider, state).await else { continue };
        asked += 1;
        if let Err(error) = apply_answer(app, state).await {
            tracing::error!(%error, attempt_id = attempt.id, "a payment could not be asked about");
        }
    }
    Ok(asked)
}

/// Calls for a person where a provider has not said for hours how a payment page ended, as it never will once its
/// account is another: the order holds its stock until the owner cancels it. So it does where a refund has not been made
/// for a day, however often it was asked for. How many; each once.
pub async fn report_unknown(app: &App) -> Result<usize, Error> {
    let now = app.clock.now();
    let call = move |tx: &Tx<'_>| {
        let mut called = 0;
        for order_id in sql::unknown_since(tx, now.plus_seconds(-UNKNOWN_SECONDS))? {
            called += usize::from(orders::call_attention_once(tx, &order_id, Attention::PaymentUnknown, now)?);
        }
        for order_id in sql::unreturned_since(tx, now.plus_seconds(-UNRETURNED_SECONDS))? {
            called += usize::from(orders::call_attention_once(tx, &order_id, Attention::RefundFailed, now)?);
        }
        Ok::<_, Error>(called)
    };
    app.db.write(call).await
}

/// Whether an attempt has ended. One whose provider does not say waits for the next round.
async fn apply_answer(app: &App, answer: Result<SessionState, payments::Error>) -> Result<bool, Error> {
    match answer.map_err(Error::from) {
        Ok(state) => apply(app, state).await,
        Err(_) => Ok(false),
    }
}

/// Makes the refunds that are due, and asks how those stand that the provider has not settled; how many were dealt with.
/// The refund's id is the provider's idempotency key, and a try is counted before it is made, so that one whose answer
/// was lost is not made twice.
pub async fn refund_due(app: &App) -> Result<usize, Error> {
    let now = app.clock.now();
    let (mut made, mut breaker) = (0, CircuitBreaker::default());
    for refund in app.db.read(move |conn| sql::due_refunds(conn, now)).await? {
        if breaker.is_open(refund.provider) {
            continue;
        }
        let id = refund.id.clone();
        app.db.write(move |tx| sql::count_refund_try(tx, &id, now)).await?;
        let (provider, order) = (refund.provider, refund.order());
        let answer = async {
            let gateway = app.payments.of(provider)?;
            if refund.is_sent { gateway.look_up_refund(&order).await } else { gateway.refund(&order).await }
        };
        let Some(answer) = breaker.ask(provider, answer).await else { continue };
        made += usize::from(matches!(answer, Ok(RefundState::Done)));
        app.db.write(move |tx| refund::apply_answer(tx, &refund, answer, now)).await?;
    }
    if made > 0 {
        app.wakeups.outbox.notify_one();
    }
    Ok(made)
}
