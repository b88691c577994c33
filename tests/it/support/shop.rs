//! A running shop: the real routes on a port of its own, a copy of a prepared database, a clock that stands still.

use std::future::pending;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use manetes::accounts::{self, SecondFactor};
use manetes::app::{App, Parts, Shared};
use manetes::audit::Actor;
use manetes::auth;
use manetes::auth::hashing::HashPool;
use manetes::auth::session::{self, SignInMethod};
use manetes::catalogue;
use manetes::clock::{Clock, Timestamp};
use manetes::config::{self, BaseUrl, CaptchaService, Limits, Secret, Serve};
use manetes::db::{self, Db};
use manetes::email::EmailAddress;
use manetes::enclosures;
use manetes::http;
use manetes::http::listener::Listener;
use manetes::http::server::Doors;
use manetes::jobs;
use manetes::mail::outbox::Mailer;
use manetes::mail::transport::Transport;
use manetes::oidc::Providers;
use manetes::order_keys::OrderKeys;
use manetes::outside;
use manetes::payments;
use manetes::secrets::Secrets;
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::{PATIENCE, Person, Redsys, Stripe};

/// 20 November 2026, noon in Abrera.
pub const NOON: Timestamp = Timestamp::from_millis(1_795_172_400_000);

/// What every person of these tests types as a password.
pub const PASSWORD: &str = "una clau sota l'estora";

/// Where the owner reads mail, in a shop that has one.
pub const OWNER: &str = "owner@manetes.example";

pub struct TestShop {
    pub app: Shared,
    pub base: String,
    _dir: TempDir,
}

impl TestShop {
    /// No products.
    pub async fn empty() -> Self {
        Self::start(&prepared().empty, Limits::Relaxed, None, config::Captcha::default(), None).await
    }

    /// No products; people may sign in with these providers, too.
    pub async fn with_providers(providers: Value) -> Self {
        Self::start(&prepared().empty, Limits::Relaxed, None, config::Captcha::default(), Some(providers)).await
    }

    /// The demo catalogue.
    pub async fn demo() -> Self {
        Self::start(&prepared().demo, Limits::Relaxed, None, config::Captcha::default(), None).await
    }

    /// The demo catalogue, with the limits a real shop has.
    pub async fn demo_with_limits() -> Self {
        Self::start(&prepared().demo, Limits::Normal, None, config::Captcha::default(), None).await
    }

    /// No products, real limits, and an owner who reads mail.
    pub async fn with_owner() -> Self {
        Self::start(&prepared().empty, Limits::Normal, Some(OWNER), config::Captcha::default(), None).await
    }

    /// The demo catalogue, and a service at `api_base` that tells people from programs.
    pub async fn with_captcha(service: CaptchaService, api_base: &str) -> Self {
        let captcha = config::Captcha {
            service: Some(service),
            site_key: Some(String::from("site-key")),
            secret: Some(config::Secret::from(String::from("captcha-secret"))),
            api_base: Some(BaseUrl::parse(api_base).unwrap()),
        };
        Self::start(&prepared().demo, Limits::Relaxed, None, captcha, None).await
    }

    /// No products, and other settings.
    pub async fn configured(change: impl FnOnce(&mut Serve)) -> Self {
        Self::start_with(&prepared().empty, Clock::fixed(NOON), paid_through("sandbox"), change).await
    }

    /// The demo catalogue, real limits, and a proxy in front of which nobody told the program.
    pub async fn demo_behind_an_unknown_proxy() -> Self {
        let change = |serve: &mut Serve| (serve.limits, serve.trusted_proxies) = (Limits::Normal, Vec::new());
        Self::start_with(&prepared().demo, Clock::fixed(NOON), paid_through("sandbox"), change).await
    }

    /// The demo catalogue, and an owner who reads mail.
    pub async fn demo_with_owner() -> Self {
        Self::start(&prepared().demo, Limits::Relaxed, Some(OWNER), config::Captcha::default(), None).await
    }

    /// The demo catalogue, paid through Stripe, whose settings may be changed; the two have one clock.
    pub async fn paid_through_stripe(settings: impl FnOnce(&mut payments::stripe::Settings)) -> (Self, Stripe) {
        let clock = Clock::fixed(NOON);
        let stripe = Stripe::start(clock.clone()).await;
        let mut options = paid_through("stripe");
        options.stripe = stripe.settings();
        settings(&mut options.stripe);
        let checked = options.clone();
        let check = |serve: &mut Serve| checked.check(serve).unwrap();
        (Self::start_with(&prepared().demo, clock, options, check).await, stripe)
    }

    /// The demo catalogue, paid through Redsys.
    pub async fn paid_through_redsys(redsys: &Redsys) -> Self {
        let mut options = paid_through("redsys");
        options.redsys = redsys.settings();
        let checked = options.clone();
        let check = |serve: &mut Serve| {
            serve.owner_email = Some(OWNER.parse().unwrap());
            checked.check(serve).unwrap();
        };
        Self::start_with(&prepared().demo, Clock::fixed(NOON), options, check).await
    }

    async fn start(
        database: &Path,
        limits: Limits,
        owner_email: Option<&str>,
        captcha: config::Captcha,
        oidc: Option<Value>,
    ) -> Self {
        let change = |serve: &mut Serve| {
            (serve.limits, serve.captcha) = (limits, captcha);
            serve.owner_email = owner_email.map(|address| address.parse().unwrap());
            serve.oidc = oidc.map(|providers| Secret::from(providers.to_string()));
        };
        Self::start_with(database, Clock::fixed(NOON), paid_through("sandbox"), change).await
    }

    /// A shop whose settings are those of a program that was given none, but for what is changed.
    async fn start_with(
        database: &Path,
        clock: Clock,
        payments: payments::Options,
        change: impl FnOnce(&mut Serve),
    ) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("manetes.sqlite");
        std::fs::copy(database, &file).unwrap();
        let db = Db::open(&file).unwrap();
        let secrets = db.write(Secrets::load).await.unwrap();
        let listener = Listener::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
        let listen = listener.local_addr().unwrap();
        let base = format!("http://localhost:{}", listen.port());
        let mut config = Serve {
            listen,
            https: config::Https::default(),
            other_domains: Vec::new(),
            base_url: BaseUrl::parse(&base).unwrap(),
            store_id: String::from("store_manetes"),
            smtp_url: None,
            mail_from: "Manetes <no-reply@localhost>".parse().unwrap(),
            owner_email: None,
            oidc: None,
            captcha: config::Captcha::default(),
            backup: config::Backup::default(),
            // So that somebody can come from elsewhere.
            trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()],
            metrics_token: None,
            dkim_key: None,
            limits: Limits::Relaxed,
            log: config::Log::default(),
            hsts_subdomains: false,
            replicated: false,
            demo: false,
            exposed: Vec::new(),
        };
        change(&mut config);
        let app = Arc::new(App::new(Parts {
            db,
            clock,
            data_dir: dir.path().to_owned(),
            secrets,
            order_keys: OrderKeys::load(dir.path()).unwrap(),
            providers: Providers::new(config.oidc.as_ref()).unwrap(),
            payments,
            agency: None,
            // On a machine that does much else, no answer comes too late.
            hashing: HashPool::start_with(PATIENCE).unwrap(),
            config,
            mirror: manetes::mirror::Mirror::default(),
            certificates: None,
        }));
        let (served, doors) = (app.clone(), Doors { site: listener, plain: None });
        tokio::spawn(async move { http::server::serve(&served, doors, pending(), Duration::ZERO).await });
        Self { app, base, _dir: dir }
    }

    /// What comes back for bytes no client would send, until the connection ends.
    pub async fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.app.config.listen).await.unwrap();
        stream.write_all(bytes).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Somebody who is not signed in.
    pub fn visitor(&self) -> Person {
        Person { base: self.base.clone(), client: outside::client(PATIENCE), token: None, user_id: String::new() }
    }

    /// Somebody with a confirmed account and a session.
    pub async fn customer(&self, email: &str) -> Person {
        self.person(email, false).await
    }

    /// Somebody with an account, in a session that begins now.
    pub async fn signed_in(&self, email: &str) -> Person {
        let body = serde_json::json!({ "email": email, "password": PASSWORD });
        let session = self.visitor().post("/api/auth/token?grant_type=password", body).await.expect(200).json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Person { token: Some(text(&session["access_token"])), user_id: text(&session["user"]["id"]), ..self.visitor() }
    }

    /// Somebody who administers the shop.
    pub async fn admin(&self) -> Person {
        self.person(OWNER, true).await
    }

    /// Somebody else who administers it, and has just signed in.
    pub async fn another_admin(&self, email: &str) -> Person {
        self.person(email, true).await
    }

    async fn person(&self, email: &str, is_admin: bool) -> Person {
        let (secrets, now, email) = (self.app.secrets.clone(), self.app.clock.now(), email.to_owned());
        let (user_id, token) = self
            .app
            .db
            .write(move |tx| {
                let (email, hash) = (EmailAddress::parse(&email).unwrap(), &prepared().password_hash);
                let user_id = accounts::create_confirmed(tx, &email, "Núria Puig", hash, now).unwrap();
                if is_admin {
                    accounts::grant_admin(tx, &Actor::System, &user_id, SecondFactor::Waived, now)?;
                }
                let tokens = session::issue(tx, &secrets, &user_id, SignInMethod::Password, "test", now)?;
                Ok::<_, db::Error>((user_id, tokens.access_token))
            })
            .await
            .unwrap();
        Person { token: Some(token), user_id, ..self.visitor() }
    }

    /// Sends every mail that is due; how many were tried.
    pub async fn send_due(&self, mailer: &Arc<Mailer>) -> db::Result<usize> {
        let (outbox, mut all) =
            (self.app.outbox(mailer.clone(), jobs::is_over, enclosures::of_mail, watch::channel(false).1), 0);
        while let Some(tried) = outbox.step().await? {
            all += tried;
        }
        Ok(all)
    }

    /// Every mail that is due, as it goes out.
    pub async fn written_mails(&self) -> Vec<String> {
        let outgoing = tempfile::tempdir().unwrap();
        let transport = Transport::new(None, outgoing.path().to_owned()).unwrap();
        self.send_due(&Arc::new(Mailer::new(transport, "no-reply@example.com".parse().unwrap()))).await.unwrap();
        let files = std::fs::read_dir(outgoing.path()).unwrap();
        files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect()
    }

    /// A variant's id and stock, by its SKU.
    pub async fn variant(&self, sku: &'static str) -> (String, i64) {
        self.row("SELECT id, inventory_quantity FROM variants WHERE sku = ?1", sku).await
    }

    /// Counts the stock of a variant anew.
    pub async fn set_stock(&self, variant_id: &str, quantity: i64) {
        let (variant_id, now) = (variant_id.to_owned(), self.app.clock.now());
        self.app.db.write(move |tx| catalogue::stock::set(tx, &variant_id, quantity, now)).await.unwrap();
    }

    /// Recipient, language and message of every mail that was queued, by recipient.
    pub async fn queued_mails(&self) -> Vec<(String, String, Value)> {
        let sql = "SELECT recipient, lang, message FROM outbox ORDER BY recipient, created_at, rowid";
        let read = |conn: &db::Conn| {
            let mut rows = conn.prepare(sql)?;
            let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            Ok::<_, db::Error>(rows.collect::<Result<Vec<_>, _>>()?)
        };
        self.app.db.read(read).await.unwrap()
    }

    /// Every text in the database that holds one of `words`, with its table.
    pub async fn holding(&self, words: &'static [&'static str]) -> Vec<(String, String)> {
        let read = move |conn: &db::Conn| {
            let mut found = Vec::new();
            let mut tables = conn.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
            let tables: Vec<String> = tables.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            for table in tables.into_iter().filter(|table| !table.starts_with("product")) {
                let mut rows = conn.prepare(&format!("SELECT * FROM \"{table}\""))?;
                let columns = rows.column_count();
                let mut rows = rows.query([])?;
                while let Some(row) = rows.next()? {
                    for n in 0..columns {
                        let text = match row.get_ref(n)? {
                            rusqlite::types::ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                            _ => continue,
                        };
                        if words.iter().any(|word| text.to_lowercase().contains(word)) {
                            found.push((table.clone(), text));
                        }
                    }
                }
            }
            Ok::<_, db::Error>(found)
        };
        self.app.db.read(read).await.unwrap()
    }

    /// One row of two columns, for looking behind the curtain.
    pub async fn row<A, B>(&self, sql: &'static str, value: &str) -> (A, B)
    where
        A: rusqlite::types::FromSql + Send + 'static,
        B: rusqlite::types::FromSql + Send + 'static,
    {
        let value = value.to_owned();
        self.app
            .db
            .read(move |conn| Ok::<_, db::Error>(conn.query_row(sql, [value], |r| Ok((r.get(0)?, r.get(1)?)))?))
            .await
            .unwrap()
    }
}

struct Prepared {
    empty: PathBuf,
    demo: PathBuf,
    password_hash: String,
    _dir: TempDir,
}

/// Made once, copied for each test.
fn prepared() -> &'static Prepared {
    static PREPARED: OnceLock<Prepared> = OnceLock::new();
    PREPARED.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        let (empty, demo) = (dir.path().join("empty.sqlite"), dir.path().join("demo.sqlite"));
        database(&empty, false);
        database(&demo, true);
        let password = auth::password::Password::parse(PASSWORD).unwrap();
        Prepared { empty, demo, password_hash: auth::hashing::hash(&password), _dir: dir }
    })
}

fn database(path: &Path, with_products: bool) {
    let db = Db::open(path).unwrap();
    db.write_blocking(move |tx| {
        if with_products {
            catalogue::demo::load(tx, NOON).unwrap();
        }
        Ok::<_, db::Error>(())
    })
    .unwrap();
    drop(db);
    // Everything into the one file, so that copying it is enough.
    let conn = rusqlite::Connection::open(path).unwrap();
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
}

/// The payment options of a program that was told its provider alone.
fn paid_through(provider: &str) -> payments::Options {
    let chosen = payments::Provider::from_name(provider).unwrap();
    payments::Options {
        chosen,
        stripe: payments::stripe::Settings::default(),
        redsys: payments::redsys::Settings::default(),
    }
}
