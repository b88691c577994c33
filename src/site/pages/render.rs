//! Runs the front end's own code inside the binary: `SSR.render(url, boot)` in a `QuickJS` engine per thread.
//!
//! Rendering is a kindness, never a condition: a page that takes too long, needs too much memory or throws is answered
//! as the empty shell, which the browser fills in.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rquickjs::{CatchResultExt, Context, Ctx, Function, Object, Promise, Runtime, Value};
use tokio::sync::oneshot;

/// One page may take this long; an unoptimised build is given more.
const RENDER_LIMIT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 200 });
/// Reading the bundle and preparing every page and language.
const START_LIMIT: Duration = Duration::from_secs(10);
/// An engine nobody needed for so long is let go; the next page makes a new one.
const IDLE_LIMIT: Duration = Duration::from_mins(5);
const MEMORY_LIMIT: usize = 64 << 20;
const THREAD_STACK: usize = 8 << 20;
const SCRIPT_STACK: usize = 4 << 20;
const QUEUE: usize = 64;

/// What the engine lacks and the bundle should not have to fake: errors are kept for the log, the rest is dropped.
const CONSOLE: &str = "globalThis.console = { log() {}, info() {}, debug() {}, warn() {}, \
    error(e) { __complain(String((e && e.stack && e.message + '\\n' + e.stack) || e)); } };";

/// What React writes where a part of the page threw and is left to the browser.
const LEFT_TO_BROWSER: &str = "<!--$!-->";

/// Threads that render pages; cheap to clone. They end when the last clone is dropped.
#[derive(Clone)]
pub struct Renderer {
    jobs: SyncSender<Job>,
}

struct Job {
    /// Names the kind of page in the log.
    name: &'static str,
    url: String,
    boot: Arc<str>,
    answer: oneshot::Sender<Option<String>>,
}

impl Renderer {
    /// Starts `threads` threads for a server bundle. An engine is made when the first page asks for one, of what
    /// `bundle` answers then.
    pub fn start(bundle: impl Fn() -> Vec<u8> + Send + Clone + 'static, threads: usize) -> Self {
        let (jobs, queue) = sync_channel(QUEUE);
        let queue = Arc::new(Mutex::new(queue));
        for n in 0..threads {
            let queue = Arc::clone(&queue);
            let thread = std::thread::Builder::new().name(format!("pages-{n}")).stack_size(THREAD_STACK);
            let bundle = bundle.clone();
            if let Err(error) = thread.spawn(move || Worker::new(Box::new(bundle)).run(&queue)) {
                tracing::error!(%error, "a page rendering thread could not be started");
            }
        }
        Self { jobs }
    }

    /// The HTML of a page, `None` when it could not be had: the queue is full, or the page failed and was logged.
    /// `url` is path and query; `boot` is JSON.
    pub async fn render(&self, name: &'static str, url: String, boot: Arc<str>) -> Option<String> {
        let (answer, asked) = oneshot::channel();
        match self.jobs.try_send(Job { name, url, boot, answer }) {
            Ok(()) => asked.await.ok().flatten(),
            Err(TrySendError::Full(_)) => {
                tracing::warn!(page = name, "too many pages wait to be rendered");
                None
            }
            Err(TrySendError::Disconnected(_)) => None,
        }
    }
}

struct Worker {
    bundle: Box<dyn Fn() -> Vec<u8>>,
    engine: Option<Engine>,
    /// Failures already in the log, by page and message.
    logged: HashSet<String>,
}

impl Worker {
    fn new(bundle: Box<dyn Fn() -> Vec<u8>>) -> Self {
        Self { bundle, engine: None, logged: HashSet::new() }
    }

    fn run(&mut self, queue: &Mutex<Receiver<Job>>) {
        loop {
            let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(IDLE_LIMIT);
            match job {
                Ok(job) if job.answer.is_closed() => {}
                Ok(job) => {
                    let html = self.render(&job);
                    // Nobody waits any more: nothing to tell.
                    drop(job.answer.send(html));
                }
                Err(RecvTimeoutError::Timeout) => self.engine = None,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn render(&mut self, job: &Job) -> Option<String> {
        let result = match self.engine.take() {
            Some(engine) => Ok(engine),
            None => Engine::start(&(self.bundle)()),
        }
        .and_then(|engine| {
            let html = engine.render(&job.url, &job.boot, RENDER_LIMIT);
            // After running out of time or memory an engine may be in any state; only a healthy one is kept.
            self.engine = html.is_ok().then_some(engine);
            html
        });
        result.map_err(|reason| self.log(job.name, &reason)).ok()
    }

    /// Once per failure: a page that fails does so at every visit.
    fn log(&mut self, page: &str, reason: &str) {
        if self.logged.len() < 100 && self.logged.insert(format!("{page}: {reason}")) {
            tracing::error!(page, reason, "a page could not be rendered and was sent as the empty shell");
        }
    }
}

/// One `QuickJS` runtime with the bundle in it; lives and dies on its thread.
struct Engine {
    context: Context,
    deadline: Rc<Cell<Option<Instant>>>,
    complaint: Rc<RefCell<Option<String>>>,
}

impl Engine {
    fn start(bundle: &[u8]) -> Result<Self, String> {
        let runtime = Runtime::new().map_err(|e| e.to_string())?;
        runtime.set_memory_limit(MEMORY_LIMIT);
        runtime.set_max_stack_size(SCRIPT_STACK);
        let deadline = Rc::new(Cell::new(None::<Instant>));
        let until = Rc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || until.get().is_some_and(|at| Instant::now() > at))));
        let context = Context::full(&runtime).map_err(|e| e.to_string())?;
        let engine = Self { context, deadline, complaint: Rc::default() };
        engine.within(START_LIMIT, |ctx| {
            let complaint = Rc::clone(&engine.complaint);
            let complain = Function::new(ctx.clone(), move |text: String| *complaint.borrow_mut() = Some(text))?;
            ctx.globals().set("__complain", complain)?;
            ctx.eval::<(), _>(CONSOLE)?;
            ctx.eval::<(), _>(bundle)?;
            let prepared: Promise<'_> = ssr(ctx)?.get::<_, Function<'_>>("prepare")?.call(())?;
            prepared.finish::<Value<'_>>()?;
            Ok(())
        })?;
        Ok(engine)
    }

    fn render(&self, url: &str, boot: &str, limit: Duration) -> Result<String, String> {
        self.complaint.take();
        let html = self.within(limit, |ctx| {
            let html: String = ssr(ctx)?.get::<_, Function<'_>>("render")?.call((url, boot))?;
            while ctx.execute_pending_job() {}
            Ok(html)
        })?;
        if html.contains(LEFT_TO_BROWSER) {
            return Err(self.complaint.take().unwrap_or_else(|| String::from("a part of it threw")));
        }
        Ok(html)
    }

    /// Runs `f`, interrupted when it takes longer than `limit`. The error is what JavaScript threw.
    fn within<T>(&self, limit: Duration, f: impl FnOnce(&Ctx<'_>) -> rquickjs::Result<T>) -> Result<T, String> {
        let end = Instant::now() + limit;
        self.deadline.set(Some(end));
        let result = self.context.with(|ctx| f(&ctx).catch(&ctx).map_err(|error| error.to_string()));
        self.deadline.set(None);
        result.map_err(|error| if Instant::now() > end { format!("took longer than {limit:?}") } else { error })
    }
}

fn ssr<'js>(ctx: &Ctx<'js>) -> rquickjs::Result<Object<'js>> {
    ctx.globals().get("SSR")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAKE: &str = r#"
        let count = 0, ready = false;
        globalThis.SSR = {
            prepare: () => Promise.resolve().then(() => { ready = true; }),
            render(url, boot) {
                if (!ready) throw new Error("not prepared");
                if (url === "/slow") for (;;);
                if (url === "/throws") throw new Error("no such product");
                if (url === "/hungry") { const a = []; for (;;) a.push(new Array(1000).fill(url)); }
                if (url === "/deep") { const f = () => f() + 1; return f(); }
                if (url === "/left") { console.error(new Error("a component threw")); return "<!--$!-->"; }
                return `<h1>${url} ${JSON.parse(boot).lang} ${++count}</h1>`;
            },
        };"#;

    /// Renders on a thread with the stack engines are given.
    fn draw(url: &'static str, limit: Duration) -> Result<String, String> {
        let draw = move || Engine::start(FAKE.as_bytes())?.render(url, "{}", limit);
        std::thread::Builder::new().stack_size(THREAD_STACK).spawn(draw).unwrap().join().unwrap()
    }

    fn renderer(bundle: &'static str) -> Renderer {
        Renderer::start(|| bundle.as_bytes().to_vec(), 1)
    }

    async fn render(renderer: &Renderer, url: &str) -> Option<String> {
        renderer.render("home", url.to_owned(), Arc::from(r#"{"lang":"es"}"#)).await
    }

    #[test]
    fn a_page_that_never_ends_is_stopped() {
        let started = Instant::now();
        let error = draw("/slow", Duration::from_millis(50)).unwrap_err();
        assert_eq!(error, "took longer than 50ms");
        assert!(started.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn a_page_that_fails_says_why() {
        let limit = Duration::from_mins(1);
        for (url, reason) in [
            ("/throws", "no such product"),
            ("/hungry", "out of memory"),
            ("/deep", "Maximum call stack"),
            ("/left", "a component threw"),
        ] {
            let error = draw(url, limit).unwrap_err();
            assert!(error.contains(reason), "{url}: {error}");
        }
    }

    #[test]
    fn a_bundle_that_does_not_start_is_an_error() {
        for bundle in ["", "syntax error", "globalThis.SSR = { prepare: () => Promise.reject(new Error('no')) }"] {
            assert!(Engine::start(bundle.as_bytes()).is_err(), "{bundle}");
        }
    }

    #[tokio::test]
    async fn after_a_failure_the_next_page_has_a_fresh_engine() {
        let renderer = renderer(FAKE);
        assert_eq!(render(&renderer, "/").await.as_deref(), Some("<h1>/ es 1</h1>"));
        assert_eq!(render(&renderer, "/").await.as_deref(), Some("<h1>/ es 2</h1>"));
        assert_eq!(render(&renderer, "/hungry").await, None);
        assert_eq!(render(&renderer, "/").await.as_deref(), Some("<h1>/ es 1</h1>"));
    }

    #[tokio::test]
    async fn pages_beyond_the_queue_are_sent_as_the_shell() {
        let renderer = Renderer::start(|| FAKE.as_bytes().to_vec(), 0);
        let (answer, _asked) = oneshot::channel();
        let job = Job { name: "home", url: String::new(), boot: Arc::from(""), answer };
        // With no thread the queue is gone at once, as when the program ends.
        assert!(matches!(renderer.jobs.try_send(job), Err(TrySendError::Disconnected(_))));

        let (jobs, _queue) = sync_channel(1);
        let renderer = Renderer { jobs };
        let first = tokio::spawn({
            let renderer = renderer.clone();
            async move { render(&renderer, "/").await }
        });
        tokio::task::yield_now().await;
        assert_eq!(render(&renderer, "/").await, None);
        first.abort();
    }
}
