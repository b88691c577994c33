//! What is counted on the site, and what is not.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Desk, Person, Program, TestShop};

const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
const BOT: &str = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";

async fn open_as(who: &Person, agent: &str, path: &str, headers: &[(&str, &str)]) {
    let request = who.request(Method::GET, path).header("user-agent", agent);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    who.send(request).await.expect(200);
}

async fn tap(who: &Person, agent: &str, what: &str) -> u16 {
    let request = who.request(Method::POST, &format!("/api/counts/{what}")).header("user-agent", agent);
    who.send(request).await.status.as_u16()
}

/// What the desk shows.
async fn visits(admin: &Person) -> Value {
    admin.get("/api/admin/visits").await.expect(200).json()
}

fn opened(visits: &Value, kind: &str) -> i64 {
    let of_kind = visits["pages"].as_array().unwrap().iter().find(|pages| pages["kind"] == kind);
    of_kind.unwrap()["how_many"].as_i64().unwrap()
}

/// The searches that found nothing, with how often.
fn missed(visits: &Value) -> Vec<(String, i64)> {
    let all = visits["searches"].as_array().unwrap().iter();
    all.map(|one| (one["text"].as_str().unwrap().to_owned(), one["how_many"].as_i64().unwrap())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_counted_that_somebody_opens_and_none_that_a_program_or_a_prefetch_asks_for() {
    let shop = TestShop::demo().await;
    let (visitor, admin) = (shop.visitor(), shop.admin().await);
    for _ in 0..2 {
        open_as(&visitor, PHONE, "/store", &[("sec-fetch-dest", "document")]).await;
    }
    open_as(&visitor, PHONE, "/", &[]).await;
    open_as(&visitor, PHONE, "/cookies", &[]).await;
    open_as(&visitor, PHONE, "/admin", &[]).await;
    open_as(&visitor, PHONE, "/offline", &[]).await;
    open_as(&visitor, BOT, "/store", &[]).await;
    open_as(&visitor, PHONE, "/store", &[("sec-purpose", "prefetch")]).await;
    open_as(&visitor, PHONE, "/store", &[("sec-fetch-dest", "iframe")]).await;
    visitor.send(visitor.request(Method::HEAD, "/store").header("user-agent", PHONE)).await.expect(200);
    visitor.send(visitor.request(Method::GET, "/no-such-page").header("user-agent", PHONE)).await.expect(404);

    let visits = visits(&admin).await;
    assert_eq!([opened(&visits, "store"), opened(&visits, "home"), opened(&visits, "other")], [2, 1, 1]);
    let days = visits["days"].as_array().unwrap();
    assert_eq!((days.len(), &days[29]["pages"], &days[28]["pages"]), (30, &json!(4), &json!(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_way_to_a_paid_order_is_counted_and_taps_are_but_no_other_word() {
    let shop = TestShop::demo().await;
    let (visitor, admin) = (shop.visitor(), shop.admin().await);
    for what in ["product", "product", "added", "checkout", "call", "whatsapp", "whatsapp"] {
        assert_eq!(tap(&visitor, PHONE, what).await, 204);
    }
    assert_eq!(tap(&visitor, BOT, "call").await, 204);
    for what in ["paid", "ana@example.com", "calls"] {
        assert!([400, 404].contains(&tap(&visitor, PHONE, what).await), "{what}");
    }
    let buyer = shop.customer("ana@example.com").await;
    shop.pending_order(&buyer).await;
    shop.paid_order(&buyer).await;

    let visits = visits(&admin).await;
    let steps = json!({ "products": 2, "added": 1, "checkouts": 1, "placed": 2, "paid": 1 });
    assert_eq!(visits["steps"], steps);
    let today = &visits["days"][29];
    assert_eq!((&today["calls"], &today["chats"], &today["pages"]), (&json!(1), &json!(2), &json!(3)));
}

/// Asks for something that is not sold, as one page.
async fn search(shop: &TestShop, q: &str, times: usize) {
    for _ in 0..times {
        open_as(&shop.visitor(), PHONE, &format!("/store?q={q}"), &[]).await;
    }
}

/// What the desk lists, to an administrator who has just signed in.
async fn listed(shop: &TestShop, admin: &'static str) -> Vec<(String, i64)> {
    missed(&visits(&shop.another_admin(admin).await).await)
}

fn pair(text: &str, days: i64) -> (String, i64) {
    (text.to_owned(), days)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_is_remembered_once_it_was_made_on_two_days_and_never_if_it_may_be_somebodys() {
    let shop = TestShop::demo().await;
    let searches = async || {
        search(&shop, "Zeppelin%20%20Azul", 4).await;
        for private in ["ana%40example.com", "600111222", "123456", "taladro"] {
            search(&shop, private, 2).await;
        }
        // As the site itself asks when it moves to that page, turns its language or sorts.
        let path = "/api/store/store_manetes/cards?lang=es&limit=24&offset=0&facets=true&q=zeppelin%20azul";
        let visitor = shop.visitor();
        for sorted in ["", "&sort_by=price"] {
            let request = visitor.request(Method::GET, &format!("{path}{sorted}"));
            visitor.send(request.header("user-agent", PHONE)).await.expect(200);
        }
    };
    searches().await;
    search(&shop, "submarino", 4).await;
    assert_eq!(listed(&shop, "a@example.com").await, []);
    search(&shop, "submarino", 4).await;
    assert_eq!(listed(&shop, "b@example.com").await, [], "one day is one day");
    let sql = "SELECT count(*), 0 FROM missed_searches WHERE ?1 = ''";
    assert_eq!(shop.row::<i64, i64>(sql, "").await.0, 0);

    shop.app.clock.advance_seconds(24 * 3600);
    searches().await;
    assert_eq!(listed(&shop, "c@example.com").await, [pair("zeppelin azul", 2)]);
    searches().await;
    assert_eq!(listed(&shop, "d@example.com").await, [pair("zeppelin azul", 2)]);
    shop.app.clock.advance_seconds(24 * 3600);
    searches().await;
    assert_eq!(listed(&shop, "e@example.com").await, [pair("zeppelin azul", 3)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_counts_on_two_days_as_the_site_itself_asks_from_the_first_page_with_facets() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    for _ in 0..2 {
        for (q, facets) in [("zeppelin", "&facets=true"), ("submarino", "")] {
            let path = format!("/api/store/store_manetes/cards?lang=es&limit=24&offset=0&q={q}{facets}");
            visitor.send(visitor.request(Method::GET, &path).header("user-agent", PHONE)).await.expect(200);
        }
        // Sorted it is the same search; narrowed down it is another question.
        search(&shop, "globo&sort=price", 1).await;
        search(&shop, "globito&stock=1", 1).await;
        shop.app.clock.advance_seconds(24 * 3600);
    }
    assert_eq!(listed(&shop, "a@example.com").await, [pair("globo", 2), pair("zeppelin", 2)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dismissed_search_is_not_held_stays_off_the_list_can_be_put_back_and_is_not_told_to_the_log() {
    let shop = TestShop::demo().await;
    let path = "/api/admin/visits/searches";
    search(&shop, "zeppelin", 1).await;
    shop.app.clock.advance_seconds(24 * 3600);
    search(&shop, "zeppelin", 1).await;
    assert_eq!(listed(&shop, "a@example.com").await, [pair("zeppelin", 2)]);
    let admin = shop.another_admin("b@example.com").await;
    admin.post(path, json!({ "text": "zeppelin", "dismissed": true })).await.expect(204);
    admin.post(path, json!({ "text": "zeppelin", "dismissed": true })).await.refused(404, "not_found");
    assert!(shop.holding(&["zeppelin"]).await.is_empty());

    shop.app.clock.advance_seconds(24 * 3600);
    search(&shop, "zeppelin", 1).await;
    assert_eq!(listed(&shop, "c@example.com").await, []);
    assert!(shop.holding(&["zeppelin"]).await.is_empty());
    let admin = shop.another_admin("d@example.com").await;
    admin.post(path, json!({ "text": "zeppelin", "dismissed": false })).await.expect(204);
    assert_eq!(missed(&visits(&admin).await), [pair("zeppelin", 3)]);

    let log = admin.get("/api/admin/log?act=search").await.expect(200);
    assert_eq!(log.json()["count"], 2);
    assert!(!log.text.contains("zeppelin"), "{}", log.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_are_forgotten_after_thirteen_months() {
    let shop = TestShop::demo().await;
    search(&shop, "zeppelin", 1).await;
    shop.app.clock.advance_seconds(24 * 3600);
    search(&shop, "zeppelin", 1).await;
    assert_eq!(listed(&shop, "a@example.com").await.len(), 1);
    let forget = async || {
        let now = shop.app.clock.now();
        shop.app.db.write(move |tx| manetes::counts::forget_old(tx, now)).await.unwrap();
        let sql = "SELECT (SELECT count(*) FROM counts), (SELECT count(*) FROM missed_searches) WHERE ?1 = ''";
        shop.row::<i64, i64>(sql, "").await
    };
    shop.app.clock.advance_seconds(390 * 24 * 3600);
    assert_eq!(forget().await, (2, 1));
    shop.app.clock.advance_seconds(10 * 24 * 3600);
    assert_eq!(forget().await, (0, 0));
}

#[tokio::test]
async fn what_was_dismissed_never_gives_way_to_others() {
    let shop = TestShop::demo().await;
    let fill = |tx: &manetes::db::Tx<'_>| {
        tx.execute_batch(
            "INSERT INTO missed_searches (text, how_many, first_day, last_day, is_dismissed)
             VALUES ('dismissed', 2, '2020-01-01', '2020-01-02', 1);
             WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
             INSERT INTO missed_searches SELECT 'other ' || i, 9, '2020-01-01', '2020-01-02', 0 FROM n",
        )
        .map_err(manetes::db::Error::from)
    };
    shop.app.db.write(fill).await.unwrap();
    search(&shop, "zeppelin", 1).await;
    shop.app.clock.advance_seconds(24 * 3600);
    search(&shop, "zeppelin", 1).await;
    listed(&shop, "a@example.com").await;
    let sql = "SELECT (SELECT count(*) FROM missed_searches WHERE is_dismissed = 0),
                   (SELECT count(*) FROM missed_searches WHERE text IN ('dismissed', 'zeppelin')) WHERE ?1 = ''";
    assert_eq!(shop.row::<i64, i64>(sql, "").await, (500, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_counted_is_there_after_a_stop_and_the_command_lists_it() {
    let desk = Desk::new();
    let mut program = Program::start(&desk.data()).await;
    let visitor = program.visitor();
    assert_eq!(tap(&visitor, PHONE, "call").await, 204);
    open_as(&visitor, PHONE, "/contact", &[]).await;
    program.end();
    program.restart().await;

    let run = |line: &str| desk.run(&format!("{line} --data-dir {}", desk.data().display()));
    let listed = run("list-counts --days 2 --json").quietly().json();
    assert_eq!((&listed[1]["calls"], &listed[1]["pages"]), (&json!(1), &json!(1)));
    assert_eq!(listed.as_array().unwrap().len(), 2);
    let table = run("list-counts").quietly().out;
    assert!(table.contains("contact 1") && table.contains("0 orders, 0 of them paid"), "{table}");
    run("list-counts --days 0").refused(2, "1..=396");
}
