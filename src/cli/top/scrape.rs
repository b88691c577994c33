//! What `/metrics` said at one moment, and what happened between two.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// One line of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sample {
    pub(super) name: String,
    pub(super) labels: BTreeMap<String, String>,
    pub(super) value: f64,
}

impl Sample {
    /// A line of Prometheus' text format; `None` for a comment.
    fn read(line: &str) -> Option<Self> {
        if line.starts_with('#') {
            return None;
        }
        let (series, value) = line.rsplit_once(' ')?;
        let (name, labels) = series.split_once('{').unwrap_or((series, ""));
        let labels = labels.trim_end_matches('}').split("\",").filter_map(|label| {
            let (name, value) = label.split_once("=\"")?;
            Some((name.to_owned(), value.trim_end_matches('"').to_owned()))
        });
        Some(Self { name: name.to_owned(), labels: labels.collect(), value: value.parse().ok()? })
    }

    pub(super) fn label(&self, name: &str) -> &str {
        self.labels.get(name).map_or("", String::as_str)
    }
}

/// All of it.
#[derive(Debug, Clone)]
pub(super) struct Scrape {
    at: Instant,
    samples: Vec<Sample>,
}

impl Scrape {
    pub(super) fn read(text: &str, at: Instant) -> Self {
        Self { at, samples: text.lines().filter_map(Sample::read).collect() }
    }

    /// The samples of a family.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Sample> {
        self.samples.iter().filter(move |sample| sample.name == name)
    }

    /// Of a family without labels, or together; `None` where it has no sample.
    pub(super) fn sum(&self, name: &str) -> Option<f64> {
        self.all(name).map(|sample| sample.value).reduce(|sum, value| sum + value)
    }

    /// How much of a counter has come since `before`, of the samples that `wanted` names.
    pub(super) fn since(&self, before: &Self, name: &str, wanted: impl Fn(&Sample) -> bool) -> f64 {
        let sum =
            |scrape: &Self| scrape.all(name).filter(|sample| wanted(sample)).map(|sample| sample.value).sum::<f64>();
        // Started anew, it counts from zero.
        let (now, then) = (sum(self), sum(before));
        if now < then { now } else { now - then }
    }

    pub(super) fn seconds_since(&self, before: &Self) -> f64 {
        self.at.duration_since(before.at).max(Duration::from_millis(1)).as_secs_f64()
    }

    /// The value below which `part` of what a histogram saw since `before` lies; of all it ever saw, where it saw nothing
    /// since. `None` where it never saw anything.
    pub(super) fn quantile(
        &self,
        before: &Self,
        name: &str,
        part: f64,
        wanted: impl Fn(&Sample) -> bool,
    ) -> Option<f64> {
        let name = format!("{name}_bucket");
        let buckets = |scrape: &Self| {
            let mut sums: Vec<(f64, f64)> = Vec::new();
            for sample in scrape.all(&name).filter(|sample| wanted(sample)) {
                let bound = sample.label("le").parse().unwrap_or(f64::INFINITY);
                match sums.iter_mut().find(|(known, _)| known.total_cmp(&bound).is_eq()) {
                    Some((_, sum)) => *sum += sample.value,
                    None => sums.push((bound, sample.value)),
                }
            }
            sums.sort_by(|a, b| a.0.total_cmp(&b.0));
            sums
        };
        let (now, then) = (buckets(self), buckets(before));
        let lately: Vec<_> = now
            .iter()
            .map(|(bound, sum)| {
                let old = then.iter().find(|(known, _)| known.total_cmp(bound).is_eq()).map_or(0.0, |(_, sum)| *sum);
                (*bound, if *sum < old { *sum } else { *sum - old })
            })
            .collect();
        quantile(&lately, part).or_else(|| quantile(&now, part))
    }
}

/// Of sums below bounds: as Prometheus does it, evenly between two bounds.
fn quantile(buckets: &[(f64, f64)], part: f64) -> Option<f64> {
    let all = buckets.last().map(|(_, sum)| *sum).filter(|sum| *sum > 0.0)?;
    let rank = part * all;
    let (mut lower, mut below) = (0.0, 0.0);
    for (bound, sum) in buckets {
        if *sum >= rank {
            let within = if *sum > below { (rank - below) / (*sum - below) } else { 1.0 };
            return Some(if bound.is_finite() { lower + (bound - lower) * within } else { lower });
        }
        (lower, below) = (*bound, *sum);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scrape(text: &str) -> Scrape {
        Scrape::read(text, Instant::now())
    }

    #[test]
    fn a_line_is_read_with_its_labels() {
        let read = scrape("# HELP a b\n# TYPE a gauge\na 1.5\na{job=\"x\",name=\"a b, c\"} 2\njunk\n");
        let samples: Vec<_> = read.all("a").collect();
        assert_eq!((samples[0].value, samples[1].value, samples.len()), (1.5, 2.0, 2));
        assert_eq!((samples[1].label("name"), samples[1].label("job"), samples[0].label("job")), ("a b, c", "x", ""));
        assert_eq!((read.sum("a"), read.sum("b")), (Some(3.5), None));
    }

    #[test]
    fn what_came_between_two_looks_is_told_and_all_there_ever_was_where_nothing_came() {
        let text = |fast: u32, slow: u32| {
            format!(
                "t_bucket{{le=\"0.1\"}} {fast}\nt_bucket{{le=\"1\"}} {0}\nt_bucket{{le=\"+Inf\"}} {0}\nt_count {0}\n",
                fast + slow
            )
        };
        let (first, second) = (scrape(&text(100, 0)), scrape(&text(100, 10)));
        let came = (second.since(&first, "t_count", |_| true), first.since(&second, "t_count", |_| true));
        assert_eq!(came, (10.0, 100.0), "the second is as if it was started anew");
        assert_eq!(second.quantile(&first, "t", 0.5, |_| true), Some(0.55));
        assert_eq!(second.quantile(&second, "t", 0.5, |_| true), Some(0.1 * (55.0 / 100.0)));
        assert_eq!(second.quantile(&first, "other", 0.5, |_| true), None);
    }

    #[test]
    fn beyond_the_last_bound_nothing_is_known() {
        assert_eq!(quantile(&[(0.1, 0.0), (f64::INFINITY, 5.0)], 0.99), Some(0.1));
        assert_eq!(quantile(&[(0.1, 0.0), (f64::INFINITY, 0.0)], 0.5), None);
    }
}
