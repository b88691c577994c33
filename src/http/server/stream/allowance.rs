//! How much may be said on a connection of HTTP/2 that leads to nothing.
//!
//! A ping, a setting, a priority, an empty frame: each is cheap to send and some work to read, and a client that asks for
//! something sends few. So bytes are counted, whatever they are, each frame for more of them than it has, and each request
//! allows for some more.
//!
//! The library reads all that has come before it hands a request out. What of bodies comes with their heads is counted
//! like the rest, so there is room for as much as the windows let come.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::http::server::http2::{BODIES_AHEAD, BODY_AHEAD};

/// Bytes that may be said without a request: all bodies that nobody reads yet, with their heads, and some more.
const MOST: usize = BODIES_AHEAD as usize + 72 * 1024;
/// Bytes that a request allows for: the largest head there is, and some more.
const PER_REQUEST: usize = 20 * 1024;
/// Bytes that a body allows for besides: what of it came with the head, in frames.
const PER_BODY: usize = BODY_AHEAD as usize + 4 * 1024;
/// What a frame counts for besides its bytes: the work of reading it.
const PER_FRAME: usize = 256;
/// One byte for so many of an answer: word that it was read, which some clients give for every 4 KiB, in two frames.
const PER_ANSWERED: usize = 7;

/// How much may still be said.
#[derive(Clone)]
pub(in crate::http::server) struct Allowance(Arc<Mutex<State>>);

struct State {
    left: usize,
    /// Requests whose body is still being read: what is said meanwhile leads to something.
    bodies: usize,
    is_spent: bool,
}

impl Default for Allowance {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(State { left: MOST, bodies: 0, is_spent: false })))
    }
}

impl Allowance {
    /// A request has come, and its body may follow.
    pub(in crate::http::server) fn request(&self, has_body: bool) {
        let mut state = self.lock();
        let allowed = PER_REQUEST + if has_body { PER_BODY } else { 0 };
        state.left = (state.left + allowed).min(MOST);
        state.bodies += usize::from(has_body);
    }

    /// No more of a body is read.
    pub(in crate::http::server) fn body_is_over(&self) {
        let mut state = self.lock();
        state.bodies = state.bodies.saturating_sub(1);
    }

    /// So many bytes of an answer go out.
    pub(in crate::http::server) fn answered(&self, bytes: usize) {
        let mut state = self.lock();
        state.left = (state.left + bytes / PER_ANSWERED).min(MOST);
    }

    /// Nothing more is listened to.
    pub(in crate::http::server) fn spend(&self) {
        *self.lock() = State { left: 0, bodies: 0, is_spent: true };
    }

    /// Whether too much was said.
    pub(in crate::http::server) fn is_spent(&self) -> bool {
        self.lock().is_spent
    }

    /// So many bytes were said, in so many frames; too many are an error, which ends the connection.
    pub(super) fn take(&self, bytes: usize, frames: usize) -> io::Result<()> {
        let mut state = self.lock();
        let said = bytes + frames * PER_FRAME;
        let left = if state.bodies > 0 { Some(state.left) } else { state.left.checked_sub(said) };
        state.is_spent |= left.is_none();
        state.left = left.unwrap_or_default();
        if state.is_spent { Err(io::Error::other("much is said, and little asked")) } else { Ok(()) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_for_something_may_say_more_and_who_asks_for_nothing_may_not() {
        let may_say = |prepare: fn(&Allowance), bytes: usize| {
            let allowance = Allowance::default();
            allowance.take(MOST, 0).unwrap();
            prepare(&allowance);
            allowance.take(bytes, 0).is_ok()
        };
        assert!(!may_say(|_| {}, 1));
        let request = |allowance: &Allowance| allowance.request(false);
        assert!(may_say(request, PER_REQUEST) && !may_say(request, PER_REQUEST + 1));
        let read = |allowance: &Allowance| {
            allowance.request(true);
            allowance.body_is_over();
        };
        let allowed = PER_REQUEST + PER_BODY;
        assert!(may_say(read, allowed) && !may_say(read, allowed + 1));
        let answer = |allowance: &Allowance| allowance.answered(1 << 20);
        assert!(may_say(answer, (1 << 20) / PER_ANSWERED) && !may_say(answer, (1 << 20) / PER_ANSWERED + 1));
        let requests = |allowance: &Allowance| (0..100).for_each(|_| allowance.request(false));
        assert!(may_say(requests, MOST) && !may_say(requests, MOST + 1));
    }

    #[test]
    fn a_frame_counts_for_more_than_its_bytes() {
        let allowance = Allowance::default();
        allowance.take(0, MOST / PER_FRAME).unwrap();
        allowance.take(0, 1).unwrap_err();
    }

    #[test]
    fn a_body_is_as_long_as_it_is() {
        let allowance = Allowance::default();
        allowance.request(true);
        allowance.take(10 * MOST, 0).unwrap();
        allowance.body_is_over();
        allowance.take(MOST + 1, 0).unwrap_err();
    }

    #[test]
    fn bodies_may_come_with_their_heads_as_many_as_the_windows_let_and_again_and_again() {
        let (body, head) = (BODY_AHEAD as usize, 16 * 1024);
        let at_once = BODIES_AHEAD as usize / body;
        let allowance = Allowance::default();
        for count in [at_once, 1, 1, at_once, 1, at_once] {
            // Heard before a request is handed out: a head, four parts of a body and its end, each in a frame.
            allowance.take(count * (head + body), count * 6).unwrap();
            (0..count).for_each(|_| allowance.request(true));
            (0..count).for_each(|_| allowance.body_is_over());
        }
    }

    #[test]
    fn who_is_not_listened_to_any_more_is_not_by_asking_more() {
        let allowance = Allowance::default();
        allowance.request(true);
        allowance.spend();
        allowance.request(true);
        allowance.take(1, 0).unwrap_err();
        allowance.body_is_over();
        allowance.body_is_over();
    }
}
