//! The line of `check` on the certificate that the program gets by itself.

use crate::clock::{Clock, Timestamp};
use crate::config::{Global, Serve};
use crate::tls::{Certificates, Standing};

/// What is kept, and what became of the last try; the server may run beside.
pub(super) fn check(config: &Serve, global: &Global) -> Result<String, String> {
    let clock = Clock::system();
    let certificates = Certificates::open(&global.data_dir, &config.https, clock.clone(), false)?;
    told(certificates.standing(), &config.https.names, clock.now())
}

fn told(standing: Standing, names: &[String], now: Timestamp) -> Result<String, String> {
    let Standing { facts, renewal_at, error } = standing;
    let failed = error.map(|error| format!("; the last try failed: {error}")).unwrap_or_default();
    let Some(facts) = facts else {
        let none = format!("none yet{failed}");
        return if failed.is_empty() { Ok(none + ": `manetes serve` gets it") } else { Err(none) };
    };
    let next = renewal_at.map(|at| format!(", renewed from {} on", at.to_local())).unwrap_or_default();
    let told = format!("for {} until {}{next}{failed}", facts.names.join(", "), facts.ends_at.to_local());
    if facts.ends_at <= now {
        return Err(format!("it has run out: {told}"));
    }
    if !facts.covers(names) {
        return Err(format!("it lacks a name, and `manetes serve` gets another: {told}"));
    }
    if facts.is_running_out(now) && !failed.is_empty() { Err(told) } else { Ok(told) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tls::Facts;

    const NOON: Timestamp = Timestamp::from_millis(1_795_172_400_000);

    #[test]
    fn a_certificate_that_fails_its_shop_is_a_failure() {
        let names = [String::from("example.com")];
        let facts =
            Facts { serial: String::new(), names: names.to_vec(), begins_at: NOON, ends_at: NOON.plus_days(60) };
        let standing = |facts: Option<&Facts>, error: Option<&str>| Standing {
            facts: facts.cloned(),
            renewal_at: facts.map(|_| NOON.plus_days(40)),
            error: error.map(str::to_owned),
        };
        let other = [String::from("example.com"), String::from("www.example.com")];
        for (facts, error, names, day, said) in [
            (None, None, &names[..], 0, Ok("none yet: `manetes serve` gets it")),
            (None, Some("DNS"), &names, 0, Err("none yet; the last try failed: DNS")),
            (Some(&facts), None, &names, 1, Ok("renewed from 2026-12-30")),
            (Some(&facts), Some("DNS"), &names, 41, Ok("the last try failed: DNS")),
            (Some(&facts), Some("DNS"), &names, 46, Err("the last try failed: DNS")),
            (Some(&facts), None, &names, 61, Err("it has run out")),
            (Some(&facts), None, &other, 1, Err("it lacks a name")),
        ] {
            let told = told(standing(facts, error), names, NOON.plus_days(day));
            assert_eq!(told.is_ok(), said.is_ok(), "{told:?}");
            assert!(told.clone().unwrap_or_else(|told| told).contains(said.unwrap_or_else(|said| said)), "{told:?}");
        }
    }
}
