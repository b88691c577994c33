//! https by the program itself: the certificate it shows, and how it gets the next one (decision 42).
//!
//! One thing at a time is asked of the authority, by one job. What is got is kept before it is shown, and shown from the
//! next connection on.

mod acme;
mod renewal;
mod store;

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::SystemTime;

use rustls::crypto::ring;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{ServerConfig, version};

use crate::clock::{Clock, Timestamp};
use crate::health::Health;
use crate::{config, id};

pub use renewal::Facts;
pub use store::FOLDER;

use acme::{Authority, Challenges, Desk, Refusal};
use renewal::{Kind, Memory, Step};
use store::{Certificate, Store};

/// Under which it stands in [`Health`].
const TROUBLE: &str = "certificate";
/// A shop without any certificate is let try for so long before somebody is told.
const FIRST_SECONDS: i64 = 3600;

/// The certificate of the shop's names.
pub struct Certificates {
    names: Vec<String>,
    store: Store,
    authority: Authority,
    clock: Clock,
    /// Whether this machine gets them; else it shows what is put there.
    issues: bool,
    begun_at: Timestamp,
    shown: Arc<Shown>,
    spoken: Arc<ServerConfig>,
    challenges: Challenges,
    memory: Mutex<Memory>,
    /// When the file was written that is shown.
    seen: Mutex<Option<SystemTime>>,
    /// What is shown and could not be kept, as PEM, and why.
    unkept: Mutex<Option<(String, String)>>,
}

/// What there is to say of the certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The one there is.
    pub facts: Option<Facts>,
    /// When the next is got, if the authority says nothing else until then.
    pub renewal_at: Option<Timestamp>,
    /// Why the last try led to nothing.
    pub error: Option<String>,
}

impl Certificates {
    /// What is kept in a data directory. `issues`: this machine gets them. The error is one line.
    pub fn open(data_dir: &Path, config: &config::Https, clock: Clock, issues: bool) -> Result<Self, String> {
        let (store, authority, now) = (Store::of(data_dir), Authority::of(config)?, clock.now());
        let mut memory = store.memory();
        memory.start(authority.rehearses());
        let shown = Arc::new(Shown::default());
        let certificates = Self {
            names: config.names.clone(),
            store,
            authority,
            clock,
            issues,
            begun_at: now,
            spoken: spoken(&shown).map_err(|error| error.to_string())?,
            shown,
            challenges: Challenges::default(),
            memory: Mutex::new(memory),
            seen: Mutex::new(None),
            unkept: Mutex::new(None),
        };
        certificates.take_up();
        Ok(certificates)
    }

    /// How https is spoken.
    pub fn spoken(&self) -> Arc<ServerConfig> {
        self.spoken.clone()
    }

    /// Whether there is one to show.
    pub fn is_there(&self) -> bool {
        self.shown.get().is_some()
    }

    /// What port 80 answers the authority for a token.
    pub fn challenge(&self, token: &str) -> Option<String> {
        self.challenges.answer(token)
    }

    /// What there is to say.
    pub fn standing(&self) -> Standing {
        let (facts, memory) = (self.shown.get().map(|shown| shown.facts.clone()), self.memory());
        let error = memory.last.as_ref().map(|last| last.error.clone());
        let renewal_at = facts.as_ref().map(|facts| renewal::renewal_at(facts, &memory));
        Standing { facts, renewal_at, error }
    }

    /// Seconds until the one there is runs out, negative afterwards; 0 where there is none.
    pub fn seconds_left(&self, now: Timestamp) -> i64 {
        self.shown.get().map_or(0, |shown| shown.facts.ends_at.seconds() - now.seconds())
    }

    /// Whether somebody should be told, because it runs out, or there is none, and the program gets no other; why.
    pub fn alarm(&self) -> Option<Standing> {
        let (standing, now) = (self.standing(), self.clock.now());
        let is_late = match &standing.facts {
            Some(facts) => facts.is_running_out(now) && (standing.error.is_some() || facts.ends_at <= now),
            None => self.begun_at.plus_seconds(FIRST_SECONDS) <= now,
        };
        is_late.then_some(standing)
    }

    /// Does what is next to do; whether there may be more at once.
    pub async fn tick(&self, health: &Health) -> bool {
        let unkept = self.unkept().take();
        if let Some((pem, _)) = unkept {
            self.keep(pem);
        }
        self.take_up();
        let step = if self.issues { self.step() } else { Step::Rest };
        match step {
            Step::Rest => {}
            Step::Ask => self.ask().await,
            Step::Rehearse | Step::Issue => self.try_to_get(step).await,
        }
        self.report(health);
        step != Step::Rest
    }

    fn step(&self) -> Step {
        let facts = self.shown.get().map(|shown| shown.facts.clone());
        renewal::step(facts.as_ref(), &self.names, &self.memory(), self.authority.rehearses(), self.clock.now())
    }

    /// Asks the authority when it wants the certificate renewed.
    async fn ask(&self) {
        let Some(shown) = self.shown.get() else { return };
        let now = self.clock.now();
        let word = match &shown.id {
            Some(id) => self.authority.window(&self.desk(now), id).await,
            None => Ok(None),
        };
        let mut memory = self.memory();
        match word {
            Ok(Some((window, again))) => memory.hear(&shown.facts, window, again, luck(), now),
            Ok(None) => memory.ask_at = Some(now.plus_days(1)),
            Err(Refusal { error, .. }) => {
                tracing::info!(error, "the authority does not say when the certificate is to be renewed");
                memory.ask_at = Some(now.plus_seconds(renewal::ASKED_AGAIN_AFTER_NO_WORD));
            }
        }
        self.remember(&memory);
    }

    async fn try_to_get(&self, step: Step) {
        let (rehearses, now) = (self.authority.rehearses(), self.clock.now());
        let begun = {
            let mut memory = self.memory();
            memory.begin(now);
            // Where nothing can be kept nothing is got: it would be got again and again, and the authority counts.
            self.store.put_memory(&memory)
        };
        let tried = match begun {
            Ok(()) if step == Step::Rehearse => self.authority.rehearse(&self.desk(now), &self.names).await,
            Ok(()) => self.issue(now).await,
            Err(error) => Err(cannot_keep(&error)),
        };
        let mut memory = self.memory();
        match tried {
            Ok(()) if step == Step::Rehearse => {
                tracing::info!(names = self.names.join(", "), "the authority finds this machine under its names");
                memory.rehearsed();
            }
            Ok(()) => memory.succeed(self.clock.now()),
            Err(Refusal { kind, error, told }) => {
                tracing::warn!(names = self.names.join(", "), error, "there is no new certificate");
                memory.fail((kind, error), told, rehearses, luck(), self.clock.now());
            }
        }
        self.remember(&memory);
    }

    async fn issue(&self, now: Timestamp) -> Result<(), Refusal> {
        let shown = self.shown.get();
        // What the authority knows as its own; a try that failed does without.
        let memory = self.memory().clone();
        let known = shown.as_ref().filter(|_| memory.word.is_some() && memory.failures == 0);
        let replaces = known.and_then(|shown| shown.id.clone());
        let pem = self.authority.issue(&self.desk(now), &self.names, replaces).await?;
        let useless = |error: String| Refusal { kind: Kind::Unreachable, error, told: None };
        let certificate = Certificate::read(pem.as_bytes()).map_err(&useless)?;
        let facts = &certificate.facts;
        if !facts.covers(&self.names) || facts.ends_at <= self.clock.now() {
            return Err(useless(String::from("the authority gave a certificate for other names, or one that is over")));
        }
        tracing::info!(names = self.names.join(", "), until = facts.ends_at.to_local(), "there is a new certificate");
        self.shown.set(certificate);
        self.keep(pem);
        Ok(())
    }

    /// Keeps what is shown. What cannot be kept is shown all the same, and kept later.
    fn keep(&self, pem: String) {
        let mut seen = self.seen();
        match self.store.put_certificate(&pem) {
            Ok(()) => *seen = self.store.written_at(),
            Err(error) => {
                tracing::warn!(%error, "the certificate cannot be kept over a restart");
                *self.unkept() = Some((pem, error.to_string()));
            }
        }
    }

    /// Takes up the file, if it is another than the one that is shown. What cannot be used changes nothing.
    fn take_up(&self) {
        let (written_at, mut seen) = (self.store.written_at(), self.seen());
        if *seen == written_at {
            return;
        }
        *seen = written_at;
        match self.store.certificate() {
            Ok(Some(certificate)) => self.shown.set(certificate),
            Ok(None) => {}
            Err(error) => tracing::warn!(error, "the certificate that is kept cannot be used"),
        }
    }

    fn report(&self, health: &Health) {
        let (Standing { facts, error, .. }, now) = (self.standing(), self.clock.now());
        let is_fine = facts.as_ref().is_some_and(|facts| now < facts.ends_at && facts.covers(&self.names));
        let unkept = self.unkept().as_ref().map(|(_, error)| format!("the certificate cannot be kept: {error}"));
        let said = match (facts, error.or(unkept)) {
            (_, None) if is_fine => return health.trouble_is_over(TROUBLE),
            (_, Some(error)) => error,
            (None, None) if self.issues => String::from("there is none yet"),
            (None, None) => String::from("a standby gets none: copy the first machine's folder tls here"),
            (Some(facts), None) => format!("it is for {}, until {}", facts.names.join(", "), facts.ends_at.to_local()),
        };
        health.trouble(TROUBLE, said, now);
    }

    fn remember(&self, memory: &Memory) {
        if let Err(error) = self.store.put_memory(memory) {
            tracing::warn!(%error, "what was tried is not remembered over a restart");
        }
    }

    fn desk(&self, now: Timestamp) -> Desk<'_> {
        Desk { store: &self.store, show: &self.challenges, now }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unkept(&self) -> MutexGuard<'_, Option<(String, String)>> {
        self.unkept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seen(&self) -> MutexGuard<'_, Option<SystemTime>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// TLS 1.2 and 1.3, with HTTP/2 for who knows it.
fn spoken(shown: &Arc<Shown>) -> Result<Arc<ServerConfig>, rustls::Error> {
    let mut config = ServerConfig::builder_with_provider(ring::default_provider().into())
        .with_protocol_versions(&[&version::TLS13, &version::TLS12])?
        .with_no_client_auth()
        .with_cert_resolver(shown.clone());
    config.alpn_protocols = [&b"h2"[..], b"http/1.1"].map(<[u8]>::to_vec).to_vec();
    // Who comes again need not begin anew, and nothing is kept of them.
    config.ticketer = ring::Ticketer::new()?;
    Ok(Arc::new(config))
}

fn cannot_keep(error: &std::io::Error) -> Refusal {
    Refusal { kind: Kind::Disk, error: format!("the data directory's folder {FOLDER}: {error}"), told: None }
}

/// 0 to 1, another each time.
fn luck() -> f64 {
    let [a, b, ..] = id::random_bytes();
    f64::from(u16::from_be_bytes([a, b])) / f64::from(u16::MAX)
}

/// What a connection is shown.
#[derive(Default)]
struct Shown(RwLock<Option<Arc<Certificate>>>);

impl Shown {
    fn get(&self) -> Option<Arc<Certificate>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, certificate: Certificate) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(certificate));
    }
}

impl fmt::Debug for Shown {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Shown").field(&self.get().map(|shown| shown.facts.clone())).finish()
    }
}

impl ResolvesServerCert for Shown {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.get().map(|shown| shown.key.clone())
    }
}

#[cfg(test)]
mod tests;
