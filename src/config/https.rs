//! https by the program itself, with certificates it gets by itself.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use clap::builder::ArgPredicate;
use lettre::message::Mailbox;
use url::{Host, Url};

use super::base_url::{BaseUrl, parse_api_base};
use super::parse_mailbox;

/// What is listened on where names are given, for https and for everything else.
pub(super) const LISTEN: &str = "0.0.0.0:443";
const LISTEN_HTTP: &str = "0.0.0.0:80";

/// Where names are given, the program speaks https and gets its certificate by itself; else a proxy does it.
#[derive(Debug, Clone, Default, Args)]
pub struct Https {
    /// Speak https by itself, for these names; the first is the shop's, and the others lead to it. Its certificate comes
    /// by itself (ACME) and is kept in DATA/tls: the names must lead to this machine, whose ports 80 and 443 are reached
    #[arg(id = "domain", long = "domain", env = "MANETES_DOMAIN", value_delimiter = ',', value_name = "NAMES", value_parser = parse_name)]
    pub names: Vec<String>,
    /// With --domain: the address that is reached as port 80. It answers the authority, and leads everybody else to https
    /// [default: 0.0.0.0:80]
    #[arg(
        long,
        env = "MANETES_LISTEN_HTTP",
        value_name = "ADDRESS",
        default_value_if("domain", ArgPredicate::IsPresent, LISTEN_HTTP),
        hide_default_value = true
    )]
    pub listen_http: Option<SocketAddr>,
    /// With --domain: the directory of the authority that certifies [default: Let's Encrypt]
    #[arg(long, env = "MANETES_ACME_DIRECTORY", value_name = "URL", value_parser = parse_directory)]
    pub acme_directory: Option<Url>,
    /// With --domain: where the authority may write to; few do
    #[arg(long, env = "MANETES_ACME_EMAIL", value_name = "MAILBOX", value_parser = parse_mailbox)]
    pub acme_email: Option<Mailbox>,
    /// With --domain: who vouches for the authority itself, a PEM file; for an authority of one's own, or of a test
    #[arg(long, env = "MANETES_ACME_CA_FILE", value_name = "FILE")]
    pub acme_ca_file: Option<PathBuf>,
}

impl Https {
    /// Whether the program speaks https by itself.
    pub fn is_ours(&self) -> bool {
        !self.names.is_empty()
    }

    /// The address of the first name.
    pub(super) fn base_url(&self) -> Option<BaseUrl> {
        self.names.first().and_then(|name| BaseUrl::parse(&format!("https://{name}")).ok())
    }

    /// Whether a `Host` names one of the names; its port may be another.
    fn has(&self, host: &str) -> bool {
        self.names.iter().any(|own| own.eq_ignore_ascii_case(name_of(host)))
    }

    /// The error is one line.
    pub(super) fn check(&self, base_url: &BaseUrl) -> Result<(), String> {
        let Some(first) = self.names.first() else {
            let alone = [
                ("MANETES_LISTEN_HTTP", self.listen_http.is_some()),
                ("MANETES_ACME_DIRECTORY", self.acme_directory.is_some()),
                ("MANETES_ACME_EMAIL", self.acme_email.is_some()),
                ("MANETES_ACME_CA_FILE", self.acme_ca_file.is_some()),
            ];
            return match alone.into_iter().find(|(_, is_set)| *is_set) {
                Some((name, _)) => Err(format!("{name} is set, but not MANETES_DOMAIN, the names to speak https for")),
                None => Ok(()),
            };
        };
        if !base_url.is_https() || !self.has(base_url.host()) {
            let base_url = base_url.origin();
            return Err(format!(
                "MANETES_BASE_URL is {base_url}, which is none of MANETES_DOMAIN: leave it out for https://{first}"
            ));
        }
        Ok(())
    }
}

/// A `Host` without its port.
pub(super) fn name_of(host: &str) -> &str {
    host.split(':').next().unwrap_or_default()
}

/// A name that an authority certifies by looking at port 80.
pub(super) fn parse_name(text: &str) -> Result<String, String> {
    let wrong = || String::from("must be names such as example.com, without a scheme, a port or a star");
    let Ok(Host::Domain(name)) = Host::parse(text.trim()) else { return Err(wrong()) };
    let is_label = |label: &str| {
        let plain = label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        plain && (1..=63).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
    };
    if name.len() > 253 || !name.contains('.') || !name.split('.').all(is_label) {
        return Err(wrong());
    }
    Ok(name)
}

/// Also plain http on this machine, for a test.
fn parse_directory(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|error| error.to_string())?;
    parse_api_base(&url.origin().ascii_serialization())?;
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::super::tests::outcome;
    use super::*;

    #[test]
    fn names_are_those_an_authority_certifies_by_port_80() {
        for (text, name) in [
            ("example.com", Some("example.com")),
            (" WWW.Example.COM ", Some("www.example.com")),
            ("reformes-l'olla.cat", None),
            ("fusteria.paläu.cat", Some("fusteria.xn--palu-noa.cat")),
            ("localhost", None),
            ("127.0.0.1", None),
            ("[::1]", None),
            ("*.example.com", None),
            ("example.com:443", None),
            ("https://example.com", None),
            ("example.com.", None),
            ("a_b.example.com", None),
            ("-a.example.com", None),
            ("", None),
        ] {
            assert_eq!(parse_name(text).ok().as_deref(), name, "{text}");
        }
    }

    #[test]
    fn the_address_is_one_of_the_names() {
        assert!(outcome(&["--domain", "example.com,www.example.com"]).unwrap_err().contains("MANETES_BASE_URL"));
        let with = |base: &str| outcome(&["--domain", "example.com,www.example.com", "--demo", "--base-url", base]);
        assert!(with("https://example.com").is_ok());
        assert!(with("https://www.example.com:8443").is_ok());
        for base in ["https://other.example", "http://example.com", "http://localhost:8080"] {
            assert!(with(base).unwrap_err().contains(base), "{base}");
        }
        let both = [
            "--domain",
            "example.com",
            "--demo",
            "--base-url",
            "https://example.com",
            "--other-domains",
            "old.example",
        ];
        assert!(outcome(&both).unwrap_err().contains("MANETES_OTHER_DOMAINS"));
    }

    #[test]
    fn what_is_only_for_https_by_itself_is_refused_without_it() {
        for (option, value) in [
            ("--listen-http", "127.0.0.1:80"),
            ("--acme-directory", "https://acme.example/directory"),
            ("--acme-email", "a@example.com"),
            ("--acme-ca-file", "ca.pem"),
        ] {
            assert!(outcome(&[option, value]).unwrap_err().contains("MANETES_DOMAIN"), "{option}");
        }
        let insecure = ["--domain", "example.com", "--acme-directory", "http://acme.example/directory"];
        assert!(outcome(&insecure).is_err());
    }
}
