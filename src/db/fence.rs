//! Whether this machine may write at all. A shop that is kept on two machines is written by one of them.

use tokio::sync::watch;

use super::{Error, Result};

/// What is known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    /// It may.
    May,
    /// Nobody has said so yet.
    Unknown,
    /// Another machine does: for good.
    Another,
}

/// In front of the one writer, so that nothing gets round it; open unless somebody has closed it.
pub struct Fence(watch::Sender<Word>);

impl Default for Fence {
    fn default() -> Self {
        Self(watch::Sender::new(Word::May))
    }
}

impl Fence {
    pub(super) fn check(&self) -> Result<()> {
        match *self.0.borrow() {
            Word::May => Ok(()),
            Word::Unknown => Err(Error::LeaseUnread),
            Word::Another => Err(Error::TakenOver),
        }
    }

    /// Nothing is written before [`Fence::open`].
    pub fn hold(&self) {
        self.set(Word::Unknown);
    }

    /// This machine writes.
    pub fn open(&self) {
        self.set(Word::May);
    }

    /// Another machine writes: nothing is written here any more, until the program ends.
    pub fn close(&self) {
        self.set(Word::Another);
    }

    fn set(&self, word: Word) {
        self.0.send_if_modified(|old| *old != Word::Another && std::mem::replace(old, word) != word);
    }

    /// Waits until this machine may write, which it may never.
    pub async fn opened(&self) {
        self.until(Word::May).await;
    }

    /// Waits until another machine writes, which may never be.
    pub async fn closed(&self) {
        self.until(Word::Another).await;
    }

    async fn until(&self, awaited: Word) {
        // The sender is here: it cannot be gone.
        drop(self.0.subscribe().wait_for(|word| *word == awaited).await);
    }
}
