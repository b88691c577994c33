//! What is counted while the program runs, for `/metrics`. Recording costs some hundred nanoseconds and waits for nobody.

mod histogram;
mod process;
mod text;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

pub use histogram::Histogram;
pub use text::{Kind, Text};

/// Since the start.
#[derive(Default)]
pub struct Metrics {
    answered: AtomicU64,
    /// By the problem's code.
    problems: Mutex<BTreeMap<&'static str, u64>>,
}

impl Metrics {
    /// A request was answered, with a problem if it was one.
    pub fn answer(&self, problem: Option<&'static str>) {
        self.answered.fetch_add(1, Ordering::Relaxed);
        if let Some(code) = problem {
            *self.problems.lock().unwrap_or_else(PoisonError::into_inner).entry(code).or_default() += 1;
        }
    }

    /// How many requests were answered.
    pub fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    /// How often each problem was answered.
    pub fn problems(&self) -> BTreeMap<&'static str, u64> {
        self.problems.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What the program is, and takes of the machine; `started` in Unix seconds.
pub fn write_program(text: &mut Text, started: i64) {
    text.family("manetes_build_info", Kind::Gauge, "The program: always 1.");
    text.sample("manetes_build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1);
    text.gauge("process_start_time_seconds", "When the program started, in Unix time.", started);
    process::write(text);
}
