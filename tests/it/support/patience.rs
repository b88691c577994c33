use std::time::{Duration, Instant};

/// How long one waits for what must come: longer than anything takes on a busy machine, so that only what fails waits for it.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// Looks again and again, until it is so.
pub async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let started = Instant::now();
    while !is_so().await {
        assert!(started.elapsed() < PATIENCE, "never happened: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
