//! One address, several people who type something for it: only its owner's word counts, and nobody knows whose that is.

use serde_json::{Value, json};

use super::http::{Answer, COOKIE, PASSWORD};
use crate::accounts::tests::{House, address};
use crate::accounts::{self, rescue};
use crate::audit::Actor;

const STRANGERS: &str = "siete cuervos negros";
const CHOSEN: &str = "ocho mirlos blancos";

impl House {
    async fn sign_up_as(&self, name: &str, password: &str) {
        let body = json!({ "email": "ana@example.com", "password": password, "data": { "name": name } });
        assert_eq!(self.post("/auth/signup", &[], body).await.status, 200);
    }

    async fn ask_for(&self, path: &str, more: Value) {
        let mut body = json!({ "email": "ana@example.com" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.post(path, &[], body).await;
    }

    async fn confirm_by(&self, headers: &[(&str, &str)], token: &str, password: Option<&str>) -> Answer {
        let mut body = json!({ "type": "signup", "token_hash": token });
        if let Some(password) = password {
            body["password"] = json!(password);
        }
        self.post("/auth/verify", headers, body).await
    }

    async fn opens(&self, password: &str) -> bool {
        self.sign_in(&[], password).await.status == 200
    }
}

/// What may come between a sign-up and the confirmation of its address.
async fn come_between(house: &House, what: &str) {
    match what {
        "a sign-up" | "a sign-up without a mail" => house.sign_up_as("Eva", STRANGERS).await,
        "a code" => house.ask_for("/auth/otp", json!({ "create_user": false })).await,
        "a link sent from the machine" => {
            let (secrets, now, email) = (house.app.secrets.clone(), house.now(), address("ana@example.com"));
            let send = house.app.db.write(move |tx| rescue::mail_link(tx, &secrets, &Actor::System, &email, now));
            send.await.unwrap();
        }
        "an account without a password" => house.ask_for("/auth/otp", json!({ "data": { "name": "Eva" } })).await,
        _ => house.ask_for("/auth/recover", json!({})).await,
    }
}

const BETWEEN: [&str; 6] = [
    "a sign-up",
    "a sign-up without a mail",
    "a code",
    "an account without a password",
    "a link sent from the machine",
    "a recovery",
];

#[tokio::test]
async fn no_password_opens_an_account_that_was_asked_for_twice() {
    for what in BETWEEN {
        for a_browser in [true, false] {
            let house = House::open(&[]);
            house.sign_up_as("Ana", PASSWORD).await;
            let first = house.mailed_token();
            house.app.clock.advance_seconds(if what == "a sign-up without a mail" { 59 } else { 60 });
            come_between(&house, what).await;
            let confirmed = if a_browser {
                let asked = house.confirm_by(&[COOKIE], &first, None).await;
                assert_eq!(asked.code(), (422, "password_required"), "{what}");
                assert_eq!(asked.body["email"], "ana@example.com");
                house.confirm_by(&[COOKIE], &first, Some(CHOSEN)).await
            } else {
                house.confirm_by(&[], &first, None).await
            };
            assert_eq!(confirmed.status, 200, "{what}: {}", confirmed.body);
            assert_eq!(confirmed.body["user"]["user_metadata"]["name"], "", "{what}");
            assert!(!house.opens(PASSWORD).await && !house.opens(STRANGERS).await, "{what}");
            assert_eq!(house.opens(CHOSEN).await, a_browser, "{what}");
            assert_eq!(house.count("mail_tokens"), 0, "{what}: every other link is over");
        }
    }
}

#[tokio::test]
async fn whichever_link_is_followed_and_whenever_no_typed_password_counts() {
    for clicked in 0..3 {
        let house = House::open(&[]);
        let mut links = Vec::new();
        for (name, password) in [("Eva", STRANGERS), ("Ana", PASSWORD), ("Eva", STRANGERS)] {
            house.sign_up_as(name, password).await;
            links.push(house.mailed_token());
            house.app.clock.advance_seconds(60);
        }
        assert_eq!(house.confirm_by(&[], &links[clicked], None).await.status, 200);
        assert!(!house.opens(PASSWORD).await && !house.opens(STRANGERS).await, "link {clicked}");
        for link in links {
            assert_eq!(house.confirm_by(&[], &link, None).await.code(), (403, "otp_expired"));
        }
    }
}

#[tokio::test]
async fn a_contested_account_stays_so_when_its_links_are_over_and_mailed_again() {
    let house = House::open(&[]);
    house.sign_up_as("Eva", STRANGERS).await;
    house.app.clock.advance_seconds(3600);
    house.sign_up_as("Ana", PASSWORD).await;
    house.app.clock.advance_seconds(20 * 86_400);
    let now = house.now();
    house.app.db.write(move |tx| accounts::purge(tx, now)).await.unwrap();
    house.ask_for("/auth/resend", json!({ "type": "signup" })).await;
    let link = house.mailed_token();
    assert_eq!(house.confirm_by(&[COOKIE], &link, None).await.code(), (422, "password_required"));
    assert_eq!(house.confirm_by(&[COOKIE], &link, Some(CHOSEN)).await.status, 200);
    assert!(house.opens(CHOSEN).await && !house.opens(PASSWORD).await && !house.opens(STRANGERS).await);
}

#[tokio::test]
async fn the_one_who_signed_up_alone_has_their_password_also_when_the_mail_came_twice() {
    for transport in [&[COOKIE][..], &[]] {
        let house = House::open(&[]);
        house.sign_up_as("Ana", PASSWORD).await;
        house.app.clock.advance_seconds(60);
        house.ask_for("/auth/resend", json!({ "type": "signup" })).await;
        let confirmed = house.confirm_by(transport, &house.mailed_token(), None).await;
        assert_eq!((confirmed.status.as_u16(), &confirmed.body["user"]["user_metadata"]["name"]), (200, &json!("Ana")));
        assert!(house.opens(PASSWORD).await);
    }
}

#[tokio::test]
async fn a_password_is_chosen_with_the_typed_code_as_with_the_link_and_a_weak_one_uses_up_neither() {
    let house = House::open(&[]);
    house.sign_up_as("Eva", STRANGERS).await;
    house.sign_up_as("Ana", PASSWORD).await;
    let (link, code) = (house.mailed_token(), house.mailed_code());
    let typed = async |password: Option<&str>| {
        let body = json!({ "type": "signup", "email": "ana@example.com", "token": code, "password": password });
        house.post("/auth/verify", &[COOKIE], body).await
    };
    for _ in 0..6 {
        assert_eq!(typed(None).await.code(), (422, "password_required"), "a right code is no guess");
    }
    assert_eq!(typed(Some("123456")).await.code(), (422, "weak_password"));
    assert_eq!(house.confirm_by(&[COOKIE], &link, Some("ana.example")).await.code(), (422, "weak_password"));
    assert_eq!(house.confirm_by(&[COOKIE], "guess", Some(CHOSEN)).await.code(), (403, "otp_expired"));
    assert_eq!(typed(Some(CHOSEN)).await.status, 200);
    assert!(house.opens(CHOSEN).await);
}

#[tokio::test]
async fn a_program_sets_the_password_in_its_session_or_by_recovery() {
    for by_recovery in [false, true] {
        let house = House::open(&[]);
        house.sign_up_as("Eva", STRANGERS).await;
        house.sign_up_as("Ana", PASSWORD).await;
        let mut session = house.confirm_by(&[], &house.mailed_token(), None).await;
        if by_recovery {
            house.ask_for("/auth/recover", json!({})).await;
            let body = json!({ "type": "recovery", "token_hash": house.mailed_token() });
            session = house.post("/auth/verify", &[], body).await;
        }
        let authorization = super::http::bearer(&session.text("access_token"));
        let body = json!({ "password": CHOSEN });
        let headers = [("authorization", authorization.as_str())];
        assert_eq!(house.send(poem::http::Method::PUT, "/auth/user", &headers, body).await.status, 200);
        assert!(house.opens(CHOSEN).await && !house.opens(PASSWORD).await && !house.opens(STRANGERS).await);
    }
}

#[tokio::test]
async fn an_account_that_wants_an_address_does_not_get_it_while_somebody_signs_up_there() {
    let house = House::open(&[]);
    house.someone("eva@example.com").await;
    let eva = json!({ "email": "eva@example.com", "password": PASSWORD });
    let session = house.post("/auth/token?grant_type=password", &[], eva).await;
    let authorization = super::http::bearer(&session.text("access_token"));
    let headers = [("authorization", authorization.as_str())];
    let mail_change = async || {
        let body = json!({ "email": "ana@example.com", "current_password": PASSWORD });
        assert_eq!(house.send(poem::http::Method::PUT, "/auth/user", &headers, body).await.status, 200);
        house.mailed_token()
    };
    let follow = async |token: &str| {
        house.post("/auth/verify", &[COOKIE], json!({ "type": "email_change", "token_hash": token })).await
    };
    let link = mail_change().await;
    house.sign_up_as("Ana", CHOSEN).await;
    let own = house.mailed_token();
    assert_eq!(follow(&link).await.code(), (403, "otp_expired"));
    assert_eq!(house.confirm_by(&[COOKIE], &own, None).await.status, 200);
    assert!(house.opens(CHOSEN).await && !house.opens(PASSWORD).await);

    let house = House::open(&[]);
    house.someone("eva@example.com").await;
    house.sign_up_as("Ana", CHOSEN).await;
    house.app.clock.advance_seconds(86_400);
    let eva = json!({ "email": "eva@example.com", "password": PASSWORD });
    let session = house.post("/auth/token?grant_type=password", &[], eva).await;
    let authorization = super::http::bearer(&session.text("access_token"));
    let body = json!({ "email": "ana@example.com", "current_password": PASSWORD });
    let headers = [("authorization", authorization.as_str())];
    house.send(poem::http::Method::PUT, "/auth/user", &headers, body).await;
    let link = json!({ "type": "email_change", "token_hash": house.mailed_token() });
    assert_eq!(house.post("/auth/verify", &[COOKIE], link).await.status, 200, "what nobody follows gives way");
}
