//! How the statements of a page and of the desk are carried out: along an index, however much there is.

use std::collections::BTreeSet;
use std::sync::{Arc, Barrier, Mutex};

use manetes::checkout::worker;
use manetes::db::{self, Conn, Db};
use manetes::http::openapi;
use manetes::settings::Settings;
use reqwest::Method;
use rusqlite::config::DbConfig;
use rusqlite::trace::{TraceEvent, TraceEventCodes};
use serde_json::{Value, json};

use crate::support::{NOON, Person, SKU, TRACKING, TestShop, address};

/// Tables that do not grow with the catalogue, with sales or with visitors: what the firm is and how it works, what waits
/// for a job and goes with it, what is kept up to a number, what has a row for each day, and sums by kind.
const SMALL: [&str; 26] = [
    "admin_invitations",
    "admins",
    "audit_acts",
    "catalogue_version",
    "collection_texts",
    "collections",
    "complaints",
    "firm_ratings",
    "imports",
    "invoices_due",
    "invoices_lost",
    "invoicing",
    "law_confirmations",
    "legal_texts",
    "makers",
    "missed_searches",
    "orders_per_day",
    "owner_alerts",
    "owner_calls",
    "payment_searches",
    "product_import",
    "proof",
    "secrets",
    "settings",
    "tariffs",
    "types_in_store",
];

/// Indexes of the few rows that wait for something or are out of the ordinary.
const OF_FEW: [&str; 14] = [
    "complaints_open",
    "contact_messages_new",
    "invoice_records_annulments",
    "invoice_sendings_rejected",
    "invoice_sendings_waiting",
    "invoice_sendings_with_errors",
    "media_wanted",
    "orders_flagged",
    "orders_pending",
    "outbox_due",
    "payment_attempts_open",
    "quote_requests_new",
    "refunds_due",
    "variants_on_endless_sale",
];

/// Statements that go through a whole table all the same: some words of each, its end as a semicolon, and why that is right.
const WHOLE: [(&str, &str); 8] = [
    ("holds(", "what is typed may stand anywhere in a text; bounded by the deadline of reads"),
    ("SELECT * FROM order_money WHERE order_id IN (SELECT order_id FROM orders_with_returns)", "asked for all refunds"),
    ("message ->> 'kind' = 'mails_not_sent' AND instr(", "the mails of somebody who is forgotten, wherever they stand"),
    ("SELECT id FROM products WHERE deleted_at IS NULL ORDER BY", "the export of everything"),
    ("AND p.is_hidden = 0 ORDER BY p.sort_order, p.created_at, p.id;", "the site map of everything"),
    ("SELECT o.title AS title, w.value AS value", "of 2,000 products at most"),
    ("p.deleted_at > ?", "what was deleted is asked for by the owner alone, now and then"),
    ("ORDER BY o.created_at, o.id DESC;", "the orders of a list to take along, all of them"),
];

static STATEMENTS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

fn note(event: TraceEvent<'_>) {
    if let TraceEvent::Stmt(statement, _) = event {
        STATEMENTS.lock().unwrap().insert(statement.sql().into_owned());
    }
}

/// Notes from now on what is asked of the database.
async fn listen(db: &Db) {
    let listen = |conn: &Conn| {
        conn.trace_v2(TraceEventCodes::SQLITE_TRACE_STMT, Some(note));
        Ok::<_, db::Error>(())
    };
    // Each waits for the others, so that each has a connection of its own.
    let all = Arc::new(Barrier::new(4));
    let readers = [(); 4].map(|()| {
        let (db, all) = (db.clone(), Arc::clone(&all));
        tokio::spawn(async move {
            let read = move |conn: &Conn| {
                all.wait();
                listen(conn)
            };
            db.read(read).await.unwrap();
        })
    });
    for reader in readers {
        reader.await.unwrap();
    }
    db.write(move |tx| listen(tx)).await.unwrap();
}

/// A step of a plan that goes through all of something.
struct Scan<'a> {
    /// A table, or what a statement calls it.
    of: &'a str,
    /// Along what.
    how: &'a str,
}

impl<'a> Scan<'a> {
    fn read(step: &'a str) -> Option<Self> {
        let rest = step.strip_prefix("SCAN ")?;
        let (of, how) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(Self { of, how })
    }

    /// Whether that is right for a statement; `beside` are the other steps of its part.
    fn is_fine(&self, sql: &str, beside: &[&str]) -> bool {
        let is_search = self.how.starts_with("VIRTUAL TABLE INDEX") && !self.how.ends_with(':');
        let is_of_few = self.how.split(' ').any(|word| OF_FEW.contains(&word));
        // As far as the page is shown, in the order of an index or of the rows.
        let is_page = sql.contains("LIMIT") && !beside.contains(&"USE TEMP B-TREE FOR ORDER BY");
        let is_count = sql.contains("count(") && self.how.contains("COVERING INDEX");
        is_search || is_of_few || is_page || is_count
    }
}

/// Reads the plans of statements.
struct Plans<'a> {
    conn: &'a Conn,
    tables: BTreeSet<String>,
    /// What triggers and views say, which name tables in their own way.
    inside: String,
}

impl<'a> Plans<'a> {
    fn new(conn: &'a Conn) -> db::Result<Self> {
        // Triggers have plans, too.
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRIGGER_EQP, true)?;
        let text = |sql: &str| -> db::Result<Vec<String>> {
            Ok(conn.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
        };
        let tables = text("SELECT name FROM sqlite_schema WHERE type = 'table'")?.into_iter().collect();
        let inside = text("SELECT sql FROM sqlite_schema WHERE type IN ('trigger', 'view')")?.join("\n");
        Ok(Self { conn, tables, inside })
    }

    /// The steps of a statement, each with the part it belongs to.
    fn steps(&self, sql: &str) -> db::Result<Vec<(i64, String)>> {
        let mut plan = self.conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
        let steps = plan.raw_query().mapped(|row| Ok((row.get("parent")?, row.get("detail")?)));
        Ok(steps.collect::<Result<_, _>>()?)
    }

    /// The table that is called so in a statement; none where it is a result of its own.
    fn table(&self, sql: &str, called: &str) -> Option<String> {
        if self.tables.contains(called) {
            return Some(called.to_owned());
        }
        let text = format!("{sql}\n{}", self.inside);
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let words: Vec<&str> = text.split(|c| !is_part(c)).filter(|word| !word.is_empty()).collect();
        let named = words.windows(3).find_map(|three| match three {
            [table, name, _] if *name == called && self.tables.contains(*table) => Some(*table),
            [table, "AS", name] if *name == called && self.tables.contains(*table) => Some(*table),
            _ => None,
        });
        named.map(str::to_owned)
    }

    /// What of a statement goes through all of what grows.
    fn whole(&self, sql: &str) -> db::Result<Vec<String>> {
        let steps = self.steps(sql)?;
        let is_meant = WHOLE.iter().any(|(words, _)| format!("{sql};").contains(words));
        let is_whole = |(part, step): &&(i64, String)| {
            let Some(scan) = Scan::read(step) else { return false };
            let beside: Vec<&str> = steps.iter().filter(|(of, _)| of == part).map(|(_, step)| step.as_str()).collect();
            let is_table = || self.table(sql, scan.of).is_some_and(|table| !SMALL.contains(&table.as_str()));
            !is_meant && !scan.is_fine(sql, &beside) && is_table()
        };
        Ok(steps.iter().filter(is_whole).map(|(_, step)| step.clone()).collect())
    }
}

/// What there is one of, so that its page and its answer have something to show.
struct Lived {
    shop: TestShop,
    desk: Person,
    buyer: Person,
    /// What is ordered.
    variant: String,
    /// What stands for each name in braces of a path, by the path's other words.
    things: Vec<(&'static str, String)>,
}

impl Lived {
    async fn new() -> Self {
        let shop = TestShop::demo_with_owner().await;
        for (key, value) in [("company.nif", "B12345674"), ("company.address", "Carrer Major 2, 08630 Abrera")] {
            shop.app.db.write(move |tx| Settings::set(tx, key, value, NOON)).await.unwrap();
        }
        let (desk, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
        let order = shop.paid_order(&buyer).await;
        desk.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
        desk.act(&order, "deliver", json!({})).await.expect(200);
        let (product, slug): (String, String) = shop
            .row("SELECT p.id, p.slug FROM products p JOIN variants v ON v.product_id = p.id WHERE v.sku = ?1", SKU)
            .await;
        let (variant, _) = shop.variant(SKU).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let said = json!({ "item_id": product, "content": "Va bien." });
        buyer.post("/api/comments", said).await.expect(201);
        let wanted = json!({ "name": "Ana", "email": "ana@example.com", "message": "Un grifo gotea." });
        shop.visitor().post("/api/functions/send-budget-request", wanted.clone()).await.expect(202);
        shop.visitor().post("/api/functions/send-contact-message", wanted).await.expect(202);
        let statement = json!({ "name": "Ana Soler", "contract": order, "email": "ana@example.com" });
        let withdrawal = text(&buyer.post("/api/withdrawals", statement).await.expect(201).json()["id"]);
        desk.import("", "Handle,Title,Variant Price\nplan,Plan,1\n").await.expect(200);
        let first = async |path: &str, list: &str| text(&desk.get(path).await.expect(200).json()[list][0]["id"]);
        let things = vec![
            ("/orders/{id}", order.clone()),
            ("/customers/{id}", buyer.user_id.clone()),
            ("/profiles/{id}", buyer.user_id.clone()),
            ("/products/{id}", product),
            ("/messages/{id}", first("/api/admin/messages", "messages").await),
            ("/quotes/{id}", first("/api/admin/quotes", "quotes").await),
            ("/returns/{id}", first("/api/admin/returns", "returns").await),
            ("/withdrawals/{id}", withdrawal),
            ("{store_id}", String::from("store_manetes")),
            ("{document}", String::from("terms")),
            ("{version}", String::from("1")),
            ("{file}", String::from("T-2026-000001.pdf")),
            ("/import/{id}", String::from("none")),
            ("/imports/{id}", first("/api/admin/imports", "imports").await),
            ("/files/{id}", String::from("none")),
            ("{photo}", String::from("none")),
            ("{slug}", slug),
        ];
        Self { shop, desk, buyer, variant, things }
    }

    /// A path of the description with what there is in the place of its names.
    fn filled(&self, path: &str) -> String {
        let filled = self.things.iter().fold(path.to_owned(), |path, (place, thing)| {
            let begin = place.find('{').unwrap();
            path.replace(place, &format!("{}{thing}", &place[..begin]))
        });
        assert!(!filled.contains('{'), "say in `things` what {path} is asked of");
        filled
    }
}

/// What a parameter can be, by its schema.
fn values(document: &Value, parameter: &Value) -> Vec<String> {
    let mut schema = &parameter["schema"];
    while let Some(name) = schema["$ref"].as_str().or_else(|| schema["allOf"][0]["$ref"].as_str()) {
        schema = &document["components"]["schemas"][name.rsplit('/').next().unwrap()];
    }
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    if let Some(all) = schema["enum"].as_array() {
        return all.iter().map(text).collect();
    }
    let example: &[&str] = match (parameter["name"].as_str().unwrap(), schema["type"].as_str().unwrap()) {
        ("q", _) => &["llave", "ana@example.com", "a"],
        ("quarter", _) => &["2026-4"],
        ("from" | "to" | "to_date", _) => &["2026-11-20"],
        ("postcode", _) => &["08630"],
        ("type", _) => &["Cerrajería"],
        ("act", _) => &["order"],
        ("option", _) => &["Medida:40 mm"],
        ("status", _) => &["pending", "approved", "rejected", "all"],
        (_, "boolean") => &["true", "false"],
        (_, "integer") => &["1"],
        _ => &["none"],
    };
    example.iter().map(|&value| value.to_owned()).collect()
}

/// Every query of an operation: what it must have, alone and with each value of each other parameter.
fn queries(document: &Value, operation: &Value) -> Vec<String> {
    let empty = Vec::new();
    let all = operation["parameters"].as_array().unwrap_or(&empty).iter();
    let (must, may): (Vec<_>, Vec<_>) =
        all.filter(|parameter| parameter["in"] == "query").partition(|parameter| parameter["required"] == true);
    let pair = |parameter: &Value, value: &str| format!("{}={value}&", parameter["name"].as_str().unwrap());
    let base: String = must.iter().map(|parameter| pair(parameter, &values(document, parameter)[0])).collect();
    let each = may.iter().flat_map(|parameter| {
        values(document, parameter).into_iter().map(|value| format!("{base}{}", pair(parameter, &value)))
    });
    std::iter::once(base.clone()).chain(each).collect()
}

/// Every answer that can be asked for, by the one who may ask.
async fn ask_for_everything(lived: &Lived) {
    let document: Value = serde_json::from_str(&openapi::description()).unwrap();
    let (mut asked, mut answered) = (0, 0);
    for (path, operations) in document["paths"].as_object().unwrap() {
        let Some(operation) = operations.get("get") else { continue };
        let asks = if path.starts_with("/api/orders") || path == "/api/my-data" { &lived.buyer } else { &lived.desk };
        for query in queries(&document, operation) {
            let reply = asks.get(&format!("{}?{query}", lived.filled(path))).await;
            assert!(reply.status.as_u16() < 500, "{path}?{query}: {} {}", reply.status, reply.text);
            asked += 1;
            answered += u32::from(reply.status.is_success());
        }
    }
    assert!(answered > 150, "{answered} of {asked} were answered, the others refused");
}

/// Every page, and what programs fetch beside them.
async fn open_every_page(lived: &Lived) {
    let pages = [
        "/",
        "/store",
        "/store?q=llave",
        "/store?sort=price",
        "/store?type=Cerrajer%C3%ADa&page=2",
        "/store?in_stock=1",
        "/product/{slug}",
        "/product/none",
        "/cart",
        "/contact",
        "/solicitar-presupuesto",
        "/tarifas",
        "/checkout",
        "/success",
        "/login",
        "/account",
        "/wishlist",
        "/terms",
        "/privacy",
        "/legal/terms-1",
        "/withdrawal",
        "/accessibility",
        "/tracking",
        "/admin",
        "/sitemap.xml",
        "/robots.txt",
        "/feeds/google-es.xml",
        "/readyz",
        "/healthz",
        "/metrics",
        "/llms.txt",
    ];
    for page in pages {
        let path = lived.filled(page);
        for language in ["", "lang=fr"] {
            let query = if path.contains('?') { format!("&{language}") } else { format!("?{language}") };
            let reply = lived.shop.visitor().get(&format!("{path}{query}")).await;
            assert!(reply.status.as_u16() < 500, "{page}: {}", reply.status);
        }
    }
}

/// What visitors, buyers and the owner write.
async fn write_what_is_written(lived: &Lived) {
    let (shop, desk, buyer, variant) = (&lived.shop, &lived.desk, &lived.buyer, &lived.variant);
    let order = buyer.order(variant, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
    let means = json!({ "successUrl": format!("{}/success", shop.base), "cancelUrl": format!("{}/cart", shop.base) });
    let begun = buyer.post(&format!("/api/orders/{order}/payment"), means).await.expect(200).json();
    let page = begun["url"].as_str().unwrap().strip_prefix(&shop.base).unwrap();
    let click = buyer.request(Method::POST, page).header("content-type", "application/x-www-form-urlencoded");
    buyer.send(click.body("action=pay")).await;
    worker::reconcile(&shop.app, 0).await.unwrap();
    desk.act(&order, "note", json!({ "text": "Llamar antes" })).await;
    desk.act(&order, "refund", json!({ "amount_in_cents": 100, "reason": "Rayado" })).await.expect(200);
    desk.act(&order, "cancel", json!({})).await.expect(200);
    let guest = json!({
        "email": "guest@example.com", "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": 1 }],
    });
    shop.visitor().post("/api/functions/create-order-and-send-email", guest).await.expect(201);
    buyer.post("/api/wishlist", json!({ "add": [], "remove": [] })).await;
    shop.set_stock(variant, 7).await;
}

/// Reads the plans of statements on an empty shop: none is planned by what the tables hold.
fn planned<T>(read: impl FnOnce(&Plans<'_>) -> db::Result<T>) -> T {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
    db.read_blocking(|conn| read(&Plans::new(conn)?)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_statement_of_pages_and_desk_goes_along_an_index() {
    let lived = Lived::new().await;
    listen(&lived.shop.app.db).await;
    ask_for_everything(&lived).await;
    open_every_page(&lived).await;
    write_what_is_written(&lived).await;
    let statements = STATEMENTS.lock().unwrap().clone();
    assert!(statements.len() > 300, "{} statements were heard", statements.len());
    let of_whole = |plans: &Plans<'_>| {
        let whole = statements.iter().map(|sql| Ok((sql, plans.whole(sql)?)));
        let whole = whole.filter(|read| read.as_ref().map_or(true, |(_, steps)| !steps.is_empty()));
        whole.collect::<db::Result<Vec<_>>>()
    };
    let whole = planned(of_whole);
    let told: Vec<_> = whole.iter().map(|(sql, steps)| format!("{sql}\n-- {}", steps.join("\n-- "))).collect();
    assert!(told.is_empty(), "{} go through a whole table:\n\n{}", told.len(), told.join("\n\n"));
    let is_heard = |words: &str| statements.iter().any(|sql| format!("{sql};").contains(words));
    let gone: Vec<_> = WHOLE.iter().filter(|(words, _)| !is_heard(words)).collect();
    assert!(gone.is_empty(), "no statement is such an exception any more: {gone:?}");
}

#[test]
fn a_statement_that_goes_through_a_whole_table_is_seen() {
    let steps = |sql: &str| planned(|plans| plans.whole(sql));
    assert_eq!(steps("SELECT o.name FROM orders o WHERE o.address = ?1"), ["SCAN o"]);
    assert_eq!(steps("SELECT * FROM orders WHERE ?1 IS NULL OR email = ?1"), ["SCAN orders"]);
    assert_eq!(steps("SELECT id FROM orders ORDER BY name LIMIT 50"), ["SCAN orders"]);
    for fine in [
        "SELECT * FROM orders ORDER BY created_at DESC, id LIMIT 50",
        "SELECT count(*) FROM orders",
        "SELECT * FROM orders WHERE id = ?1",
        "SELECT * FROM settings",
    ] {
        assert_eq!(steps(fine), Vec::<String>::new(), "{fine}");
    }
}
