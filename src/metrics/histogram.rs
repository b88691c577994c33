//! How long something took, as counts below bounds: recording is three additions, whoever else records.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::text::Text;

/// Upper bounds in microseconds: a kept page takes 0.1 ms, a commit 1 to 20, a page that is drawn 10 to 50.
const BOUNDS: [u64; 11] = [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000];

/// How often something took so long.
#[derive(Default)]
pub struct Histogram {
    /// By the smallest bound that holds it; the last are longer than any.
    counts: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
}

impl Histogram {
    /// Counts one.
    pub fn observe(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let place = BOUNDS.partition_point(|bound| *bound < micros);
        self.counts[place].fetch_add(1, Ordering::Relaxed);
        self.microseconds.fetch_add(micros, Ordering::Relaxed);
    }

    /// How many, and how long they took together.
    pub fn total(&self) -> (u64, Duration) {
        let count = self.counts.iter().map(|count| count.load(Ordering::Relaxed)).sum();
        (count, Duration::from_micros(self.microseconds.load(Ordering::Relaxed)))
    }

    /// Its lines, each with `labels`. The family is the caller's to begin.
    pub fn write(&self, text: &mut Text, name: &str, labels: &[(&str, &str)]) {
        let mut below = 0;
        let bounds = BOUNDS.iter().map(|bound| Duration::from_micros(*bound).as_secs_f64().to_string());
        for (count, bound) in self.counts.iter().zip(bounds.chain([String::from("+Inf")])) {
            below += count.load(Ordering::Relaxed);
            text.sample(&format!("{name}_bucket"), &[labels, &[("le", &bound)]].concat(), below);
        }
        let took = Duration::from_micros(self.microseconds.load(Ordering::Relaxed));
        text.sample(&format!("{name}_sum"), labels, took.as_secs_f64());
        text.sample(&format!("{name}_count"), labels, below);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_as_long_as_a_bound_is_within_it() {
        let histogram = Histogram::default();
        for micros in [0, 500, 501, 1_000_000, 9_000_000] {
            histogram.observe(Duration::from_micros(micros));
        }
        let mut text = Text::default();
        histogram.write(&mut text, "took_seconds", &[("of", "x")]);
        let text = text.into_string();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "took_seconds_bucket{of=\"x\",le=\"0.0005\"} 2");
        assert_eq!(lines[1], "took_seconds_bucket{of=\"x\",le=\"0.001\"} 3");
        assert_eq!(lines[9], "took_seconds_bucket{of=\"x\",le=\"1\"} 4");
        assert_eq!(
            lines[11..],
            [
                "took_seconds_bucket{of=\"x\",le=\"+Inf\"} 5",
                "took_seconds_sum{of=\"x\"} 10.001001",
                "took_seconds_count{of=\"x\"} 5",
            ]
        );
        assert_eq!(histogram.total(), (5, Duration::from_micros(10_001_001)));
    }
}
