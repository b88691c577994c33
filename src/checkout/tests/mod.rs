//! Behaviour of checkout on a real database, with the sandbox as the provider.

mod bizum;
mod buying;
mod invoiced;
mod jumping;
mod model;
mod paying;
mod placing;
mod racing;
mod returning;
mod schema;

use std::path::Path;
use std::sync::Arc;

use clap::Parser;

use super::payment::{self, ReturnPages};
use super::{By, Error, Placed, Request, place};
use crate::app::{App, Parts, Shared};
use crate::auth::hashing::HashPool;
use crate::cart::Line;
use crate::clock::{Clock, Timestamp};
use crate::config::{self, Limits};
use crate::db::{self, Conn, Db};
use crate::lang::Lang;
use crate::oidc::Providers;
use crate::order_keys::OrderKeys;
use crate::orders::{self, Asker, Order, ShippingAddress};
use crate::payments;
use crate::secrets::Secrets;

const START: Timestamp = Timestamp::from_millis(1_795_195_391_000);

#[derive(Parser)]
struct Settings {
    #[command(flatten)]
    serve: config::Serve,
    #[command(flatten)]
    payments: payments::Options,
}

/// A shop in a directory of its own; opening the same directory again is what a restart does.
fn open(dir: &Path, clock: &Clock, options: &[String]) -> Shared {
    let db = Db::open(&dir.join("t.sqlite")).unwrap();
    let secrets = db.write_blocking(Secrets::load).unwrap();
    let options = std::iter::once("manetes").chain(options.iter().map(String::as_str));
    let Settings { serve, payments } = Settings::parse_from(options);
    Arc::new(App::new(Parts {
        db,
        clock: clock.clone(),
        config: serve,
        payments,
        agency: None,
        data_dir: dir.to_owned(),
        secrets,
        order_keys: OrderKeys::load(dir).unwrap(),
        hashing: HashPool::start().unwrap(),
        providers: Providers::new(None).unwrap(),
        mirror: crate::mirror::Mirror::default(),
        certificates: None,
    }))
}

pub(crate) struct Shop {
    dir: tempfile::TempDir,
    pub(crate) clock: Clock,
    pub(crate) app: Shared,
}

impl Shop {
    /// A shop with the buyers `u0` to `u99` and no products.
    pub(crate) fn new() -> Self {
        Self::with(&[])
    }

    fn with(options: &[String]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let clock = Clock::fixed(START);
        let app = open(dir.path(), &clock, options);
        let shop = Self { dir, clock, app };
        shop.write(|tx| {
            tx.execute_batch(
                "INSERT INTO settings (key, value, updated_at) VALUES ('company.nif', '\"A58818501\"', 0);
                 INSERT INTO settings (key, value, updated_at) VALUES ('company.address', '\"Carrer Major 2, Abrera\"', 0)",
            )?;
            for n in 0..100 {
                tx.execute(
                    "INSERT INTO users (id, email, password_hash, email_confirmed_at, lang, created_at, updated_at)
                     VALUES ('u' || ?1, 'u' || ?1 || '@example.com', '', 1, 'es', 0, 0)",
                    [n],
                )?;
                tx.execute(
                    "INSERT INTO profiles (id, name, address, city, postal_code, country, updated_at)
                     VALUES ('u' || ?1, 'Ana', 'Carrer Major 1', 'Abrera', '08630', 'España', 0)",
                    [n],
                )?;
            }
            Ok(())
        });
        shop
    }

    /// Stops the program and starts it again.
    fn restart(self) -> Self {
        self.restart_with(&[])
    }

    fn restart_with(self, options: &[String]) -> Self {
        let Self { dir, clock, app } = self;
        drop(app);
        let app = open(dir.path(), &clock, options);
        Self { dir, clock, app }
    }

    /// A product of one variant, both called `id`, of 20.00 with tax.
    pub(crate) fn sell(&self, id: &str, stock: i64) {
        let id = id.to_owned();
        self.write(move |tx| {
            tx.execute(
                "INSERT INTO products (id, slug, title, created_at, updated_at) VALUES (?1, ?1, 'Llave ' || ?1, 0, 0)",
                [&id],
            )?;
            tx.execute(
                "INSERT INTO variants (id, product_id, position, title, price_in_cents, inventory_quantity)
                 VALUES (?1, ?1, 0, 'Única', 2000, ?2)",
                (&id, stock),
            )?;
            if stock > 0 {
                tx.execute(
                    "INSERT INTO stock_movements (variant_id, delta, reason, at) VALUES (?1, ?2, 'set', 0)",
                    (&id, stock),
                )?;
            }
            Ok(())
        });
    }

    pub(crate) fn write(&self, f: impl FnOnce(&db::Tx<'_>) -> db::Result<()> + Send + 'static) {
        self.app.db.write_blocking(f).unwrap();
    }

    pub(crate) fn read<T>(&self, f: impl FnOnce(&Conn) -> db::Result<T>) -> T {
        self.app.db.read_blocking(f).unwrap()
    }

    pub(crate) fn number_of(&self, sql: &str) -> i64 {
        self.read(|conn| Ok(conn.query_row(sql, [], |row| row.get(0))?))
    }

    pub(crate) fn stock(&self, variant: &str) -> i64 {
        self.number_of(&format!("SELECT inventory_quantity FROM variants WHERE id = '{variant}'"))
    }

    pub(crate) fn mails(&self, kind: &str) -> i64 {
        self.number_of(&format!("SELECT count(*) FROM outbox WHERE message ->> 'kind' = '{kind}'"))
    }

    pub(crate) fn order(&self, id: &str) -> Order {
        self.read(|conn| orders::find(conn, id)).unwrap()
    }

    async fn place(&self, request: Request) -> Result<Placed, Error> {
        self.place_with(request, Limits::Normal).await
    }

    pub(crate) async fn place_with(&self, request: Request, limits: Limits) -> Result<Placed, Error> {
        let now = self.clock.now();
        self.app.db.write(move |tx| place(tx, &request, limits, now)).await
    }

    /// An order of one unit of `variant` by `user`.
    pub(crate) async fn placed(&self, user: &str, variant: &str) -> String {
        self.place(request(user, &[(variant, 1)])).await.unwrap().order_id
    }

    pub(crate) async fn start(&self, user: &str, order_id: &str) -> Result<String, Error> {
        self.start_with(user, order_id, false).await
    }

    /// The same with the button for Bizum.
    pub(crate) async fn start_with(&self, user: &str, order_id: &str, bizum: bool) -> Result<String, Error> {
        payment::start(&self.app, &Asker::account(user), order_id, bizum, pages(order_id)).await
    }

    /// The session of the order's newest attempt.
    pub(crate) fn session(&self, order_id: &str) -> String {
        self.read(|conn| {
            let sql = "SELECT provider_ref FROM payment_attempts WHERE order_id = ?1 ORDER BY rowid DESC LIMIT 1";
            Ok(conn.query_row(sql, [order_id], |row| row.get(0))?)
        })
    }

    /// The provider as if it could not be reached, and back.
    fn provider_is_down(&self, down: bool) {
        let (from, to) = if down { ("sandbox_sessions", "away") } else { ("away", "sandbox_sessions") };
        let sql = format!("ALTER TABLE {from} RENAME TO {to}");
        self.write(move |tx| Ok(tx.execute_batch(&sql)?));
    }
}

pub(crate) fn request(user: &str, lines: &[(&str, i64)]) -> Request {
    let line = |(variant, quantity): &(&str, i64)| Line {
        variant_id: (*variant).to_owned(),
        quantity: *quantity,
        custom_field_values: Vec::new(),
    };
    Request {
        by: By::Account(user.to_owned()),
        address: None,
        lines: lines.iter().map(line).collect(),
        expected_total: None,
        lang: Some(Lang::Es),
        idempotency_key: None,
        network: None,
        buyer: None,
    }
}

fn address(field: &str, value: &str) -> ShippingAddress {
    let or = |name: &str, usual: &str| if name == field { value.to_owned() } else { usual.to_owned() };
    ShippingAddress {
        name: or("name", "Ana"),
        address: or("address", "Carrer Major 1"),
        city: or("city", "Abrera"),
        postal_code: or("postal_code", "08630"),
        country: or("country", "España"),
        phone: String::new(),
    }
}

fn pages(order_id: &str) -> ReturnPages {
    ReturnPages {
        success_url: format!("http://localhost:8080/success?order_id={order_id}"),
        cancel_url: "http://localhost:8080/cart?cancelled=1".to_owned(),
    }
}
