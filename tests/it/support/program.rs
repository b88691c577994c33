//! The program itself, as a process.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use manetes::accounts::{self, SecondFactor};
use manetes::audit::Actor;
use manetes::clock::Clock;
use manetes::db::{Db, Tx};
use manetes::outside;
use reqwest::Method;
use serde_json::{Value, json};

use super::{PASSWORD, PATIENCE, Person, Reply, free_port};

/// Runs a program under the limits of the unit that is shipped.
const SANDBOX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sandbox/run");

/// The real program on a port of its own; killed when dropped.
pub struct Program {
    pub child: Child,
    /// Where this machine asks it.
    pub base: String,
    data_dir: PathBuf,
    /// What starts it, itself and its options.
    command: Vec<String>,
}

impl Program {
    pub async fn start(data_dir: &Path) -> Self {
        Self::start_with(data_dir, &[]).await
    }

    /// With options of `serve` besides.
    pub async fn start_with(data_dir: &Path, options: &[String]) -> Self {
        Self::started_by(&launcher(), data_dir, options).await
    }

    /// Under the limits of the unit that is shipped; `None`, said aloud, on a machine that cannot set them.
    pub async fn confined(data_dir: &Path, options: &[String]) -> Option<Self> {
        Some(Self::started_by(&Self::limits()?, data_dir, options).await)
    }

    /// What sets those limits; `None`, said aloud, on a machine that cannot.
    pub fn limits() -> Option<Vec<String>> {
        let possible = Command::new(SANDBOX).arg("--check").output().expect("the launcher is there");
        if !possible.status.success() {
            let why = String::from_utf8_lossy(&possible.stderr);
            assert_eq!(possible.status.code(), Some(1), "no machine could: {why}");
            eprintln!("SKIPPED: {why}");
            return None;
        }
        Some(vec![String::from(SANDBOX)])
    }

    /// By another program, which becomes this one. Where it speaks https by itself, `options` say where it listens, and
    /// this machine asks at the port of `--listen-http`.
    pub async fn started_by(launcher: &[String], data_dir: &Path, options: &[String]) -> Self {
        Self::started_at(free_port(), launcher, data_dir, options).await
    }

    /// At a port that the launcher may hold for it.
    pub async fn started_at(port: u16, launcher: &[String], data_dir: &Path, options: &[String]) -> Self {
        let mut command = launcher.to_vec();
        command.extend([env!("CARGO_BIN_EXE_manetes"), "serve", "--demo"].map(str::to_owned));
        command.push(format!("--data-dir={}", data_dir.display()));
        let plain = options.iter().find_map(|option| option.strip_prefix("--listen-http=127.0.0.1:"));
        let port = plain.map_or(port, |port| port.parse().unwrap());
        if plain.is_none() {
            command.push(format!("--listen=127.0.0.1:{port}"));
        }
        if !options.iter().any(|option| option.starts_with("--limits")) {
            command.push(String::from("--limits=relaxed"));
        }
        command.extend_from_slice(options);
        let child = spawn(&command);
        let program = Self { child, base: format!("http://localhost:{port}"), data_dir: data_dir.into(), command };
        program.visitor().until_ready().await;
        program
    }

    /// Starts the one that has ended again, at the same address; how long until it answered.
    pub async fn restart(&mut self) -> Duration {
        let started = Instant::now();
        self.child = spawn(&self.command);
        self.visitor().until_ready().await;
        started.elapsed()
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop, and waits until it has.
    pub fn end(&mut self) {
        self.signal("TERM");
        assert!(tokio::task::block_in_place(|| self.child.wait()).unwrap().success());
    }

    /// Sends a signal, by its name.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
    }

    pub fn visitor(&self) -> Person {
        Person { base: self.base.clone(), client: outside::client(PATIENCE), token: None, user_id: String::new() }
    }

    /// Somebody with a confirmed account, made as people make one. Mails must go to files.
    pub async fn customer(&self, email: &str) -> Person {
        self.proves("/api/auth/signup", json!({ "email": email, "password": PASSWORD })).await;
        let token = mailed_token(&self.data_dir.join("mail")).await;
        self.proves("/api/auth/verify", json!({ "type": "signup", "token_hash": token })).await;
        self.signed_in(email).await
    }

    /// What a password is hashed for: asked again, as the answer says, while the shop is too busy beside all other tests.
    async fn proves(&self, path: &str, body: Value) -> Reply {
        let started = Instant::now();
        loop {
            let reply = self.visitor().post(path, body.clone()).await;
            let Some(seconds) = reply.json()["retry_after"].as_u64().filter(|_| reply.status == 503) else {
                return reply.expect(200);
            };
            assert!(started.elapsed() < PATIENCE, "too busy for ever: {path}");
            tokio::time::sleep(Duration::from_secs(seconds)).await;
        }
    }

    /// Somebody with an account, in a session of their own.
    pub async fn signed_in(&self, email: &str) -> Person {
        let credentials = json!({ "email": email, "password": PASSWORD });
        let session = self.proves("/api/auth/token?grant_type=password", credentials).await.json();
        Person { token: session["access_token"].as_str().map(str::to_owned), ..self.visitor() }
    }

    /// Orders one unit and pays it on the provider's page, who tells the shop of it; the order's id.
    pub async fn bought(&self, buyer: &Person, sku: &str) -> String {
        let variant = self.variant(sku);
        let order = buyer.order(&variant, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
        let body = json!({
            "items": [{ "variant_id": variant, "quantity": 1 }], "order_id": order, "locale": "es",
            "timeZone": "Europe/Madrid",
            "successUrl": format!("{}/success", self.base), "cancelUrl": format!("{}/cart", self.base),
        });
        let url = buyer.post("/api/store/store_manetes/checkout", body).await.expect(200).json()["url"].clone();
        let page = url.as_str().unwrap().strip_prefix(&self.base).unwrap();
        let click = buyer.request(Method::POST, page).header("content-type", "application/x-www-form-urlencoded");
        assert_eq!(buyer.send(click.body("action=pay")).await.status, 303);
        order
    }

    /// Somebody with an account becomes an administrator, who signs in without a second factor.
    pub fn make_admin(&self, email: &str) {
        let find = "SELECT id FROM users WHERE email = ?1";
        let user_id: String = self.database().query_row(find, [email], |row| row.get(0)).unwrap();
        let (db, now) = (Db::open(&self.data_dir.join("manetes.sqlite")).unwrap(), Clock::system().now());
        let grant = move |tx: &Tx<'_>| accounts::grant_admin(tx, &Actor::System, &user_id, SecondFactor::Waived, now);
        db.write_blocking(grant).unwrap();
    }

    /// Runs another command on the same data, beside the server or without it; what it printed.
    pub fn command(&self, words: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
        command.args(words).arg("--data-dir").arg(&self.data_dir).env_remove(LAUNCHER);
        let done = command.output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.success(), "{words:?}: {err}\n{out}");
        out.into_owned()
    }

    /// Everything that must hold of the data holds.
    pub fn assert_sound(&self) {
        self.command(&["check", "--invariants"]);
    }

    /// A look behind the curtain.
    pub fn database(&self) -> rusqlite::Connection {
        let conn = rusqlite::Connection::open(self.data_dir.join("manetes.sqlite")).unwrap();
        conn.busy_timeout(Duration::from_secs(10)).unwrap();
        conn
    }

    /// The id of a variant, by its SKU.
    pub fn variant(&self, sku: &str) -> String {
        self.database().query_row("SELECT id FROM variants WHERE sku = ?1", [sku], |row| row.get(0)).unwrap()
    }
}

/// What every program of these tests is started by, such as `tests/sandbox/run`; unset, nothing.
const LAUNCHER: &str = "SHOP_LAUNCHER";

#[expect(clippy::disallowed_methods, reason = "a setting of the tests, not of the program")]
fn launcher() -> Vec<String> {
    std::env::var(LAUNCHER).into_iter().collect()
}

/// The signal of a file that grew too large is ignored, as the limit is what some tests are about: the write fails.
fn spawn(command: &[String]) -> Child {
    Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
        .args(command)
        .env_remove(LAUNCHER)
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The token in the first mail of the directory that has one, once it is there.
async fn mailed_token(mail: &Path) -> String {
    let text = mail_with(mail, "token_hash=").await;
    let (_, rest) = text.split_once("token_hash=").unwrap();
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// A mail of the directory with these words, once it is there.
pub async fn mail_with(mail: &Path, words: &str) -> String {
    let started = Instant::now();
    loop {
        let mails = std::fs::read_dir(mail).into_iter().flatten().flatten().map(|entry| entry.path());
        for path in mails.filter(|path| path.extension().is_some_and(|e| e == "eml")) {
            // Quoted-printable: a soft line break, and `=` written as `=3D`.
            let text = std::fs::read_to_string(path).unwrap().replace("=\r\n", "").replace("=3D", "=");
            if text.contains(words) {
                return text;
            }
        }
        assert!(started.elapsed() < PATIENCE, "no mail with {words} was written");
        tokio::task::yield_now().await;
    }
}

impl Person {
    /// Waits until the program answers.
    async fn until_ready(&self) {
        let started = Instant::now();
        while self.request(Method::GET, "/readyz").send().await.is_err() {
            assert!(started.elapsed() < PATIENCE, "the program did not become ready");
            tokio::task::yield_now().await;
        }
    }
}
