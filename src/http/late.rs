//! What takes longer to make than the rest of a start: it is made beside it, and only who needs it waits for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::abort;
use std::sync::Arc;

use poem::{Endpoint, Request};
use tokio::sync::SetOnce;

/// Something that is being made; cheap to clone.
pub(super) struct Late<T>(Arc<SetOnce<T>>);

impl<T> Clone for Late<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: Send + Sync + 'static> Late<T> {
    /// Made on a thread that may block. Needs a tokio runtime. A panic of `make` ends the program, as one of its start does:
    /// nobody would be answered for as long as it ran.
    pub(super) fn made_by(make: impl FnOnce() -> T + Send + 'static) -> Self {
        let late = Self(Arc::default());
        let place = Arc::clone(&late.0);
        tokio::task::spawn_blocking(move || match catch_unwind(AssertUnwindSafe(make)) {
            Ok(value) => _ = place.set(value),
            // What it said went to the log when it happened.
            Err(_panic) => abort(),
        });
        late
    }
}

impl<T> Late<T> {
    /// It, as soon as it is made.
    pub(super) async fn get(&self) -> &T {
        match self.0.get() {
            Some(made) => made,
            // On the heap: nearly nobody waits, and who does not needs no room for it.
            None => Box::pin(self.0.wait()).await,
        }
    }
}

impl<E: Endpoint> Endpoint for Late<E> {
    type Output = E::Output;

    async fn call(&self, request: Request) -> poem::Result<Self::Output> {
        self.get().await.call(request).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn who_asks_before_it_is_made_is_answered_once_it_is() {
        let (finish, finished) = mpsc::channel::<u8>();
        let late = Late::made_by(move || finished.recv().unwrap());
        let asked = late.clone();
        let waits = tokio::spawn(async move { *asked.get().await });
        tokio::task::yield_now().await;
        assert!(!waits.is_finished());
        finish.send(7).unwrap();
        assert_eq!((waits.await.unwrap(), *late.get().await), (7, 7));
    }
}
