//! What the program says of itself: to whoever watches it, and to the owner.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::TestShop;

impl TestShop {
    async fn ready(&self) -> String {
        self.visitor().get("/readyz").await.expect(200).text
    }
}

#[tokio::test]
async fn a_job_that_has_not_succeeded_for_long_is_seen_everywhere() {
    // Where no proxy is in use, this machine may read the metrics.
    let shop = TestShop::configured(|serve| serve.trusted_proxies.clear()).await;
    let admin = shop.admin().await;
    let troubles = async || admin.get("/api/admin/today").await.expect(200).json()["troubles"].clone();
    let start = shop.app.clock.now();
    shop.app.health.watch("mail", Duration::from_secs(20), start);
    assert_eq!((shop.ready().await.as_str(), troubles().await), ("ready", json!([])));

    shop.app.clock.advance_seconds(600);
    shop.app.health.failed("mail", String::from("it panicked: no"));
    assert_eq!(shop.ready().await, "degraded: mail");
    let said = json!([{ "name": "mail", "since": start.to_rfc3339(), "error": "it panicked: no" }]);
    assert_eq!(troubles().await, said);
    let metrics = shop.visitor().get("/metrics").await.expect(200).text;
    assert!(metrics.contains("manetes_job_overdue{job=\"mail\"} 1\n"), "{metrics}");
    assert!(metrics.contains("manetes_job_age_seconds{job=\"mail\"} 600\n"), "{metrics}");

    shop.app.health.succeeded("mail", shop.app.clock.now());
    assert_eq!((shop.ready().await.as_str(), troubles().await), ("ready", json!([])));
}

#[test]
fn the_desk_has_words_for_every_job() {
    let locale = std::fs::read_to_string("locales/es.json").unwrap();
    let texts: Value = serde_json::from_str(&locale).unwrap();
    let jobs = std::fs::read_to_string("src/jobs/mod.rs").unwrap();
    let call = |line: &str| Some(line.split_once("job(app, \"").or(line.split_once("Job::new(\""))?.1.to_owned());
    let names: Vec<_> = jobs.lines().filter_map(call).map(|rest| rest.split('"').next().unwrap().to_owned()).collect();
    assert!(names.len() > 5, "{names:?}");
    let missing = names.iter().filter(|name| texts["desk"][format!("desk.trouble.{name}")].is_null());
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&String>::new());
}
