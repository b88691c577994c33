//! Draws pages with the front end's own code: threads with an [`Engine`] each, and who has the next turn.
//!
//! A page that throws, or needs more processor time or memory than any page should, is answered as the empty shell,
//! which the browser fills in. A machine that is merely busy makes visitors wait a little and draws every page.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::engine::{Engine, Failure, THREAD_STACK};
use crate::metrics::Histogram;

/// Processor time for one page: a hundred times what one takes.
const RENDER_LIMIT: Duration = Duration::from_secs(2);
/// An engine nobody needed for so long is let go; the next page makes a new one.
const IDLE_LIMIT: Duration = Duration::from_mins(1);

/// Threads that render pages; cheap to clone. They end when the last clone is dropped.
#[derive(Clone)]
pub struct Renderer(Arc<Threads>);

struct Threads {
    /// One permit for each thread that is free.
    turns: Arc<Semaphore>,
    /// The free threads. The one that worked last is taken first, so that those in little demand let their engines go.
    free: Mutex<Vec<Sender<Job>>>,
    counts: Counts,
}

/// Pages since the start.
#[derive(Default)]
pub struct Counts {
    /// Drawn here.
    pub drawn: AtomicU64,
    /// Sent as the empty shell although they should have been drawn.
    pub empty: AtomicU64,
    /// How long drawing took, waiting for a turn included.
    pub took: Histogram,
}

struct Job {
    /// Names the kind of page in the log.
    name: &'static str,
    url: String,
    boot: Arc<str>,
    answer: oneshot::Sender<Option<String>>,
    turn: Turn,
}

/// A thread for one page. It is free again when this is dropped, wherever that happens.
struct Turn {
    threads: Arc<Threads>,
    thread: Sender<Job>,
    /// The last to be dropped, when the thread is back among the free ones.
    _permit: OwnedSemaphorePermit,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.threads.free().push(self.thread.clone());
    }
}

impl Threads {
    fn free(&self) -> MutexGuard<'_, Vec<Sender<Job>>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Renderer {
    /// Starts `threads` threads for a server bundle. An engine is made when the first page asks for one, of what
    /// `bundle` answers then.
    pub fn start(bundle: impl Fn() -> Vec<u8> + Send + Clone + 'static, threads: usize) -> Self {
        let start = |n| {
            let (jobs, queue) = channel();
            let thread = std::thread::Builder::new().name(format!("pages-{n}")).stack_size(THREAD_STACK);
            let bundle = bundle.clone();
            // A panic costs the page it happened in and the engine, not the thread.
            let work = move || while catch_unwind(AssertUnwindSafe(|| Worker::new(&bundle).run(&queue))).is_err() {};
            let started = thread.spawn(work);
            started.map_err(|error| tracing::error!(%error, "a page rendering thread could not be started")).ok()?;
            Some(jobs)
        };
        let free: Vec<_> = (0..threads).filter_map(start).collect();
        let turns = Arc::new(Semaphore::new(free.len()));
        if free.is_empty() {
            turns.close();
        }
        Self(Arc::new(Threads { turns, free: Mutex::new(free), counts: Counts::default() }))
    }

    /// The HTML of a page, `None` when it failed, which was logged. `url` is path and query; `boot` is JSON.
    pub async fn render(&self, name: &'static str, url: String, boot: Arc<str>) -> Option<String> {
        let started = Instant::now();
        let html = self.draw(name, url, boot).await;
        let Counts { drawn, empty, took } = self.counts();
        took.observe(started.elapsed());
        if html.is_some() { drawn } else { empty }.fetch_add(1, Ordering::Relaxed);
        html
    }

    async fn draw(&self, name: &'static str, url: String, boot: Arc<str>) -> Option<String> {
        let permit = Arc::clone(&self.0.turns).acquire_owned().await.ok()?;
        let thread = self.0.free().pop()?;
        let turn = Turn { threads: Arc::clone(&self.0), thread: thread.clone(), _permit: permit };
        let (answer, asked) = oneshot::channel();
        thread.send(Job { name, url, boot, answer, turn }).ok()?;
        asked.await.ok().flatten()
    }

    /// A page was sent as the empty shell without being tried.
    pub fn skip(&self) {
        self.counts().empty.fetch_add(1, Ordering::Relaxed);
    }

    /// How it went so far.
    pub fn counts(&self) -> &Counts {
        &self.0.counts
    }
}

struct Worker<'a> {
    bundle: &'a dyn Fn() -> Vec<u8>,
    engine: Option<Engine>,
    /// Failures already in the log, by page and message.
    logged: HashSet<String>,
}

impl<'a> Worker<'a> {
    fn new(bundle: &'a dyn Fn() -> Vec<u8>) -> Self {
        Self { bundle, engine: None, logged: HashSet::new() }
    }

    fn run(&mut self, queue: &Receiver<Job>) {
        loop {
            match queue.recv_timeout(IDLE_LIMIT) {
                Ok(job) if job.answer.is_closed() => {}
                Ok(job) => {
                    let html = self.render(&job);
                    let Job { answer, turn, .. } = job;
                    drop(turn);
                    // Nobody waits any more: nothing to tell.
                    drop(answer.send(html));
                }
                Err(RecvTimeoutError::Timeout) => self.engine = None,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn render(&mut self, job: &Job) -> Option<String> {
        let engine = match self.engine.take() {
            Some(engine) => Ok(engine),
            None => Engine::start(&(self.bundle)()),
        };
        let result = engine.and_then(|engine| {
            let html = engine.render(&job.url, &job.boot, RENDER_LIMIT);
            if !matches!(html, Err(Failure::Spent(_))) {
                self.engine = Some(engine);
            }
            html
        });
        result.map_err(|(Failure::Threw(reason) | Failure::Spent(reason))| self.log(job.name, &reason)).ok()
    }

    /// Once per failure: a page that fails does so at every visit.
    fn log(&mut self, page: &str, reason: &str) {
        if self.logged.len() < 100 && self.logged.insert(format!("{page}: {reason}")) {
            tracing::error!(page, reason, "a page could not be rendered and was sent as the empty shell");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::tests::FAKE;
    use super::*;

    fn renderer(threads: usize) -> Renderer {
        Renderer::start(|| FAKE.as_bytes().to_vec(), threads)
    }

    async fn render(renderer: &Renderer, url: &str) -> Option<String> {
        renderer.render("home", url.to_owned(), Arc::from(r#"{"lang":"es"}"#)).await
    }

    #[tokio::test]
    async fn an_engine_that_is_spent_is_replaced_and_one_whose_page_throws_is_kept() {
        let renderer = renderer(1);
        assert_eq!(render(&renderer, "/").await.as_deref(), Some("<h1>/ es 1</h1>"));
        assert_eq!(render(&renderer, "/throws").await, None);
        assert_eq!(render(&renderer, "/").await.as_deref(), Some("<h1>/ es 2</h1>"));
        assert_eq!(render(&renderer, "/hungry").await, None);
        assert_eq!(render(&renderer, "/").await.as_deref(), Some("<h1>/ es 1</h1>"));
        let Counts { drawn, empty, .. } = renderer.counts();
        assert_eq!((drawn.load(Ordering::Relaxed), empty.load(Ordering::Relaxed)), (3, 2));
    }

    #[tokio::test]
    async fn more_pages_than_threads_wait_their_turn_and_are_all_drawn() {
        let renderer = renderer(2);
        let visits: Vec<_> = (0..200)
            .map(|_| {
                let renderer = renderer.clone();
                tokio::spawn(async move { render(&renderer, "/").await })
            })
            .collect();
        for visit in visits {
            assert!(visit.await.unwrap().is_some());
        }
    }

    #[tokio::test]
    async fn pages_that_nobody_waits_for_any_more_give_their_turn_back() {
        let renderer = renderer(1);
        for _ in 0..20 {
            let visit = tokio::spawn({
                let renderer = renderer.clone();
                async move { render(&renderer, "/").await }
            });
            tokio::task::yield_now().await;
            visit.abort();
        }
        assert!(render(&renderer, "/").await.is_some());
    }

    #[tokio::test]
    async fn a_thread_whose_work_panics_goes_on() {
        let begun = AtomicU64::new(0);
        let bundle = move || match begun.fetch_add(1, Ordering::Relaxed) {
            0 => panic!("no bundle yet"),
            _ => FAKE.as_bytes().to_vec(),
        };
        let bundle = Arc::new(bundle);
        let renderer = Renderer::start(move || bundle(), 1);
        assert_eq!(render(&renderer, "/").await, None);
        assert!(render(&renderer, "/").await.is_some());
    }

    #[tokio::test]
    async fn one_visitor_at_a_time_needs_one_engine() {
        let renderer = renderer(2);
        for n in 1..=5 {
            assert_eq!(render(&renderer, "/").await, Some(format!("<h1>/ es {n}</h1>")));
        }
    }

    #[tokio::test]
    async fn without_a_thread_pages_are_sent_as_the_shell() {
        assert_eq!(render(&renderer(0), "/").await, None);
    }
}
