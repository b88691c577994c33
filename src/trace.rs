//! Which request something is done for: its id goes along wherever the work goes, so that lines, answers and mails name it
//! without being told. It comes from a proxy that is trusted, or is made here.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Characters of an id from a proxy.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=64;

/// Of one request; says nothing of anybody.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RequestId {
    text: [u8; *LENGTHS.end()],
    length: usize,
}

impl RequestId {
    /// One that no other request has: 16 hexadecimal digits, by which nobody can tell how many came before.
    pub fn new() -> Self {
        static COUNTED: AtomicU64 = AtomicU64::new(0);
        static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);
        let mixed = SEED.hash_one(COUNTED.fetch_add(1, Ordering::Relaxed));
        let mut id = Self { text: [0; *LENGTHS.end()], length: 16 };
        // There is room for it.
        _ = write!(&mut id.text[..], "{mixed:016x}");
        id
    }

    /// What a proxy calls a request, if it can be nothing else: 8 to 64 letters, digits, `-` and `_`.
    pub fn parse(text: &str) -> Option<Self> {
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        (LENGTHS.contains(&text.len()) && text.bytes().all(is_plain)).then(|| Self::of(text))
    }

    fn of(text: &str) -> Self {
        let mut id = Self { text: [0; *LENGTHS.end()], length: text.len() };
        id.text[..text.len()].copy_from_slice(text.as_bytes());
        id
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[..self.length]).unwrap_or_default()
    }
}

impl Default for RequestId {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

tokio::task_local! {
    static CURRENT: Option<RequestId>;
}

/// The request that is being worked on, where it is one.
pub fn current() -> Option<RequestId> {
    CURRENT.try_with(|id| *id).ok().flatten()
}

/// Works on a request.
pub fn on<F: Future>(id: Option<RequestId>, work: F) -> impl Future<Output = F::Output> {
    CURRENT.scope(id, work)
}

/// Works on a request, on a thread of another kind.
pub fn on_thread<T>(id: Option<RequestId>, work: impl FnOnce() -> T) -> T {
    CURRENT.sync_scope(id, work)
}

/// `work`, to be done elsewhere, for the request that is being worked on now.
pub fn carried<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let id = current();
    move || on_thread(id, work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_from_outside_can_hold_no_address_and_no_line() {
        for id in ["4bf92f3577b34da6a3ce929d0e0e4736", "2f1c6c1e-33b0-4d7d-9a55-3a1c3f1b8f0e", "Root_1-67891233"] {
            assert_eq!(RequestId::parse(id).unwrap().as_str(), id);
        }
        for id in ["", "short", "ana@example.com", "203.0.113.9", "Ana Puig Vila", "a\nforged line", &"x".repeat(65)] {
            assert_eq!(RequestId::parse(id), None, "{id}");
        }
        assert_eq!((RequestId::new().as_str().len(), RequestId::new() == RequestId::new()), (16, false));
    }

    #[tokio::test]
    async fn it_goes_along_with_the_work_and_no_further() {
        let id = RequestId::new();
        let work = async { std::thread::spawn(carried(current)).join().unwrap() };
        assert_eq!(on(Some(id), work).await, Some(id));
        assert_eq!((current(), std::thread::spawn(carried(current)).join().unwrap()), (None, None));
    }
}
