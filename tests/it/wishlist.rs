//! Wish lists of accounts: the same on every device, bounded, and gone with whoever had them.

use manetes::db;
use serde_json::{Value, json};

use crate::support::{Person, TestShop};

const URL: &str = "/api/wishlist";

async fn change(who: &Person, add: &[&str], remove: &[&str]) -> Value {
    who.post(URL, json!({ "add": add, "remove": remove })).await.expect(200).json()["product_ids"].clone()
}

async fn products(shop: &TestShop, count: i64) -> Vec<String> {
    let read = move |conn: &db::Conn| {
        let mut rows = conn.prepare("SELECT id FROM products WHERE status = 'published' AND is_hidden = 0 LIMIT ?1")?;
        let rows = rows.query_map([count], |row| row.get(0))?;
        Ok::<_, db::Error>(rows.collect::<Result<Vec<_>, _>>()?)
    };
    shop.app.db.read(read).await.unwrap()
}

#[tokio::test]
async fn what_a_browser_kept_joins_the_accounts_list_and_comes_on_every_device() {
    let shop = TestShop::demo().await;
    let (ana, ids) = (shop.customer("ana@example.com").await, products(&shop, 3).await);
    shop.visitor().get(URL).await.refused(401, "unauthorized");
    assert_eq!(change(&ana, &[&ids[0]], &[]).await, json!([ids[0]]));
    shop.app.clock.advance_seconds(1);
    assert_eq!(change(&ana, &[&ids[2], &ids[1], &ids[0], "none"], &[]).await, json!([ids[2], ids[1], ids[0]]));
    assert_eq!(change(&ana, &[&ids[1]], &[&ids[2], "none"]).await, json!([ids[1], ids[0]]), "twice is once");
    assert_eq!(ana.get(URL).await.expect(200).json()["product_ids"], json!([ids[1], ids[0]]));
    let eve = shop.customer("eve@example.com").await;
    assert_eq!(eve.get(URL).await.expect(200).json()["product_ids"], json!([]));
    let too_many = vec!["x"; 201];
    ana.post(URL, json!({ "add": too_many })).await.refused(422, "validation_failed");
}

#[tokio::test]
async fn a_product_that_leaves_the_store_leaves_the_list_and_past_200_the_oldest_go() {
    let shop = TestShop::demo().await;
    let (ana, ids) = (shop.customer("ana@example.com").await, products(&shop, 2).await);
    let copies = "INSERT INTO products (id, slug, title, status, created_at, updated_at)
        WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 199)
        SELECT 'copy-' || i, 'copy-' || i, 'Copia', 'published', 0, 0 FROM n";
    shop.app.db.write(move |tx| tx.execute_batch(copies).map_err(db::Error::from)).await.unwrap();
    change(&ana, &[&ids[0]], &[]).await;
    shop.app.clock.advance_seconds(1);
    let many: Vec<String> = (1..=199).map(|i| format!("copy-{i}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(change(&ana, &many, &[]).await.as_array().unwrap().len(), 200);
    shop.app.clock.advance_seconds(1);
    let list = change(&ana, &[&ids[1]], &[]).await;
    let list = list.as_array().unwrap();
    assert!(list.len() == 200 && list[0] == json!(ids[1]) && !list.contains(&json!(ids[0])));
    let gone = "UPDATE products SET deleted_at = 1 WHERE id = 'copy-1'";
    shop.app.db.write(move |tx| tx.execute_batch(gone).map_err(db::Error::from)).await.unwrap();
    assert_eq!(ana.get(URL).await.expect(200).json()["product_ids"].as_array().unwrap().len(), 199);
}

#[tokio::test]
async fn a_wish_list_is_among_ones_data_and_goes_with_the_account() {
    let shop = TestShop::demo().await;
    let (ana, ids) = (shop.customer("ana@example.com").await, products(&shop, 1).await);
    change(&ana, &[&ids[0]], &[]).await;
    assert_eq!(ana.get("/api/my-data").await.expect(200).json()["wishlist"][0]["product_id"], json!(ids[0]));
    ana.post("/api/my-data/erase", Value::Null).await.expect(204);
    let count =
        |conn: &db::Conn| Ok::<i64, db::Error>(conn.query_row("SELECT count(*) FROM wishes", [], |row| row.get(0))?);
    assert_eq!(shop.app.db.read(count).await.unwrap(), 0);
}
