//! What shopping sites are told of the store's products.

use std::io::Write;
use std::process::{Command, Stdio};

use manetes::lang::Lang;
use serde_json::Value;

use crate::support::TestShop;

/// What Google asks of every item, but for what is made by nobody else.
const REQUIRED: [&str; 9] = [
    "g:id",
    "title",
    "description",
    "link",
    "g:image_link",
    "g:availability",
    "g:price",
    "g:condition",
    "g:identifier_exists",
];

/// Runs `xmllint` on a document: what it writes, of one that is well-formed.
fn xmllint(xml: &str, words: &[&str]) -> String {
    let mut command = Command::new("xmllint");
    let child =
        command.args(words).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("xmllint is missing: apt-get install libxml2-utils");
    let mut stdin = child.stdin.take().unwrap();
    let xml = xml.to_owned();
    let writing = std::thread::spawn(move || stdin.write_all(xml.as_bytes()));
    let done = child.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// The values of an element of an item, in their order.
fn all<'a>(item: &'a str, name: &str) -> Vec<&'a str> {
    let begin = format!("<{name}>");
    let parts = item.split(begin.as_str()).skip(1);
    parts.map(|part| part.split_once(&format!("</{name}>")).unwrap().0).collect()
}

async fn items(shop: &TestShop, lang: Lang) -> Vec<String> {
    let reply = shop.visitor().get(&format!("/feeds/google-{lang}.xml")).await.expect(200);
    assert_eq!(reply.headers["content-type"], "application/xml; charset=utf-8");
    xmllint(&reply.text, &["--noout"]);
    let count = xmllint(&reply.text, &["--xpath", "count(/rss[@version='2.0']/channel/item)"]);
    let items: Vec<String> = reply.text.split("<item>").skip(1).map(str::to_owned).collect();
    assert_eq!(count.trim(), items.len().to_string());
    items
}

#[tokio::test]
async fn every_language_has_a_feed_of_all_that_is_sold_online_with_all_that_google_asks_for() {
    let shop = TestShop::demo().await;
    let products = shop.visitor().get("/api/store/store_manetes/products?limit=200").await.expect(200).json();
    let sold = products["products"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|product| product["purchasable"] == true && !product["images"].as_array().unwrap().is_empty());
    let variants: Vec<&Value> = sold.flat_map(|product| product["variants"].as_array().unwrap()).collect();
    for lang in Lang::ALL {
        let items = items(&shop, lang).await;
        assert_eq!(items.len(), variants.len(), "{lang}");
        for item in &items {
            let (item, shipping) = item.split_once("<g:shipping>").unwrap();
            for name in REQUIRED {
                let [value] = all(item, name)[..] else { panic!("{lang}: {name} in {item}") };
                assert!(!value.trim().is_empty(), "{lang}: {name} in {item}");
            }
            let variant = variants.iter().find(|variant| variant["id"] == all(item, "g:id")[0]).unwrap();
            let euros = |cents: &Value| format!("{:.2} EUR", cents.as_f64().unwrap() / 100.0);
            assert_eq!((all(shipping, "g:country"), all(shipping, "g:price").len()), (vec!["ES"], 1));
            assert_eq!(all(item, "g:price")[0], euros(&variant["price_in_cents"]));
            let sale: Vec<String> =
                Some(&variant["sale_price_in_cents"]).filter(|cents| !cents.is_null()).map(euros).into_iter().collect();
            assert_eq!(all(item, "g:sale_price"), sale);
            let is_there = variant["manage_inventory"] == false || variant["inventory_quantity"] != 0;
            assert_eq!(all(item, "g:availability"), [if is_there { "in_stock" } else { "out_of_stock" }]);
            assert!(all(item, "title")[0].chars().count() <= 170, "150 and what is escaped");
            let link = all(item, "link")[0];
            assert_eq!(link.contains("lang="), lang != Lang::default(), "{link}");
        }
    }
}

#[tokio::test]
async fn what_has_a_class_of_energy_says_it_and_the_range_of_its_label() {
    let shop = TestShop::demo().await;
    let items = items(&shop, Lang::Es).await;
    let classes = |item: &String| {
        let names = ["energy_efficiency_class", "min_energy_efficiency_class", "max_energy_efficiency_class"];
        names.map(|name| all(item, &format!("g:{name}")).first().copied().unwrap_or_default().to_owned())
    };
    let told: Vec<_> = items.iter().map(classes).filter(|told| !told.iter().all(String::is_empty)).collect();
    assert!(!told.is_empty(), "the demo sells lamps");
    for [class, worst, best] in told {
        assert_eq!((worst.as_str(), best.as_str()), ("G", "A"));
        assert!(("A"..="G").contains(&class.as_str()), "{class}");
    }
}

#[tokio::test]
async fn the_link_of_an_item_leads_to_its_page() {
    let shop = TestShop::demo().await;
    let items = items(&shop, Lang::En).await;
    let link = all(&items[0], "link")[0].replace("&amp;", "&");
    let path = link.splitn(4, '/').last().unwrap();
    let page = shop.visitor().get(&format!("/{path}")).await.expect(200);
    let title = all(&items[0], "title")[0];
    assert!(page.text.contains(title.split(", ").next().unwrap()), "{title}");
}

#[tokio::test]
async fn no_other_feed_is_there() {
    let shop = TestShop::demo().await;
    for path in ["/feeds/google-de.xml", "/feeds/google-.xml", "/feeds/google-es.json", "/feeds/x"] {
        shop.visitor().get(path).await.refused(404, "not_found");
    }
}
