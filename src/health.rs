//! How the running program is, beyond its requests: its background jobs and what stands in its way. Written where it is
//! noticed, read by `/readyz`, `/metrics` and the desk.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Timestamp;
use crate::metrics::{Kind, Text};

/// Of the running program.
#[derive(Default)]
pub struct Health {
    jobs: Mutex<Vec<JobHealth>>,
    troubles: Mutex<Vec<Trouble>>,
}

/// Something somebody should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// Such as `mail_server`, or the name of a job that is overdue; the desk has words for each.
    pub name: &'static str,
    /// Since when.
    pub since: Timestamp,
    /// What was said last.
    pub error: Option<String>,
}

/// How a background job is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobHealth {
    /// Such as `mail`.
    pub name: &'static str,
    /// How long it rests after a run at most.
    pub every: Duration,
    /// When it began to be run again and again.
    pub since: Timestamp,
    /// When it last did what it is for.
    pub last_success: Option<Timestamp>,
    /// Runs that ended well since the start of the program.
    pub successes: u64,
    /// Runs that ended in an error or a panic since the start of the program.
    pub failures: u64,
    /// What was said of the last failure, until the next success.
    pub error: Option<String>,
}

impl JobHealth {
    /// Seconds since the last success, or since the start where there was none.
    pub fn age_seconds(&self, now: Timestamp) -> i64 {
        (now.seconds() - self.last_success.unwrap_or(self.since).seconds()).max(0)
    }

    /// Whether it has not succeeded for so long that somebody should look: three turns and five minutes.
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        let patience = 3 * self.every + Duration::from_secs(300);
        self.age_seconds(now).unsigned_abs() > patience.as_secs()
    }
}

impl Health {
    /// A job is run from now on.
    pub fn watch(&self, name: &'static str, every: Duration, now: Timestamp) {
        let (last_success, error) = (None, None);
        lock(&self.jobs).push(JobHealth { name, every, since: now, last_success, successes: 0, failures: 0, error });
    }

    /// A run of a job ended well.
    pub fn succeeded(&self, name: &str, now: Timestamp) {
        if let Some(job) = lock(&self.jobs).iter_mut().find(|job| job.name == name) {
            (job.last_success, job.successes, job.error) = (Some(now), job.successes + 1, None);
        }
    }

    /// A run of a job ended in an error or a panic.
    pub fn failed(&self, name: &str, error: String) {
        if let Some(job) = lock(&self.jobs).iter_mut().find(|job| job.name == name) {
            (job.failures, job.error) = (job.failures + 1, Some(error));
        }
    }

    /// Every job.
    pub fn jobs(&self) -> Vec<JobHealth> {
        lock(&self.jobs).clone()
    }

    /// Something stands in the way, since now unless it did so before.
    pub fn trouble(&self, name: &'static str, error: String, now: Timestamp) {
        let mut troubles = lock(&self.troubles);
        match troubles.iter_mut().find(|trouble| trouble.name == name) {
            Some(trouble) => trouble.error = Some(error),
            None => troubles.push(Trouble { name, since: now, error: Some(error) }),
        }
    }

    /// It does so no more.
    pub fn trouble_is_over(&self, name: &str) {
        lock(&self.troubles).retain(|trouble| trouble.name != name);
    }

    /// What somebody should look at: what stands in the way, and jobs that are overdue.
    pub fn troubles(&self, now: Timestamp) -> Vec<Trouble> {
        let jobs = self.jobs().into_iter().filter(|job| job.is_overdue(now));
        let overdue = jobs.map(|JobHealth { name, since, last_success, error, .. }| Trouble {
            name,
            since: last_success.unwrap_or(since),
            error,
        });
        lock(&self.troubles).iter().cloned().chain(overdue).collect()
    }

    /// Writes it for whoever watches: a sample for each job, and for each trouble there is.
    pub fn write(&self, text: &mut Text, now: Timestamp) {
        let jobs = self.jobs();
        let mut family = |name: &str, kind: Kind, help: &str, value: &dyn Fn(&JobHealth) -> Option<i64>| {
            text.family(name, kind, help);
            for (job, value) in jobs.iter().filter_map(|job| Some((job.name, value(job)?))) {
                text.sample(name, &[("job", job)], value);
            }
        };
        let count = |number: u64| Some(i64::try_from(number).unwrap_or(i64::MAX));
        let (counter, gauge) = (Kind::Counter, Kind::Gauge);
        family("manetes_job_successes_total", counter, "Runs that ended well.", &|job| count(job.successes));
        family("manetes_job_failures_total", counter, "Runs that failed.", &|job| count(job.failures));
        family(
            "manetes_job_last_success_timestamp_seconds",
            gauge,
            "When a job last ended well, in Unix time.",
            &|job| job.last_success.map(Timestamp::seconds),
        );
        family("manetes_job_age_seconds", gauge, "Since a job last ended well, or the start.", &|job| {
            Some(job.age_seconds(now))
        });
        family("manetes_job_overdue", gauge, "Whether a job has not ended well for too long.", &|job| {
            Some(i64::from(job.is_overdue(now)))
        });
        text.family("manetes_trouble_seconds", gauge, "For how long something has been standing in the way.");
        for Trouble { name, since, .. } in lock(&self.troubles).iter() {
            text.sample("manetes_trouble_seconds", &[("name", name)], now.seconds() - since.seconds());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::from_millis(1_795_172_400_000);
    const MINUTE: i64 = 60;

    fn written(health: &Health, now: Timestamp) -> String {
        let mut text = Text::default();
        health.write(&mut text, now);
        text.into_string()
    }

    #[test]
    fn a_job_is_overdue_when_it_has_not_succeeded_for_three_turns_and_five_minutes() {
        let health = Health::default();
        health.watch("mail", Duration::from_secs(60), START);
        let overdue = |minutes| health.troubles(START.plus_seconds(minutes * MINUTE)).len();
        assert_eq!((overdue(8), overdue(9)), (0, 1), "it never succeeded");
        health.succeeded("mail", START.plus_seconds(9 * MINUTE));
        assert_eq!((overdue(17), overdue(18)), (0, 1));
        health.failed("mail", String::from("no"));
        assert_eq!((overdue(17), overdue(18)), (0, 1), "a failure is no success");
    }

    #[test]
    fn a_trouble_lasts_from_when_it_began_until_it_is_over() {
        let health = Health::default();
        health.trouble("mail_server", String::from("greeting"), START);
        health.trouble("mail_server", String::from("sign-in"), START.plus_seconds(MINUTE));
        let error = Some(String::from("sign-in"));
        assert_eq!(health.troubles(START), [Trouble { name: "mail_server", since: START, error }]);
        assert!(
            written(&health, START.plus_seconds(90)).contains("manetes_trouble_seconds{name=\"mail_server\"} 90\n")
        );
        health.trouble_is_over("mail_server");
        assert!(health.troubles(START).is_empty());
    }

    #[test]
    fn what_a_job_did_can_be_read_by_a_machine() {
        let health = Health::default();
        health.watch("mail", Duration::from_secs(60), START);
        health.watch("avif", Duration::from_secs(60), START);
        health.succeeded("mail", START.plus_seconds(10));
        health.failed("avif", String::from("no"));
        let text = written(&health, START.plus_seconds(600));
        for line in [
            "# TYPE manetes_job_failures_total counter",
            "manetes_job_successes_total{job=\"mail\"} 1",
            "manetes_job_failures_total{job=\"avif\"} 1",
            "manetes_job_last_success_timestamp_seconds{job=\"mail\"} 1795172410",
            "manetes_job_age_seconds{job=\"mail\"} 590",
            "manetes_job_overdue{job=\"mail\"} 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        assert!(!text.contains("timestamp_seconds{job=\"avif\"}"), "it never succeeded");
    }
}
