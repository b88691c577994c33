//! `manetes check` as the doctor: what it finds of names, mail, files and the running server, and what it says to do.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::support::names::{self, Names};
use crate::support::{Desk, Done, Program};

/// A domain of which everything is right, one of which everything is wrong, and two at machines whose names are right and
/// wrong: those of loopback addresses nobody is asked about.
const RECORDS: [&str; 13] = [
    "host-record=good.example,127.0.0.1",
    "mx-host=good.example,good.example,10",
    "txt-record=good.example,v=spf1 mx -all",
    "txt-record=_dmarc.good.example,v=DMARC1; p=reject",
    "host-record=bad.example,127.0.0.2",
    "txt-record=bad.example,v=spf1 +all",
    "txt-record=bad.example,v=spf1 -all",
    "txt-record=_dmarc.bad.example,nothing of the kind",
    "host-record=other.example,127.0.0.1",
    "host-record=called.example,192.0.2.7",
    "ptr-record=7.2.0.192.in-addr.arpa,called.example",
    "host-record=miscalled.example,192.0.2.8",
    "ptr-record=8.2.0.192.in-addr.arpa,other.example",
];

/// The lines of a `check --json`, each as `check state`; and the text of one.
struct Lines(Value);

impl Lines {
    fn of(done: &Done) -> Self {
        Self(serde_json::from_str(&done.out).unwrap_or_else(|error| panic!("{error}: {done:?}")))
    }

    fn states(&self, check: &str) -> Vec<&str> {
        let of = self.0.as_array().unwrap().iter().filter(|line| line["check"] == check);
        of.map(|line| line["state"].as_str().unwrap()).collect()
    }

    #[track_caller]
    fn assert(&self, expected: &[(&str, &str)]) {
        for (check, state) in expected {
            assert_eq!(self.states(check), [*state], "{check}: {:#}", self.0);
        }
    }

    fn says(&self, check: &str, words: &str) -> bool {
        let of = self.0.as_array().unwrap().iter().filter(|line| line["check"] == check);
        of.into_iter().any(|line| {
            line["text"].as_str().unwrap().contains(words)
                || line["do"].as_str().is_some_and(|text| text.contains(words))
        })
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Of a shop whose mail this machine brings itself.
fn asked_of(desk: &Desk, domain: &str, more: &str) -> Done {
    let mail = format!("--mail-from hola@{domain} --smtp-url smtp://127.0.0.1:9");
    desk.run(&format!("check --json --base-url http://{domain} {mail} {more}"))
}

#[test]
fn a_domain_is_told_what_receivers_of_its_mail_would_miss() {
    let (desk, names) = (Desk::new(), Names::with(&RECORDS));
    let asked = |domain: &str| Lines::of(&asked_of(&desk, domain, &format!("--resolver {}", names.address)));
    let good = asked("good.example");
    good.assert(&[("spf", "ok"), ("dmarc", "ok"), ("dkim", "todo"), ("domain", "ok"), ("mail", "fail")]);
    assert!(good.states("sender").is_empty() && good.says("dkim", "manetes dkim"), "{:#}", good.0);
    let bad = asked("bad.example");
    bad.assert(&[("spf", "fail"), ("dmarc", "todo"), ("domain", "ok")]);
    assert!(bad.says("spf", "2 such records"), "{:#}", bad.0);
    assert!(bad.says("dmarc", "record TXT of _dmarc.bad.example"), "{:#}", bad.0);
    let nobody = asked("nobody.example");
    nobody.assert(&[("sender", "fail"), ("spf", "fail"), ("domain", "fail"), ("ptr", "warn")]);
    assert!(nobody.says("domain", "has no address") && nobody.says("sender", "takes no mail"), "{:#}", nobody.0);
    asked("called.example").assert(&[("ptr", "ok"), ("domain", "todo")]);
    let miscalled = asked("miscalled.example");
    miscalled.assert(&[("ptr", "fail")]);
    assert!(miscalled.says("ptr", "192.0.2.8 is called other.example"), "{:#}", miscalled.0);
    // Below a domain that says it for all.
    let below = asked("shop.good.example");
    below.assert(&[("dmarc", "ok"), ("spf", "fail")]);
}

#[test]
fn where_nobody_answers_of_names_it_is_said_within_seconds_and_fails_nothing() {
    let (desk, silent) = (Desk::new(), names::silent());
    for resolver in [silent.local_addr().unwrap(), names::babbling()] {
        let begun = Instant::now();
        let mails = "--mail-from hola@puig.example --smtp-url smtp://127.0.0.1:9";
        let done = desk.run(&format!("check --json --base-url http://puig.example {mails} --resolver {resolver}"));
        let lines = Lines::of(&done);
        lines.assert(&[("spf", "warn"), ("dmarc", "warn"), ("ptr", "warn"), ("domain", "warn")]);
        assert!(lines.states("sender").is_empty(), "{:#}", lines.0);
        assert!(begun.elapsed().as_secs() < 60, "all are asked at once");
        // Only the mail server, which is not there.
        assert!(done.err.contains("1 of these would fail"), "{done:?}");
    }
}

#[test]
fn a_name_leads_here_or_to_another_server_or_nowhere() {
    let (desk, port) = (Desk::new(), free_port());
    let elsewhere = TcpListener::bind(("127.0.0.2", port)).unwrap();
    std::thread::spawn(move || {
        for mut visitor in elsewhere.incoming().flatten() {
            drop(std::io::Read::read(&mut visitor, &mut [0; 1024]));
            drop(visitor.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok"));
        }
    });
    let names = Names::with(&[&RECORDS[..], &["host-record=gone.example,127.0.0.3"]].concat());
    let address = |domain: &str| format!("--base-url http://{domain}:{port} --resolver {}", names.address);
    let asked = |domain: &str| Lines::of(&desk.run(&format!("check --json {}", address(domain))));
    let serve = format!("serve --demo --listen 127.0.0.1:{port} --base-url http://good.example:{port}");
    let mut command = desk.command(&serve);
    let mut server = command.env_remove("MANETES_LISTEN").stderr(Stdio::null()).spawn().unwrap();
    while desk.run("health").code != Some(0) {
        assert!(server.try_wait().unwrap().is_none(), "it ended");
        std::thread::yield_now();
    }
    let here = asked("good.example");
    here.assert(&[("domain", "ok"), ("server", "ok")]);
    assert!(here.says("domain", "leads here, by 127.0.0.1"), "{:#}", here.0);
    assert_eq!(asked("bad.example").states("domain"), ["fail"]);
    let nowhere = asked("gone.example");
    assert!(
        nowhere.states("domain") == ["warn"] && nowhere.says("domain", "is not reached by 127.0.0.3"),
        "{:#}",
        nowhere.0
    );
    server.kill().unwrap();
    server.wait().unwrap();
    let lines = asked("good.example");
    lines.assert(&[("server", "todo"), ("domain", "ok")]);
}

#[test]
fn a_mail_server_that_hangs_holds_nobody_up() {
    let (desk, server) = (Desk::new(), TcpListener::bind("127.0.0.1:0").unwrap());
    let url = format!("smtp://{}", server.local_addr().unwrap());
    let begun = Instant::now();
    let done = desk.run_with("check", &[("MANETES_SMTP_URL", &url)]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.out.contains("FAIL  mail          greeting: timeout"), "{}", done.out);
    assert!(done.out.contains("                    → look at MANETES_SMTP_URL"), "{}", done.out);
    assert!(done.out.contains("\nok    payments") && begun.elapsed().as_secs() < 60, "{}", done.out);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_may_read_and_what_the_service_may_not_write_is_named() {
    let desk = Desk::new();
    drop(Program::start(&desk.data()).await);
    let lines = || Lines::of(&desk.run("check --json"));
    lines().assert(&[("permissions", "ok"), ("database", "ok"), ("clock", "ok")]);
    fs::set_permissions(desk.data(), fs::Permissions::from_mode(0o755)).unwrap();
    let open = lines();
    assert!(open.states("permissions") == ["warn"] && open.says("permissions", "chmod 700 "), "{:#}", open.0);
    fs::set_permissions(desk.data(), fs::Permissions::from_mode(0o700)).unwrap();
    // As what root has made in the directory of the service's own user.
    if std::os::unix::fs::chown(desk.data(), Some(61184), Some(61184)).is_ok() {
        let foreign = lines();
        assert!(
            foreign.states("permissions") == ["fail"] && foreign.says("permissions", "chown -R 61184:61184 "),
            "{:#}",
            foreign.0
        );
    }
}

#[test]
fn a_public_shop_whose_mails_reach_nobody_is_refused() {
    let desk = Desk::new();
    let keys = "--payments stripe --stripe-secret-key sk_live_0123456789abcdef --stripe-webhook-secret whsec_0123456789abcdef0123456789abcdef";
    let line = format!("--base-url https://puig.example --trusted-proxies 127.0.0.1 {keys}");
    desk.run(&format!("serve {line}")).refused(1, "MANETES_SMTP_URL is missing");
}

/// Reads a mail as its receiver would, with a library of another author; `name` and `record` are all the DNS there is.
fn verifies(mail: &Path, name: &str, record: &str) -> bool {
    const READ: &str = "import sys, dkim\nmail, name, record = open(sys.argv[1], 'rb').read(), sys.argv[2], sys.argv[3]\n\
        asked = lambda asked, timeout=5: record.encode() if asked.decode().rstrip('.') == name else None\n\
        print(dkim.verify(mail, dnsfunc=asked))";
    let mut read = Command::new("/usr/bin/python3");
    let done = read.args(["-c", READ]).arg(mail).args([name, record]).output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "python3-dkim is missing: apt-get install python3-dkim: {told}");
    String::from_utf8_lossy(&done.stdout).trim() == "True"
}

fn only_mail(desk: &Desk) -> std::path::PathBuf {
    let mut mails: Vec<_> =
        fs::read_dir(desk.data().join("mail")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(mails.len(), 1);
    mails.remove(0)
}

/// The line of a record that is printed, after its name.
fn printed<'a>(done: &'a Done, what: &str) -> &'a str {
    done.out
        .lines()
        .find_map(|line| line.strip_prefix(&format!("  {what}")))
        .unwrap_or_else(|| panic!("{done:?}"))
        .trim()
}

#[test]
fn a_key_is_made_signs_and_gives_way_to_another() {
    let desk = Desk::new();
    fs::create_dir(desk.path().join("etc")).unwrap();
    fs::create_dir(desk.data()).unwrap();
    fs::set_permissions(desk.data(), fs::Permissions::from_mode(0o700)).unwrap();
    let data = desk.data().display().to_string();
    desk.write(
        "etc/shop.env",
        format!("MANETES_MAIL_FROM=Obres Puig <hola@puig.example>\nMANETES_DATA_DIR={data}\n").as_bytes(),
    );
    let made = desk.run("dkim --env-file etc/shop.env").quietly();
    let (name, record) = (printed(&made, "name"), printed(&made, "value"));
    assert!(record.starts_with("v=DKIM1; k=rsa; p=") && name.ends_with("._domainkey.puig.example"), "{made:?}");
    let again = desk.run("dkim --env-file etc/shop.env").quietly();
    assert_eq!((printed(&again, "name"), printed(&again, "value")), (name, record));
    let key = desk.path().join("etc/shop.secrets/dkim-key");
    assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);

    let probe = "check --env-file etc/shop.env --probe-mail ana@example.com";
    assert!(desk.run(probe).expect_success().out.contains("ok    probe mail"));
    let mail = only_mail(&desk);
    assert!(verifies(&mail, name, record));
    assert!(!verifies(&mail, name, &record.replace("p=MII", "p=")), "another key");
    let forged = fs::read_to_string(&mail).unwrap().replace("ana@example.com", "eva@example.com");
    fs::write(&mail, forged).unwrap();
    assert!(!verifies(&mail, name, record), "the receiver is signed, too");

    // The next key waits for its record.
    let rotate = |names: &Names, more: &str| {
        desk.run(&format!("rotate-key dkim --env-file etc/shop.env --resolver {}{more}", names.address)).quietly()
    };
    let nothing = Names::with(&[]);
    let next = rotate(&nothing, "");
    let (next_name, next_record) = (printed(&next, "name"), printed(&next, "value"));
    assert_ne!(next_name, name);
    assert_eq!(printed(&rotate(&nothing, ""), "name"), next_name, "the same one waits");
    assert_eq!(printed(&desk.run("dkim --env-file etc/shop.env").quietly(), "name"), name);
    let (begin, end) = next_record.split_at(200);
    let published = Names::with(&[&format!("txt-record={next_name},{begin},{end}")]);
    assert!(rotate(&published, "").out.contains("signs from the next start on"));
    assert_eq!(printed(&desk.run("dkim --env-file etc/shop.env").quietly(), "name"), next_name);
    assert!(!key.with_extension("next").exists());
    let base = "MANETES_BASE_URL=http://puig.example\nMANETES_SMTP_URL=smtp://127.0.0.1:9\n";
    let file = fs::read_to_string(desk.path().join("etc/shop.env")).unwrap();
    desk.write("etc/shop.env", (file + base).as_bytes());
    for (names, state) in [(&published, "ok"), (&nothing, "fail")] {
        let checked = desk.run(&format!("check --json --env-file etc/shop.env --resolver {}", names.address));
        Lines::of(&checked).assert(&[("dkim", state)]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_orders_and_the_token_of_the_metrics_are_rotated() {
    let desk = Desk::new();
    drop(Program::start(&desk.data()).await);
    let file = || fs::read_to_string(desk.data().join("order.key")).unwrap();
    let first = file();
    let rotated = desk.run("rotate-key orders").quietly().out;
    assert!(rotated.starts_with("Links in mails that were sent go on opening their orders until 20"), "{rotated}");
    let second = file();
    assert!(second.lines().count() == 2 && second.lines().nth(1).unwrap().starts_with(first.trim()), "{second}");
    desk.run("rotate-key orders --now").quietly();
    assert!(file().lines().count() == 1 && !second.contains(file().trim()), "{}", file());
    assert_eq!(desk.run("log --act key --json").quietly().json().as_array().unwrap().len(), 2);

    fs::create_dir(desk.path().join("etc")).unwrap();
    desk.write("etc/shop.env", b"MANETES_STORE_ID=mine\n");
    let settings = desk.path().join("etc/shop.env");
    fs::set_permissions(&settings, fs::Permissions::from_mode(0o600)).unwrap();
    let token = || fs::read_to_string(desk.path().join("etc/shop.secrets/metrics-token")).unwrap();
    desk.run("rotate-key metrics --env-file etc/shop.env").quietly();
    let before = token();
    desk.run("rotate-key metrics --env-file etc/shop.env").quietly();
    assert!(token() != before && token().trim().len() >= 32);
    assert!(fs::read_to_string(&settings).unwrap().contains("MANETES_METRICS_TOKEN_FILE="));
    assert_eq!(fs::metadata(&settings).unwrap().permissions().mode() & 0o777, 0o600, "it stays as closed as it was");
}
