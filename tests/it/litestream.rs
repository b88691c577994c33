//! Two machines with the real Litestream between them, and a service of buckets that others have written: the first dies
//! in the middle of its orders, the second takes over. tests/long.sh installs both programs; 0.3.13 is the newest Litestream
//! that can be had that way, and restores again and again where later ones follow.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::standby::command;
use crate::support::{PATIENCE, Person, Program, address};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Killed when dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A service of buckets that knows conditional writes.
struct Buckets {
    endpoint: String,
    _server: Process,
}

impl Buckets {
    async fn start() -> Self {
        let program = Path::new(HERE).join("target/tools/moto/bin/moto_server");
        assert!(program.exists(), "tests/long.sh installs {}", program.display());
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Command::new(program);
        server.args(["-H", "127.0.0.1", "-p", &port.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
        let server = Process(server.spawn().unwrap());
        let endpoint = format!("http://127.0.0.1:{port}");
        let client = manetes::outside::client(Duration::from_secs(5));
        let started = Instant::now();
        while !client.put(format!("{endpoint}/shop")).send().await.is_ok_and(|made| made.status().is_success()) {
            assert!(started.elapsed() < PATIENCE, "the service of buckets does not answer");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Self { endpoint, _server: server }
    }

    /// The options of a shop of that name.
    fn options(&self, name: &str) -> Vec<String> {
        let rest = ["--replicated", "--s3-access-key=id", "--s3-secret-key=key"].map(str::to_owned);
        let place = [format!("--backup-to=s3://shop/{name}"), format!("--s3-endpoint={}", self.endpoint)];
        rest.into_iter().chain(place).collect()
    }

    /// What is shipped to run Litestream with.
    fn litestream(&self, name: &str, data_dir: &Path, act: &str) -> Command {
        let programs = Path::new(HERE).join("target/tools/litestream/node_modules/@flydotio/litestream-linux-x64");
        assert!(programs.join("litestream").exists(), "tests/long.sh installs litestream");
        let mut script = Command::new(Path::new(HERE).join("packaging/litestream/manetes-litestream"));
        script
            .arg(act)
            .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", programs.display()))
            .env("MANETES_DATA_DIR", data_dir)
            .env("MANETES_BACKUP_TO", format!("s3://shop/{name}"))
            .env("MANETES_S3_ENDPOINT", &self.endpoint)
            .env("MANETES_S3_ACCESS_KEY", "id")
            .env("MANETES_S3_SECRET_KEY", "key")
            .env("LITESTREAM_CONFIG_FILE", Path::new(HERE).join("packaging/litestream/litestream-0.3.yml"))
            .env("LITESTREAM_REST_SECONDS", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        script
    }
}

/// The script and the Litestream it runs, in a group of their own: a machine dies as a whole.
struct Group(Process);

impl Group {
    fn start(mut command: Command) -> Self {
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Self(Process(command.spawn().unwrap()))
    }

    fn signal(&self, name: &str) {
        let group = format!("-{}", self.0.0.id());
        drop(Command::new("kill").args([&format!("-{name}"), "--", &group]).status());
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal("KILL");
    }
}

/// Every order that was acknowledged, with the moment of that.
type Acknowledged = Arc<Mutex<BTreeMap<String, Instant>>>;

/// Buys until nobody answers or it is told to stop.
async fn buy(buyer: Person, variant: String, done: Acknowledged, stop: Arc<AtomicBool>) {
    while !stop.load(Ordering::Relaxed) {
        let body = json!({ "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": 1 }] });
        let request = buyer.request(reqwest::Method::POST, "/api/functions/create-order-and-send-email").json(&body);
        let Ok(answer) = request.send().await else { return };
        if answer.status().as_u16() != 201 {
            continue;
        }
        let Ok(answer) = answer.json::<serde_json::Value>().await else { return };
        done.lock().unwrap().insert(answer["orderId"].as_str().unwrap().to_owned(), Instant::now());
    }
}

/// What one death of the first machine came to.
struct Figures {
    acknowledged: usize,
    lost: usize,
    /// How long before the death the oldest that is lost was acknowledged.
    oldest: Duration,
    /// From the death to the first order on the second machine.
    selling: Duration,
}

async fn die_and_take_over(buckets: &Buckets, name: &str) -> Figures {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let options = buckets.options(name);
    let mut primary = Program::start_with(first.path(), &options).await;
    let carrying = Group::start(buckets.litestream(name, first.path(), "replicate"));
    let variant = primary.variant("FON-LAT-40");
    primary.command(&["set-stock", "FON-LAT-40", "1000000"]);
    let buyer = primary.customer("ana@example.com").await;
    fs::write(second.path().join("manetes.standby"), "generation=1\n").unwrap();
    let following = Group::start(buckets.litestream(name, second.path(), "follow"));
    let mut standby = {
        while !second.path().join("manetes.sqlite").exists() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Program::start_with(second.path(), &[options.clone(), vec![String::from("--standby")]].concat()).await
    };
    let (done, stop) = (Acknowledged::default(), Arc::new(AtomicBool::new(false)));
    let buyers: Vec<_> =
        (0..4).map(|_| tokio::spawn(buy(buyer.clone(), variant.clone(), done.clone(), stop.clone()))).collect();
    while done.lock().unwrap().len() < 200 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // The whole machine, at once.
    let died = Instant::now();
    carrying.signal("KILL");
    primary.kill();
    stop.store(true, Ordering::Relaxed);
    for buyer in buyers {
        buyer.await.unwrap();
    }

    following.signal("TERM");
    drop(following);
    standby.signal("TERM");
    standby.child.wait().unwrap();
    assert!(buckets.litestream(name, second.path(), "last").status().unwrap().success(), "nothing came last");
    let promoted = command(second.path(), &["promote", "--json"], &options).quietly().json();
    assert_eq!(promoted["generation"], 2);
    let successor = Program::start_with(second.path(), &options).await;
    successor.signed_in("ana@example.com").await.order(&variant, 1).await.expect(201);
    let selling = died.elapsed();
    successor.assert_sound();

    let there: Vec<String> = {
        let conn = successor.database();
        let mut ids = conn.prepare("SELECT id FROM orders").unwrap();
        ids.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let done = done.lock().unwrap();
    let lost: Vec<Instant> = done.iter().filter(|(id, _)| !there.contains(id)).map(|(_, at)| *at).collect();
    let oldest = lost.iter().map(|at| died.saturating_duration_since(*at)).max().unwrap_or_default();

    // The first machine comes back, with all it had.
    let words = ["serve", "--listen=127.0.0.1:0"].into_iter().chain(options.iter().map(String::as_str));
    let back = command(first.path(), &words.collect::<Vec<_>>(), &[]);
    assert!(back.code == Some(1) && back.err.contains("belongs to another machine"), "{back:?}");
    Figures { acknowledged: done.len(), lost: lost.len(), oldest, selling }
}

async fn series(deaths: u32) {
    let buckets = Buckets::start().await;
    let (mut lost, mut most, mut slowest) = (0, Duration::ZERO, Duration::ZERO);
    for n in 1..=deaths {
        let found = die_and_take_over(&buckets, &format!("shop-{n}")).await;
        let Figures { acknowledged, lost: gone, oldest, selling } = found;
        println!(
            "{n}: {acknowledged} orders acknowledged, {gone} lost, the oldest {} ms before the death; selling again after {selling:.1?}",
            oldest.as_millis()
        );
        (lost, most, slowest) = (lost + gone, most.max(oldest), slowest.max(selling));
    }
    println!(
        "{deaths} deaths: {lost} orders lost, of the last {} ms at most; selling again after {slowest:.1?} at most",
        most.as_millis()
    );
    assert!(most < Duration::from_secs(10), "what was acknowledged {most:?} before is lost: nothing carried it away");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs litestream and moto, which tests/long.sh installs"]
async fn a_machine_that_dies_is_taken_over_from() {
    series(1).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes, and what tests/long.sh installs"]
async fn a_machine_that_dies_twenty_times_is_taken_over_from() {
    series(20).await;
}

#[test]
#[ignore = "needs litestream, which tests/long.sh installs"]
fn an_old_litestream_is_refused_with_the_reason() {
    let programs: PathBuf = Path::new(HERE).join("target/tools/litestream/node_modules/@flydotio/litestream-linux-x64");
    let dir = tempfile::tempdir().unwrap();
    let check = |any: bool| {
        let mut check = Command::new(env!("CARGO_BIN_EXE_manetes"));
        check.args(["check", "--replicated", "--backup-to=s3://shop/x", "--s3-endpoint=http://127.0.0.1:9"]);
        check.args(["--s3-access-key=id", "--s3-secret-key=key", "--data-dir"]).arg(dir.path());
        check.env("PATH", format!("{}:/usr/bin:/bin", programs.display()));
        if any {
            check.env("LITESTREAM_OF_ANY_VERSION", "1");
        }
        String::from_utf8(check.output().unwrap().stdout).unwrap()
    };
    let refused = check(false);
    assert!(refused.contains("FAIL  replication") && refused.contains("WAL-reset bug"), "{refused}");
    assert!(!check(true).contains("WAL-reset bug"));
}
