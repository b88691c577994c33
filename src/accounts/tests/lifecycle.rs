//! Sessions, mailed tokens and what is removed, with the clock moved by hand.

use super::super::confirm::{Outcome, WithPassword, prove};
use super::super::email_change;
use super::super::mailed::{mail_sign_in, resend_confirmation, sign_up};
use super::super::{Metadata, NewUser, ProfileLines, SecondFactor, create_confirmed, grant_admin, purge};
use super::{House, address};
use crate::audit::Actor;
use crate::auth::mailbox::{Carried, Proof, Purpose, Quota, greeting};
use crate::auth::session::{self, Refresh, Scope, SignInMethod, Tokens};
use crate::auth::{self, Error, sign_in, user_by_email};
use crate::db;
use crate::lang::Lang;

const DAY: i64 = 86_400;

impl House {
    fn person(&self, email: &str) -> String {
        let (email, now) = (address(email), self.now());
        self.app.db.write_blocking(move |tx| create_confirmed(tx, &email, "Ana", "hash", now)).unwrap()
    }

    fn begin(&self, user_id: &str) -> Tokens {
        let (secrets, now, user_id) = (self.app.secrets.clone(), self.now(), user_id.to_owned());
        let begin = move |tx: &db::Tx<'_>| {
            session::issue(tx, &secrets, &user_id, SignInMethod::Password, "test\u{0}agent", now)
        };
        self.app.db.write_blocking(begin).unwrap()
    }

    fn refresh(&self, token: &str) -> Refresh {
        let (secrets, now, token) = (self.app.secrets.clone(), self.now(), token.to_owned());
        self.app.db.write_blocking(move |tx| session::refresh(tx, &secrets, &token, now)).unwrap()
    }

    fn refreshed(&self, token: &str) -> Tokens {
        match self.refresh(token) {
            Refresh::Refreshed(tokens) => tokens,
            Refresh::Reused => panic!("reused"),
            Refresh::Unknown => panic!("unknown"),
        }
    }

    fn is_alive(&self, tokens: &Tokens) -> bool {
        let now = self.now();
        self.app
            .db
            .read_blocking(|conn| session::find(conn, Some("localhost"), &tokens.access_token, now))
            .unwrap()
            .is_some()
    }

    fn end(&self, user_id: &str, of: &Tokens, scope: Scope) {
        let (user_id, access) = (user_id.to_owned(), of.access_token.clone());
        self.app
            .db
            .write_blocking(move |tx| {
                let session::Owner { user_id: owner, session_id, .. } = session::owner(tx, &access, "")?.unwrap();
                assert_eq!(owner, user_id);
                session::end(tx, &owner, &session_id, scope)
            })
            .unwrap();
    }

    fn sign_up(&self, email: &str, password_hash: &str) {
        let profile = ProfileLines::parse(Some("Ana"), None, None, None, None).unwrap();
        let (email, password_hash, metadata) = (address(email), password_hash.to_owned(), Metadata::default());
        let new = NewUser { email, password_hash, profile, lang: Lang::Fr, metadata };
        let (secrets, now) = (self.app.secrets.clone(), self.now());
        self.app.db.write_blocking(move |tx| sign_up(tx, &secrets, &new, &Carried::default(), now)).unwrap();
    }

    /// The password of the account that a sign-up's link confirmed.
    fn confirm(&self, token: &str) -> Option<String> {
        self.prove(Purpose::SignUp, Proof::Link { token: token.to_owned(), email: None })
    }

    fn prove(&self, purpose: Purpose, proof: Proof) -> Option<String> {
        let (secrets, now) = (self.app.secrets.clone(), self.now());
        let prove = move |tx: &db::Tx<'_>| prove(tx, &secrets, &[purpose], &proof, &WithPassword::Typed, now);
        match self.app.db.write_blocking(prove).unwrap() {
            Outcome::Right(proven) => Some(proven.user.password_hash),
            Outcome::AddressTaken | Outcome::Wrong => None,
            Outcome::NeedsPassword(_) => panic!("a program needs none"),
        }
    }

    fn resend(&self, email: &str) -> Quota {
        let (secrets, now, email) = (self.app.secrets.clone(), self.now(), address(email));
        self.app
            .db
            .write_blocking(move |tx| resend_confirmation(tx, &secrets, &email, &Carried::default(), now))
            .unwrap()
    }

    fn mail_sign_in(&self, email: &str) -> Quota {
        let (secrets, now, email) = (self.app.secrets.clone(), self.now(), address(email));
        self.app
            .db
            .write_blocking(move |tx| mail_sign_in(tx, &secrets, &email, None, &Carried::default(), now))
            .unwrap()
    }
}

#[test]
fn a_refresh_token_is_exchanged_once_for_another() {
    let house = House::open(&[]);
    let ana = house.person("ana@example.com");
    let first = house.begin(&ana);
    assert!(house.is_alive(&first));
    house.app.clock.advance_seconds(60);
    let second = house.refreshed(&first.refresh_token);
    assert!(house.is_alive(&first) && house.is_alive(&second));
    assert_ne!(first.refresh_token, second.refresh_token);
    assert_ne!(first.access_token, second.access_token);
    assert_eq!(house.count("sessions"), 1);
}

#[test]
fn a_lost_answer_is_given_again_within_ten_seconds() {
    let house = House::open(&[]);
    let ana = house.person("ana@example.com");
    let first = house.begin(&ana);
    let second = house.refreshed(&first.refresh_token);
    house.app.clock.advance_seconds(9);
    let again = house.refreshed(&first.refresh_token);
    assert_eq!(again.refresh_token, second.refresh_token);
    assert!(house.is_alive(&again));
}

#[test]
fn a_refresh_token_used_again_later_ends_the_session() {
    let house = House::open(&[]);
    let ana = house.person("ana@example.com");
    let (first, other) = (house.begin(&ana), house.begin(&ana));
    let second = house.refreshed(&first.refresh_token);
    house.app.clock.advance_seconds(10);
    assert!(matches!(house.refresh(&first.refresh_token), Refresh::Reused));
    assert!(!house.is_alive(&first) && !house.is_alive(&second));
    assert!(matches!(house.refresh(&second.refresh_token), Refresh::Unknown));
    assert!(house.is_alive(&other), "another session of the same person lives on");
}

#[test]
fn an_old_refresh_token_ends_the_session_even_after_many_rotations() {
    let house = House::open(&[]);
    let first = house.begin(&house.person("ana@example.com"));
    let mut last = house.refreshed(&first.refresh_token);
    for _ in 0..3 {
        last = house.refreshed(&last.refresh_token);
    }
    // Within the grace, but its successor was used: somebody else holds the chain.
    assert!(matches!(house.refresh(&first.refresh_token), Refresh::Reused));
    assert!(!house.is_alive(&last));
}

#[test]
fn a_session_dies_after_seven_idle_days_and_after_thirty_days_in_any_case() {
    let house = House::open(&[]);
    let ana = house.person("ana@example.com");
    let idle = house.begin(&ana);
    let mut busy = house.begin(&ana);
    for _ in 0..5 {
        house.app.clock.advance_seconds(6 * DAY);
        if house.now().millis() < super::START.plus_days(30).millis() {
            busy = house.refreshed(&busy.refresh_token);
        }
    }
    assert!(matches!(house.refresh(&idle.refresh_token), Refresh::Unknown));
    assert!(matches!(house.refresh(&busy.refresh_token), Refresh::Unknown));
    assert_eq!(busy.session_expires_at, super::START.plus_days(30));
}

#[test]
fn an_access_token_lives_an_hour_and_no_longer_than_its_session() {
    let house = House::open(&[]);
    let ana = house.person("ana@example.com");
    let tokens = house.begin(&ana);
    house.app.clock.advance_seconds(3599);
    assert!(house.is_alive(&tokens));
    house.app.clock.advance_seconds(1);
    assert!(!house.is_alive(&tokens));
    assert!(!house.is_alive(&Tokens { access_token: String::from("a.b.c"), ..tokens }));
}

#[test]
fn signing_out_ends_what_the_scope_says_at_once() {
    let house = House::open(&[]);
    let (ana, eva) = (house.person("ana@example.com"), house.person("eva@example.com"));
    let evas = house.begin(&eva);
    let [a, b, c] = [house.begin(&ana), house.begin(&ana), house.begin(&ana)];
    house.end(&ana, &a, Scope::Local);
    assert_eq!([&a, &b, &c].map(|t| house.is_alive(t)), [false, true, true]);
    house.end(&ana, &b, Scope::Others);
    assert_eq!([&a, &b, &c].map(|t| house.is_alive(t)), [false, true, false]);
    house.end(&ana, &b, Scope::Global);
    assert!(!house.is_alive(&b));
    assert!(house.is_alive(&evas));
}

#[test]
fn a_mailed_token_works_once_and_for_a_day() {
    let house = House::open(&[]);
    house.sign_up("ana@example.com", "one");
    let token = house.mailed_token();
    assert_eq!(house.confirm("guess"), None);
    assert!(house.confirm(&token).is_some());
    assert_eq!(house.confirm(&token), None);
    house.sign_up("eva@example.com", "two");
    house.app.clock.advance_seconds(DAY);
    assert_eq!(house.confirm(&house.mailed_token()), None);
}

#[test]
fn a_mailed_token_is_bound_to_its_address() {
    let house = House::open(&[]);
    house.sign_up("ana@example.com", "one");
    let token = house.mailed_token();
    let confirm_as =
        |email| house.prove(Purpose::SignUp, Proof::Link { token: token.clone(), email: Some(address(email)) });
    assert_eq!(confirm_as("eva@example.com"), None);
    assert!(confirm_as("ana@example.com").is_some(), "the failed try did not use the token up");
}

#[test]
fn a_confirmed_account_keeps_its_password() {
    let house = House::open(&[]);
    house.sign_up("ana@example.com", "owner");
    house.confirm(&house.mailed_token()).unwrap();
    house.app.clock.advance_seconds(60);
    house.sign_up("ana@example.com", "late");
    assert_eq!(house.mails()[0].1["kind"], "already_registered");
    let (secrets, now) = (house.app.secrets.clone(), house.now());
    let owner = house.app.db.read_blocking(|c| user_by_email(c, &address("ana@example.com"))).unwrap();
    let owner = owner.unwrap().id;
    let late =
        house.app.db.write_blocking(move |tx| sign_in(tx, &secrets, (&owner, "late"), None, "", now).map(|_| ()));
    assert!(matches!(late, Err(Error::InvalidCredentials)));
}

#[test]
fn five_wrong_codes_and_the_right_one_no_longer_works_but_the_link_does() {
    let house = House::open(&[]);
    house.sign_up("ana@example.com", "one");
    let (link, code) = (house.mailed_token(), house.mailed_code());
    let type_in = |code: &str| {
        house.prove(Purpose::SignUp, Proof::Code { email: address("ana@example.com"), code: code.to_owned() })
    };
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        assert_eq!(type_in(wrong), None);
    }
    assert_eq!(type_in(&code), None);
    assert_eq!(house.prove(Purpose::SignUp, Proof::Code { email: address("nobody@example.com"), code }), None);
    assert_eq!(house.count("code_tries"), 7, "the same is written for an unknown address");
    assert!(house.confirm(&link).is_some());
}

#[test]
fn a_typed_code_works_once_and_for_its_address_only() {
    let house = House::open(&[]);
    house.sign_up("ana@example.com", "one");
    let code = house.mailed_code();
    let type_in = |email| house.prove(Purpose::SignUp, Proof::Code { email: address(email), code: code.clone() });
    assert_eq!(type_in("eva@example.com"), None);
    assert!(type_in("ana@example.com").is_some());
    assert_eq!(type_in("ana@example.com"), None);
}

#[test]
fn an_administrators_session_lives_half_a_day() {
    let house = House::open(&[]);
    let ana = house.person("ana@example.com");
    let (before, admin, now) = (house.begin(&ana), ana.clone(), house.now());
    let grant = move |tx: &db::Tx<'_>| grant_admin(tx, &Actor::System, &admin, SecondFactor::Required, now);
    house.app.db.write_blocking(grant).unwrap();
    assert!(!house.is_alive(&before), "a session begun for less is over");
    let tokens = house.begin(&ana);
    house.app.clock.advance_seconds(12 * 3600 - 1);
    let tokens = house.refreshed(&tokens.refresh_token);
    assert_eq!(tokens.session_expires_at.seconds(), house.now().seconds() + 1);
}

#[test]
fn nobody_gets_more_than_five_mails_a_day_or_one_a_minute() {
    let house = House::open(&[]);
    house.sign_up("ana@example.com", "one");
    assert_eq!(house.resend("ana@example.com"), Quota::UsedUp(60));
    for n in 1..=20 {
        house.app.clock.advance_seconds(30);
        let told = match (n % 2, n) {
            (0, ..=8) => Quota::Free,
            (_, ..=7) => Quota::UsedUp(30),
            _ => Quota::UsedUp(DAY - 30 * n),
        };
        assert_eq!(house.resend("ana@example.com"), told, "{n}");
    }
    assert_eq!(house.mails().len(), 5);
    house.app.clock.advance_seconds(DAY);
    assert_eq!(house.resend("ana@example.com"), Quota::Free);
    assert_eq!(house.mails().len(), 6);
}

#[test]
fn strangers_cannot_use_up_the_mails_that_somebody_gets_in_by() {
    let house = House::open(&[]);
    house.person("ana@example.com");
    let prove = |token: String| house.prove(Purpose::SignIn, Proof::Link { token, email: None });
    for _ in 0..5 {
        assert_eq!(house.mail_sign_in("ana@example.com"), Quota::Free);
        house.app.clock.advance_seconds(60);
    }
    let last = house.mailed_token();
    house.app.clock.advance_seconds(3600);
    let now = house.now();
    house.app.db.write_blocking(move |tx| purge(tx, now)).unwrap();
    assert_eq!(prove(last.clone()), None, "a link works for an hour");
    assert_eq!(house.mail_sign_in("ana@example.com"), Quota::UsedUp(DAY - 3600 - 300));
    assert_eq!(house.mails().len(), 5);
    house.app.clock.advance_seconds(3599);
    assert!(prove(last).is_some(), "with no more mails to be had, the last one works again");
    for _ in 0..3 {
        assert_eq!(house.mail_sign_in("ana@example.com"), Quota::UsedUp(DAY - 2 * 3600 - 300 + 1));
    }
    assert_eq!(house.mails().len(), 6, "where it was used, there is one more, whatever is told");
    assert!(prove(house.mailed_token()).is_some());
}

#[test]
fn asking_for_mails_to_an_unknown_address_does_not_keep_its_owner_out() {
    let house = House::open(&[]);
    assert_eq!(house.resend("ana@example.com"), Quota::Free);
    assert!(house.mails().is_empty());
    assert_eq!(house.count("account_mails"), 1, "the same is written as for a known address");
    house.sign_up("ana@example.com", "one");
    assert!(house.confirm(&house.mailed_token()).is_some());
}

#[test]
fn others_who_ask_to_have_an_address_do_not_keep_its_owner_from_asking() {
    let house = House::open(&[]);
    let ask = |email: &'static str| {
        house.app.clock.advance_seconds(61);
        let (secrets, now) = (house.app.secrets.clone(), house.now());
        house.app.db.write_blocking(move |tx| {
            let user = match user_by_email(tx, &address(email))? {
                Some(user) => user.id,
                None => create_confirmed(tx, &address(email), "Somebody", "hash", now)?,
            };
            let user = auth::user(tx, &user)?.expect("it was made");
            email_change::ask(tx, &secrets, &user, &address("ana@new.example"), &Carried::default(), now)
        })
    };
    for _ in 0..5 {
        ask("eva@example.com").unwrap();
    }
    ask("eva@example.com").unwrap_err();
    ask("ana@example.com").unwrap();
    assert_eq!(house.mails()[1].0, "ana@new.example", "before the notice to the address she has");
}

#[test]
fn a_greeting_carries_no_message() {
    for (name, greeted) in [
        ("Ana María O’Neil-Puig", "Ana María O’Neil-Puig"),
        ("مُحَمَّد", "مُحَمَّد"),
        ("win 500 at evil.example", ""),
        ("http://evil.example", ""),
        ("<b>Ana</b>", ""),
    ] {
        assert_eq!(greeting(name), greeted);
    }
}

#[test]
fn what_is_over_is_removed_and_what_lives_stays() {
    let house = House::open(&[]);
    let ana = house.person("ana@example.com");
    house.sign_up("never@example.com", "one");
    house.begin(&ana);
    house.app.clock.advance_seconds(31 * DAY);
    let alive = house.begin(&ana);
    house.sign_up("new@example.com", "two");
    let now = house.now();
    house.app.db.write_blocking(move |tx| purge(tx, now)).unwrap();
    assert!(house.is_alive(&alive));
    let counts = ["users", "profiles", "sessions", "access_tokens", "refresh_tokens", "mail_tokens", "account_mails"];
    assert_eq!(counts.map(|table| house.count(table)), [2, 2, 1, 1, 1, 1, 1]);
    assert_eq!(house.count("sign_up_ids"), 1);
}

#[test]
fn an_address_has_one_account() {
    let house = House::open(&[]);
    house.person("ana@example.com");
    let now = house.now();
    let again =
        house.app.db.write_blocking(move |tx| create_confirmed(tx, &address("Ana@example.com"), "Ana", "hash", now));
    assert!(matches!(again, Err(super::super::Error::EmailTaken)));
    assert_eq!((house.count("users"), house.count("admins")), (1, 0));
}
