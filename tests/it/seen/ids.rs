//! One id for a request, from the proxy to the mail.

use reqwest::Method;
use serde_json::json;

use super::{all_said, told};
use crate::support::{ANYWHERE, TestShop, mail_server};

#[tokio::test]
async fn a_trusted_proxy_names_a_request_and_nobody_else_does() {
    let trusting = TestShop::empty().await;
    let alone = TestShop::configured(|serve| serve.trusted_proxies.clear()).await;
    for (shop, given, is_believed) in [
        (&trusting, "4bf92f3577b34da6a3ce929d0e0e4736", true),
        (&trusting, "ana@example.com", false),
        (&trusting, "short", false),
        (&alone, "4bf92f3577b34da6a3ce929d0e0e4736", false),
    ] {
        let visitor = shop.visitor();
        let refused = visitor.send(visitor.request(Method::GET, "/api/nothing").header("x-request-id", given)).await;
        let id = refused.headers["x-request-id"].to_str().unwrap().to_owned();
        assert_eq!((id == given, refused.json()["request_id"].as_str()), (is_believed, Some(id.as_str())), "{given}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_id_of_a_request_is_in_its_answer_its_line_its_mail_and_the_line_of_that() {
    let (dir, (server, taken)) = (tempfile::tempdir().unwrap(), mail_server(ANYWHERE, "250 ok").await);
    let options = [format!("--smtp-url=smtp://{server}"), String::from("--owner-email=owner@example.com")];
    let (program, said) = told(dir.path(), &[options[0].as_str(), options[1].as_str()]).await;
    let visitor = program.visitor();
    let message = json!({ "name": "Ana", "email": "ana@example.com", "message": "Hola, buenos días" });
    let answer = visitor.post("/api/functions/send-contact-message", message).await.expect(202);
    let id = answer.headers["x-request-id"].to_str().unwrap().to_owned();
    let conn = program.database();
    let sent = "SELECT count(*) FROM outbox WHERE state = 'sent' AND request_id = ?1";
    while conn.query_row(sent, [&id], |row| row.get::<_, i64>(0)).unwrap() == 0 {
        tokio::task::yield_now().await;
    }
    drop(conn);
    assert!(taken.lock().unwrap().iter().any(|mail| mail.contains(&format!("X-Request-Id: {id}\n"))));
    let said = all_said(program, &said);
    let lines: Vec<&str> = said.lines().filter(|line| line.contains(&id)).collect();
    assert!(lines.iter().any(|line| line.contains(" POST /api/functions/send-contact-message 202 ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("a mail went out") && line.contains("kind=")), "{lines:?}");
}
