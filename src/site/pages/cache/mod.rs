//! Rendered documents, kept while the data they show is current. Bounded by size; a page many people ask for at once
//! is made once. Documents of which there is no end, as there is a page for whatever somebody searches for, have a small
//! part for themselves: they push out each other and no page of the site.
//!
//! RULE: what buyers take shows within a second (decision 40). A document of which nothing but that has changed is shown
//! for less than a [`LATE`] longer while one for all makes it anew; any other change shows at once.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use jiff::civil::Date;
use tokio::sync::{Semaphore, watch};

use super::Sources;
use super::document::Document;
use crate::catalogue::Version;
use crate::lang::Lang;
use crate::problem::{Code, Problem};
use crate::trace;

/// What a document is kept under: its canonical path and query, and its language.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// Path and the parts of the query that matter, in their fixed order.
    pub url: String,
    /// The language it is written in.
    pub lang: Lang,
}

/// What the documents were made from; a kept document of another edition is made anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edition {
    /// What the owner and the program have written, and what buyers have taken.
    pub catalogue: Version,
    /// The firm's day: pages carry the year, and the days it is closed.
    pub day: Date,
    /// The version of the site's pictures.
    pub pictures: u32,
    /// Raised when a standby reads another story than before.
    pub turns: u64,
}

impl Edition {
    /// That of this moment, of which the database has said its part.
    pub(super) fn of(sources: &Sources, catalogue: Version) -> Self {
        let day = sources.clock.now().date();
        Self { catalogue, day, pictures: sources.pictures.shelf().version, turns: sources.db.turns() }
    }

    /// Whether the two are the same but for what buyers have taken.
    fn is_but_for_stock(self, other: Self) -> bool {
        let catalogue = Version { stock: other.catalogue.stock, ..self.catalogue };
        Self { catalogue, ..self } == other
    }
}

/// Two moments, between which the edition was read that a visitor is to see.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    /// The edition was the current one then or later.
    pub before: Instant,
    /// What is late, is late now.
    pub now: Instant,
}

/// A document asked for so often is worth the time to make it smaller.
const POPULAR: u32 = 4;
/// So long after its stock was last seen to be the current one nobody is shown a document any more.
const LATE: Duration = Duration::from_secs(1);
/// So long after that it is made anew for all: soon enough to be there in time, and twice a second in a rush.
const RENEWED_AFTER: Duration = Duration::from_millis(400);

type Outcome = Result<Arc<Document>, Problem>;

/// The kept documents; shared behind an `Arc`.
pub struct Cache {
    limit: usize,
    state: Mutex<State>,
    /// One document at a time is made smaller, so that visitors have the other cores.
    settling: Arc<Semaphore>,
}

/// So much of what a cache keeps is for documents of which there is no end: one part in so many.
const ENDLESS_PART: usize = 8;

#[derive(Default)]
struct State {
    kept: HashMap<Key, Kept>,
    /// Of the site's pages.
    bytes: usize,
    /// Of documents of which there is no end.
    endless_bytes: usize,
    /// Counts uses, so that the least recently used document is known.
    tick: u64,
    /// What is being made, of each key mostly one.
    in_flight: HashMap<Key, Vec<Flight>>,
    /// When each edition was last known to be the current one: the newest, and those of the [`LATE`] before it.
    seen: HashMap<Edition, Instant>,
    hits: u64,
    misses: u64,
}

/// How keeping documents went since the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Asked for and kept.
    pub hits: u64,
    /// Asked for and made, or waited for.
    pub misses: u64,
    /// What the kept ones take.
    pub bytes: usize,
}

struct Kept {
    edition: Edition,
    document: Arc<Document>,
    /// When it was asked for first.
    since: Instant,
    /// When it was last begun to be made anew while it is shown.
    renewed: Option<Instant>,
    used: u64,
    asked: u32,
}

struct Flight {
    edition: Edition,
    outcome: watch::Receiver<Option<Outcome>>,
}

/// A kept document that may be shown, and what is to be done about it.
struct Shown {
    document: Arc<Document>,
    renew: bool,
    settle: bool,
}

impl Cache {
    /// A cache that keeps at most `limit` bytes of documents.
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { limit, state: Mutex::default(), settling: Arc::new(Semaphore::new(1)) })
    }

    /// The document of this edition, or of one a moment earlier: kept, or made by `make` once for all who ask meanwhile.
    /// `make` runs to its end even when everybody who asked has left.
    pub async fn get_or_make<F>(
        self: &Arc<Self>,
        key: Key,
        edition: Edition,
        asked: Asked,
        make: impl FnOnce() -> F,
    ) -> Outcome
    where
        F: Future<Output = Outcome> + Send + 'static,
    {
        let mut outcome = {
            let mut state = self.state();
            state.see(edition, asked.before);
            let shown = state.show(&key, edition, asked.now);
            *if shown.is_some() { &mut state.hits } else { &mut state.misses } += 1;
            if let Some(Shown { document, renew, settle }) = &shown {
                if *settle {
                    self.settle(key.clone(), document);
                }
                if !renew {
                    return Ok(Arc::clone(document));
                }
            }
            let joined = state.flight(&key, edition, asked.now);
            let outcome = joined.unwrap_or_else(|| {
                let landing = Landing { cache: Arc::clone(self), key, edition, asked: asked.now };
                state.begin(landing, make())
            });
            if let Some(Shown { document, .. }) = shown {
                return Ok(document);
            }
            outcome
        };
        match outcome.wait_for(Option::is_some).await {
            Ok(outcome) => outcome.clone().unwrap_or_else(|| Err(Problem::new(Code::Internal))),
            Err(_) => Err(Problem::internal(&"making a page stopped half way")),
        }
    }

    /// Puts a smaller form of a document in its place some time later; none when another one is at it.
    fn settle(self: &Arc<Self>, key: Key, document: &Arc<Document>) {
        let Ok(turn) = Arc::clone(&self.settling).try_acquire_owned() else { return };
        let (cache, document) = (Arc::clone(self), Arc::clone(document));
        tokio::task::spawn_blocking(move || {
            let settled = Arc::new(document.settled());
            cache.state().replace(&key, &document, &settled);
            drop(turn);
        });
    }

    /// The kept document of whatever edition, for when the current one cannot be had.
    pub fn stale(&self, key: &Key) -> Option<Arc<Document>> {
        self.state().touch(key).map(|kept| Arc::clone(&kept.document))
    }

    /// How it went so far.
    pub fn counts(&self) -> Counts {
        let state = self.state();
        Counts { hits: state.hits, misses: state.misses, bytes: state.bytes + state.endless_bytes }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a flight however it ends, also when making the document panics.
struct Landing {
    cache: Arc<Cache>,
    key: Key,
    edition: Edition,
    asked: Instant,
}

impl Landing {
    fn keep(&self, outcome: &Outcome) {
        if let Ok(document) = outcome
            && document.keep
        {
            self.cache.state().keep(&self.key, self.edition, document, self.asked, self.cache.limit);
        }
    }
}

impl Drop for Landing {
    fn drop(&mut self) {
        let mut state = self.cache.state();
        let Some(flights) = state.in_flight.get_mut(&self.key) else { return };
        flights.retain(|flight| flight.edition != self.edition);
        if flights.is_empty() {
            state.in_flight.remove(&self.key);
        }
    }
}

impl State {
    /// Remembers that an edition was the current one at a moment.
    fn see(&mut self, edition: Edition, before: Instant) {
        if let Some(seen) = self.seen.get_mut(&edition) {
            *seen = before.max(*seen);
            return;
        }
        self.seen.retain(|_, seen| before.saturating_duration_since(*seen) < LATE);
        self.seen.insert(edition, before);
    }

    /// For how long an edition may have been an old one, which is zero for the current one. `None` when what was made
    /// from it is shown to nobody any more.
    fn lateness(&self, edition: Edition, current: Edition, now: Instant) -> Option<Duration> {
        if edition == current {
            return Some(Duration::ZERO);
        }
        let seen = self.seen.get(&edition).filter(|_| edition.is_but_for_stock(current))?;
        Some(now.saturating_duration_since(*seen)).filter(|late| *late < LATE)
    }

    /// The kept document, if it may be shown.
    fn show(&mut self, key: &Key, current: Edition, now: Instant) -> Option<Shown> {
        let late = self.lateness(self.kept.get(key)?.edition, current, now)?;
        let kept = self.touch(key)?;
        // After one that failed, too.
        let rested = kept.renewed.is_none_or(|renewed| now.saturating_duration_since(renewed) >= RENEWED_AFTER);
        let renew = late >= RENEWED_AFTER && rested;
        if renew {
            kept.renewed = Some(now);
        }
        // What does not last a second is not worth a tenth of it.
        let lasts = now.saturating_duration_since(kept.since) >= LATE;
        let settle = lasts && kept.asked >= POPULAR && !kept.document.settled;
        Some(Shown { document: Arc::clone(&kept.document), renew, settle })
    }

    /// What is being made that may be shown to somebody who asks now.
    fn flight(&self, key: &Key, current: Edition, now: Instant) -> Option<watch::Receiver<Option<Outcome>>> {
        let mut flights = self.in_flight.get(key)?.iter();
        let flight = flights.find(|flight| self.lateness(flight.edition, current, now).is_some())?;
        Some(flight.outcome.clone())
    }

    fn begin<F>(&mut self, landing: Landing, document: F) -> watch::Receiver<Option<Outcome>>
    where
        F: Future<Output = Outcome> + Send + 'static,
    {
        let (teller, outcome) = watch::channel(None);
        let flight = Flight { edition: landing.edition, outcome: outcome.clone() };
        self.in_flight.entry(landing.key.clone()).or_default().push(flight);
        // For whoever asked first, as far as lines are concerned.
        tokio::spawn(trace::on(trace::current(), async move {
            let outcome = document.await;
            landing.keep(&outcome);
            drop(landing);
            teller.send_replace(Some(outcome));
        }));
        outcome
    }

    fn touch(&mut self, key: &Key) -> Option<&mut Kept> {
        let kept = self.kept.get_mut(key)?;
        self.tick += 1;
        kept.used = self.tick;
        kept.asked += 1;
        Some(kept)
    }

    fn keep(&mut self, key: &Key, edition: Edition, document: &Arc<Document>, since: Instant, limit: usize) {
        // One that took long is older than what is there.
        let seen = |edition: &Edition| self.seen.get(edition);
        if self.kept.get(key).is_some_and(|kept| seen(&kept.edition) > seen(&edition)) {
            return;
        }
        // What would have been made the same again goes on as it was.
        if let Some(kept) = self.kept.get_mut(key).filter(|kept| Arc::ptr_eq(&kept.document, document)) {
            (kept.edition, kept.renewed) = (edition, None);
            return;
        }
        self.forget(key);
        self.tick += 1;
        let endless = document.endless;
        *self.bytes_of(endless) += document.weight();
        let document = Arc::clone(document);
        let kept = Kept { edition, document, since, renewed: None, used: self.tick, asked: 0 };
        self.kept.insert(key.clone(), kept);
        let limit = if endless { limit / ENDLESS_PART } else { limit };
        while *self.bytes_of(endless) > limit {
            let alike = self.kept.iter().filter(|(_, kept)| kept.document.endless == endless);
            let Some(oldest) = alike.min_by_key(|(_, kept)| kept.used).map(|(key, _)| key.clone()) else { return };
            self.forget(&oldest);
        }
    }

    /// Puts a smaller form of a document in its place, where it is still kept.
    fn replace(&mut self, key: &Key, document: &Arc<Document>, settled: &Arc<Document>) {
        let Some(kept) = self.kept.get_mut(key).filter(|kept| Arc::ptr_eq(&kept.document, document)) else { return };
        kept.document = Arc::clone(settled);
        let bytes = self.bytes_of(document.endless);
        *bytes = *bytes + settled.weight() - document.weight();
    }

    fn forget(&mut self, key: &Key) {
        if let Some(kept) = self.kept.remove(key) {
            *self.bytes_of(kept.document.endless) -= kept.document.weight();
        }
    }

    fn bytes_of(&mut self, endless: bool) -> &mut usize {
        if endless { &mut self.endless_bytes } else { &mut self.bytes }
    }
}

#[cfg(test)]
mod tests;
