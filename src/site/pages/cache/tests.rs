use std::sync::atomic::{AtomicUsize, Ordering};

use poem::http::StatusCode;
use tokio::sync::Notify;
use tokio::task::yield_now;

use super::*;

const FIRST: Edition = Edition { catalogue: Version { all: 1, stock: 1 }, day: Date::ZERO, pictures: 0, turns: 0 };
const SECOND: Edition = Edition { catalogue: Version { all: 2, stock: 1 }, ..FIRST };

/// The first edition after so many units were taken.
fn sold(units: i64) -> Edition {
    Edition { catalogue: Version { stock: 1 + units, ..FIRST.catalogue }, ..FIRST }
}

fn key(url: &str) -> Key {
    Key { url: url.to_owned(), lang: Lang::Es }
}

fn document(text: &str) -> Arc<Document> {
    Arc::new(Document { keep: true, ..Document::plain(StatusCode::OK, text.to_owned()) })
}

async fn get(cache: &Arc<Cache>, url: &str, edition: Edition, text: &'static str) -> String {
    let make = || async { Ok(document(text)) };
    let document = cache.get_or_make(key(url), edition, asked(Instant::now()), make).await.unwrap();
    String::from_utf8(document.text().to_vec()).unwrap()
}

fn asked(at: Instant) -> Asked {
    Asked { before: at, now: at }
}

/// A cache whose clock moves when a test says so, and what became of the one page it is asked for.
struct Rush {
    cache: Arc<Cache>,
    begun: Instant,
    made: Arc<AtomicUsize>,
}

impl Rush {
    fn new() -> Self {
        Self { cache: Cache::new(1 << 20), begun: Instant::now(), made: Arc::default() }
    }

    /// What is shown after so many milliseconds, where a page made now would hold this text.
    async fn shows(&self, ms: u64, edition: Edition, text: &'static str) -> String {
        let shown = self.shows_or_fails(ms, edition, Ok(text)).await.unwrap();
        String::from_utf8(shown.text().to_vec()).unwrap()
    }

    async fn shows_or_fails(&self, ms: u64, edition: Edition, text: Result<&'static str, Code>) -> Outcome {
        let count = Arc::clone(&self.made);
        let make = || async move {
            count.fetch_add(1, Ordering::SeqCst);
            text.map(document).map_err(Problem::new)
        };
        self.cache.get_or_make(key("/"), edition, asked(self.begun + Duration::from_millis(ms)), make).await
    }

    fn made(&self) -> usize {
        self.made.load(Ordering::SeqCst)
    }

    /// Waits for what is made in the background.
    async fn rest(&self) {
        while !self.cache.state().in_flight.is_empty() {
            yield_now().await;
        }
    }
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
async fn a_rush_makes_a_document_twice_a_second_and_lets_nobody_wait() {
    let rush = Rush::new();
    assert_eq!(rush.shows(0, FIRST, "0").await, "0");
    // An order every five milliseconds, for ten seconds, and a visitor after each.
    for order in 1..2000_i64 {
        let text: &'static str = String::leak(order.to_string());
        let shown: i64 = rush.shows(order.cast_unsigned() * 5, sold(order), text).await.parse().unwrap();
        assert!(shown < order, "nobody waited");
        assert!((order - shown) * 5 < 1000, "{shown} was shown after {order}");
        rush.rest().await;
    }
    assert!((20..=25).contains(&rush.made()), "{}", rush.made());
}

#[tokio::test]
async fn what_was_not_made_anew_within_a_second_is_waited_for() {
    let rush = Rush::new();
    rush.shows(0, FIRST, "one left").await;
    assert_eq!(rush.shows(500, FIRST, "").await, "one left");
    // The edition of the kept page was there at 500 ms: at 1499 it is late by less than a second.
    assert_eq!(rush.shows(899, sold(1), "").await, "one left");
    assert_eq!(rush.made(), 1);
    assert_eq!(rush.shows_or_fails(1499, sold(1), Err(Code::DatabaseBusy)).await.unwrap().text(), "one left");
    rush.rest().await;
    assert_eq!(rush.made(), 2);
    assert_eq!(rush.shows(1500, sold(1), "sold out").await, "sold out");
}

#[tokio::test]
async fn a_page_nobody_asked_for_meanwhile_is_not_shown_from_before_a_sale() {
    let rush = Rush::new();
    rush.shows(0, FIRST, "one left").await;
    // Nobody looked at any page for ten minutes: when it was sold in these, nobody knows.
    assert_eq!(rush.shows(600_000, sold(1), "sold out").await, "sold out");
    // The same where others looked at other pages.
    let visit = |ms, edition| {
        let at = rush.begun + Duration::from_millis(ms);
        rush.cache.get_or_make(key("/other"), edition, asked(at), || async { Ok(document("other")) })
    };
    visit(601_000, sold(1)).await.unwrap();
    visit(601_100, sold(2)).await.unwrap();
    assert_eq!(rush.shows(601_999, sold(2), "").await, "sold out", "999 ms late at most");
    rush.rest().await;
    visit(700_000, sold(3)).await.unwrap();
    assert_eq!(rush.shows(700_001, sold(3), "back").await, "back");
}

#[tokio::test]
async fn what_the_owner_changes_is_shown_at_once() {
    let rush = Rush::new();
    rush.shows(0, FIRST, "old").await;
    let change = |edition: Edition| {
        [
            Edition { catalogue: Version { all: edition.catalogue.all + 1, ..edition.catalogue }, ..edition },
            Edition { day: edition.day.tomorrow().unwrap(), ..edition },
            Edition { pictures: edition.pictures + 1, ..edition },
            Edition { turns: edition.turns + 1, ..edition },
        ]
    };
    let mut edition = FIRST;
    for n in 0..4 {
        edition = change(edition)[n];
        edition.catalogue.stock += 1;
        let text: &'static str = String::leak(format!("change {n}"));
        assert_eq!(rush.shows(1, edition, text).await, text);
    }
}

#[tokio::test]
async fn a_page_that_cannot_be_made_anew_is_tried_again_later_and_its_failure_told_when_it_counts() {
    let rush = Rush::new();
    rush.shows(0, FIRST, "old").await;
    for ms in 1..1000 {
        let shown = rush.shows_or_fails(ms, sold(1), Err(Code::DatabaseBusy)).await.unwrap();
        assert_eq!(shown.text(), "old");
        rush.rest().await;
    }
    assert_eq!(rush.made(), 3, "at the start, after 400 and after 800 ms");
    assert!(rush.shows_or_fails(1000, sold(1), Err(Code::DatabaseBusy)).await.is_err());
    assert_eq!(rush.shows(1001, sold(1), "new").await, "new");
}

#[tokio::test]
async fn all_who_wait_in_a_rush_wait_for_the_same() {
    let rush = Rush::new();
    let go = Arc::new(Notify::new());
    let mut visitors = Vec::new();
    for order in 0..50_i64 {
        let (cache, count, go) = (Arc::clone(&rush.cache), Arc::clone(&rush.made), Arc::clone(&go));
        let at = rush.begun + Duration::from_millis(order.cast_unsigned() * 5);
        visitors.push(tokio::spawn(async move {
            let make = || async move {
                count.fetch_add(1, Ordering::SeqCst);
                go.notified().await;
                Ok(document("one"))
            };
            cache.get_or_make(key("/"), sold(order), asked(at), make).await.unwrap().text()
        }));
        yield_now().await;
    }
    // Who comes a second after it was begun is not shown what was read then.
    assert_eq!(rush.shows(1300, sold(60), "later").await, "later");
    // Nor is who comes after the owner.
    assert_eq!(rush.shows(1300, SECOND, "changed").await, "changed");
    go.notify_one();
    for visitor in visitors {
        assert_eq!(visitor.await.unwrap(), "one");
    }
    assert_eq!(rush.made(), 3);
    assert!(rush.cache.state().in_flight.is_empty());
}

#[tokio::test]
async fn what_was_seen_is_forgotten_with_its_second() {
    let rush = Rush::new();
    for order in 0..5000_i64 {
        rush.shows(order.cast_unsigned() * 5, sold(order), "page").await;
        assert!(rush.cache.state().seen.len() <= 201);
    }
}

#[tokio::test]
async fn a_document_many_ask_for_is_made_smaller_once_it_has_lasted() {
    let cache = Cache::new(1 << 20);
    let begun = Instant::now();
    let get = async |ms, edition, text| {
        let at = begun + Duration::from_millis(ms);
        cache.get_or_make(key("/"), edition, asked(at), || async move { Ok(document(text)) }).await.unwrap().text()
    };
    let is_settled = || cache.state().kept[&key("/")].document.settled;
    for _ in 0..10 {
        get(999, FIRST, "as it was").await;
    }
    get(1998, FIRST, "never made").await;
    assert!(!is_settled(), "it is not a second old");
    let bytes = cache.state().bytes;
    get(1999, FIRST, "never made").await;
    // Whoever has the turn next comes after the one who made it smaller.
    drop(cache.settling.acquire().await.unwrap());
    assert!(is_settled());
    let (weight, after) = (cache.stale(&key("/")).unwrap().weight(), cache.state().bytes);
    assert_eq!(after, weight);
    assert_ne!(after, bytes);
    assert_eq!(get(2000, FIRST, "never made").await, "as it was");
    assert_eq!(get(2000, SECOND, "new").await, "new");
}

#[tokio::test]
async fn a_document_that_would_be_the_same_goes_on_as_it_was() {
    let rush = Rush::new();
    rush.shows(0, FIRST, "same").await;
    for (ms, edition) in [(100, FIRST), (600, sold(1)), (700, sold(1))] {
        let same = rush.cache.stale(&key("/")).unwrap();
        let at = rush.begun + Duration::from_millis(ms);
        rush.cache.get_or_make(key("/"), edition, asked(at), || async { Ok(same) }).await.unwrap();
        rush.rest().await;
    }
    let state = rush.cache.state();
    let kept = &state.kept[&key("/")];
    assert_eq!((kept.edition, kept.since, kept.asked), (sold(1), rush.begun, 6));
    assert_eq!(state.bytes, kept.document.weight());
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
            cache.get_or_make(key("/"), FIRST, asked(Instant::now()), make).await.unwrap().text()
        }));
    }
    while count.load(Ordering::SeqCst) == 0 {
        yield_now().await;
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
    assert!(cache.get_or_make(key("/"), FIRST, asked(Instant::now()), fails).await.is_err());
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
        cache.get_or_make(key(&format!("/store?q={n}")), FIRST, asked(Instant::now()), found).await.unwrap();
    }
    assert!(cache.stale(&key("/a")).is_some());
    assert!(cache.stale(&key("/store?q=99")).is_some() && cache.stale(&key("/store?q=98")).is_some());
    assert!(cache.stale(&key("/store?q=97")).is_none());
}
