//! Counts pages as somebody opens them; who it is, nobody asks.

use poem::Request;
use poem::http::StatusCode;

use super::Sources;
use super::document::Document;
use super::routes::{Data, Route, StoreQuery, Visit};
use crate::counts::{self, What};

/// Counts a page that was answered, and its search if that found nothing.
pub(super) fn note(sources: &Sources, request: &Request, visit: &Visit, document: &Document) {
    if document.status != StatusCode::OK || !counts::is_opened_by_somebody(request) {
        return;
    }
    let now = sources.clock.now();
    if let Some(what) = counted_as(visit.route) {
        sources.counts.count(what, now);
    }
    if let Some(search) = &document.missed {
        sources.counts.count_missed(search, now);
    }
}

/// What the opening of a page is counted as; `None` for what no visitor opens. The front end's `count.ts` does the same.
fn counted_as(route: &Route) -> Option<What> {
    match (route.name, route.data) {
        (_, Data::Shell | Data::Still) | ("not-found", _) => None,
        ("home", _) => Some(What::Home),
        ("store", _) => Some(What::Store),
        ("product", _) => Some(What::Product),
        ("cart", _) => Some(What::Cart),
        ("checkout", _) => Some(What::Checkout),
        ("contact", _) => Some(What::Contact),
        ("quote", _) => Some(What::Quote),
        _ => Some(What::Other),
    }
}

/// What is searched for where nothing else narrows the store down; as [`crate::catalogue::Listing::is_mere_search`].
pub(super) fn mere_search(StoreQuery { kind, search, choices, page }: &StoreQuery) -> Option<&String> {
    search.as_ref().filter(|_| kind.is_none() && !choices.are_narrowing() && *page < 2)
}
