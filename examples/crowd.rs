//! Fills the database of a data directory with a crowd: 10,000 products, 50,000 orders of the last year with their invoices,
//! a fifth of them of guests and the others of 5,000 customers, 5,000 comments and 3,000 requests for a quote, for measuring
//! how the shop does when it is full. The administrator `owner@example.com` with the password
//! `tres gatos grises en el tejado` needs no second factor. More orders than those are of more customers and of the last
//! five years. The invoices and the log have no chain.
//!
//! Other numbers of products and of orders may be named.
//!
//!     cargo run --release --example crowd -- DIRECTORY [PRODUCTS [ORDERS]]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use manetes::accounts::{self, SecondFactor};
use manetes::audit::Actor;
use manetes::auth::password::Password;
use manetes::catalogue;
use manetes::catalogue::draft::{Fields, ImageDraft, ProductDraft, ProductStatus, VariantDraft};
use manetes::catalogue::price::Sale;
use manetes::clock::{Clock, Timestamp};
use manetes::db::{self, Db, Tx};
use manetes::email::EmailAddress;
use manetes::lang::Lang;
use manetes::money::Cents;

const PRODUCTS: usize = 10_000;
const ORDERS: i64 = 50_000;
/// Milliseconds between two orders, and in which all are placed, at most.
const APART: i64 = 600_000;
const FIVE_YEARS: i64 = 5 * 365 * 86_400_000;
const OWNER: &str = "owner@example.com";
const PASSWORD: &str = "tres gatos grises en el tejado";

const THINGS: [(&str, &str); 10] = [
    ("Taladro", "Drill"),
    ("Cilindro", "Cylinder"),
    ("Grifo", "Tap"),
    ("Bombilla", "Bulb"),
    ("Pintura", "Paint"),
    ("Candado", "Padlock"),
    ("Llave", "Wrench"),
    ("Termostato", "Thermostat"),
    ("Extintor", "Extinguisher"),
    ("Radiador", "Radiator"),
];
const KINDS: [&str; 5] = ["Herramientas", "Cerrajería", "Fontanería", "Electricidad", "Pintura"];
/// Of which the names of 38,000 series are made, so that products have as many words as those of a real shop.
const SYLLABLES: [&str; 14] = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo"];
const KINDLY: [&str; 8] = ["azul", "compacto", "profesional", "reforzado", "cromado", "blanco", "silencioso", "largo"];

/// Customers, orders until last month with their lines, payments, events and invoices, comments, requests. NOW is in
/// milliseconds; MOMENT is that of the order `i`, whose mails are forgotten; there are ORDERS and PEOPLE.
const CROWD: &str = "
PRAGMA cache_size = -600000;
CREATE TEMP TABLE n AS
WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < max(ORDERS, 5000) - 1) SELECT i FROM c;
CREATE TEMP TABLE v AS SELECT row_number() OVER (ORDER BY id) - 1 AS place, id, product_id, title, sku, price_in_cents AS price
    FROM variants;
CREATE INDEX temp.v_by_place ON v (place);
CREATE TEMP TABLE o AS
SELECT i, printf('%08x-0000-4000-8000-%012x', i * 2654435761 % 4294967296, i) AS id, i % 5 = 4 AS is_guest,
    i * 7 % PEOPLE AS person, MOMENT AS at,
    CASE WHEN i % 50 = 0 THEN 'cancelled' WHEN i < 60 THEN 'paid' WHEN i < 200 THEN 'shipped' ELSE 'delivered' END AS status,
    (SELECT count(*) FROM v) AS variants
FROM n WHERE i < ORDERS;

INSERT INTO users (id, email, password_hash, email_confirmed_at, lang, created_at, updated_at)
SELECT 'crowd-user-' || i, 'persona' || i || '@example.com', '', NOW, 'es', NOW - i * (FIVE_YEARS / PEOPLE), NOW FROM n WHERE i < PEOPLE;
INSERT INTO profiles (id, name, address, city, postal_code, country, updated_at)
SELECT 'crowd-user-' || i, 'Persona ' || i, 'Carrer Major, ' || i, 'Abrera', '08630', 'ES', NOW FROM n WHERE i < PEOPLE;

CREATE TEMP TABLE items AS
SELECT o.i, o.id AS order_id, p.i AS position, v.product_id, v.id AS variant_id, v.title, v.sku, 1 + o.i % 3 AS quantity, v.price
FROM o JOIN (SELECT 0 AS i UNION ALL SELECT 1 UNION ALL SELECT 2) p ON p.i <= o.i % 3
    JOIN v ON v.place = (o.i * 31 + p.i * 977) % o.variants;
CREATE TEMP TABLE sums AS
SELECT i, sum(quantity * price) AS items, 86 + sum((quantity * price * 4200 + 12100) / 24200) AS tax FROM items GROUP BY i;
CREATE INDEX temp.sums_by_order ON sums (i);

INSERT INTO orders (id, year, number, user_id, email, lang, status, name, address, city, postal_code, country, items_in_cents,
    shipping_in_cents, total_in_cents, tax_in_cents, tracking_number, cancellation_reason, created_at, updated_at,
    expires_at, paid_at, key_nonce)
SELECT id, CAST(strftime('%Y', at / 1000, 'unixepoch') AS INTEGER), 2000000 - o.i,
    iif(is_guest, NULL, 'crowd-user-' || person), iif(is_guest, 'guest' || (o.i / 10), 'persona' || person) || '@example.com', 'es',
    status, 'Persona ' || person, 'Carrer Major, ' || o.i, 'Abrera', '08630', 'ES', items, 495, items + 495, tax,
    CASE WHEN o.i >= 60 THEN 'PQ' || o.i END, CASE WHEN status = 'cancelled' THEN 'expired' END,
    at, at, at + 1800000, CASE WHEN status <> 'cancelled' THEN at + 60000 END, iif(is_guest, 'nonce', NULL)
FROM o JOIN sums s ON s.i = o.i;
INSERT INTO order_items (id, order_id, position, product_id, variant_id, product_title, variant_title, sku, quantity,
    price_in_cents, tax_rate_bp, stock_managed)
SELECT 'crowd-item-' || i || '-' || position, order_id, position, product_id, variant_id, 'Artículo', title, sku, quantity, price,
    2100, 0 FROM items;
INSERT INTO payment_attempts (id, order_id, provider, provider_ref, amount_in_cents, currency, state, created_at, expires_at)
SELECT 'crowd-payment-' || id, id, 'sandbox', 'crowd-' || id, total_in_cents, 'EUR', 'paid', created_at, expires_at
FROM orders WHERE paid_at IS NOT NULL;
INSERT INTO payment_facts (provider, fact_id, attempt_id, kind, session, amount_in_cents, currency, outcome, received_at)
SELECT 'sandbox', 'crowd-' || order_id, id, 'paid', provider_ref, amount_in_cents, 'EUR', 'order_paid', created_at
FROM payment_attempts;
INSERT INTO order_numbers (order_id) SELECT id FROM o ORDER BY at;
INSERT INTO order_search (rowid, words)
SELECT n.n, concat_ws(' ', o.id, printf('%d-%04d', o.year, o.number), o.email, o.name, o.tracking_number,
                      (SELECT group_concat(i.sku, ' ') FROM order_items i WHERE i.order_id = o.id))
FROM order_numbers n JOIN orders o ON n.order_id = o.id ORDER BY n.n;
INSERT INTO order_events (order_id, kind, detail, at)
SELECT o.id, m.kind, CASE m.kind WHEN 'cancelled' THEN json_object('reason', 'expired') ELSE '{}' END, o.at
FROM o JOIN (SELECT 0 AS rank, 'placed' AS kind UNION ALL SELECT 1, 'paid' UNION ALL SELECT 2, 'shipped'
    UNION ALL SELECT 3, 'delivered' UNION ALL SELECT 9, 'cancelled') m
  ON m.kind = 'placed' OR m.kind = o.status
  OR o.status <> 'cancelled' AND m.rank <= CASE o.status WHEN 'delivered' THEN 3 WHEN 'shipped' THEN 2 ELSE 1 END
ORDER BY o.at, o.id, m.rank;
UPDATE owner_alerts SET told = (SELECT max(id) FROM order_events) WHERE kind = 'order_events';

INSERT INTO audit_log (seq, at, actor_kind, actor_id, actor_label, act, subject, detail, prev_hash, hash)
SELECT row_number() OVER (ORDER BY at, id), at, 'admin', 'crowd-user-1', 'owner@example.com', 'order.shipped', id, '{}',
    zeroblob(32), randomblob(32) FROM o WHERE status IN ('shipped', 'delivered');
INSERT INTO invoices (number, series, year, place, type, order_id, issued_at, sold_at, lang, seller, lines, shares,
    total_in_cents, tax_in_cents)
SELECT printf('T-%d-%06d', year, 2000000 - number), 'T', year, 2000000 - number + 1, 'F2', id, paid_at, paid_at, 'es',
    json_object('name', 'Manetes', 'nif', 'B12345674', 'address', 'Carrer Major 2, 08630 Abrera'), '[]', '[]', total_in_cents,
    tax_in_cents FROM orders WHERE paid_at IS NOT NULL;
INSERT INTO invoice_records (number, kind, chain, generated_at, hashed, hash)
SELECT number, 'issue', 'off', strftime('%FT%TZ', issued_at / 1000, 'unixepoch'), '', printf('%064x', place)
FROM invoices ORDER BY issued_at;

INSERT INTO comments (id, item_id, user_id, content, status, created_at, decided_at)
SELECT 'crowd-comment-' || i, (SELECT product_id FROM v WHERE place = i * 3 % (SELECT count(*) FROM v)),
    'crowd-user-' || (i % PEOPLE), 'Comentario número ' || i || ': llegó a tiempo y funciona.',
    CASE WHEN i % 10 = 0 THEN 'pending' WHEN i % 10 = 1 THEN 'rejected' ELSE 'approved' END, NOW - i * 6000000,
    CASE WHEN i % 10 = 0 THEN NULL ELSE NOW END FROM n WHERE i < 5000;

INSERT INTO quote_requests (id, year, number, name, email, phone, message, service, lang, status, created_at)
SELECT printf('%08x-0000-4000-9000-%012x', i * 2654435761 % 4294967296, i),
    CAST(strftime('%Y', (NOW - i * 9000000) / 1000 + 3600, 'unixepoch') AS INTEGER), 3000 - i, 'Persona ' || i,
    'persona' || i || '@example.com', '600 111 222', 'Quiero reformar el baño número ' || i, 'plumber', 'es',
    CASE WHEN i < 40 THEN 'new' WHEN i % 3 = 0 THEN 'closed' ELSE 'answered' END, NOW - i * 9000000
FROM n WHERE i < 3000;
INSERT INTO inquiry_numbers SELECT 'quote', year, max(number) FROM quote_requests GROUP BY year;
";

fn main() -> Result<(), Box<dyn Error>> {
    let dir = std::env::args().nth(1).ok_or("name the data directory to fill")?;
    let products = std::env::args().nth(2).map_or(Ok(PRODUCTS), |number| number.parse())?;
    let orders = std::env::args().nth(3).map_or(Ok(ORDERS), |number| number.parse())?;
    let (begun, now) = (Instant::now(), Clock::system().now());
    std::fs::create_dir_all(&dir)?;
    let db = Db::open(&Path::new(&dir).join("manetes.sqlite"))?;
    db.write_blocking(move |tx| fill(tx, products, orders, now)).map_err(|Failed(why)| why)?;
    eprintln!("filled in {:.1} s", begun.elapsed().as_secs_f64());
    Ok(())
}

fn fill(tx: &Tx<'_>, products: usize, orders: i64, now: Timestamp) -> Result<(), Failed> {
    let drafts: Vec<ProductDraft> = (0..products).map(product).collect();
    catalogue::save_all(tx, &drafts, now).map_err(|(place, error)| Failed(format!("product {place}: {error}")))?;
    let apart = APART.min(FIVE_YEARS / orders.max(1));
    let crowd = CROWD
        .replace("MOMENT", &format!("NOW - 2700000000 - i * {apart}"))
        .replace("NOW", &now.millis().to_string())
        .replace("ORDERS", &orders.to_string())
        .replace("PEOPLE", &(orders / 10).max(2000).to_string())
        .replace("FIVE_YEARS", &FIVE_YEARS.to_string());
    tx.execute_batch(&crowd).map_err(db::Error::from)?;
    let email = EmailAddress::parse(OWNER).map_err(|error| Failed(error.to_string()))?;
    let password = Password::parse(PASSWORD).map_err(|error| Failed(error.to_string()))?;
    let owner = accounts::create_trusted(tx, &email, "Jefa", &manetes::auth::hashing::hash(&password), now)
        .map_err(|error| Failed(error.to_string()))?;
    Ok(accounts::grant_admin(tx, &Actor::System, &owner, SecondFactor::Waived, now)?)
}

/// The name of a series: the same for as many products as there are series.
fn series(n: usize) -> String {
    let places = [1, 14, 14 * 14, 14 * 14 * 14];
    places.map(|place| SYLLABLES[n * 7919 / place % SYLLABLES.len()]).concat()
}

fn product(n: usize) -> ProductDraft {
    let (spanish, english) = THINGS[n % THINGS.len()];
    let kindly = KINDLY[n / 7 % KINDLY.len()];
    let cents = Cents(500 + i64::try_from(n % 9000).unwrap_or_default());
    let variant = |size: usize| VariantDraft {
        id: None,
        title: format!("{} mm", 10 * (size + 1)),
        sku: Some(format!("{:.3}-{n}-{size}", spanish.to_uppercase())),
        image_url: None,
        price: cents,
        sale: n.is_multiple_of(11).then_some(Sale::undated(Cents(cents.0 * 8 / 10))),
        manage_inventory: true,
        inventory_quantity: i64::try_from(n % 40).unwrap_or_default(),
        weight_grams: Some(400),
        content: None,
        gtin: None,
        option_values: vec![format!("{} mm", 10 * (size + 1))],
    };
    ProductDraft {
        images: vec![ImageDraft { url: String::from("/media/demo/llave-ajustable"), alt: spanish.to_owned() }],
        options: vec![String::from("Medida")],
        variants: (0..=n % 3).map(variant).collect(),
        texts: BTreeMap::from([(Lang::En, BTreeMap::from([(String::from("title"), format!("{english} {n}"))]))]),
        fields: Fields {
            slug: format!("{}-{kindly}-{n}", spanish.to_lowercase()),
            title: format!("{spanish} {kindly} {n}"),
            subtitle: Some(format!("El {kindly} de siempre")),
            ribbon_text: n.is_multiple_of(11).then(|| String::from("Oferta")),
            description: format!(
                "<p>{spanish} {kindly} para uso diario, modelo {n}, serie {}. Con garantía de tres años.</p>",
                series(n)
            ),
            kind: KINDS[n % KINDS.len()].to_owned(),
            status: ProductStatus::Published,
            sort_order: i64::try_from(n).unwrap_or_default(),
            ..Fields::default()
        },
        ..ProductDraft::default()
    }
}

/// Why the database was not filled.
#[derive(Debug)]
struct Failed(String);

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<db::Error> for Failed {
    fn from(error: db::Error) -> Self {
        Self(error.to_string())
    }
}
