//! The server as it runs, and the way to it from outside.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::tls::TlsInfo;
use x509_parser::parse_x509_certificate;

use super::Case;
use super::dns::{Names, Said, is_own};
use super::line::Line;
use crate::cli::{data_dir, health};
use crate::clock::{Clock, Timestamp};
use crate::config::Secret;
use crate::http::MARK;
use crate::outside;
use crate::secrets::Secrets;

/// How long one way to the site is tried.
const ASK: Duration = Duration::from_secs(6);
/// Bytes of the metrics that are read, at most.
const MAX_METRICS: usize = 1 << 20;
/// A certificate that ends so soon should have been renewed.
const RENEW_DAYS: i64 = 14;

/// Whether it runs and is ready, what stands in its way, and how its jobs are.
pub(super) async fn server(case: Arc<Case>) -> Vec<Line> {
    let start = "systemctl start manetes";
    let answer = match health::ask(&case.global).await {
        Ok(answer) => answer,
        Err(error) => return vec![Line::todo("server", error.to_string(), start)],
    };
    let look = "journalctl -u manetes -n 50; /admin says what stands in the way";
    let ready = match (answer.is_ready, answer.said.contains("degraded")) {
        (true, false) => Line::ok("server", answer.said),
        (true, true) => Line::warn("server", answer.said, look),
        (false, _) => Line::fail("server", answer.said, "docs/OPERATIONS.md, \"It is three in the morning\""),
    };
    std::iter::once(ready).chain(jobs(&case).await).collect()
}

/// How long ago each job did what it is for; nothing where the server does not show it.
async fn jobs(case: &Case) -> Option<Line> {
    let address = data_dir::served_at(&case.global).ok()?;
    let mut asked = outside::client(ASK).get(format!("{address}/metrics"));
    if let Some(token) = &case.options.config.metrics_token {
        asked = asked.bearer_auth(Secret::expose(token));
    }
    let answer = asked.send().await.ok().filter(|answer| answer.status().is_success())?;
    let text = String::from_utf8(outside::body(answer, MAX_METRICS).await?).ok()?;
    let of = |family: &str| -> Vec<(String, i64)> {
        let begin = format!("manetes_job_{family}{{job=\"");
        let lines = text.lines().filter_map(|line| line.strip_prefix(&begin)?.split_once("\"} "));
        lines.filter_map(|(job, value)| Some((job.to_owned(), value.parse().ok()?))).collect()
    };
    let (late, ages) = (of("overdue"), of("age_seconds"));
    let age = |job: &str| ages.iter().find(|(name, _)| name == job).map_or(0, |(_, age)| *age);
    let late: Vec<_> = late.into_iter().filter(|(_, late)| *late == 1).map(|(job, _)| job).collect();
    let (oldest, seconds) = ages.iter().max_by_key(|(_, age)| *age)?;
    Some(if late.is_empty() {
        Line::ok("jobs", format!("{} of them; {oldest} rests longest, {seconds} s", ages.len()))
    } else {
        let late: Vec<_> = late.iter().map(|job| format!("{job} for {} s", age(job))).collect();
        Line::fail("jobs", format!("have not succeeded: {}", late.join(", ")), "journalctl -u manetes -n 50")
    })
}

/// Where an address leads.
enum Leads {
    /// To this server; with the end of its certificate, where it has one.
    Here(Option<i64>),
    /// To somebody else's.
    Elsewhere,
    /// Nobody answers, and why.
    Nowhere(String),
}

/// Whether the site's name leads to this machine, and by a certificate that lasts.
pub(super) async fn domain(case: Arc<Case>) -> Vec<Line> {
    let base = &case.options.config.base_url;
    let name = base.name();
    if base.is_loopback() || name.parse::<IpAddr>().is_ok() {
        return Vec::new();
    }
    let names = match Names::of(case.resolver) {
        Ok(names) => names,
        Err(error) => {
            return vec![Line::warn("domain", format!("nobody to ask of {name}: {error}"), "/etc/resolv.conf")];
        }
    };
    let record = "make a record A (and AAAA) of it with this machine's address, where the domain was bought";
    let addresses = match names.addresses(&name).await {
        Said::These(addresses) => addresses,
        Said::Nothing => return vec![Line::fail("domain", format!("{name} has no address"), record)],
        Said::Unknown(why) => {
            return vec![Line::warn(
                "domain",
                format!("nobody says where {name} leads: {why}"),
                "/etc/resolv.conf, or --resolver 9.9.9.9:53",
            )];
        }
    };
    let is_running = health::ask(&case.global).await.is_ok();
    let mark = mark(&case);
    let tried = addresses.iter().map(|address| leads(&case, *address, mark.as_deref()));
    let tried = futures_util::future::join_all(tried).await;
    let mut lines = Vec::new();
    for (address, leads) in addresses.iter().zip(&tried) {
        lines.push(match leads {
            Leads::Here(_) => Line::ok("domain", format!("{name} leads here, by {address}")),
            Leads::Elsewhere => {
                Line::fail("domain", format!("{name} leads to another server, at {address}"), record)
            }
            Leads::Nowhere(_) if !is_running && is_own(*address) => {
                Line::ok("domain", format!("{name} leads to this machine, at {address}"))
            }
            Leads::Nowhere(_) if !is_running => {
                Line::todo("domain", format!("whether {name} leads here by {address} shows when the server runs"), "start it, and check again")
            }
            Leads::Nowhere(why) => Line::warn(
                "domain",
                format!("{name} is not reached by {address}: {why}"),
                "open ports 80 and 443; some networks do not reach themselves by their outer address: try from a telephone",
            ),
        });
    }
    // One that the program gets by itself is looked at where it is kept.
    if !case.options.config.https.is_ours() {
        lines.extend(certificate(&tried));
    }
    lines
}

/// What this shop is known by, once it has served.
fn mark(case: &Case) -> Option<String> {
    let secrets = case.db.as_ref().ok()?.as_ref()?.read_blocking(Secrets::find);
    Some(secrets.ok()??.mark())
}

/// How long the certificate lasts that browsers are shown.
fn certificate(tried: &[Leads]) -> Option<Line> {
    let ends = tried.iter().filter_map(|leads| match leads {
        Leads::Here(ends) => *ends,
        _ => None,
    });
    let ends = ends.min()?;
    let (days, until) = ((ends - Clock::system().now().seconds()) / 86_400, Timestamp::from_millis(ends * 1000).date());
    let text = format!("lasts until {until}, {days} days");
    Some(if days < RENEW_DAYS {
        Line::fail(
            "certificate",
            text,
            "it should have been renewed: look at what renews it, the proxy or this program",
        )
    } else {
        Line::ok("certificate", text)
    })
}

/// Opens the site by one of its addresses, as a browser would.
async fn leads(case: &Case, address: IpAddr, mark: Option<&str>) -> Leads {
    let base = &case.options.config.base_url;
    let client = outside::client_at(ASK, &base.name(), SocketAddr::new(address, base.port()));
    let answer = match client.get(base.link("/healthz")).send().await {
        Ok(answer) => answer,
        Err(error) => return Leads::Nowhere(outside::reason(&error.without_url())),
    };
    let ends = answer.extensions().get::<TlsInfo>().and_then(|tls| {
        let (_, certificate) = parse_x509_certificate(tls.peer_certificate()?).ok()?;
        Some(certificate.validity().not_after.timestamp())
    });
    let answered = answer.headers().get(MARK).and_then(|value| value.to_str().ok());
    if answered.is_some() && answered == mark { Leads::Here(ends) } else { Leads::Elsewhere }
}
