//! Counters for `/metrics`, in Prometheus' text format.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Requests answered since the start.
#[derive(Default)]
pub struct Metrics {
    /// By class of status, 1xx to 5xx.
    classes: [AtomicU64; 5],
    microseconds: AtomicU64,
}

impl Metrics {
    /// Counts one answer.
    pub fn count(&self, status: u16, took: Duration) {
        if let Some(class) = self.classes.get(usize::from(status / 100).wrapping_sub(1)) {
            class.fetch_add(1, Ordering::Relaxed);
        }
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.fetch_add(micros, Ordering::Relaxed);
    }

    /// The text, with further counters and gauges given as name and value.
    pub fn render(&self, counters: &[(&str, u64)], gauges: &[(&str, i64)]) -> String {
        let mut text = String::from("# TYPE manetes_http_requests_total counter\n");
        let mut total = 0;
        for (n, class) in self.classes.iter().enumerate() {
            let count = class.load(Ordering::Relaxed);
            total += count;
            _ = writeln!(text, "manetes_http_requests_total{{status=\"{}xx\"}} {count}", n + 1);
        }
        let seconds = Duration::from_micros(self.microseconds.load(Ordering::Relaxed)).as_secs_f64();
        text.push_str("# TYPE manetes_http_request_seconds summary\n");
        _ = writeln!(text, "manetes_http_request_seconds_sum {seconds}\nmanetes_http_request_seconds_count {total}");
        for (name, value) in counters {
            _ = writeln!(text, "# TYPE {name} counter\n{name} {value}");
        }
        for (name, value) in gauges {
            _ = writeln!(text, "# TYPE {name} gauge\n{name} {value}");
        }
        text
    }
}
