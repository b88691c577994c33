//! The desk of a shop that was put back from a backup.

use manetes::lang::Lang;
use manetes::mail::{self, Message};
use serde_json::json;

use crate::support::TestShop;

/// A shop whose backup still had two mails to send.
async fn restored() -> TestShop {
    let shop = TestShop::empty().await;
    let now = shop.app.clock.now();
    let hold = move |tx: &manetes::db::Tx<'_>| {
        for name in ["ana", "eva"] {
            let message = Message::AlreadyRegistered { name: name.to_owned() };
            mail::enqueue(tx, &format!("{name}@example.com"), Lang::Es, &message, now)?;
        }
        mail::hold_queued(tx)
    };
    assert_eq!(shop.app.db.write(hold).await.unwrap(), 2);
    shop
}

#[tokio::test]
async fn mails_that_a_backup_still_had_to_send_go_or_stay_at_the_owners_word() {
    for (word, becomes) in [("send", "queued"), ("drop", "dead")] {
        let shop = restored().await;
        let owner = shop.admin().await;
        let held = async || {
            let today = owner.get("/api/admin/today").await.expect(200).json();
            let mails = owner.get("/api/admin/mails").await.expect(200).json();
            let of = |mail: &serde_json::Value| (mail["is_held"] == true, mail["next_try_at"].is_null());
            let mails: Vec<_> = mails["mails"].as_array().unwrap().iter().map(of).collect();
            (today["held_mails"].clone(), mails)
        };
        assert_eq!(held().await, (json!(2), vec![(true, true); 2]));
        let path = format!("/api/admin/mails/held/{word}");
        assert_eq!(owner.post(&path, json!({})).await.expect(200).json(), json!({ "count": 2 }));
        assert_eq!(held().await, (json!(0), vec![(false, word == "drop"); 2]));
        assert_eq!(owner.post(&path, json!({})).await.expect(200).json(), json!({ "count": 0 }), "once");
        let queued = owner.get(&format!("/api/admin/mails?state={becomes}")).await.expect(200).json();
        assert_eq!(queued["mails"].as_array().unwrap().len(), 2);
    }
}

#[tokio::test]
async fn the_first_page_of_the_desk_says_when_a_backup_was_made() {
    let shop = TestShop::empty().await;
    let owner = shop.admin().await;
    let today = owner.get("/api/admin/today").await.expect(200).json();
    assert_eq!((&today["backup_at"], &today["drill_at"]), (&json!(null), &json!(null)));
    let now = shop.app.clock.now();
    shop.app
        .db
        .write(move |tx| manetes::upkeep::succeeded(tx, manetes::upkeep::Kind::Backup, now, 1200))
        .await
        .unwrap();
    let today = owner.get("/api/admin/today").await.expect(200).json();
    assert_eq!((&today["backup_at"], &today["drill_at"]), (&json!(now.to_rfc3339()), &json!(null)));
}
