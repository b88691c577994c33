//! The settings of Stripe.

use std::ops::RangeInclusive;
use std::sync::Arc;

use clap::Args;

use super::client::ADDRESS;
use super::{Stripe, endpoints};
use crate::clock::Clock;
use crate::config::{BaseUrl, Secret, Serve, parse_api_base};
use crate::payments::{Kind, Options, Provider};

/// Set up by the key of an account.
const KIND: Kind = Kind {
    name: "stripe",
    closes: true,
    max_notification: 256 * 1024,
    summary: "Stripe: cards and Bizum",
    check: |options, serve| options.stripe.check(options, serve),
    only_a_test: |options| {
        (!options.stripe.is_live()).then_some("the key is for tests: no money is taken (MANETES_STRIPE_SECRET_KEY)")
    },
    suspect_refund: |_, _, _| Ok(()),
    gateway: |options, given| {
        Some(Arc::new(Stripe::of(&options.stripe, given.clock.clone(), given.base_url.origin())?))
    },
    probe: |options| {
        let (stripe, is_live) = (Stripe::of(&options.stripe, Clock::system(), String::new()), options.stripe.is_live());
        Box::pin(async move {
            let stripe = stripe.ok_or("MANETES_STRIPE_SECRET_KEY is missing")?;
            let shown = stripe.probe().await.map_err(|error| error.to_string())?;
            Ok::<_, String>(format!("Stripe answers, {} mode; {shown}", if is_live { "live" } else { "test" }))
        })
    },
    origin: |options| Some(options.stripe.origin()),
    hears: |options, base| {
        let (stripe, endpoint) = (Stripe::of(&options.stripe, Clock::system(), String::new())?, base.link(ENDPOINT));
        Some(Box::pin(async move { endpoints::reach(&stripe, &endpoint).await }))
    },
};

pub(in crate::payments) const PROVIDER: Provider = Provider(&KIND);

/// The account at Stripe, which takes cards and Bizum.
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
pub struct Settings {
    /// The key of the account at Stripe, `sk_live_…`; or a restricted one, `rk_live_…`, that may write Checkout Sessions
    /// and Refunds and read payment intents
    #[arg(long = "stripe-secret-key", env = "MANETES_STRIPE_SECRET_KEY", value_name = "KEY", hide_env_values = true)]
    #[arg(id = "stripe_secret_key")]
    pub secret_key: Option<Secret>,
    /// What Stripe signs its notifications with, `whsec_…`; two with a comma between while one takes the other's place.
    /// The endpoint is BASE-URL/api/webhooks/stripe, its events checkout.session.*, refund.* and charge.dispute.*
    #[arg(
        long = "stripe-webhook-secret",
        env = "MANETES_STRIPE_WEBHOOK_SECRET",
        value_name = "SECRET",
        hide_env_values = true
    )]
    #[arg(id = "stripe_webhook_secret")]
    pub webhook_secret: Option<Secret>,
    /// Where Stripe is, for tests that must not reach it; plain http only on this machine
    #[arg(long = "stripe-api-base", env = "MANETES_STRIPE_API_BASE", value_name = "URL", value_parser = parse_api_base)]
    #[arg(id = "stripe_api_base")]
    pub api_base: Option<BaseUrl>,
}

/// Where notifications come to.
const ENDPOINT: &str = "/api/webhooks/stripe";

/// Bytes of a secret, at least and at most.
const SECRET_BYTES: RangeInclusive<usize> = 24..=255;

impl Settings {
    /// Where Stripe is.
    pub(super) fn origin(&self) -> String {
        self.api_base.as_ref().map_or_else(|| ADDRESS.to_owned(), BaseUrl::origin)
    }

    /// Whether the key moves real money.
    pub(super) fn is_live(&self) -> bool {
        self.secret_key.as_ref().is_some_and(|key| key.expose().split('_').nth(1) == Some("live"))
    }

    /// What notifications may be signed with.
    pub(super) fn webhook_secrets(&self) -> impl Iterator<Item = &str> {
        let secrets = self.webhook_secret.as_ref().map_or("", Secret::expose);
        secrets.split(|c: char| c == ',' || c.is_whitespace()).filter(|secret| !secret.is_empty())
    }

    /// All of it or nothing, of the right form, and real money only where real customers are.
    pub(super) fn check(&self, options: &Options, serve: &Serve) -> Result<(), String> {
        let Some(key) = &self.secret_key else {
            return match (&self.webhook_secret, &self.api_base) {
                (None, None) if options.chosen != PROVIDER => Ok(()),
                _ => Err(String::from(
                    "MANETES_STRIPE_SECRET_KEY is missing: Stripe needs it and MANETES_STRIPE_WEBHOOK_SECRET",
                )),
            };
        };
        if !["sk_live_", "sk_test_", "rk_live_", "rk_test_"].iter().any(|form| is_secret(key.expose(), form)) {
            return Err(String::from(
                "MANETES_STRIPE_SECRET_KEY is no key of Stripe's: sk_ or rk_, live_ or test_, and a long rest",
            ));
        }
        let secrets: Vec<_> = self.webhook_secrets().collect();
        if !(1..=2).contains(&secrets.len()) || !secrets.iter().all(|secret| is_secret(secret, "whsec_")) {
            return Err(String::from(
                "MANETES_STRIPE_WEBHOOK_SECRET must be one or two secrets of an endpoint, whsec_ and a long rest",
            ));
        }
        let is_public = serve.is_public();
        match (self.is_live(), is_public) {
            (true, _) if self.api_base.is_some() => {
                Err(String::from("MANETES_STRIPE_API_BASE is for test keys: a live one is for Stripe alone"))
            }
            (true, false) => {
                Err(String::from("MANETES_STRIPE_SECRET_KEY moves real money: only on a public https site"))
            }
            (false, true) if !serve.demo => Err(String::from(
                "MANETES_STRIPE_SECRET_KEY is a test key, which moves no money: on a public https site it is refused without --demo",
            )),
            _ => Ok(()),
        }
    }
}

/// Whether a text begins as it should and goes on long enough, in nothing but letters, digits, + / = and _.
fn is_secret(text: &str, beginning: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_+/=".contains(&byte);
    text.starts_with(beginning) && SECRET_BYTES.contains(&text.len()) && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use crate::payments::options::tests;

    #[test]
    fn stripe_is_configured_whole_and_right_or_not_at_all() {
        const TEST: &str = "sk_test_0123456789abcdefghij";
        const LIVE: &str = "rk_live_0123456789abcdefghij";
        const SECRET: &str = "whsec_0123456789abcdefghij";
        let outcome = |base: &str, options: &[&str]| tests::outcome(&[&["--base-url", base], options].concat());
        let (here, shop) = ("http://localhost:8080", "https://manetes.example");
        let keys = |key, secret| ["--stripe-secret-key", key, "--stripe-webhook-secret", secret];
        let chosen = |key, secret| [&["--payments", "stripe"], &keys(key, secret)[..]].concat();
        let two = format!("{SECRET},\nwhsec_9876543210abcdefghij");
        assert_eq!(outcome(here, &chosen(TEST, SECRET)), Ok(()));
        assert_eq!(outcome(shop, &chosen(LIVE, SECRET)), Ok(()));
        assert_eq!(outcome(shop, &chosen(LIVE, &two)), Ok(()));
        assert_eq!(outcome(here, &keys(TEST, SECRET)), Ok(()), "for what was paid before");
        assert_eq!(outcome(shop, &[&chosen(TEST, SECRET)[..], &["--demo"]].concat()), Ok(()));
        let loopback = ["--stripe-api-base", "http://127.0.0.1:9000"];
        assert_eq!(outcome(here, &[&chosen(TEST, SECRET)[..], &loopback].concat()), Ok(()));

        let (half, three) = (format!("{SECRET},whsec_"), format!("{two},{SECRET}"));
        let (key, secret, api) =
            ("MANETES_STRIPE_SECRET_KEY", "MANETES_STRIPE_WEBHOOK_SECRET", "MANETES_STRIPE_API_BASE");
        let refused = |base: &str, options: &[&str], variable: &str| {
            let why = outcome(base, options).expect_err(variable);
            assert!(why.starts_with(variable) && why.lines().count() == 1, "{options:?}: {why}");
            assert!(!why.contains("0123456789"), "{why}");
        };
        refused(here, &["--payments", "stripe"], key);
        refused(here, &["--stripe-webhook-secret", SECRET], key);
        refused(here, &loopback, key);
        refused(here, &["--stripe-secret-key", TEST], secret);
        for wrong in [
            "",
            "sk_test_",
            "sk_test_short",
            "pk_test_0123456789abcdefghij",
            "sk_0123456789abcdefghijklmn",
            "sk_test_0123456789 abcdefghij",
        ] {
            refused(here, &chosen(wrong, SECRET), key);
        }
        for wrong in ["", " ", "whsec_", "whsec_short", "0123456789abcdefghijklmnop", half.as_str(), three.as_str()] {
            refused(here, &chosen(TEST, wrong), secret);
        }
        refused(shop, &chosen(TEST, SECRET), key);
        refused(here, &chosen(LIVE, SECRET), key);
        refused("http://manetes.example", &chosen(LIVE, SECRET), key);
        refused(shop, &[&chosen(LIVE, SECRET)[..], &["--stripe-api-base", "https://stripe.example"]].concat(), api);
        assert!(
            outcome(here, &[&chosen(TEST, SECRET)[..], &["--stripe-api-base", "http://stripe.example"]].concat())
                .is_err()
        );
    }
}
