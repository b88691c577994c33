//! What goes on in one connection of HTTP/2: requests that are at work, answers on their way, and requests that were
//! taken back.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::time::{Instant, sleep, sleep_until};

use super::stream::Allowance;

/// Requests that may be taken back before they are answered, beyond as many as were. A browser takes some back when its
/// reader goes on to another page.
const MAX_TAKEN_BACK: u64 = 100;
/// Bytes of an answer that the library is given at a time, at most: what it was given, it keeps until it is read.
const PART: usize = 16 * 1024;

/// The exchanges of a connection.
#[derive(Clone)]
pub(super) struct Exchanges {
    allowance: Allowance,
    state: Arc<Mutex<State>>,
}

struct State {
    /// Since when nothing was taken of the answer of each; `None` where there is none yet.
    open: HashMap<u64, Option<Instant>>,
    /// Since when there is none.
    quiet_since: Instant,
    begun: u64,
    answered: u64,
    taken_back: u64,
}

impl Exchanges {
    /// Of a connection that was just made.
    pub(super) fn new(allowance: Allowance) -> Self {
        let (open, quiet_since) = (HashMap::new(), Instant::now());
        let state = State { open, quiet_since, begun: 0, answered: 0, taken_back: 0 };
        Self { allowance, state: Arc::new(Mutex::new(state)) }
    }

    /// A request has come.
    pub(super) fn begin(&self, has_body: bool) -> Exchange {
        self.allowance.request(has_body);
        let mut state = self.lock();
        state.begun += 1;
        let id = state.begun;
        state.open.insert(id, None);
        Exchange { exchanges: self.clone(), id, is_answered: false, has_body }
    }

    /// Whether none is open.
    pub(super) fn is_quiet(&self) -> bool {
        self.lock().open.is_empty()
    }

    /// Waits until there was none for so long.
    pub(super) async fn quiet_for(&self, patience: Duration) {
        loop {
            let since = {
                let state = self.lock();
                if state.open.is_empty() { state.quiet_since } else { Instant::now() }
            };
            let until = since + patience;
            if until <= Instant::now() {
                return;
            }
            sleep_until(until).await;
        }
    }

    /// Waits until nothing was taken of some answer for so long.
    pub(super) async fn unread_for(&self, patience: Duration) {
        loop {
            let oldest = self.lock().open.values().filter_map(|since| *since).min();
            if oldest.is_some_and(|since| since.elapsed() >= patience) {
                return;
            }
            sleep(patience / 8).await;
        }
    }

    fn end(&self, id: u64, is_answered: bool) {
        let mut state = self.lock();
        state.open.remove(&id);
        if state.open.is_empty() {
            state.quiet_since = Instant::now();
        }
        if is_answered {
            state.answered += 1;
            return;
        }
        state.taken_back += 1;
        if state.taken_back > MAX_TAKEN_BACK + state.answered {
            self.allowance.spend();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One request and its answer; taken back when dropped before the end.
pub(super) struct Exchange {
    exchanges: Exchanges,
    id: u64,
    is_answered: bool,
    has_body: bool,
}

impl Exchange {
    /// The answer's body, as it is to be sent: not at all, where only the head was asked for.
    pub(super) fn answer<B: Body>(mut self, body: B, is_head: bool) -> Answer<B> {
        self.request_is_over();
        self.is_answered = is_head || body.is_end_stream();
        self.is_taken();
        Answer { body: (!is_head).then_some(body), rest: Bytes::new(), exchange: self }
    }

    fn request_is_over(&mut self) {
        if std::mem::take(&mut self.has_body) {
            self.exchanges.allowance.body_is_over();
        }
    }

    /// Something of the answer is taken.
    fn is_taken(&self) {
        if let Some(since) = self.exchanges.lock().open.get_mut(&self.id) {
            *since = Some(Instant::now());
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.request_is_over();
        self.exchanges.end(self.id, self.is_answered);
    }
}

/// The body of an answer, in parts.
pub(super) struct Answer<B> {
    body: Option<B>,
    rest: Bytes,
    exchange: Exchange,
}

impl<B: Body<Data = Bytes> + Unpin> Answer<B> {
    fn part(&mut self) -> Frame<Bytes> {
        let part = self.rest.split_to(self.rest.len().min(PART));
        self.exchange.exchanges.allowance.answered(part.len());
        self.exchange.is_answered = self.is_end_stream();
        Frame::data(part)
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for Answer<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let answer = self.get_mut();
        answer.exchange.is_taken();
        if !answer.rest.is_empty() {
            return Poll::Ready(Some(Ok(answer.part())));
        }
        let Some(body) = &mut answer.body else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(body).poll_frame(cx));
        let Some(Ok(frame)) = frame else {
            answer.exchange.is_answered = frame.is_none();
            return Poll::Ready(frame);
        };
        Poll::Ready(Some(Ok(match frame.into_data() {
            Ok(data) => {
                answer.rest = data;
                answer.part()
            }
            Err(trailers) => trailers,
        })))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        let mut hint = self.body.as_ref().map_or_else(SizeHint::default, Body::size_hint);
        let rest = self.rest.len() as u64;
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(hint.lower() + rest);
        hint
    }
}
