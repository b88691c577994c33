//! Pages that are kept while people buy: late by less than a second, and never with what the owner does.

use std::time::{Duration, Instant};

use manetes::catalogue;
use serde_json::{Value, json};

use crate::guests::MAIL;
use crate::support::{SKU, TestShop};

/// So much later than an order, nobody is shown a page from before it.
const LATE: Duration = Duration::from_secs(1);

/// A shop, and the page of a product of which a unit is sold.
struct Kept {
    shop: TestShop,
    variant: String,
    page: String,
}

impl Kept {
    async fn open(units: i64) -> Self {
        let shop = TestShop::demo().await;
        let (product, variant): (String, String) =
            shop.row("SELECT product_id, id FROM variants WHERE sku = ?1", SKU).await;
        let kept = Self { shop, variant, page: format!("/product/{product}") };
        kept.shop.set_stock(&kept.variant, units).await;
        assert_eq!(kept.units().await, units);
        kept
    }

    /// The units there are, as the page says.
    async fn units(&self) -> i64 {
        let html = self.shop.visitor().get(&self.page).await.expect(200).text;
        let boot = html.split_once("id=\"boot\">").unwrap().1.split_once("</script>").unwrap().0;
        let boot: Value = serde_json::from_str(boot).unwrap();
        let products = boot["resources"].as_object().unwrap().values().map(|answer| &answer["body"]["product"]);
        let variants = products.filter_map(|product| product["variants"].as_array()).flatten();
        variants
            .filter(|variant| variant["id"] == *self.variant)
            .map(|v| v["inventory_quantity"].as_i64().unwrap())
            .sum()
    }

    /// Asks for the page until it has so many units, which nobody who asks a second later misses.
    async fn shows_in_time(&self, units: i64) {
        let changed = Instant::now();
        loop {
            let asked = changed.elapsed();
            let shown = self.units().await;
            if shown == units {
                return;
            }
            assert!(asked < LATE, "asked after {asked:?} it says {shown}");
        }
    }
}

#[tokio::test]
async fn the_last_unit_is_seen_to_be_gone_within_a_second() {
    let kept = Kept::open(1).await;
    kept.shop.bought(MAIL).await;
    kept.shows_in_time(0).await;
}

#[tokio::test]
async fn what_the_owner_counts_is_on_the_page_at_the_next_request_also_in_a_rush() {
    let kept = Kept::open(50).await;
    let admin = kept.shop.admin().await;
    for units in [40, 30, 0] {
        kept.shop.bought(MAIL).await;
        kept.units().await;
        let change = json!({ "variant_id": kept.variant, "inventory_quantity": units });
        admin.post("/api/admin/products/bulk", json!({ "changes": [change] })).await.expect(200);
        assert_eq!(kept.units().await, units);
    }
    kept.shop.printed(&format!("set-stock {SKU} 7"));
    assert_eq!(kept.units().await, 7);
}

#[tokio::test]
async fn an_order_the_owner_cancels_is_back_on_the_page_at_the_next_request() {
    let kept = Kept::open(5).await;
    let admin = kept.shop.admin().await;
    let version = async || kept.shop.app.db.read(catalogue::version).await.unwrap().all;
    let before = version().await;
    let order = kept.shop.bought(MAIL).await.id;
    kept.shows_in_time(4).await;
    assert_eq!(version().await, before, "a buyer makes no page anew at once");
    admin.act(&order, "cancel", json!({})).await.expect(200);
    assert!(version().await > before);
    assert_eq!(kept.units().await, 5);
}
