//! Prometheus' text format 0.0.4.

use std::fmt::{Display, Write as _};

/// What a family of samples is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Only grows, from the start of the program on.
    Counter,
    /// What is so now.
    Gauge,
    Histogram,
    Summary,
}

/// The text, while it is written.
#[derive(Default)]
pub struct Text(String);

impl Text {
    /// Begins a family; its samples follow.
    pub fn family(&mut self, name: &str, kind: Kind, help: &str) {
        let kind = match kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
            Kind::Summary => "summary",
        };
        _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// A sample of the family that was begun last.
    pub fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        self.0.push_str(name);
        for (n, (label, text)) in labels.iter().enumerate() {
            let text = text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n");
            _ = write!(self.0, "{}{label}=\"{text}\"", if n == 0 { '{' } else { ',' });
        }
        _ = writeln!(self.0, "{} {value}", if labels.is_empty() { "" } else { "}" });
    }

    /// A family of one sample.
    pub fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.family(name, Kind::Gauge, help);
        self.sample(name, &[], value);
    }

    /// A family of one sample.
    pub fn counter(&mut self, name: &str, help: &str, value: impl Display) {
        self.family(name, Kind::Counter, help);
        self.sample(name, &[], value);
    }

    /// All of it.
    pub fn into_string(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_hold_whatever_they_are_given() {
        let mut text = Text::default();
        text.family("doors", Kind::Gauge, "Open doors.");
        text.sample("doors", &[("of", "a \"b\"\\\n"), ("in", "c")], 2);
        text.counter("steps_total", "Steps.", 0.5);
        let expected = "# HELP doors Open doors.\n# TYPE doors gauge\ndoors{of=\"a \\\"b\\\"\\\\\\n\",in=\"c\"} 2\n\
            # HELP steps_total Steps.\n# TYPE steps_total counter\nsteps_total 0.5\n";
        assert_eq!(text.into_string(), expected);
    }
}
