//! Other services the shop works with.

use std::sync::Arc;

use super::Case;
use super::line::Line;
use crate::auth::captcha::Captcha;
use crate::cli::options::Options;
use crate::cli::{check_certificate, replication, tax_agency};
use crate::oidc::{Provider, Providers};
use crate::payments;
use crate::tax_agency::Mode;

pub(super) async fn sign_in(case: Arc<Case>) -> Vec<Line> {
    let config = &case.options.config;
    if config.oidc.is_none() {
        return Vec::new();
    }
    let asked = async {
        let providers = Providers::new(config.oidc.as_ref())?;
        providers.probe().await?;
        Ok(providers.iter().map(Provider::name).collect::<Vec<_>>().join(", "))
    };
    vec![Line::of("sign-in", asked.await, "look at MANETES_OIDC; people sign in by password meanwhile")]
}

pub(super) async fn payments(case: Arc<Case>) -> Vec<Line> {
    let found = payments::probe(&case.options.payments).await;
    vec![Line::of(
        "payments",
        found,
        "look at the keys in the provider's panel and in MANETES_PAYMENTS and what goes with it",
    )]
}

/// Whether the provider tells this shop of payments; without that it asks, and buyers wait.
pub(super) async fn notifications(case: Arc<Case>) -> Vec<Line> {
    let Options { config, payments, .. } = &case.options;
    if config.base_url.is_loopback() {
        return Vec::new();
    }
    match payments::hears(payments, &config.base_url).await {
        None => Vec::new(),
        Some(found) => vec![Line::of(
            "notifications",
            found,
            "change the endpoint in the provider's panel; until then payments are found by asking, minutes later",
        )],
    }
}

pub(super) fn agency(case: &Case) -> Vec<Line> {
    let verifactu = &case.options.verifactu;
    if verifactu.mode == Mode::Off {
        return Vec::new();
    }
    let found = case.db.as_ref().map_err(Clone::clone).and_then(|db| tax_agency::check(verifactu, db.as_ref()));
    vec![Line::of("tax agency", found, "docs/OPERATIONS.md, \"The tax agency\"")]
}

pub(super) fn certificate(case: &Case) -> Vec<Line> {
    let config = &case.options.config;
    if !config.https.is_ours() {
        return Vec::new();
    }
    let found = check_certificate::check(config, &case.global);
    vec![Line::of(
        "certificate",
        found,
        "docs/OPERATIONS.md, \"https by itself\"; `journalctl -u manetes` says what the authority said",
    )]
}

pub(super) async fn captcha(case: Arc<Case>) -> Vec<Line> {
    let config = &case.options.config.captcha;
    let Some(service) = config.service else { return Vec::new() };
    let asked = async {
        let captcha = Captcha::of(config).ok_or("MANETES_CAPTCHA_SECRET is missing")?;
        let refused = |_| String::from("the service does not answer, or not to this secret");
        captcha.probe().await.map_err(refused)?;
        Ok(format!("{} answers", service.title()))
    };
    vec![Line::of("captcha", asked.await, "look at MANETES_CAPTCHA_SECRET: nobody can sign up meanwhile")]
}

pub(super) fn replicated(case: &Case) -> Vec<Line> {
    if !case.options.config.replicated {
        return Vec::new();
    }
    let found = replication::check(&case.options.config, &case.global);
    vec![Line::of("replication", found, "docs/OPERATIONS.md, \"A second machine\"")]
}
