//! Who becomes an administrator, how, and who is told.

use serde_json::{Value, json};

use super::http::{Answer, COOKIE, PASSWORD, bearer};
use crate::accounts::tests::{House, address};
use crate::accounts::{self, NotRevoked, SecondFactor, administrators, invitations, purge};
use crate::audit::Actor;
use crate::db;

const CHOSEN: &str = "ocho mirlos blancos";
const STRANGERS: &str = "siete cuervos negros";

impl House {
    /// Somebody who administers the shop already.
    async fn chief(&self, email: &str) -> String {
        let (id, now) = (self.someone(email).await, self.now());
        let granted = id.clone();
        let grant =
            move |tx: &db::Tx<'_>| accounts::grant_admin(tx, &Actor::System, &granted, SecondFactor::Required, now);
        self.app.db.write(grant).await.unwrap();
        id
    }

    /// Invites Ana; answers the token of the mail.
    async fn invite(&self, chief: &str) -> String {
        let (secrets, now, chief) = (self.app.secrets.clone(), self.now(), chief.to_owned());
        let invite = move |tx: &db::Tx<'_>| {
            let actor = Actor::Admin { id: chief.clone(), email: String::from("jefa@example.com"), from: None };
            accounts::invite(tx, &secrets, &actor, &chief, &address("ana@example.com"), now)
        };
        self.app.db.write(invite).await.unwrap();
        self.mailed_token()
    }

    async fn accept(&self, headers: &[(&str, &str)], token: &str, password: Option<&str>) -> Answer {
        let body = json!({ "type": "invite", "token_hash": token, "email": "ana@example.com", "password": password });
        self.post("/auth/verify", headers, body).await
    }

    fn administrates(&self, email: &str) -> bool {
        self.app.db.read_blocking(administrators).unwrap().iter().any(|person| person.email == email)
    }

    /// Kinds of mails by recipient, the last first.
    fn told(&self) -> Vec<String> {
        let kind =
            |message: &Value| message["notice"]["what"].as_str().or(message["kind"].as_str()).unwrap().to_owned();
        self.mails().iter().map(|(recipient, message)| format!("{recipient} {}", kind(message))).collect()
    }
}

#[tokio::test]
async fn somebody_without_an_account_accepts_with_a_password_of_their_own_and_everybody_is_told() {
    let house = House::open(&[]);
    let chief = house.chief("jefa@example.com").await;
    let before = house.told().len();
    let token = house.invite(&chief).await;
    assert_eq!(house.accept(&[COOKIE], &token, None).await.code(), (422, "password_required"));
    assert_eq!(house.accept(&[COOKIE], &token, Some("123456")).await.code(), (422, "weak_password"));
    let short = house.accept(&[COOKIE], &token, Some("k7#mQ2")).await;
    assert_eq!((short.code(), &short.body["min_length"]), ((422, "weak_password"), &json!(12)));
    assert!(!house.administrates("ana@example.com"));
    let accepted = house.accept(&[COOKIE], &token, Some(CHOSEN)).await;
    assert_eq!((accepted.status.as_u16(), accepted.cookies().len()), (200, 0), "{}", accepted.body);
    assert!(house.administrates("ana@example.com"));
    assert_eq!(house.sign_in(&[], CHOSEN).await.status, 200);
    let told = house.told();
    assert_eq!(
        told[..told.len() - before],
        ["jefa@example.com admin_joined", "ana@example.com admin_granted", "ana@example.com admin_invitation"]
    );
    assert_eq!(house.accept(&[COOKIE], &token, Some(CHOSEN)).await.code(), (403, "otp_expired"));
}

#[tokio::test]
async fn a_program_accepts_and_is_signed_in() {
    let house = House::open(&[]);
    let chief = house.chief("jefa@example.com").await;
    let token = house.invite(&chief).await;
    let session = house.accept(&[], &token, None).await;
    let authorization = bearer(&session.text("access_token"));
    let headers = [("authorization", authorization.as_str())];
    let choose = async |password: &str| {
        house.send(poem::http::Method::PUT, "/auth/user", &headers, json!({ "password": password })).await
    };
    let short = choose("k7#mQ2").await;
    assert_eq!((short.code(), &short.body["min_length"]), ((422, "weak_password"), &json!(12)));
    assert_eq!(choose(CHOSEN).await.status, 200);
    assert!(house.administrates("ana@example.com"));
}

#[tokio::test]
async fn an_account_that_was_confirmed_keeps_its_password() {
    let house = House::open(&[]);
    let chief = house.chief("jefa@example.com").await;
    let token = house.invite(&chief).await;
    house.ana().await;
    assert_eq!(house.accept(&[COOKIE], &token, None).await.status, 200);
    assert_eq!(house.sign_in(&[], PASSWORD).await.status, 200);
    assert!(house.administrates("ana@example.com"));
}

#[tokio::test]
async fn nobody_who_signs_up_at_the_address_becomes_administrator_with_their_own_password() {
    for before in [true, false] {
        let house = House::open(&[]);
        let chief = house.chief("jefa@example.com").await;
        let sign_up = async || {
            let body = json!({ "email": "ana@example.com", "password": STRANGERS });
            assert_eq!(house.post("/auth/signup", &[], body).await.status, 200);
            house.mailed_token()
        };
        let (link, token) = if before {
            let link = sign_up().await;
            (link, house.invite(&chief).await)
        } else {
            let token = house.invite(&chief).await;
            (sign_up().await, token)
        };
        // Ana follows the stranger's link first, as a program does, and then her own.
        let confirmed = house.post("/auth/verify", &[], json!({ "type": "signup", "token_hash": link })).await;
        assert_eq!(confirmed.status, 200);
        assert_eq!(house.accept(&[COOKIE], &token, None).await.status, 200);
        assert_eq!(house.sign_in(&[], STRANGERS).await.code(), (400, "invalid_credentials"), "{before}");
    }
    // Nor does an account that asks for the address.
    let house = House::open(&[]);
    let chief = house.chief("jefa@example.com").await;
    house.someone("eva@example.com").await;
    let eva = json!({ "email": "eva@example.com", "password": PASSWORD });
    let session = house.post("/auth/token?grant_type=password", &[], eva).await;
    let authorization = bearer(&session.text("access_token"));
    let headers = [("authorization", authorization.as_str())];
    let body = json!({ "email": "ana@example.com", "current_password": PASSWORD });
    assert_eq!(house.send(poem::http::Method::PUT, "/auth/user", &headers, body).await.status, 200);
    let link = house.mailed_token();
    house.invite(&chief).await;
    let followed = json!({ "type": "email_change", "token_hash": link });
    assert_eq!(house.post("/auth/verify", &[COOKIE], followed).await.code(), (403, "otp_expired"));
}

#[tokio::test]
async fn an_invitation_ends_in_a_week_when_it_is_taken_back_replaced_or_its_sender_is_no_administrator() {
    for how in ["a week", "taken back", "replaced", "sender"] {
        let house = House::open(&[]);
        let (chief, now) = (house.chief("jefa@example.com").await, house.now());
        house.chief("otra@example.com").await;
        let token = house.invite(&chief).await;
        match how {
            "a week" => house.app.clock.advance_seconds(7 * 86_400),
            "taken back" => {
                let id = house.app.db.read_blocking(|conn| invitations(conn, now)).unwrap()[0].id.clone();
                let withdraw = move |tx: &db::Tx<'_>| accounts::withdraw(tx, &Actor::System, &id, now);
                assert!(house.app.db.write(withdraw).await.unwrap());
            }
            "replaced" => drop(house.invite(&chief).await),
            _ => {
                let revoke = move |tx: &db::Tx<'_>| accounts::revoke_admin(tx, &Actor::System, &chief, now);
                house.app.db.write(revoke).await.unwrap();
            }
        }
        assert_eq!(house.accept(&[], &token, None).await.code(), (403, "otp_expired"), "{how}");
        assert!(!house.administrates("ana@example.com"), "{how}");
        let now = house.now();
        let left = house.app.db.read_blocking(|conn| invitations(conn, now)).unwrap().len();
        assert_eq!(left, usize::from(how == "replaced"), "{how}");
        house.app.db.write(move |tx| purge(tx, now)).await.unwrap();
        assert_eq!(house.count("admin_invitations"), i64::from(how == "replaced"), "{how}");
    }
}

#[tokio::test]
async fn the_last_administrator_stays_one() {
    let house = House::open(&[]);
    let (chief, now) = (house.chief("jefa@example.com").await, house.now());
    let revoke = move |tx: &db::Tx<'_>| accounts::revoke_admin(tx, &Actor::System, &chief, now);
    assert!(matches!(house.app.db.write(revoke).await, Err(NotRevoked::LastAdmin)));
    assert!(house.administrates("jefa@example.com"));
}

#[tokio::test]
async fn who_was_administrator_before_is_told_nothing_again() {
    let house = House::open(&[]);
    let chief = house.chief("jefa@example.com").await;
    let before = house.mails().len();
    assert_eq!(house.told(), ["jefa@example.com admin_granted"]);
    let now = house.now();
    let grant = move |tx: &db::Tx<'_>| accounts::grant_admin(tx, &Actor::System, &chief, SecondFactor::Required, now);
    house.app.db.write(grant).await.unwrap();
    assert_eq!(house.mails().len(), before);
}
