//! Every setting of the program, from options and `MANETES_*` variables. The doc comments are the manual.

mod backup;
mod base_url;
pub mod env_file;
mod environment;
mod https;
mod log;

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::builder::{ArgPredicate, BoolishValueParser};
use clap::{Args, ValueEnum};
use ipnet::IpNet;
use lettre::message::Mailbox;
use serde::Deserialize;

pub use backup::{Backup, BackupAccess, Keep, Target};
pub use base_url::{BaseUrl, parse_api_base, parse_base_url};
pub use environment::{Environment, changed_since_start, handed_over, settle_environment};
pub use https::Https;
pub use log::{Level, Log, LogFormat};

/// What every command needs.
#[derive(Debug, Clone, Args)]
pub struct Global {
    /// Where everything is kept: the database, media, and outgoing mail when no SMTP server is set
    #[arg(long, env = "MANETES_DATA_DIR", default_value = "./data", global = true, value_name = "DIR")]
    pub data_dir: PathBuf,
}

impl Global {
    /// The database file.
    pub fn database(&self) -> PathBuf {
        self.data_dir.join("manetes.sqlite")
    }
}

/// What serving needs besides.
#[derive(Debug, Clone, Args)]
pub struct Serve {
    /// The address to listen on; with --domain it is for https, and 0.0.0.0:443 without it
    #[arg(
        long,
        env = "MANETES_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS",
        default_value_if("domain", ArgPredicate::IsPresent, https::LISTEN)
    )]
    pub listen: SocketAddr,
    /// https by the program itself
    #[command(flatten)]
    pub https: Https,
    /// The address people type, without a path; links in mails start with it
    #[arg(long, env = "MANETES_BASE_URL", default_value = "http://localhost:8080", value_name = "URL", value_parser = parse_base_url)]
    pub base_url: BaseUrl,
    /// Other names that lead here, such as the shop's former one: whoever asks under them is led to the base URL, so that
    /// links in old mails and addresses of pictures go on working. With --domain they stand there
    #[arg(long, env = "MANETES_OTHER_DOMAINS", value_delimiter = ',', value_name = "NAMES", value_parser = https::parse_name)]
    pub other_domains: Vec<String>,
    /// The store id in the paths of the store service
    #[arg(long, env = "MANETES_STORE_ID", default_value = "store_manetes", value_name = "ID", value_parser = parse_store_id)]
    pub store_id: String,
    /// The SMTP server, such as `smtps://user:password@mail.example.com`, or with STARTTLS
    /// `smtp://user:password@mail.example.com:587?tls=required`; unset: mails are written to DATA/mail
    #[arg(long, env = "MANETES_SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<Secret>,
    /// The sender of every mail; answers go to the company's address in the settings
    #[arg(long, env = "MANETES_MAIL_FROM", default_value = "Manetes <no-reply@localhost>", value_name = "MAILBOX", value_parser = parse_mailbox)]
    pub mail_from: Mailbox,
    /// What mails are signed with (DKIM), so that receivers believe their sender: an RSA key in PEM; `manetes dkim` makes it
    /// and says what its domain must say
    #[arg(long, env = "MANETES_DKIM_KEY", value_name = "KEY", hide_env_values = true)]
    pub dkim_key: Option<Secret>,
    /// Where mails to the owner go: orders, requests for a quote, messages, stock that runs out
    #[arg(long, env = "MANETES_OWNER_EMAIL", value_name = "MAILBOX", value_parser = parse_mailbox)]
    pub owner_email: Option<Mailbox>,
    /// Who people may sign in with besides, by OpenID Connect: a JSON list of `{"id": "google", "name": "Google",
    /// "issuer": "https://accounts.google.com", "client_id": "…", "client_secret": "…", "domains": ["example.com"]}`.
    /// Tell the provider that people come back to BASE-URL/api/auth/callback. `domains` are mail domains whose
    /// addresses are the provider's own
    #[arg(long, env = "MANETES_OIDC", value_name = "JSON", hide_env_values = true)]
    pub oidc: Option<Secret>,
    /// Proxies whose X-Forwarded-For is believed: addresses such as 127.0.0.1 and networks such as 10.0.0.0/8
    #[arg(long, env = "MANETES_TRUSTED_PROXIES", value_delimiter = ',', value_name = "NETWORKS", value_parser = parse_network)]
    pub trusted_proxies: Vec<IpNet>,
    /// What a program shows that reads /metrics, as `Authorization: Bearer TOKEN`; 16 characters or more. Without one,
    /// /metrics is for this machine alone, and where a proxy is in use for nobody
    #[arg(long, env = "MANETES_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub metrics_token: Option<Secret>,
    /// What is told on standard error
    #[command(flatten)]
    pub log: Log,
    /// Promise browsers that every name below the base URL's is served over https, too (HSTS `includeSubDomains`)
    #[arg(long, env = "MANETES_HSTS_SUBDOMAINS", value_parser = BoolishValueParser::new())]
    pub hsts_subdomains: bool,
    /// Who tells people from programs on the forms of accounts
    #[command(flatten)]
    pub captcha: Captcha,
    /// Copies of the whole shop
    #[command(flatten)]
    pub backup: Backup,
    /// Litestream carries the database to a second machine, and works the log of writes into the file; the shop's lease
    /// is kept where backups go, which must be a bucket (docs/OPERATIONS.md, "A second machine")
    #[arg(long, env = "MANETES_REPLICATED", value_parser = BoolishValueParser::new())]
    pub replicated: bool,
    /// `relaxed` lifts rate limits and per-buyer caps, for load tests on this machine only
    #[arg(long, env = "MANETES_LIMITS", default_value = "normal", value_name = "LIMITS")]
    pub limits: Limits,
    /// On an empty database: load the demo catalogue and a demo administrator; also lets the sandbox serve on https
    #[arg(long, env = "MANETES_DEMO", value_parser = BoolishValueParser::new())]
    pub demo: bool,
    /// Files of secrets that everybody on this machine can read.
    #[arg(skip)]
    pub exposed: Vec<PathBuf>,
}

impl Serve {
    /// Where no base URL was given: the first name, or this machine at the port listened on.
    pub fn base_url_follows(&mut self) {
        let here = || BaseUrl::parse(&format!("http://localhost:{}", self.listen.port())).ok();
        if let Some(url) = self.https.base_url().or_else(here) {
            self.base_url = url;
        }
    }

    /// Where the site answers this machine without https.
    pub fn plain_address(&self) -> SocketAddr {
        self.https.listen_http.unwrap_or(self.listen)
    }

    /// Whether real customers come here: https, and not this machine.
    pub fn is_public(&self) -> bool {
        self.base_url.is_https() && !self.base_url.is_loopback()
    }

    /// Whether a `Host` names one of the shop's names that is not its address; its port may be any.
    pub fn is_other_name(&self, host: &str) -> bool {
        let name = https::name_of(host);
        let mut others = self.https.names.iter().chain(&self.other_domains);
        others.any(|own| own.eq_ignore_ascii_case(name)) && !name.eq_ignore_ascii_case(&self.base_url.name())
    }

    /// Whether a proxy must stand in front, for this program speaks no https by itself, and none is named.
    pub fn lacks_proxy(&self) -> bool {
        self.is_public() && self.trusted_proxies.is_empty() && !self.https.is_ours()
    }

    /// What serves, and should not stay as it is; a line each.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.lacks_proxy() {
            warnings.push(String::from(PROXY_UNKNOWN));
        }
        if !self.base_url.is_https() && !self.base_url.is_loopback() {
            let origin = self.base_url.origin();
            warnings.push(format!("{origin} is not https: passwords and orders can be read and changed on their way"));
        }
        let exposed =
            |file: &PathBuf| format!("everybody on this machine can read the secret in {}: chmod 600", file.display());
        warnings.extend(self.exposed.iter().map(exposed));
        warnings
    }

    /// Combinations that must not serve; the error is one line.
    pub fn check(&self) -> Result<(), String> {
        if self.limits == Limits::Relaxed && !self.base_url.is_loopback() {
            return Err(String::from("MANETES_LIMITS=relaxed is only for a base URL on this machine"));
        }
        if self.trusted_proxies.iter().any(|net| net.prefix_len() == 0) {
            return Err(String::from("MANETES_TRUSTED_PROXIES names every address there is: anybody could claim any"));
        }
        if self.metrics_token.as_ref().is_some_and(|token| token.expose().trim().len() < METRICS_TOKEN) {
            return Err(format!("MANETES_METRICS_TOKEN needs {METRICS_TOKEN} characters or more"));
        }
        if self.is_public() && self.smtp_url.is_none() && !self.demo {
            return Err(String::from(
                "MANETES_SMTP_URL is missing, so mails go to files and reach nobody: on a public https site that is refused without --demo",
            ));
        }
        self.https.check(&self.base_url)?;
        if self.https.is_ours() && !self.other_domains.is_empty() {
            return Err(String::from(
                "MANETES_OTHER_DOMAINS is for a shop behind a proxy: put the names into MANETES_DOMAIN",
            ));
        }
        self.backup.check()?;
        if self.replicated && !matches!(self.backup.to, Some(Target::Bucket { .. })) {
            return Err(String::from(REPLICATED_WHERE));
        }
        self.captcha.check()
    }
}

/// What it is to have a proxy in front that is not trusted, and what to do.
pub const PROXY_UNKNOWN: &str = "a proxy stands in front that is not trusted, so all visitors count as one and soon have to \
    wait: name it (MANETES_TRUSTED_PROXIES=127.0.0.1 for one on this machine)";

/// Where a replicated shop's lease is kept.
pub const REPLICATED_WHERE: &str =
    "MANETES_REPLICATED needs MANETES_BACKUP_TO=s3://BUCKET/PREFIX: the shop's lease is kept there";

/// Characters of a token nobody guesses.
const METRICS_TOKEN: usize = 16;

/// Who tells people from programs on the forms of accounts; unset, nobody does, and no other host is asked.
#[derive(Debug, Clone, Default, Args)]
pub struct Captcha {
    /// The service that tells people from programs on the forms of accounts; it sees who fills them in
    #[arg(id = "captcha", long = "captcha", env = "MANETES_CAPTCHA", value_name = "SERVICE")]
    pub service: Option<CaptchaService>,
    /// The key of this site at that service
    #[arg(long = "captcha-site-key", env = "MANETES_CAPTCHA_SITE_KEY", value_name = "KEY")]
    pub site_key: Option<String>,
    /// The secret that goes with it
    #[arg(long = "captcha-secret", env = "MANETES_CAPTCHA_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub secret: Option<Secret>,
    /// Where the service is, if not where it usually is; plain http only on this machine
    #[arg(long = "captcha-api-base", env = "MANETES_CAPTCHA_API_BASE", value_name = "URL", value_parser = parse_api_base)]
    pub api_base: Option<BaseUrl>,
}

impl Captcha {
    fn check(&self) -> Result<(), String> {
        let given = |text: Option<&str>| text.is_some_and(|text| !text.trim().is_empty());
        let keys = [given(self.site_key.as_deref()), given(self.secret.as_ref().map(Secret::expose))];
        match (self.service, keys) {
            (Some(_), [true, true]) => Ok(()),
            (Some(_), _) => {
                Err(String::from("MANETES_CAPTCHA needs MANETES_CAPTCHA_SITE_KEY and MANETES_CAPTCHA_SECRET"))
            }
            (None, [false, false]) if self.api_base.is_none() => Ok(()),
            (None, _) => Err(String::from("MANETES_CAPTCHA_… is set, but not MANETES_CAPTCHA, the service")),
        }
    }
}

/// A service that tells people from programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CaptchaService {
    /// Cloudflare Turnstile.
    Turnstile,
    /// hCaptcha.
    #[value(name = "hcaptcha")]
    HCaptcha,
}

impl CaptchaService {
    /// As programs call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turnstile => "turnstile",
            Self::HCaptcha => "hcaptcha",
        }
    }

    /// As people call it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Turnstile => "Cloudflare Turnstile",
            Self::HCaptcha => "hCaptcha",
        }
    }
}

/// Whether rate limits and per-buyer caps hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Limits {
    /// They hold.
    Normal,
    /// They do not; refused unless the base URL is this machine.
    Relaxed,
}

/// A value that never appears in a log or a debug print.
#[derive(Clone, Deserialize)]
#[serde(from = "String")]
pub struct Secret(String);

impl Secret {
    /// The value itself.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(value: String) -> Self {
        Self(value)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// An address alone is a network of one.
fn parse_network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse::<IpAddr>().ok().map(|ip| IpNet::from(ip.to_canonical()));
    let network = text.parse::<IpNet>().ok().or_else(address);
    network.ok_or_else(|| String::from("must be an address such as 127.0.0.1, or a network such as 10.0.0.0/8"))
}

fn parse_mailbox(text: &str) -> Result<Mailbox, String> {
    text.parse().map_err(|_| String::from("must be an address such as `Shop <shop@example.com>`"))
}

fn parse_store_id(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if text.is_empty() || text.len() > 64 || !text.chars().all(plain) {
        return Err(String::from("must be 1 to 64 letters, digits, - or _"));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_base_url_knows_its_own_addresses() {
        let base = BaseUrl::parse("http://localhost:8080").unwrap();
        assert_eq!(base.link("/store"), "http://localhost:8080/store");
        assert_eq!(base.host(), "localhost:8080");
        assert!(base.is_loopback());
        assert!(base.owns("http://localhost:8080/success?order_id=1"));
        assert!(base.owns("http://127.0.0.1:8080/cart"));
        for foreign in [
            "http://localhost:8081/",
            "https://localhost:8080/",
            "http://localhost:8080@evil.example/",
            "/success",
            "javascript:1",
        ] {
            assert!(!base.owns(foreign), "{foreign}");
        }
        let untidy = "http://localhost:8080/cart\n?a=\u{e9} b";
        assert_eq!(base.own(untidy).as_deref(), Some("http://localhost:8080/cart?a=%C3%A9%20b"));
        assert!(BaseUrl::parse("http://example.com/shop").is_err());
        assert!(BaseUrl::parse("ftp://example.com").is_err());
        assert!(BaseUrl::parse("https://:secret@example.com").is_err());
    }

    #[derive(clap::Parser)]
    struct Options {
        #[command(flatten)]
        serve: Serve,
    }

    /// What becomes of a start with these options.
    pub(in crate::config) fn outcome(options: &[&str]) -> Result<(), String> {
        let parsed = <Options as clap::Parser>::try_parse_from([&["manetes"], options].concat());
        parsed.map_err(|error| error.to_string()).and_then(|options| options.serve.check())
    }

    #[test]
    fn a_captcha_is_configured_whole_or_not_at_all() {
        let keys = ["--captcha-site-key", "k", "--captcha-secret", "s"];
        let with = |more: &[&'static str]| outcome(&[more, &keys].concat());
        assert!(outcome(&[]).is_ok());
        assert!(with(&["--captcha", "turnstile"]).is_ok() && with(&["--captcha", "hcaptcha"]).is_ok());
        assert!(outcome(&["--captcha", "turnstile", "--captcha-site-key", "k"]).is_err());
        assert!(outcome(&["--captcha", "turnstile", "--captcha-secret", " ", "--captcha-site-key", "k"]).is_err());
        assert!(with(&[]).is_err() && with(&["--captcha", "other"]).is_err());
        let at = |base| with(&["--captcha", "turnstile", "--captcha-api-base", base]);
        assert!(at("http://127.0.0.1:9000").is_ok() && at("https://captcha.example").is_ok());
        assert!(at("http://captcha.example").is_err());
    }

    #[test]
    fn not_everybody_is_a_trusted_proxy() {
        for (networks, trusted) in
            [("127.0.0.1,::1,10.0.0.0/8", true), ("10.0.0.0/8,0.0.0.0/0", false), ("::/0", false)]
        {
            let options = <Options as clap::Parser>::parse_from(["manetes", "--trusted-proxies", networks]);
            assert_eq!(options.serve.check().is_ok(), trusted, "{networks}");
        }
    }

    #[test]
    fn what_should_not_stay_as_it_is_is_told() {
        let warnings = |options: &[&str], exposed: &[&str]| {
            let parsed = <Options as clap::Parser>::try_parse_from([&["manetes"], options].concat());
            let exposed = exposed.iter().map(PathBuf::from).collect();
            let serve = Serve { exposed, ..parsed.unwrap().serve };
            serve.warnings().join("; ")
        };
        assert_eq!(warnings(&[], &[]), "");
        let public = ["--base-url", "https://example.com", "--demo"];
        assert!(warnings(&public, &[]).contains("MANETES_TRUSTED_PROXIES"));
        assert_eq!(warnings(&[&public[..], &["--trusted-proxies", "127.0.0.1"]].concat(), &[]), "");
        let plain = warnings(&["--base-url", "http://example.com"], &["/etc/smtp"]);
        for said in ["http://example.com is not https", "everybody on this machine can read the secret in /etc/smtp"] {
            assert!(plain.contains(said), "{plain}");
        }
    }

    #[test]
    fn a_secret_is_read_where_systemd_put_it() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("secrets_smtp"), "").unwrap();
        let read = |file: &str, credentials| environment::as_handed_over(PathBuf::from(file), credentials);
        assert_eq!(read("/etc/manetes.secrets/smtp", Some(dir.path())), dir.path().join("secrets_smtp"));
        assert_eq!(read("/etc/manetes.secrets/other", Some(dir.path())), Path::new("/etc/manetes.secrets/other"));
        assert_eq!(read("/etc/manetes.secrets/smtp", None), Path::new("/etc/manetes.secrets/smtp"));
    }

    #[test]
    fn a_secret_is_never_printed() {
        assert_eq!(format!("{:?}", Secret::from(String::from("hunter2"))), "***");
    }
}
