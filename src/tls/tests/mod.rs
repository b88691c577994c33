//! What becomes of a certificate over time, at an authority that is told how to behave.

mod authority;

use std::time::Duration;

use instant_acme::RetryPolicy;
use serde_json::{Value, json};
use tempfile::TempDir;

use self::authority::{Fault, StandIn};
use super::*;
use crate::config::Https;
use crate::outside;

const NOON: Timestamp = Timestamp::from_millis(1_795_172_400_000);
const DAY: i64 = 86_400;

/// A machine whose port 80 the authority looks at.
struct Machine {
    authority: StandIn,
    certificates: Arc<Certificates>,
    clock: Clock,
    health: Health,
    dir: TempDir,
}

impl Machine {
    async fn new() -> Self {
        Self::with(|_| {}).await
    }

    async fn with(prepare: impl FnOnce(&StandIn)) -> Self {
        let (authority, dir, clock) = (StandIn::start().await, tempfile::tempdir().unwrap(), Clock::fixed(NOON));
        authority.mind().life = Some((NOON, 60 * DAY));
        prepare(&authority);
        let certificates = Arc::new(open(&dir, &authority, &clock, &["example.com", "www.example.com"]));
        let machine = Self { authority, certificates, clock, health: Health::default(), dir };
        machine.answers();
        machine
    }

    /// The authority is shown what port 80 shows.
    fn answers(&self) {
        let shown = self.certificates.clone();
        self.authority.looks(move |token| shown.challenge(token));
    }

    /// The program ends and starts again.
    fn restart(&mut self) {
        self.restart_as(&["example.com", "www.example.com"]);
    }

    fn restart_as(&mut self, names: &[&str]) {
        self.certificates = Arc::new(open(&self.dir, &self.authority, &self.clock, names));
        self.answers();
    }

    /// Does all that is to do now.
    async fn work(&self) {
        while self.certificates.tick(&self.health).await {}
    }

    /// Lets some seconds pass, and does what is to do then.
    async fn work_after(&self, seconds: i64) {
        self.clock.advance_seconds(seconds);
        self.work().await;
    }

    fn shown(&self) -> Option<Facts> {
        self.certificates.standing().facts
    }

    /// What stands in the way, as `/readyz` and the desk say it.
    fn trouble(&self) -> Option<String> {
        self.health.troubles(self.clock.now()).into_iter().find_map(|trouble| trouble.error)
    }

    fn orders(&self) -> usize {
        self.authority.mind().ordered.len()
    }
}

fn open(dir: &TempDir, authority: &StandIn, clock: &Clock, names: &[&str]) -> Certificates {
    let config = Https {
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        acme_directory: Some(authority.directory().parse().unwrap()),
        ..Https::default()
    };
    Certificates::open(dir.path(), &config, clock.clone(), true).unwrap()
}

/// What the authority says of when to renew, in days from noon.
fn window(from: i64, until: i64) -> Value {
    let day = |days: i64| NOON.plus_seconds(days * DAY).to_rfc3339();
    json!({ "suggestedWindow": { "start": day(from), "end": day(until) } })
}

#[tokio::test]
async fn it_gets_one_keeps_it_and_shows_it() {
    let mut machine = Machine::new().await;
    assert!(!machine.certificates.is_there());
    machine.work().await;
    let first = machine.shown().unwrap();
    assert_eq!(first.names, ["example.com", "www.example.com"]);
    assert_eq!((machine.trouble(), machine.orders()), (None, 1));
    assert!(machine.certificates.challenge("token-0").is_none(), "what it was shown is forgotten");

    machine.restart();
    assert_eq!(machine.shown().as_ref(), Some(&first), "at once");
    machine.work_after(39 * DAY).await;
    assert_eq!((machine.shown().as_ref(), machine.orders()), (Some(&first), 1));
    machine.authority.mind().life = Some((NOON.plus_days(40), 60 * DAY));
    machine.work_after(DAY).await;
    assert_ne!(machine.shown().unwrap().serial, first.serial);
    assert_eq!(machine.authority.count("/account"), 1, "the account is the same");
}

#[tokio::test]
async fn another_name_is_certified_at_once_and_one_less_is_not() {
    let mut machine = Machine::new().await;
    machine.work().await;
    machine.restart_as(&["example.com"]);
    machine.work().await;
    assert_eq!(machine.orders(), 1);
    machine.restart_as(&["example.com", "new.example.com"]);
    machine.work().await;
    assert_eq!(machine.shown().unwrap().names, ["example.com", "new.example.com"]);
}

#[tokio::test]
async fn a_name_that_leads_elsewhere_is_named_and_not_asked_for_again_and_again() {
    let mut machine = Machine::new().await;
    machine.authority.looks(|_| None);
    machine.work().await;
    let said = "example.com: nobody at example.com; www.example.com: nobody at www.example.com";
    assert_eq!(machine.trouble().as_deref(), Some(said));
    // The program is started again and again, as systemd does it.
    for _ in 0..14 {
        machine.restart();
        machine.authority.looks(|_| None);
        machine.work_after(60).await;
    }
    assert_eq!(machine.orders(), 1);
    machine.answers();
    machine.work_after(60).await;
    assert_eq!((machine.trouble(), machine.orders()), (None, 2));
}

#[tokio::test]
async fn what_the_authority_does_instead_is_said_and_it_is_tried_again() {
    let refuses = |at, kind, status| Fault::Refuses(at, kind, status, None);
    for (fault, said, kind) in [
        (Fault::Babbles("/directory"), "JSON", Kind::Unreachable),
        (Fault::Babbles("/order"), "JSON", Kind::Unreachable),
        (Fault::Babbles("/certificate"), "no certificate", Kind::Unreachable),
        (Fault::BreaksOff("/directory"), "broke off", Kind::Unreachable),
        (Fault::BreaksOff("/finalize"), "broke off", Kind::Unreachable),
        (Fault::BadNonces(100), "badNonce", Kind::Unreachable),
        (Fault::LeadsElsewhere, "http://acme.example/order", Kind::Unreachable),
        (Fault::OtherNames, "for other names", Kind::Unreachable),
        (Fault::IsOver, "is over", Kind::Unreachable),
        (Fault::OtherKey, "do not belong together", Kind::Unreachable),
        (refuses("/account", "externalAccountRequired", 403), "externalAccountRequired", Kind::Refused),
        (refuses("/order", "rejectedIdentifier", 400), "not today", Kind::Refused),
        (refuses("/finalize", "caa", 403), "caa", Kind::Refused),
        (refuses("/order", "serverInternal", 500), "serverInternal", Kind::Unreachable),
        (refuses("/order", "rateLimited", 429), "rateLimited", Kind::TooOften),
    ] {
        let machine = Machine::with(|authority| authority.mind().fault = Some(fault.clone())).await;
        machine.work().await;
        let trouble = machine.trouble().unwrap_or_default();
        assert!(trouble.contains(said) && !trouble.contains('\n'), "{fault:?}: {trouble}");
        let last = machine.certificates.memory().last.clone().unwrap();
        assert_eq!((last.kind, machine.shown()), (kind, None), "{fault:?}");
        let so_far = machine.authority.mind().asked.len();
        machine.work_after(59).await;
        assert_eq!(machine.authority.mind().asked.len(), so_far, "{fault:?}: it is left alone for a minute");
        machine.authority.mind().fault = None;
        machine.work_after(2 * 3600).await;
        assert_eq!((machine.trouble(), machine.shown().is_some()), (None, true), "{fault:?}");
    }
}

#[tokio::test]
async fn an_authority_that_hangs_or_never_looks_is_given_up() {
    let places =
        ["/directory", "/nonce", "/account", "/order", "/authorization", "/challenge", "/finalize", "/certificate"];
    for fault in places.map(Fault::Hangs).into_iter().chain([Fault::NeverLooks]) {
        let mut machine = Machine::with(|authority| authority.mind().fault = Some(fault.clone())).await;
        machine.authority.looks(|_| None);
        let authority = &mut Arc::get_mut(&mut machine.certificates).unwrap().authority;
        authority.client = outside::client(Duration::from_secs(1));
        authority.looking = RetryPolicy::new().initial_delay(Duration::from_millis(10)).timeout(Duration::from_secs(1));
        machine.answers();
        tokio::time::timeout(Duration::from_secs(60), machine.work()).await.expect("it is given up");
        assert_eq!(machine.certificates.memory().last.clone().unwrap().kind, Kind::Unreachable, "{fault:?}");
        assert!(machine.trouble().is_some(), "{fault:?}");
    }
}

#[tokio::test]
async fn a_few_wrong_nonces_are_as_the_protocol_has_it() {
    let machine = Machine::with(|authority| authority.mind().fault = Some(Fault::BadNonces(2))).await;
    machine.work().await;
    assert!(machine.shown().is_some());
}

#[tokio::test]
async fn an_authority_that_wants_to_be_left_alone_is_also_after_a_restart() {
    let busy = Fault::Refuses("/order", "rateLimited", 429, Some("7200"));
    let mut machine = Machine::with(|authority| authority.mind().fault = Some(busy)).await;
    machine.work().await;
    machine.authority.mind().fault = None;
    let so_far = machine.authority.mind().asked.len();
    for _ in 0..3 {
        machine.restart();
        machine.work_after(2399).await;
    }
    assert_eq!(machine.authority.mind().asked.len(), so_far);
    machine.work_after(5).await;
    assert!(machine.shown().is_some());
}

#[tokio::test]
async fn the_authority_says_when_it_is_renewed_and_is_told_which() {
    let machine = Machine::with(|authority| authority.mind().renewal = Some((window(30, 31), Some("21600")))).await;
    machine.work().await;
    let first = machine.shown().unwrap();
    assert_eq!(machine.authority.count("/renewal"), 1);
    machine.work_after(21_599).await;
    assert_eq!(machine.authority.count("/renewal"), 1, "not before it says");
    machine.authority.mind().renewal = Some((window(-1, 0), Some("21600")));
    machine.work_after(1).await;
    assert_ne!(machine.shown().unwrap().serial, first.serial, "it takes one back: at once");
    let replaced = machine.authority.mind().ordered[1]["replaces"].as_str().unwrap().to_owned();
    let serial = first.serial.replace(':', "");
    let told = replaced.split_once('.').unwrap().1.to_owned();
    let told = base64::Engine::decode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, told).unwrap();
    assert_eq!(crate::text::hex(&told), serial);
}

#[tokio::test]
async fn an_authority_that_lies_about_renewing_cannot_keep_it_from_it() {
    for (said, again) in [
        (window(900, 901), Some("21600")),
        (window(31, 30), Some("21600")),
        (window(30, 31), None),
        (json!("soon"), Some("21600")),
        (json!({ "suggestedWindow": { "start": "tomorrow", "end": "later" } }), Some("x")),
    ] {
        let machine = Machine::with(|authority| authority.mind().renewal = Some((said.clone(), again))).await;
        machine.work().await;
        machine.work_after(46 * DAY).await;
        assert_eq!((machine.orders(), machine.trouble()), (2, None), "{said}");
    }
}

#[tokio::test]
async fn an_authority_that_does_not_know_what_is_replaced_certifies_all_the_same() {
    for fault in [Fault::Refuses("/order", "alreadyReplaced", 409, None), Fault::ForgetsWhatIsReplaced] {
        let machine = Machine::with(|authority| authority.mind().renewal = Some((window(30, 31), Some("21600")))).await;
        machine.work().await;
        machine.authority.mind().life = Some((NOON.plus_days(40), 60 * DAY));
        machine.authority.mind().fault = Some(fault.clone());
        machine.work_after(40 * DAY).await;
        if fault != Fault::ForgetsWhatIsReplaced {
            machine.authority.mind().fault = None;
        }
        machine.work_after(3600).await;
        assert_eq!((machine.trouble(), machine.shown().unwrap().begins_at), (None, NOON.plus_days(40)), "{fault:?}");
        assert!(machine.authority.mind().ordered.last().unwrap()["replaces"].is_null());
    }
}

#[tokio::test]
async fn names_are_first_tried_where_it_counts_for_nothing() {
    let (staging, mut machine) = (StandIn::start().await, Machine::new().await);
    let rehearsed = |machine: &mut Machine| {
        let certificates = Arc::get_mut(&mut machine.certificates).unwrap();
        certificates.authority.rehearsal = Some(staging.directory());
        certificates.memory().start(true);
    };
    let begin = |machine: &mut Machine| {
        machine.authority.looks(|_| None);
        machine.certificates = Arc::new(open(&machine.dir, &machine.authority, &machine.clock, &["example.com"]));
        rehearsed(machine);
    };
    begin(&mut machine);
    machine.work().await;
    assert_eq!((staging.mind().ordered.len(), machine.orders()), (1, 0));
    assert!(machine.trouble().unwrap().contains("nobody at example.com"));
    // A restart tries again, and no more often than once a minute.
    for _ in 0..2 {
        begin(&mut machine);
        machine.work_after(30).await;
    }
    assert_eq!((staging.mind().ordered.len(), machine.orders()), (2, 0));

    begin(&mut machine);
    machine.answers();
    let shown = machine.certificates.clone();
    staging.looks(move |token| shown.challenge(token));
    machine.work_after(3600).await;
    assert_eq!((staging.mind().ordered.len(), machine.orders(), machine.trouble()), (3, 1, None));
    assert_eq!(staging.count("/finalize"), 0, "a certificate nobody wants is not asked for");
    // A renewal needs no rehearsal.
    machine.authority.mind().life = Some((NOON.plus_days(41), 60 * DAY));
    machine.work_after(41 * DAY).await;
    assert_eq!((staging.mind().ordered.len(), machine.orders()), (3, 2));
}

#[tokio::test]
async fn files_that_cannot_be_used_are_made_anew() {
    let mut machine = Machine::new().await;
    machine.work().await;
    let folder = machine.dir.path().join(FOLDER);
    for file in std::fs::read_dir(&folder).unwrap() {
        std::fs::write(file.unwrap().path(), "nonsense").unwrap();
    }
    machine.restart();
    assert!(!machine.certificates.is_there());
    machine.work().await;
    assert_eq!((machine.trouble(), machine.orders(), machine.authority.count("/account")), (None, 2, 2));
    machine.restart();
    assert!(machine.certificates.is_there());
}

#[tokio::test]
async fn an_authority_that_has_forgotten_the_account_is_given_a_new_one() {
    let machine = Machine::new().await;
    machine.work().await;
    machine.authority.mind().life = Some((NOON.plus_days(40), 60 * DAY));
    machine.authority.mind().fault = Some(Fault::Refuses("/order", "accountDoesNotExist", 400, None));
    machine.work_after(40 * DAY).await;
    assert_eq!(machine.authority.count("/account"), 2);
    machine.authority.mind().fault = None;
    machine.work_after(3600).await;
    assert_eq!((machine.trouble(), machine.authority.count("/account")), (None, 2));
}

#[tokio::test]
async fn where_nothing_can_be_kept_nothing_is_asked_for() {
    let machine = Machine::new().await;
    std::fs::write(machine.dir.path().join(FOLDER), "a file").unwrap();
    machine.work().await;
    assert!(machine.authority.mind().asked.is_empty());
    assert!(machine.trouble().unwrap().contains("folder tls"), "{:?}", machine.trouble());
}

#[tokio::test]
async fn one_that_is_got_and_cannot_be_kept_is_shown_and_kept_later() {
    let mut machine = Machine::new().await;
    let file = machine.dir.path().join(FOLDER).join("certificate.pem");
    std::fs::create_dir_all(file.join("in the way")).unwrap();
    machine.work().await;
    assert!(machine.certificates.is_there());
    assert!(machine.trouble().unwrap().contains("cannot be kept"), "{:?}", machine.trouble());
    machine.work_after(3600).await;
    assert_eq!(machine.orders(), 1, "it is not got again");
    std::fs::remove_dir_all(&file).unwrap();
    machine.work_after(5).await;
    assert_eq!(machine.trouble(), None);
    machine.restart();
    assert!(machine.certificates.is_there());
}

#[tokio::test]
async fn one_that_is_put_there_is_taken_up_without_a_restart() {
    let machine = Machine::new().await;
    machine.work().await;
    let key = rcgen::KeyPair::generate().unwrap();
    let mut params = rcgen::CertificateParams::new(machine.certificates.names.clone()).unwrap();
    params.not_after = rcgen::date_time_ymd(2099, 1, 1);
    let own = params.self_signed(&key).unwrap();
    machine.certificates.store.put_certificate(&(key.serialize_pem() + &own.pem())).unwrap();
    machine.work().await;
    assert_eq!(machine.shown().unwrap().ends_at.to_rfc3339(), "2099-01-01T00:00:00.000Z");
    // What is no certificate changes nothing.
    machine.certificates.store.put_certificate("nonsense").unwrap();
    machine.work().await;
    assert_eq!(machine.shown().unwrap().ends_at.to_rfc3339(), "2099-01-01T00:00:00.000Z");
}

#[tokio::test]
async fn a_standby_shows_what_is_put_there_and_asks_for_nothing() {
    let machine = Machine::new().await;
    machine.work().await;
    let (elsewhere, names) = (tempfile::tempdir().unwrap(), machine.certificates.names.clone());
    let config = Https { names, ..Https::default() };
    let standby = Certificates::open(elsewhere.path(), &config, machine.clock.clone(), false).unwrap();
    assert!(!standby.tick(&machine.health).await && !standby.is_there());
    assert!(machine.trouble().unwrap().contains("standby"));
    std::fs::create_dir(elsewhere.path().join(FOLDER)).unwrap();
    let file = |dir: &TempDir| dir.path().join(FOLDER).join("certificate.pem");
    std::fs::copy(file(&machine.dir), file(&elsewhere)).unwrap();
    standby.tick(&machine.health).await;
    assert_eq!((standby.is_there(), machine.trouble()), (true, None));
}

#[tokio::test]
async fn somebody_is_told_when_it_runs_out_and_no_other_comes() {
    let machine = Machine::new().await;
    assert_eq!(machine.certificates.alarm(), None);
    machine.work().await;
    machine.authority.looks(|_| None);
    machine.work_after(44 * DAY).await;
    assert!(machine.trouble().is_some() && machine.certificates.alarm().is_none(), "there is time");
    machine.work_after(DAY).await;
    let alarm = machine.certificates.alarm().unwrap();
    assert!(alarm.error.unwrap().contains("nobody at example.com"));
    assert_eq!(alarm.facts.unwrap().ends_at, NOON.plus_days(60));
    machine.authority.mind().life = Some((NOON.plus_days(45), 60 * DAY));
    machine.answers();
    machine.work_after(DAY).await;
    assert_eq!((machine.certificates.alarm(), machine.trouble()), (None, None));
}

#[tokio::test]
async fn somebody_is_told_when_there_is_none_at_all() {
    let machine = Machine::new().await;
    machine.authority.looks(|_| None);
    machine.work_after(3599).await;
    assert_eq!(machine.certificates.alarm(), None);
    machine.work_after(1).await;
    assert!(machine.certificates.alarm().unwrap().error.is_some());
}
