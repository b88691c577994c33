//! Heads of HTTP/1.1 in one spelling only.
//!
//! The library takes a bare line feed for the end of a line. Where a program in front takes it for a part of the line, a
//! request could be hidden in another's head; here it becomes a byte that no head may hold, and the library refuses the
//! request. To know heads from bodies, the reader of each head says how long its body is.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Waker};

/// A byte that is refused wherever it stands in a head.
const REFUSED: u8 = 0;

/// What has come of a connection's requests.
pub(super) struct Heads {
    place: Place,
    announced: Announced,
}

/// Where in a request the next byte stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Head {
        /// Whether more has come than empty lines, which may stand before a head.
        begun: bool,
        /// Whether nothing of the line has come.
        empty_line: bool,
        /// Whether the byte before was a carriage return.
        after_cr: bool,
    },
    /// Behind a head that nobody has read yet.
    Behind,
    /// In a body with so many bytes to come; `None`: to the end of the connection.
    Body(Option<u64>),
}

/// How the reader of a head says how long the body is.
#[derive(Clone, Default)]
pub(in crate::http::server) struct Announced(Arc<Mutex<Announcement>>);

#[derive(Default)]
struct Announcement {
    /// What comes behind the head.
    place: Option<Place>,
    waker: Option<Waker>,
}

/// Before a head.
const BEFORE: Place = Place::Head { begun: false, empty_line: true, after_cr: false };

impl Announced {
    /// The head was read. `None` when it does not say how long the body is: then no other request may follow.
    pub(in crate::http::server) fn body(&self, length: Option<u64>) {
        let mut announcement = self.lock();
        announcement.place = Some(Place::Body(length));
        if let Some(waker) = announcement.waker.take() {
            waker.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Announcement> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Heads {
    /// Before the first; `announced` is told how long the body of each is.
    pub(super) fn new(announced: Announced) -> Self {
        Self { place: BEFORE, announced }
    }

    /// Whether the next byte may be looked at; else the reader of the head wakes `cx`.
    pub(super) fn is_known(&mut self, cx: &Context<'_>) -> bool {
        if self.place != Place::Behind {
            return true;
        }
        let mut announcement = self.announced.lock();
        let Some(place) = announcement.place.take() else {
            announcement.waker = Some(cx.waker().clone());
            return false;
        };
        self.place = place;
        true
    }

    /// Goes over bytes as they came and puts [`REFUSED`] in the place of bare line feeds; how many may be handed on.
    pub(super) fn go_over(&mut self, bytes: &mut [u8]) -> usize {
        let mut n = 0;
        while n < bytes.len() {
            match self.place {
                Place::Behind => break,
                Place::Body(None) => n = bytes.len(),
                Place::Body(Some(left)) => {
                    let there = bytes.len() - n;
                    let taken = usize::try_from(left).map_or(there, |left| left.min(there));
                    n += taken;
                    let left = left - taken as u64;
                    self.place = if left == 0 { BEFORE } else { Place::Body(Some(left)) };
                }
                Place::Head { begun, empty_line, after_cr } => {
                    let rest = &mut bytes[n..];
                    let end = rest.iter().position(|byte| *byte == b'\n');
                    let line = &rest[..end.unwrap_or(rest.len())];
                    let is_filled = line.iter().any(|byte| *byte != b'\r');
                    let (begun, empty_line) = (begun || is_filled, empty_line && !is_filled);
                    let after_cr = line.last().map_or(after_cr, |byte| *byte == b'\r');
                    self.place = match end {
                        None => Place::Head { begun, empty_line, after_cr },
                        Some(_) if after_cr && begun && empty_line => Place::Behind,
                        Some(_) if after_cr => Place::Head { begun, empty_line: true, after_cr: false },
                        Some(end) => {
                            rest[end] = REFUSED;
                            Place::Head { begun: true, empty_line: false, after_cr: false }
                        }
                    };
                    n += end.map_or(rest.len(), |end| end + 1);
                }
            }
        }
        n
    }
}
