//! https by the program itself, with certificates of Pebble, and asked by the clients people have: curl and openssl.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Pebble, Program, free_port};

/// For whatever becomes of a certificate at an authority that does not wait; an attempt that failed is made again after a
/// minute at the earliest.
const SOON: Duration = Duration::from_secs(300);
const YEAR: u64 = 365 * 86_400;

/// A program that speaks https by itself.
struct Site {
    program: Program,
    https: u16,
    root: PathBuf,
}

/// What curl was answered.
#[derive(Debug, PartialEq)]
struct Answer {
    /// 0 where none came.
    status: u16,
    version: String,
    head: String,
    body: String,
}

impl Site {
    async fn start(data: &Path, pebble: &Pebble) -> Self {
        Self::serving(data, pebble, "shop.example,www.shop.example", &[]).await
    }

    async fn serving(data: &Path, pebble: &Pebble, names: &str, more: &[String]) -> Self {
        let (https, root) = (free_port(), pebble.root());
        let options = [&options(pebble, names, https, data)[..], more].concat();
        Self { program: Program::start_with(data, &options).await, https, root }
    }

    /// Under the limits of the unit that is shipped; `None` where the machine cannot set them.
    async fn confined(data: &Path, pebble: &Pebble) -> Option<Self> {
        let (https, root) = (free_port(), pebble.root());
        let program = Program::confined(data, &options(pebble, "shop.example", https, data)).await?;
        Some(Self { program, https, root })
    }

    /// Asks for a page at a name, trusting the authority and nobody else.
    fn curl(&self, name: &str, path: &str, more: &[&str]) -> Answer {
        let mut command = Command::new("curl");
        command.args(["-s", "-i", "--max-time", "20", "--cacert"]).arg(&self.root);
        command.args([
            "--resolve",
            &format!("{name}:{}:127.0.0.1", self.https),
            "-w",
            "\n%{http_code} %{http_version}",
        ]);
        answered(command.args(more).arg(format!("https://{name}:{}{path}", self.https)))
    }

    /// Asks at the plain port for a name, as a visitor.
    fn plain(&self, name: &str, path: &str, more: &[&str]) -> Answer {
        let base = self.program.base.replace("localhost", "127.0.0.1");
        let mut command = Command::new("curl");
        command.args(["-s", "-i", "-H", &format!("Host: {name}"), "-w", "\n%{http_code} %{http_version}"]);
        answered(command.args(more).arg(format!("{base}{path}")))
    }

    /// Waits until a page is answered over https.
    fn until_secure(&self) -> Answer {
        let begun = Instant::now();
        loop {
            let answer = self.curl("shop.example", "/readyz", &[]);
            if answer.status == 200 {
                return answer;
            }
            assert!(begun.elapsed() < SOON, "{}", self.ready());
        }
    }

    /// What it says of itself to this machine.
    fn ready(&self) -> String {
        self.plain("localhost", "/readyz", &[]).body
    }

    /// What openssl says of a connection.
    fn openssl(&self, more: &[&str]) -> String {
        let mut command = Command::new("openssl");
        command.args(["s_client", "-connect", &format!("127.0.0.1:{}", self.https), "-servername", "shop.example"]);
        let done = command.args(more).arg("-CAfile").arg(&self.root).stdin(Stdio::null()).output().unwrap();
        [done.stdout, done.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat()
    }

    /// The number of the certificate that is shown.
    fn serial(&self) -> String {
        let shown = self.openssl(&[]);
        let pem = shown.find("-----BEGIN CERTIFICATE").map(|at| &shown[at..]).expect("a certificate is shown");
        pem[..pem.find("-----END").unwrap()].to_owned()
    }
}

fn options(pebble: &Pebble, names: &str, https: u16, data: &Path) -> Vec<String> {
    let first = names.split(',').next().unwrap();
    let own = [
        format!("--domain={names}"),
        format!("--base-url=https://{first}:{https}"),
        format!("--listen=127.0.0.1:{https}"),
        format!("--listen-http=127.0.0.1:{}", pebble.looks_at),
        String::from("--limits=normal"),
    ];
    [&own[..], &pebble.options(data)].concat()
}

fn answered(command: &mut Command) -> Answer {
    let said = String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned();
    let (said, last) = said.rsplit_once('\n').unwrap_or_default();
    let (status, version) = last.split_once(' ').unwrap_or_default();
    let (head, body) = said.split_once("\r\n\r\n").unwrap_or((said, ""));
    let status = status.parse().unwrap_or_default();
    Answer { status, version: version.to_owned(), head: head.to_lowercase(), body: body.to_owned() }
}

fn memory(data: &Path) -> Value {
    let json = fs::read(data.join("tls/state.json")).unwrap_or_default();
    serde_json::from_slice(&json).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn it_gets_its_certificate_by_itself_and_speaks_https_as_browsers_want_it() {
    let (pebble, data) = (Pebble::start(YEAR, 10), tempfile::tempdir().unwrap());
    let site = Site::start(data.path(), &pebble).await;
    assert_eq!(site.until_secure().body, "ready");
    let there = format!("https://shop.example:{}", site.https);

    let page = site.curl("shop.example", "/store", &["--http2"]);
    assert_eq!((page.status, page.version.as_str()), (200, "2"));
    assert!(page.head.contains("strict-transport-security: max-age=31536000"), "{}", page.head);
    assert_eq!(site.curl("shop.example", "/store", &["--http1.1"]).version, "1.1");
    for (path, name) in [("/store?x=1&y=%20", "www.shop.example"), ("/", "WWW.shop.example")] {
        let moved = site.curl(name, path, &["--http2"]);
        assert_eq!(moved.status, 308);
        assert!(moved.head.contains(&format!("location: {there}{path}\r\n")), "{}", moved.head);
        assert!(moved.head.contains("strict-transport-security"));
    }
    assert_eq!(site.curl("shop.example", "/healthz", &["-H", "Host: evil.example"]).status, 421);

    for (more, status, location) in [
        (&["-X", "POST", "-d", "a=b"][..], 308, format!("{there}/contact?x=1")),
        (&["-H", "Host: evil.example"], 308, format!("{there}/contact?x=1")),
    ] {
        let moved = site.plain("www.shop.example", "/contact?x=1", more);
        assert_eq!(moved.status, status);
        assert!(moved.head.contains(&format!("location: {location}\r\n")), "{}", moved.head);
        assert!(!moved.head.contains("strict-transport-security"), "in the clear nobody believes it");
    }
    assert_eq!(site.plain("shop.example", "/.well-known/acme-challenge/unknown", &[]).status, 404);

    for (version, spoken) in [("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true)] {
        let said = site.openssl(&[version]);
        let (agreed, trusted) = (!said.contains("Cipher is (NONE)"), said.contains("Verify return code: 0"));
        assert_eq!(agreed && trusted, spoken, "{version}: {said}");
    }
    assert!(site.openssl(&["-alpn", "h2,http/1.1"]).contains("ALPN protocol: h2"));
    assert!(site.openssl(&["-reconnect", "-tls1_2"]).contains("Reused, TLSv1.2"));

    for file in fs::read_dir(data.path().join("tls")).unwrap() {
        let file = file.unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", file.path());
    }
    let (first, accounts) = (site.serial(), account(data.path()));
    drop(site);

    // It starts with what it has, and another name is the same account's.
    let site = Site::start(data.path(), &pebble).await;
    assert_eq!((site.until_secure().status, site.serial()), (200, first.clone()));
    drop(site);
    let site = Site::serving(data.path(), &pebble, "shop.example,botiga.example", &[]).await;
    let begun = Instant::now();
    while site.curl("botiga.example", "/", &[]).status != 308 {
        assert!(begun.elapsed() < SOON, "{}", site.ready());
    }
    assert_ne!(site.serial(), first);
    assert_eq!(account(data.path()), accounts);
}

/// The files of accounts at authorities, with what is in them.
fn account(data: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(data.join("tls")).unwrap().map(|file| file.unwrap().path());
    let accounts = files.filter(|file| file.file_name().unwrap().to_string_lossy().starts_with("account-"));
    accounts.map(|file| (file.clone(), fs::read(file).unwrap())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_leads_elsewhere_is_said_everywhere_and_the_authority_is_left_alone() {
    let (pebble, data) = (Pebble::start(YEAR, 0), tempfile::tempdir().unwrap());
    pebble.lead("www.shop.example", "127.0.0.99");
    let site = Site::start(data.path(), &pebble).await;
    let begun = Instant::now();
    while memory(data.path())["failures"] != 1 {
        assert!(begun.elapsed() < SOON, "{}", memory(data.path()));
    }
    let said = memory(data.path())["last"]["error"].as_str().unwrap().to_owned();
    assert!(said.contains("www.shop.example") && said.contains("127.0.0.99"), "{said}");
    assert_eq!(site.ready(), "degraded: certificate");
    for (lang, words) in [("ca", "Tornem de seguida"), ("ar", "سنعود")] {
        let page = site.plain("shop.example", "/store", &["-H", &format!("Accept-Language: {lang}")]);
        assert_eq!(page.status, 503);
        assert!(page.head.contains("retry-after: ") && page.body.contains(words), "{}", page.body);
    }
    assert_eq!(site.curl("shop.example", "/", &[]).status, 0);
    assert!(site.openssl(&[]).contains("alert"), "a browser is told and not left hanging");

    // Started again and again it asks no more: five times an hour is all there is.
    let before = memory(data.path());
    drop(site);
    for _ in 0..2 {
        let site = Site::start(data.path(), &pebble).await;
        assert_eq!(site.ready(), "degraded: certificate");
        assert_eq!(memory(data.path()), before);
    }
    pebble.lead("www.shop.example", "127.0.0.1");
    fs::remove_file(data.path().join("tls/state.json")).unwrap();
    let site = Site::start(data.path(), &pebble).await;
    assert_eq!(site.until_secure().body, "ready");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_and_cannot_be_used_any_more_is_made_anew_without_a_restart() {
    let pebble = Pebble::start(YEAR, 0);
    let key = rcgen::KeyPair::generate().unwrap();
    let mut over =
        rcgen::CertificateParams::new([String::from("shop.example"), String::from("www.shop.example")]).unwrap();
    over.not_after = rcgen::date_time_ymd(2020, 1, 1);
    let over = key.serialize_pem() + &over.self_signed(&key).unwrap().pem();
    let (damaged, of_another) = (
        &over[..over.len() - 100],
        over.replace(&key.serialize_pem(), &rcgen::KeyPair::generate().unwrap().serialize_pem()),
    );
    for (what, file) in [("over", &*over), ("damaged", damaged), ("another's", &*of_another)] {
        let data = tempfile::tempdir().unwrap();
        fs::create_dir(data.path().join("tls")).unwrap();
        fs::write(data.path().join("tls/certificate.pem"), file).unwrap();
        let site = Site::start(data.path(), &pebble).await;
        assert_eq!(site.until_secure().body, "ready", "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn under_the_limits_of_its_unit_it_gets_a_certificate_and_ends_well() {
    let (pebble, data) = (Pebble::start(YEAR, 0), tempfile::tempdir().unwrap());
    let Some(mut site) = Site::confined(data.path(), &pebble).await else { return };
    site.until_secure();
    assert_eq!(site.curl("shop.example", "/store", &["--http2"]).status, 200);
    site.program.end();
    site.program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_renewal_is_taken_over_without_a_restart_and_without_a_broken_request() {
    let (pebble, data) = (Pebble::start(45, 5), tempfile::tempdir().unwrap());
    let site = Site::start(data.path(), &pebble).await;
    site.until_secure();
    let page = site.curl("shop.example", "/", &[]).body;
    let script = page[page.find("/assets/").unwrap()..].split('"').next().unwrap();
    let (first, is_over, asked) = (site.serial(), AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let ask = |version: &'static str| {
            while !is_over.load(Ordering::Relaxed) {
                assert_eq!(site.curl("shop.example", script, &[version, "-o/dev/null"]).status, 200);
                asked.fetch_add(1, Ordering::Relaxed);
            }
        };
        let askers = [scope.spawn(move || ask("--http2")), scope.spawn(move || ask("--http1.1"))];
        let begun = Instant::now();
        while site.serial() == first {
            assert!(begun.elapsed() < 2 * SOON, "it is not renewed: {}", site.ready());
        }
        let so_far = asked.load(Ordering::Relaxed);
        while asked.load(Ordering::Relaxed) < so_far + 10 {
            std::thread::yield_now();
        }
        is_over.store(true, Ordering::Relaxed);
        for asker in askers {
            asker.join().unwrap();
        }
    });
    assert_eq!(site.ready(), "ready");
}
