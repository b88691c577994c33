//! Money that a shop has forgotten because it was put back: what came in since is on its providers' lists. They are read
//! page by page; a row says how far, so that neither a kill nor a provider that is down leaves anything out.
//!
//! A page is applied as notifications are, by [`fact::apply_fact`], which makes of a payment nobody knows an order again.

use serde_json::json;

use super::fact::{self, apply_fact};
use super::{Error, sql};
use crate::app::App;
use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::mail::Message;
use crate::pager;
use crate::payments::{self, Listed, OpenSession, Page, Provider, SessionState, VerifiedFact};

/// So much before the last moment that is known, in seconds: clocks differ.
const BEFORE_SECONDS: i64 = 6 * 60 * 60;

/// When a list is read again on which there was a payment that may come yet, in seconds; and how long that is done.
const AGAIN_SECONDS: i64 = 60 * 60;
const MAX_DAYS: i64 = 14;

/// When a provider is asked for again that the shop has no account at, in seconds.
const NO_ACCOUNT_SECONDS: i64 = 60 * 60;

/// A payment page is opened within this time, in seconds.
const OPENING_SECONDS: i64 = 15 * 60;

/// Pages of one turn of the job, at most.
const MAX_PAGES: usize = 20;

/// The search for what one provider knows and the shop does not.
#[derive(Debug, Clone)]
pub(super) struct Search {
    pub(super) provider: Provider,
    pub(super) since: Timestamp,
    /// When the shop was put back.
    pub(super) begun_at: Timestamp,
    /// How far this reading of the list has come.
    pub(super) cursor: Option<String>,
    /// Whether it has met something to come back to: a payment that may come yet.
    pub(super) is_unsettled: bool,
}

/// What follows a page.
enum Next {
    Page(Search),
    Rest,
}

/// For a shop that was put back: has every provider searched for payments that came after `known_until`.
pub fn begin(tx: &Tx<'_>, known_until: Timestamp, now: Timestamp) -> db::Result<()> {
    let since = known_until.plus_seconds(-BEFORE_SECONDS);
    Provider::all().try_for_each(|provider| sql::begin_search(tx, provider, since, now))
}

/// Reads on where a list is to be read; how many pages were.
pub async fn round(app: &App) -> Result<usize, Error> {
    let (mut pages, now) = (0, app.clock.now());
    for mut search in app.db.read(move |conn| sql::due_searches(conn, now)).await? {
        for _ in 0..MAX_PAGES {
            match step(app, search).await? {
                Next::Page(next) => search = next,
                Next::Rest => break,
            }
            pages += 1;
        }
    }
    Ok(pages)
}

async fn step(app: &App, search: Search) -> Result<Next, Error> {
    let now = app.clock.now();
    let Ok(gateway) = app.payments.of(search.provider) else {
        let later = now.plus_seconds(NO_ACCOUNT_SECONDS);
        let is_over = now > search.begun_at.plus_days(MAX_DAYS);
        let wait = move |tx: &Tx<'_>| {
            if is_over { sql::end_search(tx, &search, true, now) } else { sql::go_on(tx, &search, None, false, later) }
        };
        return write(app, move |tx| wait(tx).map(|_| Next::Rest)).await;
    };
    match gateway.list(search.since, search.cursor.as_deref()).await {
        Ok(Listed::Nowhere) => end(app, search, true).await,
        Ok(Listed::Page(page)) => take(app, search, page).await,
        Err(error) => {
            tracing::warn!(%error, provider = search.provider.as_str(), "a list of payments cannot be read");
            if now > search.begun_at.plus_days(MAX_DAYS) {
                return end(app, search, true).await;
            }
            let cursor = match error {
                payments::Error::Unavailable(_) => search.cursor.clone(),
                // The place is not on the list of this account: from the beginning.
                payments::Error::Refused(_) => None,
            };
            let error = error.to_string();
            let failed = move |tx: &Tx<'_>| sql::set_search_failed(tx, &search, cursor.as_deref(), &error, now);
            write(app, move |tx| failed(tx).map(|()| Next::Rest)).await
        }
    }
}

async fn take(app: &App, search: Search, page: Page) -> Result<Next, Error> {
    let mut is_unsettled = search.is_unsettled || page.is_unsettled;
    for fact in page.facts {
        let id = fact.id().to_owned();
        // The others must not wait for it; the list is read again.
        if let Err(error) = apply(app, fact).await {
            tracing::error!(%error, id, "what a provider has on its list could not be applied");
            is_unsettled = true;
        }
    }
    for open in page.open {
        is_unsettled |= !close_forgotten(app, search.provider, open).await?;
    }
    let now = app.clock.now();
    match page.next {
        Some(cursor) => {
            let next = Search { cursor: Some(cursor), is_unsettled, ..search };
            write(app, move |tx| {
                let goes_on = sql::go_on(tx, &next, next.cursor.as_deref(), is_unsettled, now)?;
                Ok(if goes_on { Next::Page(next) } else { Next::Rest })
            })
            .await
        }
        None if is_unsettled && now < search.begun_at.plus_days(MAX_DAYS) => {
            let later = now.plus_seconds(AGAIN_SECONDS);
            write(app, move |tx| sql::go_on(tx, &search, None, false, later).map(|_| Next::Rest)).await
        }
        None => end(app, search, false).await,
    }
}

/// Applies what stands on a list, if it is news.
async fn apply(app: &App, fact: VerifiedFact) -> Result<(), Error> {
    let now = app.clock.now();
    let applied = app.db.write(move |tx| {
        Ok::<_, Error>(if sql::is_news(tx, &fact)? { Some(apply_fact(tx, &fact, now)?) } else { None })
    });
    if let Some(outcome) = applied.await? {
        fact::wake(app, outcome);
    }
    Ok(())
}

/// Closes a page that the shop does not know: whoever paid on it in this moment gets an order, and nobody else can. `false`
/// when it may be paid yet.
async fn close_forgotten(app: &App, provider: Provider, open: OpenSession) -> Result<bool, Error> {
    let OpenSession { session, reference } = open;
    let known = {
        let (session, opening) = (session.clone(), app.clock.now().plus_seconds(-OPENING_SECONDS));
        let is_known = move |conn: &Conn| {
            let attempt = sql::find_attempt(conn, &reference)?;
            let has_page = attempt.is_some_and(|it| it.provider_ref.is_some() || it.created_at > opening);
            Ok::<_, Error>(has_page || sql::find_by_session(conn, &session)?.is_some())
        };
        app.db.read(is_known).await?
    };
    if known {
        return Ok(true);
    }
    match app.payments.of(provider)?.expire(&session).await {
        Ok(SessionState::Ended(fact)) => {
            if fact.is_paid() {
                apply(app, *fact).await?;
            }
            Ok(true)
        }
        Ok(SessionState::Open) => Ok(false),
        Err(error) => {
            tracing::warn!(%error, session, "a forgotten payment page cannot be closed");
            Ok(false)
        }
    }
}

/// Ends a search, and tells the owner what came of it where that is anything.
async fn end(app: &App, search: Search, is_by_hand: bool) -> Result<Next, Error> {
    let now = app.clock.now();
    let owner = app.config.owner_email.as_ref().map(|mailbox| mailbox.email.to_string());
    let ended = write(app, move |tx| {
        if !sql::end_search(tx, &search, is_by_hand, now)? {
            return Ok(Next::Rest);
        }
        let detail = json!({ "since": search.since.to_rfc3339(), "is_by_hand": is_by_hand });
        audit::record(tx, &Actor::System, "payments.searched", search.provider.as_str(), &detail, now)?;
        if is_by_hand {
            let message = Message::PaymentsByHand {
                provider: search.provider.as_str().to_owned(),
                since: search.since.to_local(),
                until: search.begun_at.to_local(),
            };
            pager::tell(tx, owner.as_deref(), &message, now)?;
        }
        Ok(Next::Rest)
    });
    let next = ended.await?;
    app.wakeups.outbox.notify_one();
    app.wakeups.pager.notify_one();
    Ok(next)
}

async fn write(app: &App, f: impl FnOnce(&Tx<'_>) -> db::Result<Next> + Send + 'static) -> Result<Next, Error> {
    Ok(app.db.write(f).await?)
}
