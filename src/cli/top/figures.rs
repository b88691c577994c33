//! What a frame tells: figures, made of two looks at `/metrics`.

use serde::Serialize;

use super::scrape::{Sample, Scrape};
use crate::clock::Timestamp;

const TOOK: &str = "manetes_http_request_duration_seconds";
/// Who looks is not what is looked at.
const OWN: &str = "/metrics";
/// Routes and refusals that are told.
const SHOWN: usize = 5;

/// How a shop is at a moment. Times in seconds, sizes in bytes; what is not known is missing.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    pub(super) at: Timestamp,
    pub(super) version: String,
    pub(super) up_seconds: Option<f64>,
    pub(super) is_standby: bool,
    pub(super) requests: Requests,
    pub(super) slowest: Vec<RouteTimes>,
    pub(super) refused: Vec<Refused>,
    pub(super) data: Data,
    pub(super) pages: Pages,
    pub(super) waits: Waits,
    pub(super) safety: Safety,
    pub(super) machine: Machine,
    pub(super) troubles: Vec<Trouble>,
}

#[derive(Debug, Serialize)]
pub(super) struct Requests {
    pub(super) per_second: f64,
    pub(super) failed_per_second: f64,
    pub(super) refused_per_second: f64,
    pub(super) p50_seconds: Option<f64>,
    pub(super) p99_seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct RouteTimes {
    pub(super) method: String,
    pub(super) route: String,
    pub(super) per_second: f64,
    pub(super) p50_seconds: f64,
    pub(super) p99_seconds: f64,
}

/// A problem that was answered, and how often since the start.
#[derive(Debug, Serialize)]
pub(super) struct Refused {
    pub(super) code: String,
    pub(super) count: f64,
    pub(super) lately: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct Data {
    pub(super) bytes: Option<f64>,
    pub(super) wal_bytes: Option<f64>,
    pub(super) disk_free_bytes: Option<f64>,
    pub(super) commits_per_second: f64,
    pub(super) commit_p99_seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct Pages {
    /// Of those asked for, 0 to 1.
    pub(super) kept: Option<f64>,
    pub(super) drawn_per_second: f64,
    pub(super) drawing_p99_seconds: Option<f64>,
    /// Since the start.
    pub(super) left_to_browsers: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct Waits {
    pub(super) mails: Option<f64>,
    pub(super) mails_oldest_seconds: Option<f64>,
    pub(super) mails_held: Option<f64>,
    pub(super) mails_given_up: Option<f64>,
    pub(super) orders_unpaid: Option<f64>,
    pub(super) orders_need_somebody: Option<f64>,
    pub(super) payments_open: f64,
    pub(super) payments_overdue: f64,
    pub(super) refunds: Option<f64>,
    pub(super) refunds_oldest_seconds: Option<f64>,
    pub(super) invoices_to_make: Option<f64>,
    pub(super) invoices_to_send: Option<f64>,
    pub(super) invoices_wrong: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct Safety {
    pub(super) backup_age_seconds: Option<f64>,
    pub(super) drill_age_seconds: Option<f64>,
    pub(super) certificate_seconds: Option<f64>,
    pub(super) login_failures_per_minute: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct Machine {
    pub(super) processors: f64,
    pub(super) memory_bytes: Option<f64>,
    pub(super) own_memory_bytes: Option<f64>,
    pub(super) open_files: Option<f64>,
    pub(super) most_files: Option<f64>,
    pub(super) lines_lost: Option<f64>,
}

/// What stands in the way, or a job that does not succeed.
#[derive(Debug, Serialize)]
pub(super) struct Trouble {
    pub(super) name: String,
    pub(super) seconds: f64,
}

impl Figures {
    /// Of what happened between two looks, and how it was at the second.
    pub(super) fn between(before: &Scrape, now: &Scrape, at: Timestamp) -> Self {
        let build = now.all("manetes_build_info").next();
        let age = |name: &str| now.sum(name).filter(|since| *since > 0.0).map(|since| seconds(at) - since);
        Self {
            at,
            version: build.map_or("", |build| build.label("version")).to_owned(),
            up_seconds: age("process_start_time_seconds"),
            is_standby: now.sum("manetes_standby") == Some(1.0),
            requests: requests(before, now),
            slowest: slowest(before, now),
            refused: refused(before, now),
            data: data(before, now),
            pages: pages(before, now),
            waits: waits(now),
            safety: Safety {
                backup_age_seconds: age("manetes_backup_last_success_timestamp_seconds"),
                drill_age_seconds: age("manetes_drill_last_success_timestamp_seconds"),
                certificate_seconds: now.sum("manetes_certificate_expires_seconds"),
                login_failures_per_minute: 60.0 * rate(before, now, "manetes_login_failures_total", any),
            },
            machine: Machine {
                processors: rate(before, now, "process_cpu_seconds_total", any),
                memory_bytes: now.sum("process_resident_memory_bytes"),
                own_memory_bytes: now.sum("manetes_memory_pss_bytes"),
                open_files: now.sum("process_open_fds"),
                most_files: now.sum("process_max_fds"),
                lines_lost: now.sum("manetes_log_lines_lost_total"),
            },
            troubles: troubles(now),
        }
    }
}

fn any(_: &Sample) -> bool {
    true
}

fn others(sample: &Sample) -> bool {
    sample.label("route") != OWN
}

fn rate(before: &Scrape, now: &Scrape, name: &str, wanted: impl Fn(&Sample) -> bool) -> f64 {
    now.since(before, name, wanted) / now.seconds_since(before)
}

#[expect(clippy::cast_precision_loss, reason = "seconds of this century")]
fn seconds(at: Timestamp) -> f64 {
    at.seconds() as f64
}

fn requests(before: &Scrape, now: &Scrape) -> Requests {
    let count = format!("{TOOK}_count");
    let of_class = |class: &'static str| move |sample: &Sample| others(sample) && sample.label("status") == class;
    Requests {
        per_second: rate(before, now, &count, others),
        failed_per_second: rate(before, now, &count, of_class("5xx")),
        refused_per_second: rate(before, now, &count, of_class("4xx")),
        p50_seconds: now.quantile(before, TOOK, 0.5, others),
        p99_seconds: now.quantile(before, TOOK, 0.99, others),
    }
}

/// Those that were asked for lately; those that ever were, where none was.
fn slowest(before: &Scrape, now: &Scrape) -> Vec<RouteTimes> {
    let count = format!("{TOOK}_count");
    let mut named: Vec<(String, String)> = now
        .all(&count)
        .filter(|sample| others(sample))
        .map(|sample| (sample.label("method").to_owned(), sample.label("route").to_owned()))
        .collect();
    named.sort();
    named.dedup();
    let mut routes: Vec<RouteTimes> = named
        .into_iter()
        .filter_map(|(method, route)| {
            let is_it = |sample: &Sample| sample.label("route") == route && sample.label("method") == method;
            let p50_seconds = now.quantile(before, TOOK, 0.5, is_it)?;
            let p99_seconds = now.quantile(before, TOOK, 0.99, is_it)?;
            let per_second = rate(before, now, &count, is_it);
            Some(RouteTimes { method, route, per_second, p50_seconds, p99_seconds })
        })
        .collect();
    if routes.iter().any(|route| route.per_second > 0.0) {
        routes.retain(|route| route.per_second > 0.0);
    }
    routes.sort_by(|a, b| b.p99_seconds.total_cmp(&a.p99_seconds));
    routes.truncate(SHOWN);
    routes
}

fn refused(before: &Scrape, now: &Scrape) -> Vec<Refused> {
    let name = "manetes_problems_total";
    let mut refused: Vec<Refused> = now
        .all(name)
        .map(|sample| {
            let code = sample.label("code").to_owned();
            let lately = now.since(before, name, |other| other.label("code") == code);
            Refused { code, count: sample.value, lately }
        })
        .collect();
    refused.sort_by(|a, b| b.lately.total_cmp(&a.lately).then(b.count.total_cmp(&a.count)));
    refused.truncate(SHOWN);
    refused
}

fn data(before: &Scrape, now: &Scrape) -> Data {
    Data {
        bytes: now.sum("manetes_db_bytes"),
        wal_bytes: now.sum("manetes_db_wal_bytes"),
        disk_free_bytes: now.sum("manetes_disk_free_bytes"),
        commits_per_second: rate(before, now, "manetes_db_commit_seconds_count", any),
        commit_p99_seconds: now.quantile(before, "manetes_db_commit_seconds", 0.99, any),
    }
}

fn pages(before: &Scrape, now: &Scrape) -> Pages {
    let lately = |name: &str| now.since(before, name, any);
    let (hits, misses) = (lately("manetes_page_cache_hits_total"), lately("manetes_page_cache_misses_total"));
    Pages {
        kept: (hits + misses > 0.0).then(|| hits / (hits + misses)),
        drawn_per_second: rate(before, now, "manetes_pages_drawn_total", any),
        drawing_p99_seconds: now.quantile(before, "manetes_page_render_seconds", 0.99, any),
        left_to_browsers: now.sum("manetes_pages_empty_total"),
    }
}

fn waits(now: &Scrape) -> Waits {
    Waits {
        mails: now.sum("manetes_mails_queued"),
        mails_oldest_seconds: now.sum("manetes_mails_oldest_seconds"),
        mails_held: now.sum("manetes_mails_held"),
        mails_given_up: now.sum("manetes_mails_dead"),
        orders_unpaid: now.sum("manetes_orders_pending"),
        orders_need_somebody: now.sum("manetes_orders_attention"),
        payments_open: now.sum("manetes_payments_open").unwrap_or_default(),
        payments_overdue: now.sum("manetes_payments_overdue").unwrap_or_default(),
        refunds: now.sum("manetes_refunds_queued"),
        refunds_oldest_seconds: now.sum("manetes_refunds_oldest_seconds"),
        invoices_to_make: now.sum("manetes_invoices_due"),
        invoices_to_send: now.sum("manetes_invoices_unsent"),
        invoices_wrong: now.sum("manetes_invoices_wrong"),
    }
}

fn troubles(now: &Scrape) -> Vec<Trouble> {
    let named = now.all("manetes_trouble_seconds").map(|sample| (sample.label("name"), sample.value));
    let overdue = now.all("manetes_job_overdue").filter(|job| job.value > 0.0).map(|job| {
        let age = now.all("manetes_job_age_seconds").find(|age| age.label("job") == job.label("job"));
        (job.label("job"), age.map_or(0.0, |age| age.value))
    });
    named.chain(overdue).map(|(name, seconds)| Trouble { name: name.to_owned(), seconds }).collect()
}
