//! The settings of Redsys.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::builder::BoolishValueParser;
use clap::{ArgAction, Args, ValueEnum};

use super::{Redsys, sql};
use crate::config::{BaseUrl, Secret, Serve, parse_api_base};
use crate::payments::{Kind, Options, Provider};

/// Set up by a terminal and its key. Nothing may be asked there but about an order.
const KIND: Kind = Kind {
    name: "redsys",
    closes: false,
    max_notification: 64 * 1024,
    summary: "The virtual terminal of a Spanish bank: cards and Bizum",
    check: |options, serve| options.redsys.check(options, serve),
    only_a_test: |options| {
        (!options.redsys.is_live()).then_some("the terminal is for tests: no money is taken (MANETES_REDSYS_API_BASE)")
    },
    suspect_refund: |tx, refund, queued_at| {
        sql::send_refund(tx, &refund.id, &refund.provider_ref, refund.amount, queued_at).map(drop)
    },
    gateway: |options, given| Some(Arc::new(Redsys::of(&options.redsys, given)?)),
    probe: |options| {
        let origin = options.redsys.base().origin();
        Box::pin(async move { Ok::<_, String>(format!("Redsys, at {origin}")) })
    },
    origin: |options| Some(options.redsys.base().origin()),
    hears: |_, base| {
        let endpoint = base.link("/api/webhooks/redsys");
        Some(Box::pin(async move {
            Ok::<_, String>(format!(
                "Redsys cannot be asked whether it reaches {endpoint}: pay once, and look at the order"
            ))
        }))
    },
};

pub(in crate::payments) const PROVIDER: Provider = Provider(&KIND);

/// The virtual terminal of a Spanish bank, which Redsys runs for all of them.
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
pub struct Settings {
    /// The shop's number at Redsys (FUC), nine digits
    #[arg(
        id = "redsys_merchant_code",
        long = "redsys-merchant-code",
        env = "MANETES_REDSYS_MERCHANT_CODE",
        value_name = "FUC"
    )]
    pub merchant_code: Option<String>,
    /// The terminal's number
    #[arg(id = "redsys_terminal", long = "redsys-terminal", env = "MANETES_REDSYS_TERMINAL", value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=999))]
    pub terminal: Option<u16>,
    /// The terminal's key as Redsys' administration shows it: 24 bytes in base64
    #[arg(
        id = "redsys_key",
        long = "redsys-key",
        env = "MANETES_REDSYS_KEY",
        value_name = "KEY",
        hide_env_values = true
    )]
    pub key: Option<Secret>,
    /// How the terminal signs; what is signed in another way is refused
    #[arg(
        id = "redsys_signature",
        long = "redsys-signature",
        env = "MANETES_REDSYS_SIGNATURE",
        default_value = "sha512",
        value_name = "HASH"
    )]
    pub signature: SignatureVersion,
    /// Whether the terminal takes Bizum, which then has a button of its own
    #[arg(
        id = "redsys_bizum",
        long = "redsys-bizum",
        env = "MANETES_REDSYS_BIZUM",
        default_value = "true",
        action = ArgAction::Set,
        value_name = "BOOL",
        value_parser = BoolishValueParser::new()
    )]
    pub has_bizum: bool,
    /// Where Redsys is, if not at its live host: its test host <https://sis-t.redsys.es:25443>, or this machine
    #[arg(id = "redsys_api_base", long = "redsys-api-base", env = "MANETES_REDSYS_API_BASE", value_name = "URL", value_parser = parse_api_base)]
    pub api_base: Option<BaseUrl>,
}

/// Redsys' host where money moves.
const LIVE: &str = "https://sis.redsys.es";

/// Redsys' host for tests, where none does.
const TEST: &str = "https://sis-t.redsys.es:25443";

/// The merchant's code and key that Redsys publishes for its test host: everybody can sign with them.
const PUBLISHED: [&str; 2] = ["999008881", "sq7HjrUOBfKmC576ILgskD5srU870gJ7"];

impl Settings {
    /// Where Redsys is.
    pub(super) fn base(&self) -> BaseUrl {
        self.api_base.clone().unwrap_or_else(|| BaseUrl::parse(LIVE).expect("a constant that a test reads"))
    }

    /// Whether real money is taken.
    pub(super) fn is_live(&self) -> bool {
        self.base().origin() == LIVE
    }

    /// All of it or nothing, of the right form, and real money only where real customers are.
    pub(super) fn check(&self, options: &Options, serve: &Serve) -> Result<(), String> {
        let is_chosen = options.chosen == PROVIDER;
        let code = self.merchant_code.as_deref().filter(|code| !code.is_empty());
        let key = self.key.as_ref().map(Secret::expose).filter(|key| !key.is_empty());
        if !is_chosen && code.is_none() && key.is_none() && self.terminal.is_none() {
            return Ok(());
        }
        let missing =
            |name: &str| Err(format!("{name} is missing: Redsys needs a merchant code, a terminal and a key"));
        let Some(code) = code else { return missing("MANETES_REDSYS_MERCHANT_CODE") };
        let Some(key) = key else { return missing("MANETES_REDSYS_KEY") };
        if self.terminal.is_none() {
            return missing("MANETES_REDSYS_TERMINAL");
        }
        if code.len() != 9 || !code.bytes().all(|c| c.is_ascii_digit()) {
            return Err(String::from("MANETES_REDSYS_MERCHANT_CODE must be nine digits"));
        }
        if !STANDARD.decode(key).is_ok_and(|bytes| bytes.len() == 24) {
            return Err(String::from("MANETES_REDSYS_KEY must be 24 bytes in base64"));
        }
        let base = self.base();
        let origin = base.origin();
        let is_public = serve.is_public();
        if origin != LIVE && origin != TEST && !base.is_loopback() {
            return Err(format!("MANETES_REDSYS_API_BASE must be {LIVE}, {TEST} or on this machine"));
        }
        if origin != LIVE {
            return if is_public && !serve.demo {
                Err(String::from(
                    "MANETES_REDSYS_API_BASE is not Redsys' live host, so no money moves: on a public https site it is refused without --demo",
                ))
            } else {
                Ok(())
            };
        }
        for (name, value) in [("MANETES_REDSYS_MERCHANT_CODE", code), ("MANETES_REDSYS_KEY", key)] {
            if PUBLISHED.contains(&value) {
                return Err(format!("{name} is the one Redsys publishes for tests: anybody could sign a payment"));
            }
        }
        if is_chosen && !is_public {
            return Err(String::from("MANETES_REDSYS_API_BASE is Redsys' live host: only for a public https site"));
        }
        Ok(())
    }
}

/// How a terminal of Redsys signs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum SignatureVersion {
    /// `HMAC_SHA512_V2`, as Redsys documents it now.
    #[default]
    Sha512,
    /// `HMAC_SHA256_V1`, which older terminals use.
    Sha256,
}

#[cfg(test)]
mod tests {
    use crate::payments::options::tests;

    #[test]
    fn redsys_is_configured_whole_and_right_or_not_at_all() {
        const OWN: [&str; 2] = ["123456789", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"];
        const PUBLISHED: [&str; 2] = ["999008881", "sq7HjrUOBfKmC576ILgskD5srU870gJ7"];
        const TEST: &str = "https://sis-t.redsys.es:25443";
        let outcome = |base: &str, options: &[&str]| tests::outcome(&[&["--base-url", base], options].concat());
        let (here, shop) = ("http://localhost:8080", "https://manetes.example");
        let terminal = |[code, key]: [&'static str; 2]| {
            ["--redsys-merchant-code", code, "--redsys-terminal", "001", "--redsys-key", key]
        };
        let chosen = |keys| [&["--payments", "redsys"], &terminal(keys)[..]].concat();
        let at = |keys, base| [&chosen(keys)[..], &["--redsys-api-base", base]].concat();
        assert_eq!(outcome(here, &[]), Ok(()));
        assert_eq!(outcome(shop, &chosen(OWN)), Ok(()));
        assert_eq!(outcome(shop, &[&chosen(OWN)[..], &["--redsys-signature", "sha256"]].concat()), Ok(()));
        assert_eq!(outcome(here, &terminal(OWN)), Ok(()), "for what was paid before");
        for base in [TEST, "http://127.0.0.1:9000", "http://localhost:9000"] {
            assert_eq!(outcome(here, &at(OWN, base)), Ok(()));
            assert_eq!(outcome(here, &at(PUBLISHED, base)), Ok(()));
            assert_eq!(outcome(shop, &[&at(PUBLISHED, base)[..], &["--demo"]].concat()), Ok(()));
        }

        let (code, number, key, api) = (
            "MANETES_REDSYS_MERCHANT_CODE",
            "MANETES_REDSYS_TERMINAL",
            "MANETES_REDSYS_KEY",
            "MANETES_REDSYS_API_BASE",
        );
        let refused = |base: &str, options: &[&str], variable: &str| {
            let why = outcome(base, options).expect_err(variable);
            assert!(why.starts_with(variable) && why.lines().count() == 1, "{options:?}: {why}");
            assert!(!why.contains(OWN[1]) && !why.contains(PUBLISHED[1]), "{why}");
        };
        refused(here, &["--payments", "redsys"], code);
        refused(here, &["--redsys-terminal", "1"], code);
        refused(here, &["--redsys-key", OWN[1], "--redsys-terminal", "1"], code);
        refused(here, &["--redsys-merchant-code", OWN[0]], key);
        refused(here, &["--redsys-merchant-code", OWN[0], "--redsys-key", OWN[1]], number);
        for wrong in ["", "12345678", "1234567890", "12345678x", "12345678 "] {
            refused(shop, &chosen([wrong, OWN[1]]), code);
        }
        for wrong in ["", "short", "AAECAwQFBgcICQoLDA0ODxAREhMUFRY=", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX "] {
            refused(shop, &chosen([OWN[0], wrong]), key);
        }
        refused(shop, &chosen([PUBLISHED[0], OWN[1]]), code);
        refused(shop, &chosen([OWN[0], PUBLISHED[1]]), key);
        refused(here, &terminal([OWN[0], PUBLISHED[1]]), key);
        for wrong in ["https://redsys.example", "https://sis-t.redsys.es", "https://sis.redsys.es:8443"] {
            refused(here, &at(PUBLISHED, wrong), api);
        }
        refused(shop, &at(OWN, TEST), api);
        // Notifications are taken whoever is chosen.
        let stripe = [
            "--stripe-secret-key",
            "rk_live_0123456789abcdefghij",
            "--stripe-webhook-secret",
            "whsec_0123456789abcdefghij",
        ];
        let beside = [&["--payments", "stripe"], &stripe[..], &terminal(PUBLISHED), &["--redsys-api-base", TEST]];
        refused(shop, &beside.concat(), api);
        refused(shop, &at(PUBLISHED, "http://127.0.0.1:9000"), api);
        refused(here, &chosen(OWN), api);
        refused("http://manetes.example", &chosen(OWN), api);
        for wrong in [["--redsys-terminal", "0"], ["--redsys-terminal", "1000"], ["--redsys-signature", "md5"]] {
            assert!(outcome(here, &wrong).is_err(), "{wrong:?}");
        }
        assert!(outcome(here, &at(OWN, "http://sis.redsys.es")).is_err());
    }
}
