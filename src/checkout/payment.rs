//! How an order is paid: a page is opened at the provider, offered again to a buyer who comes back, and closed when the
//! order wants no payment any more. What the provider says of it is applied by [`super::fact`].
//!
//! The network is never called inside a transaction.

use std::collections::BTreeMap;

use serde_json::json;
use url::form_urlencoded;

use super::attempt::{Attempt, State};
use super::fact::{Outcome, apply_event};
use super::{Error, recall, sql};
use crate::app::App;
use crate::catalogue::stock;
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::id;
use crate::invoices;
use crate::money::CURRENCY;
use crate::orders::{self, Asker, Order, Reason, Status};
use crate::payments::{self, Means, NewSession, Provider, SessionState};

/// How long a payment page takes the payment, in seconds: real providers offer 30 minutes at least, and one more
/// allows for clocks that differ.
pub const PAGE_SECONDS: i64 = 31 * 60;

/// A page with less time than this left, in seconds, is replaced rather than offered again.
const WORTH_OFFERING_SECONDS: i64 = 120;

/// How long an order holds its stock after its last page, in seconds: clocks differ and notifications are late.
const GRACE_SECONDS: i64 = 10 * 60;

/// How long an order holds its stock altogether, in seconds, however often its buyer opens a page.
const MAX_HOLD_SECONDS: i64 = 2 * 60 * 60;

/// Pages of an order that can be open at a time, where the provider closes none.
const MAX_OPEN: usize = 5;

/// After this long, in seconds, an attempt whose page was never opened is given up: its buyer never saw an address.
const OPENING_SECONDS: i64 = 60;

/// The event of an order whose buyer was offered an open payment page again.
pub(super) const RESUMED: &str = "payment_resumed";

/// Where the buyer comes back to; both are addresses of this site.
#[derive(Debug, Clone)]
pub struct ReturnPages {
    /// After paying.
    pub success_url: String,
    /// After not paying.
    pub cancel_url: String,
}

/// What to do about the attempts an order has.
pub(super) enum Next {
    /// This page is open and has time left.
    Offer { provider_ref: String, url: String },
    /// This one must end first.
    End(Attempt),
    /// Open the page of this one.
    Open(Attempt, Box<Order>),
}

/// Which page a buyer asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Page {
    pub(super) provider: Provider,
    /// For Bizum and nothing else.
    pub(super) is_bizum: bool,
}

/// Opens a payment page for the caller's own pending order, or finds the one that is open; its address. One of another
/// kind that is open ends first. Where the provider has no Bizum, its usual page is opened. The provider failing leaves
/// the order pending.
pub async fn start(
    app: &App,
    who: &Asker,
    order_id: &str,
    wants_bizum: bool,
    pages: ReturnPages,
) -> Result<String, Error> {
    let provider = app.payments.configured();
    let page =
        Page { provider, is_bizum: wants_bizum && app.payments.of(provider)?.means().await.contains(&Means::Bizum) };
    let mut asked = Vec::new();
    // One old page to end at most, where the provider closes pages; the rest is for a race with another start.
    for _ in 0..=MAX_OPEN {
        let (who, id, now) = (who.clone(), order_id.to_owned(), app.clock.now());
        let known = asked.clone();
        match app.db.write(move |tx| next(tx, &who, &id, page, &known, now)).await? {
            Next::Offer { provider_ref, url } => return Ok(to_append_to(app, order_id, &provider_ref, url)),
            Next::End(attempt) => {
                // Two payments are noticed.
                end_if_it_can_be(app, &attempt).await?;
                asked.push(attempt.id);
            }
            Next::Open(attempt, order) => return open_page(app, attempt, &order, pages).await,
        }
    }
    Err(Error::PaymentUnavailable)
}

/// `asked` are attempts that may stay open beside the next, if their provider does not close pages.
pub(super) fn next(
    tx: &Tx<'_>,
    who: &Asker,
    order_id: &str,
    page: Page,
    asked: &[String],
    now: Timestamp,
) -> Result<Next, Error> {
    let order = orders::find_own(tx, who, order_id)?.ok_or(Error::NotFound)?;
    if !order.is_payable(now) {
        return Err(Error::NotPayable);
    }
    for attempt in sql::live_of(tx, order_id)? {
        let is_same = attempt.provider == page.provider && attempt.is_bizum == page.is_bizum;
        let fresh = is_same && now.plus_seconds(WORTH_OFFERING_SECONDS) < attempt.expires_at;
        let opened = attempt.provider_ref.clone().zip(attempt.url.clone());
        match (opened, attempt.state) {
            (Some((provider_ref, url)), State::Open) if fresh && page.provider.closes() => {
                orders::record(tx, order_id, RESUMED, &json!({}), now)?;
                return Ok(Next::Offer { provider_ref, url });
            }
            (_, State::Open) if !attempt.provider.closes() && asked.contains(&attempt.id) => {}
            (_, State::Open) => return Ok(Next::End(attempt)),
            // Another request is opening it: the provider gives both the same session.
            _ if fresh && now < attempt.created_at.plus_seconds(OPENING_SECONDS) => {
                return Ok(Next::Open(attempt, Box::new(order)));
            }
            _ => {
                sql::set_ended(tx, &attempt.id, State::Failed)?;
            }
        }
    }
    Ok(Next::Open(new_attempt(tx, &order, page, now)?, Box::new(order)))
}

fn new_attempt(tx: &Tx<'_>, order: &Order, page: Page, now: Timestamp) -> db::Result<Attempt> {
    let attempt = Attempt {
        id: id::new(),
        order_id: order.id.clone(),
        provider: page.provider,
        provider_ref: None,
        amount: order.total,
        currency: CURRENCY.to_owned(),
        state: State::Created,
        url: None,
        is_bizum: page.is_bizum,
        created_at: now,
        expires_at: now.plus_seconds(PAGE_SECONDS),
    };
    sql::insert_attempt(tx, &attempt)?;
    let longest = order.created_at.plus_seconds(MAX_HOLD_SECONDS);
    orders::hold_until(tx, &order.id, attempt.expires_at.plus_seconds(GRACE_SECONDS).min(longest))?;
    orders::record(tx, &order.id, "payment_started", &json!({ "attempt": attempt.id }), now)?;
    Ok(attempt)
}

async fn open_page(app: &App, attempt: Attempt, order: &Order, pages: ReturnPages) -> Result<String, Error> {
    let order_id = order.id.clone();
    let buyer = app.db.read(move |conn| invoices::named_buyer(conn, &order_id)).await?;
    let session = NewSession {
        reference: attempt.id.clone(),
        amount: attempt.amount,
        currency: CURRENCY,
        description: order.number.to_string(),
        email: order.email.clone(),
        order_copy: recall::copy_of(order, buyer),
        lang: order.lang,
        success_url: pages.success_url,
        cancel_url: pages.cancel_url,
        is_bizum: attempt.is_bizum,
        created_at: attempt.created_at,
        expires_at: attempt.expires_at,
    };
    let started = app.payments.of(attempt.provider)?.start(session).await?;
    let (attempt_id, order_id, opened) = (attempt.id.clone(), order.id.clone(), started.clone());
    let live = app
        .db
        .write(move |tx| {
            sql::set_open(tx, &attempt_id, &opened.provider_ref, &opened.url)?;
            let live = sql::live_of(tx, &order_id)?;
            Ok::<_, Error>(live.into_iter().find(|a| a.id == attempt_id && a.state == State::Open))
        })
        .await?;
    let Some(live) = live else {
        // The order was cancelled while the page was being opened: nobody may pay it.
        app.payments.of(attempt.provider)?.expire(&started.provider_ref).await?;
        return Err(Error::NotPayable);
    };
    // Another request may have opened a page before, one that comes back to another address; of this one nobody hears.
    let provider_ref = live.provider_ref.unwrap_or(started.provider_ref);
    Ok(to_append_to(app, &order.id, &provider_ref, live.url.unwrap_or(started.url)))
}

/// The address of a payment page as a client gets it: some append parameters to it, so it ends in a query. Where the
/// provider's own does not, ours leads there.
fn to_append_to(app: &App, order_id: &str, provider_ref: &str, url: String) -> String {
    if url.contains('?') && !url.contains('#') {
        return url;
    }
    let session: String = form_urlencoded::byte_serialize(provider_ref.as_bytes()).collect();
    app.config.base_url.link(&format!("/pay/{session}?order={}", id::short(order_id)))
}

/// Where a session is paid; its order's page when it is over, and the reader's account when there is no such session.
pub async fn page_of(app: &App, session_id: &str) -> Result<String, Error> {
    let session_id = session_id.to_owned();
    let attempt = app.db.read(move |conn| sql::find_by_session(conn, &session_id)).await?;
    let base = &app.config.base_url;
    Ok(match attempt {
        Some(Attempt { url: Some(url), state: State::Open, .. }) => url,
        Some(attempt) => base.link(&format!("/order/{}", attempt.order_id)),
        None => base.link("/account"),
    })
}

/// Closes an attempt's page, if the provider closes pages; how it stands then.
pub(super) async fn close(app: &App, attempt: &Attempt) -> Result<SessionState, payments::Error> {
    match &attempt.provider_ref {
        Some(provider_ref) => app.payments.of(attempt.provider)?.expire(provider_ref).await,
        None => Ok(SessionState::Open),
    }
}

/// Asks the provider how an attempt stands.
pub(super) async fn look_up(app: &App, attempt: &Attempt) -> Result<SessionState, payments::Error> {
    match &attempt.provider_ref {
        Some(provider_ref) => app.payments.of(attempt.provider)?.look_up(provider_ref).await,
        None => Ok(SessionState::Open),
    }
}

/// Applies what a provider said of an attempt; whether that has ended by it.
pub(super) async fn apply(app: &App, state: SessionState) -> Result<bool, Error> {
    let SessionState::Ended(fact) = state else { return Ok(false) };
    Ok(!matches!(apply_event(app, *fact).await?, Outcome::Differs | Outcome::Repeated))
}

async fn end_at_provider(app: &App, attempt: &Attempt) -> Result<(), Error> {
    apply(app, close(app, attempt).await?).await.map(drop)
}

/// The same for somebody who does not wait for a provider that could not close the page anyway.
async fn end_if_it_can_be(app: &App, attempt: &Attempt) -> Result<(), Error> {
    match end_at_provider(app, attempt).await {
        Err(Error::PaymentUnavailable) if !attempt.provider.closes() => Ok(()),
        ended => ended,
    }
}

/// The order of a payment session, after asking the provider how that stands. The session id is the permission: only
/// who paid has it. When the provider cannot be reached the answer is what we know.
pub async fn check(app: &App, order_id: &str, session_id: &str) -> Result<Order, Error> {
    let session_id = session_id.to_owned();
    let attempt = app.db.read(move |conn| sql::find_by_session(conn, &session_id)).await?;
    let attempt = attempt.filter(|attempt| attempt.order_id == order_id).ok_or(Error::NotFound)?;
    if attempt.state == State::Open
        && let Ok(state) = look_up(app, &attempt).await.map_err(Error::from)
    {
        apply(app, state).await?;
    }
    app.db.read(move |conn| orders::find(conn, &attempt.order_id)).await?.ok_or(Error::NotFound)
}

/// Cancels the caller's own pending order; the order as it stands afterwards. Refused when it turns out to be paid.
pub async fn cancel(app: &App, who: &Asker, order_id: &str) -> Result<Order, Error> {
    let find = || {
        let (who, order_id) = (who.clone(), order_id.to_owned());
        app.db.read(move |conn| orders::find_own(conn, &who, &order_id))
    };
    let order = find().await?.ok_or(Error::NotFound)?;
    if order.status == Status::Pending {
        for attempt in open_pages(app, order_id).await? {
            end_if_it_can_be(app, &attempt).await?;
        }
        give_up(app, order_id, Reason::Buyer).await?;
    }
    match find().await?.ok_or(Error::NotFound)? {
        order if order.status == Status::Cancelled => Ok(order),
        _ => Err(Error::NotCancellable),
    }
}

/// Ends a pending order whose pages were closed at the provider: cancels it and gives its stock back in one
/// transaction. `false` when it was paid, or whether it is cannot be told. A buyer need not wait for a page that cannot
/// be closed: what they pay on it all the same goes back.
pub(super) async fn give_up(app: &App, order_id: &str, reason: Reason) -> Result<bool, Error> {
    let (id, now) = (order_id.to_owned(), app.clock.now());
    Ok(app.db.write(move |tx| release(tx, &id, reason, now)).await?)
}

/// Closes the payment pages of an order at the provider and applies how each ended: it may turn out to be paid.
pub async fn close_pages(app: &App, order_id: &str) -> Result<(), Error> {
    for attempt in open_pages(app, order_id).await? {
        end_at_provider(app, &attempt).await?;
    }
    Ok(())
}

/// The attempts of an order whose page can still be paid, as far as we know.
pub(super) async fn open_pages(app: &App, order_id: &str) -> Result<Vec<Attempt>, Error> {
    let id = order_id.to_owned();
    let live = app.db.read(move |conn| sql::live_of(conn, &id)).await?;
    Ok(live.into_iter().filter(|attempt| attempt.state == State::Open).collect())
}

/// Ends the attempts of an order whose page was never opened: it wants no more payment. Pages that are open are closed
/// by the worker; what is paid on one until then is given back.
pub fn end_unopened(tx: &Tx<'_>, order_id: &str) -> db::Result<()> {
    sql::end_unopened(tx, order_id)
}

/// pending → cancelled, with its stock given back. `false` when it is not pending, or may be paid yet.
pub(super) fn release(tx: &Tx<'_>, order_id: &str, reason: Reason, now: Timestamp) -> db::Result<bool> {
    let may_be_paid = |attempt: &Attempt| attempt.provider.closes() || reason != Reason::Buyer;
    if sql::live_of(tx, order_id)?.iter().any(|attempt| attempt.state == State::Open && may_be_paid(attempt)) {
        return Ok(false);
    }
    if !orders::cancel(tx, order_id, reason, now)? {
        return Ok(false);
    }
    sql::end_unopened(tx, order_id)?;
    stock::give_back(tx, order_id, &BTreeMap::new(), now)?;
    Ok(true)
}
