//! Rendered documents, kept while the data they show is current. Bounded by size; a page many people ask for at once
//! is made once. Documents of which there is no end, as there is a page for whatever somebody searches for, have a small
//! part for themselves: they push out each other and no page of the site.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::civil::Date;
use tokio::sync::{Semaphore, watch};

use super::document::Document;
use crate::lang::Lang;
use crate::problem::{Code, Problem};

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
    /// Goes up with every write that can change a page.
    pub catalogue: i64,
    /// The firm's day: pages carry the year, and the days it is closed.
    pub day: Date,
    /// The version of the site's pictures.
    pub pictures: u32,
    /// Raised when a standby reads another story than before.
    pub turns: u64,
}

/// A document asked for so often is worth the time to make it smaller.
const POPULAR: u32 = 4;

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
    in_flight: HashMap<(Key, Edition), watch::Receiver<Option<Outcome>>>,
}

struct Kept {
    edition: Edition,
    document: Arc<Document>,
    used: u64,
    asked: u32,
}

impl Kept {
    fn is_worth_settling(&self) -> bool {
        self.asked >= POPULAR && !self.document.settled
    }
}

impl Cache {
    /// A cache that keeps at most `limit` bytes of documents.
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { limit, state: Mutex::default(), settling: Arc::new(Semaphore::new(1)) })
    }

    /// The document of this edition: kept, or made by `make` once for all who ask meanwhile. `make` runs to its end
    /// even when everybody who asked has left.
    pub async fn get_or_make<F>(self: &Arc<Self>, key: Key, edition: Edition, make: impl FnOnce() -> F) -> Outcome
    where
        F: Future<Output = Outcome> + Send + 'static,
    {
        let flight = (key, edition);
        let mut outcome = {
            let mut state = self.state();
            if let Some(document) = state.touch(&flight.0, Some(edition)) {
                if state.kept.get(&flight.0).is_some_and(Kept::is_worth_settling) {
                    self.settle(flight, &document);
                }
                return Ok(document);
            }
            if let Some(outcome) = state.in_flight.get(&flight) {
                outcome.clone()
            } else {
                let (teller, outcome) = watch::channel(None);
                state.in_flight.insert(flight.clone(), outcome.clone());
                let landing = Landing { cache: Arc::clone(self), flight };
                let document = make();
                tokio::spawn(async move {
                    let outcome = document.await;
                    landing.keep(&outcome);
                    drop(landing);
                    teller.send_replace(Some(outcome));
                });
                outcome
            }
        };
        match outcome.wait_for(Option::is_some).await {
            Ok(outcome) => outcome.clone().unwrap_or_else(|| Err(Problem::new(Code::Internal))),
            Err(_) => Err(Problem::internal(&"making a page stopped half way")),
        }
    }

    /// Puts a smaller form of a document in its place some time later; none when another one is at it.
    fn settle(self: &Arc<Self>, flight: (Key, Edition), document: &Arc<Document>) {
        let Ok(turn) = Arc::clone(&self.settling).try_acquire_owned() else { return };
        let (cache, document) = (Arc::clone(self), Arc::clone(document));
        tokio::task::spawn_blocking(move || {
            let settled = Arc::new(document.settled());
            let mut state = cache.state();
            if state.kept.get(&flight.0).is_some_and(|kept| kept.edition == flight.1) {
                state.keep(&flight, &settled, cache.limit);
            }
            drop(turn);
        });
    }

    /// The kept document of whatever edition, for when the current one cannot be had.
    pub fn stale(&self, key: &Key) -> Option<Arc<Document>> {
        self.state().touch(key, None)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a flight however it ends, also when making the document panics.
struct Landing {
    cache: Arc<Cache>,
    flight: (Key, Edition),
}

impl Landing {
    fn keep(&self, outcome: &Outcome) {
        if let Ok(document) = outcome
            && document.keep
        {
            self.cache.state().keep(&self.flight, document, self.cache.limit);
        }
    }
}

impl Drop for Landing {
    fn drop(&mut self) {
        self.cache.state().in_flight.remove(&self.flight);
    }
}

impl State {
    fn touch(&mut self, key: &Key, edition: Option<Edition>) -> Option<Arc<Document>> {
        let kept = self.kept.get_mut(key).filter(|kept| edition.is_none_or(|wanted| wanted == kept.edition))?;
        self.tick += 1;
        kept.used = self.tick;
        kept.asked += 1;
        Some(Arc::clone(&kept.document))
    }

    fn keep(&mut self, (key, edition): &(Key, Edition), document: &Arc<Document>, limit: usize) {
        self.forget(key);
        self.tick += 1;
        let endless = document.endless;
        *self.bytes_of(endless) += document.weight();
        let kept = Kept { edition: *edition, document: Arc::clone(document), used: self.tick, asked: 0 };
        self.kept.insert(key.clone(), kept);
        let limit = if endless { limit / ENDLESS_PART } else { limit };
        while *self.bytes_of(endless) > limit {
            let alike = self.kept.iter().filter(|(_, kept)| kept.document.endless == endless);
            let Some(oldest) = alike.min_by_key(|(_, kept)| kept.used).map(|(key, _)| key.clone()) else { return };
            self.forget(&oldest);
        }
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
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use poem::http::StatusCode;
    use tokio::sync::Notify;

    use super::*;

    const FIRST: Edition = Edition { catalogue: 1, day: Date::ZERO, pictures: 0, turns: 0 };
    const SECOND: Edition = Edition { catalogue: 2, day: Date::ZERO, pictures: 0, turns: 0 };

    fn key(url: &str) -> Key {
        Key { url: url.to_owned(), lang: Lang::Es }
    }

    fn document(text: &str) -> Arc<Document> {
        Arc::new(Document { keep: true, ..Document::plain(StatusCode::OK, text.to_owned()) })
    }

    async fn get(cache: &Arc<Cache>, url: &str, edition: Edition, text: &'static str) -> String {
        let document = cache.get_or_make(key(url), edition, || async { Ok(document(text)) }).await.unwrap();
        String::from_utf8(document.text().to_vec()).unwrap()
    }

    #[tokio::test]
    async fn a_document_is_made_anew_when_the_catalogue_changed() {
        let cache = Cache::new(1 << 20);
        assert_eq!(get(&cache, "/", FIRST, "old").await, "old");
        assert_eq!(get(&cache, "/", FIRST, "never made").await, "old");
        assert_eq!(get(&cache, "/", SECOND, "new").await, "new");
        assert_eq!(cache.stale(&key("/")).unwrap().text(), "new");
    }

    #[tokio::test]
    async fn a_document_many_ask_for_is_made_smaller() {
        let cache = Cache::new(1 << 20);
        for _ in 0..POPULAR {
            get(&cache, "/", FIRST, "as it was").await;
        }
        assert!(!cache.state().kept[&key("/")].document.settled);
        get(&cache, "/", FIRST, "never made").await;
        // Whoever has the turn next comes after the one who made it smaller.
        drop(cache.settling.acquire().await.unwrap());
        assert!(cache.state().kept[&key("/")].document.settled);
        assert_eq!(get(&cache, "/", FIRST, "never made").await, "as it was");
        assert_eq!(get(&cache, "/", SECOND, "new").await, "new");
    }

    #[tokio::test]
    async fn a_stampede_makes_a_document_once() {
        let cache = Cache::new(1 << 20);
        let (count, go) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
        let mut visitors = Vec::new();
        for _ in 0..50 {
            let (cache, count, go) = (Arc::clone(&cache), Arc::clone(&count), Arc::clone(&go));
            visitors.push(tokio::spawn(async move {
                let make = || async move {
                    count.fetch_add(1, Ordering::SeqCst);
                    go.notified().await;
                    Ok(document("one"))
                };
                cache.get_or_make(key("/"), FIRST, make).await.unwrap().text()
            }));
        }
        while count.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        // The first visitor leaves; the document is made for the others all the same.
        visitors.swap_remove(0).abort();
        go.notify_one();
        for visitor in visitors {
            assert_eq!(visitor.await.unwrap(), "one");
        }
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_failure_is_told_to_all_and_kept_for_none() {
        let cache = Cache::new(1 << 20);
        let fails = || async { Err(Problem::new(Code::DatabaseBusy)) };
        assert!(cache.get_or_make(key("/"), FIRST, fails).await.is_err());
        assert_eq!(get(&cache, "/", FIRST, "again").await, "again");
    }

    #[tokio::test]
    async fn the_least_recently_used_document_goes_first() {
        let cache = Cache::new(2 * document("xx").weight());
        for url in ["/a", "/b", "/a", "/c"] {
            get(&cache, url, FIRST, "xx").await;
        }
        assert!(cache.stale(&key("/a")).is_some());
        assert!(cache.stale(&key("/b")).is_none());
        assert!(cache.stale(&key("/c")).is_some());
    }

    #[tokio::test]
    async fn what_anybody_searches_for_pushes_out_no_page() {
        let weight = document("xx").weight();
        let cache = Cache::new(2 * ENDLESS_PART * weight);
        get(&cache, "/a", FIRST, "xx").await;
        for n in 0..100 {
            let found = || async { Ok(Arc::new(Document { endless: true, ..(*document("xx")).clone() })) };
            cache.get_or_make(key(&format!("/store?q={n}")), FIRST, found).await.unwrap();
        }
        assert!(cache.stale(&key("/a")).is_some());
        assert!(cache.stale(&key("/store?q=99")).is_some() && cache.stale(&key("/store?q=98")).is_some());
        assert!(cache.stale(&key("/store?q=97")).is_none());
    }
}
