//! One `QuickJS` engine with the front end's own code in it: `SSR.render(url, boot)`, bounded in processor time and
//! memory.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use rquickjs::{CatchResultExt, Context, Ctx, Function, Object, Promise, Runtime, Value};

use crate::clock::processor_time;

/// Reading the bundle and preparing every page and language may take this much processor time.
const START_LIMIT: Duration = Duration::from_secs(10);
const MEMORY_LIMIT: usize = 64 << 20;
/// What the thread of an engine needs.
pub(super) const THREAD_STACK: usize = 8 << 20;
const SCRIPT_STACK: usize = 4 << 20;

/// What the engine lacks and the bundle should not have to fake: errors are kept for the log, the rest is dropped.
const CONSOLE: &str = "globalThis.console = { log() {}, info() {}, debug() {}, warn() {}, \
    error(e) { __complain(String((e && e.stack && e.message + '\\n' + e.stack) || e)); } };";

/// What React writes where a part of the page threw and is left to the browser.
const LEFT_TO_BROWSER: &str = "<!--$!-->";

/// How the engine itself ends what takes more memory than it may.
const OUT_OF_MEMORY: &str = "out of memory";

/// Why there is no page.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The page threw, and this is what. The engine is as good as before.
    Threw(String),
    /// The engine ran out of something half way and may be in any state.
    Spent(String),
}

/// One runtime with the bundle in it; lives and dies on its thread.
pub(super) struct Engine {
    context: Context,
    /// Processor time of the thread at which it is interrupted.
    deadline: Rc<Cell<Option<Duration>>>,
    complaint: Rc<RefCell<Option<String>>>,
}

impl Engine {
    pub(super) fn start(bundle: &[u8]) -> Result<Self, Failure> {
        let broken = |error: rquickjs::Error| Failure::Spent(error.to_string());
        let runtime = Runtime::new().map_err(broken)?;
        runtime.set_memory_limit(MEMORY_LIMIT);
        runtime.set_max_stack_size(SCRIPT_STACK);
        let deadline = Rc::new(Cell::new(None::<Duration>));
        let until = Rc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || until.get().is_some_and(|at| processor_time() > at))));
        let context = Context::full(&runtime).map_err(broken)?;
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

    /// The HTML of a page, which may take `limit` of processor time.
    pub(super) fn render(&self, url: &str, boot: &str, limit: Duration) -> Result<String, Failure> {
        self.complaint.take();
        let html = self.within(limit, |ctx| {
            let html: String = ssr(ctx)?.get::<_, Function<'_>>("render")?.call((url, boot))?;
            while ctx.execute_pending_job() {}
            Ok(html)
        })?;
        if html.contains(LEFT_TO_BROWSER) {
            let complaint = self.complaint.take();
            return Err(Failure::Threw(complaint.unwrap_or_else(|| String::from("a part of it threw"))));
        }
        Ok(html)
    }

    /// Runs `f`, interrupted when it takes more processor time than `limit`: the clock on the wall goes on while a
    /// busy machine gives this thread no turn.
    fn within<T>(&self, limit: Duration, f: impl FnOnce(&Ctx<'_>) -> rquickjs::Result<T>) -> Result<T, Failure> {
        let end = processor_time() + limit;
        self.deadline.set(Some(end));
        let result = self.context.with(|ctx| f(&ctx).catch(&ctx).map_err(|error| error.to_string()));
        self.deadline.set(None);
        result.map_err(|error| match error {
            _ if processor_time() > end => Failure::Spent(format!("took longer than {limit:?}")),
            error if error.contains(OUT_OF_MEMORY) => Failure::Spent(error),
            error => Failure::Threw(error),
        })
    }
}

fn ssr<'js>(ctx: &Ctx<'js>) -> rquickjs::Result<Object<'js>> {
    ctx.globals().get("SSR")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) const FAKE: &str = r#"
        let count = 0, ready = false;
        globalThis.SSR = {
            prepare: () => Promise.resolve().then(() => { ready = true; }),
            render(url, boot) {
                if (!ready) throw new Error("not prepared");
                if (url === "/slow") for (;;);
                if (url === "/waits") { wait(); for (let n = 0; n < 1e5; n++); }
                if (url === "/throws") throw new Error("no such product");
                if (url === "/hungry") { const a = []; for (;;) a.push(new Array(1000).fill(url)); }
                if (url === "/deep") { const f = () => f() + 1; return f(); }
                if (url === "/left") { console.error(new Error("a component threw")); return "<!--$!-->"; }
                return `<h1>${url} ${JSON.parse(boot).lang} ${++count}</h1>`;
            },
        };"#;

    /// Draws on a thread with the stack engines are given.
    fn draw(url: &'static str, limit: Duration) -> Result<String, Failure> {
        let draw = move || {
            let engine = Engine::start(FAKE.as_bytes())?;
            engine.context.with(|ctx| {
                let wait = Function::new(ctx.clone(), move || std::thread::sleep(2 * limit)).unwrap();
                ctx.globals().set("wait", wait).unwrap();
            });
            engine.render(url, "{}", limit)
        };
        std::thread::Builder::new().stack_size(THREAD_STACK).spawn(draw).unwrap().join().unwrap()
    }

    #[test]
    fn a_page_that_never_ends_is_stopped() {
        let error = draw("/slow", Duration::from_millis(50)).unwrap_err();
        assert_eq!(error, Failure::Spent(String::from("took longer than 50ms")));
    }

    #[test]
    fn a_page_whose_thread_gets_no_turn_is_drawn_all_the_same() {
        assert!(draw("/waits", Duration::from_millis(400)).unwrap().starts_with("<h1>/waits"));
    }

    #[test]
    fn a_page_that_fails_says_why() {
        let limit = Duration::from_mins(1);
        for (url, reason, engine_stays) in [
            ("/throws", "no such product", true),
            ("/deep", "Maximum call stack", true),
            ("/left", "a component threw", true),
            ("/hungry", OUT_OF_MEMORY, false),
        ] {
            match draw(url, limit).unwrap_err() {
                Failure::Threw(error) => assert!(engine_stays && error.contains(reason), "{url}: {error}"),
                Failure::Spent(error) => assert!(!engine_stays && error.contains(reason), "{url}: {error}"),
            }
        }
    }

    #[test]
    fn a_bundle_that_does_not_start_is_an_error() {
        for bundle in ["", "syntax error", "globalThis.SSR = { prepare: () => Promise.reject(new Error('no')) }"] {
            assert!(Engine::start(bundle.as_bytes()).is_err(), "{bundle}");
        }
    }
}
