//! Mail on its way out, to a server that answers as it likes.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use manetes::enclosures;
use manetes::jobs;
use manetes::lang::Lang;
use manetes::mail::outbox::{self, Mailer};
use manetes::mail::transport::{Patience, Transport};
use manetes::mail::{self, Message};
use manetes::settings::Settings;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::support::{ANYWHERE, Act, OWNER, TestShop, Turn, mail_server, odd_mail_server};

const SECOND: Duration = Duration::from_secs(1);

fn mailer(server: SocketAddr) -> Arc<Mailer> {
    patient_mailer(&format!("smtp://{server}"), Patience::default())
}

/// One that loses its patience with a server that is not well, and not with this machine.
fn impatient_mailer(url: &str) -> Arc<Mailer> {
    patient_mailer(url, Patience { step: SECOND, message: SECOND })
}

fn patient_mailer(url: &str, patience: Patience) -> Arc<Mailer> {
    let transport = Transport::with_patience(Some(url), "unused".into(), patience).unwrap();
    Arc::new(Mailer::new(transport, "Manetes <no-reply@example.com>".parse().unwrap()))
}

/// A shop with one mail waiting, to ana@example.com.
async fn shop_with_mail() -> TestShop {
    let shop = TestShop::empty().await;
    shop.queue("ana@example.com").await;
    shop
}

impl TestShop {
    async fn queue(&self, recipient: &str) {
        let (recipient, now) = (recipient.to_owned(), self.app.clock.now());
        let message = Message::AlreadyRegistered { name: String::from("Ana") };
        self.app.db.write(move |tx| mail::enqueue(tx, &recipient, Lang::Ar, &message, now)).await.unwrap();
    }

    /// The id of Ana's mail and what became of it.
    async fn mail(&self) -> (String, String) {
        self.row("SELECT id, state FROM outbox WHERE recipient = ?1", "ana@example.com").await
    }

    /// How often Ana's mail was tried, and what was said of it last.
    async fn tries(&self) -> (i64, Option<String>) {
        self.row("SELECT attempts, last_error FROM outbox WHERE recipient = ?1", "ana@example.com").await
    }

    async fn count(&self, state: &str) -> i64 {
        self.row::<i64, i64>("SELECT count(*), 0 FROM outbox WHERE state = ?1", state).await.0
    }

    /// Minutes pass until Ana's mail has gone out.
    async fn until_sent(&self, mailer: &Arc<Mailer>) {
        for _ in 0..50 {
            self.app.clock.advance_seconds(61);
            self.send_due(mailer).await.unwrap();
            if self.mail().await.1 == "sent" {
                return;
            }
        }
        panic!("the mail did not go out: {:?}", self.tries().await);
    }
}

#[tokio::test]
async fn a_mail_waits_while_the_server_is_away_and_goes_out_once_when_it_is_back() {
    let shop = shop_with_mail().await;
    let away = std::net::TcpListener::bind(ANYWHERE).unwrap().local_addr().unwrap();
    let mailer = mailer(away);
    assert_eq!(shop.send_due(&mailer).await.unwrap(), 1);
    assert_eq!(shop.send_due(&mailer).await.unwrap(), 0, "not again at once");
    let (id, state) = shop.mail().await;
    assert_eq!(state, "queued");
    assert_eq!(shop.visitor().get("/readyz").await.expect(200).text, "degraded: mail_server");

    let (_, taken) = mail_server(away, "250 ok").await;
    shop.app.clock.advance_seconds(61);
    assert_eq!(shop.send_due(&mailer).await.unwrap(), 1);
    assert_eq!(shop.visitor().get("/readyz").await.expect(200).text, "ready");
    shop.app.clock.advance_seconds(24 * 3600);
    assert_eq!(shop.send_due(&mailer).await.unwrap(), 0);
    assert_eq!(shop.mail().await.1, "sent");
    let taken = taken.lock().unwrap();
    assert_eq!(taken.len(), 1);
    let head = taken[0].split("\n\n").next().unwrap();
    assert!(head.contains(&format!("Message-ID: <{id}@example.com>")), "{head}");
    assert!(head.contains("Reply-To: hola@manetes.example"), "{head}");
    assert!(head.contains("Auto-Submitted: auto-generated"), "{head}");
    assert!(taken[0].is_ascii() && taken[0].lines().all(|line| line.len() < 998));
}

#[tokio::test]
async fn an_answer_from_the_mailbox_reaches_whoever_wrote_only_where_the_owner_chose_so() {
    for (chosen, answers_go_to) in [(false, "hola@manetes.example"), (true, "nuria@example.com")] {
        let shop = TestShop::with_owner().await;
        let now = shop.app.clock.now();
        if chosen {
            let key = "contact.answer_from_mailbox";
            shop.app.db.write(move |tx| Settings::set(tx, key, "true", now)).await.unwrap();
        }
        let form = json!({ "name": "Núria", "email": "nuria@example.com", "message": "La puerta no cierra." });
        shop.visitor().post("/api/functions/send-contact-message", form).await.expect(202);
        let (address, taken) = mail_server(ANYWHERE, "250 ok").await;
        shop.send_due(&mailer(address)).await.unwrap();
        let taken = taken.lock().unwrap();
        let news = taken.iter().find(|mail| mail.contains(&format!("To: {OWNER}\n"))).unwrap();
        assert!(news.contains(&format!("Reply-To: {answers_go_to}\n")), "{news}");
    }
}

#[tokio::test]
async fn only_a_refusal_of_the_recipient_or_the_mail_is_for_good() {
    let at = |word: &'static str, said: &'static str| (word, Act::Say(said));
    let mut cases = JoinSet::new();
    for ((word, act), state, is_the_servers) in [
        (at("connect", "554 5.7.1 not you"), "queued", true),
        (at("EHLO", "502 5.5.1 no"), "queued", true),
        (at("STARTTLS", "502 5.5.1 not here"), "queued", true),
        (at("STARTTLS", "454 4.7.0 no certificate"), "queued", true),
        (at("MAIL", "550 5.7.1 sender not known"), "queued", true),
        (at("MAIL", "451 4.3.0 no room"), "queued", true),
        (at("RCPT", "530 5.7.0 sign in first"), "queued", true),
        (at("RCPT", "550 5.1.1 nobody of that name"), "dead", false),
        (at("RCPT", "450 4.2.1 busy"), "queued", false),
        (at("RCPT", "421 4.3.2 closing"), "queued", false),
        (at("DATA", "554 5.5.1 no valid recipients"), "dead", false),
        (at(".", "554 5.6.0 looks like spam"), "dead", false),
        (at(".", "452 4.3.1 later"), "queued", false),
        // What no server should say.
        (at("RCPT", "354 go on"), "queued", false),
        (at("DATA", "250 sure"), "queued", false),
        (at(".", "354 go on"), "queued", false),
        (at("connect", "hello"), "queued", true),
        (at("MAIL", "\u{1b}[2J"), "queued", true),
        (("connect", Act::HangUp), "queued", true),
        (("MAIL", Act::HangUp), "queued", true),
        (("RCPT", Act::HangUp), "queued", false),
        (("DATA", Act::HangUp), "queued", false),
        ((".", Act::HangUp), "queued", false),
    ] {
        cases.spawn(async move {
            let shop = shop_with_mail().await;
            let act = move |turn: Turn<'_>| if turn.word == word { act } else { Act::Behave };
            let (server, _) = odd_mail_server(ANYWHERE, act).await;
            let tls = if word == "STARTTLS" { "?tls=required" } else { "" };
            let mailer = patient_mailer(&format!("smtp://{server}{tls}"), Patience::default());
            shop.send_due(&mailer).await.unwrap();
            let (attempts, error) = shop.tries().await;
            assert_eq!(shop.mail().await.1, state, "{word}: {error:?}");
            assert_eq!(attempts == 0, is_the_servers, "{word}: {error:?}");
        });
    }
    cases.join_all().await;
}

#[tokio::test]
async fn a_password_the_server_refuses_costs_no_mail() {
    let shop = shop_with_mail().await;
    let act = |turn: Turn<'_>| if turn.word == "AUTH" { Act::Say("535 5.7.8 wrong password") } else { Act::Behave };
    let (server, taken) = odd_mail_server(ANYWHERE, act).await;
    let mailer = patient_mailer(&format!("smtp://shop:secret@{server}"), Patience::default());
    for _ in 0..5 {
        shop.app.clock.advance_seconds(20 * 86_400 / 5);
        shop.send_due(&mailer).await.unwrap();
    }
    assert_eq!(shop.mail().await.1, "queued", "twenty days later");
    let (attempts, error) = shop.tries().await;
    assert_eq!((attempts, taken.lock().unwrap().len()), (0, 0));
    assert!(error.unwrap().starts_with("sign-in: permanent error (535)"));
}

#[tokio::test]
async fn a_server_that_hangs_or_dribbles_at_any_step_is_left_and_tried_again() {
    let mut cases = JoinSet::new();
    for act in [Act::Hang, Act::Dribble] {
        for word in ["connect", "EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "."] {
            cases.spawn(a_server_that_is_unwell_at_first(word, act));
        }
    }
    cases.join_all().await;
}

async fn a_server_that_is_unwell_at_first(word: &'static str, act: Act) {
    let shop = shop_with_mail().await;
    let unwell = move |turn: Turn<'_>| turn.conversation == 0 && turn.word == word;
    let (server, taken) = odd_mail_server(ANYWHERE, move |turn| if unwell(turn) { act } else { Act::Behave }).await;
    let tls = if word == "STARTTLS" { "?tls=required" } else { "" };
    let mailer = impatient_mailer(&format!("smtp://shop:secret@{server}{tls}"));
    shop.send_due(&mailer).await.unwrap();
    let error = shop.tries().await.1.unwrap();
    assert!(error.contains("timeout, no answer for 1s"), "{word}: {error}");
    if word != "STARTTLS" {
        shop.until_sent(&mailer).await;
    }
    if word == "." {
        // Its answer was lost: the same mail goes out again, under the same id.
        let taken = taken.lock().unwrap();
        let id = |mail: &String| mail.lines().find(|line| line.starts_with("Message-ID")).unwrap().to_owned();
        assert!(taken.len() >= 2 && taken.iter().all(|mail| id(mail) == id(&taken[0])));
    }
}

#[tokio::test]
async fn what_is_over_by_the_time_the_server_works_again_does_not_go_out() {
    let shop = TestShop::demo().await;
    let ana = shop.customer("ana@example.com").await;
    let order = shop.pending_order(&ana).await;
    shop.visitor().post("/api/auth/recover", json!({ "email": "ana@example.com" })).await.expect(200);
    let waiting = || shop.row::<i64, i64>("SELECT count(*), 0 FROM outbox WHERE state = ?1", "queued");
    let before = waiting().await.0;
    shop.app.clock.advance_seconds(1801);
    ana.post("/api/functions/cancel-order", json!({ "order_id": order })).await.expect(200);
    let (server, taken) = mail_server(ANYWHERE, "250 ok").await;
    shop.send_due(&mailer(server)).await.unwrap();
    let unsent = "SELECT group_concat(message ->> 'kind' ORDER BY 1), 0 FROM outbox WHERE last_error = ?1";
    let (kinds, _): (String, i64) = shop.row(unsent, "it is over").await;
    assert_eq!(kinds, "order_received,recover");
    assert_eq!((waiting().await.0, taken.lock().unwrap().len()), (0, usize::try_from(before).unwrap() - 2));
}

#[tokio::test]
async fn one_conversation_that_hangs_does_not_keep_the_other_mails_waiting() {
    let shop = shop_with_mail().await;
    for n in 0..6 {
        shop.queue(&format!("b{n}@example.com")).await;
    }
    let hangs = |turn: Turn<'_>| turn.conversation == 0 && turn.word == "RCPT";
    let (server, taken) =
        odd_mail_server(ANYWHERE, move |turn| if hangs(turn) { Act::Hang } else { Act::Behave }).await;
    let outbox = shop.app.outbox(mailer(server), jobs::is_over, enclosures::of_mail, watch::channel(false).1);
    while shop.count("sent").await < 6 {
        assert!(outbox.step().await.unwrap().is_some());
    }
    // One more is queued meanwhile, and does not wait either.
    shop.queue("c@example.com").await;
    while shop.count("sent").await < 7 {
        assert!(outbox.step().await.unwrap().is_some());
    }
    assert_eq!((shop.count("queued").await, taken.lock().unwrap().len()), (1, 7));
}

#[tokio::test]
async fn while_the_server_does_not_work_it_is_tried_by_one_mail_and_no_mail_is_held_responsible() {
    let shop = shop_with_mail().await;
    for n in 0..9 {
        shop.queue(&format!("b{n}@example.com")).await;
    }
    let is_well = Arc::new(AtomicBool::new(false));
    let (well, conversations) = (is_well.clone(), Arc::new(AtomicUsize::new(0)));
    let count = conversations.clone();
    let act = move |turn: Turn<'_>| {
        count.fetch_max(turn.conversation + 1, Relaxed);
        if well.load(Relaxed) { Act::Behave } else { Act::Say("421 4.3.2 not now") }
    };
    let (server, taken) = odd_mail_server(ANYWHERE, act).await;
    let mailer = mailer(server);
    for _ in 0..10 {
        shop.send_due(&mailer).await.unwrap();
        shop.app.clock.advance_seconds(3600);
    }
    let tried = conversations.load(Relaxed);
    assert!((10..=14).contains(&tried), "at first four together, then one an hour: {tried}");
    is_well.store(true, Relaxed);
    shop.send_due(&mailer).await.unwrap();
    assert_eq!((shop.count("sent").await, taken.lock().unwrap().len()), (10, 10), "all, as soon as it works");
}

#[tokio::test]
async fn one_mail_that_the_server_asks_a_sign_in_for_does_not_hold_up_the_others() {
    let shop = shop_with_mail().await;
    let refuses = |turn: Turn<'_>| turn.conversation < 2 && turn.word == "RCPT";
    let act = move |turn: Turn<'_>| if refuses(turn) { Act::Say("530 5.7.0 sign in first") } else { Act::Behave };
    let (server, taken) = odd_mail_server(ANYWHERE, act).await;
    let mailer = mailer(server);
    shop.send_due(&mailer).await.unwrap();
    shop.app.clock.advance_seconds(1);
    shop.queue("b@example.com").await;
    for _ in 0..2 {
        shop.app.clock.advance_seconds(3600);
        shop.send_due(&mailer).await.unwrap();
    }
    let taken = taken.lock().unwrap();
    assert!(taken[0].contains("To: b@example.com\n"), "{}", taken[0]);
}

#[tokio::test]
async fn several_mails_go_over_one_conversation_and_a_new_one_where_the_server_wants_it() {
    let shop = shop_with_mail().await;
    for n in 0..19 {
        shop.queue(&format!("b{n}@example.com")).await;
    }
    let conversations = Arc::new(AtomicUsize::new(0));
    let (count, mails) = (conversations.clone(), Mutex::new(BTreeMap::<usize, u32>::new()));
    let act = move |turn: Turn<'_>| {
        count.fetch_max(turn.conversation + 1, Relaxed);
        if turn.word != "MAIL" {
            return Act::Behave;
        }
        let mut mails = mails.lock().unwrap();
        let mails = mails.entry(turn.conversation).or_default();
        *mails += 1;
        if *mails > 3 { Act::Say("421 4.7.0 too many mails in one conversation") } else { Act::Behave }
    };
    let (server, taken) = odd_mail_server(ANYWHERE, act).await;
    shop.send_due(&mailer(server)).await.unwrap();
    assert_eq!((shop.count("sent").await, taken.lock().unwrap().len()), (20, 20));
    let conversations = conversations.load(Relaxed);
    assert!((7..=10).contains(&conversations), "{conversations}");
}

#[tokio::test]
async fn a_mail_whose_answers_are_lost_is_not_sent_for_ever() {
    let shop = shop_with_mail().await;
    let (server, taken) =
        odd_mail_server(ANYWHERE, |turn| if turn.word == "." { Act::HangUp } else { Act::Behave }).await;
    let mailer = mailer(server);
    for _ in 0..100 {
        shop.send_due(&mailer).await.unwrap();
        shop.app.clock.advance_seconds(3600);
    }
    assert_eq!((shop.mail().await.1.as_str(), taken.lock().unwrap().len()), ("dead", 4));
}

#[tokio::test]
async fn one_lost_answer_after_others_have_put_a_mail_off_does_not_end_it() {
    let shop = shop_with_mail().await;
    let act = |turn: Turn<'_>| match (turn.conversation, turn.word) {
        (0..=2, "RCPT") => Act::Say("450 4.7.1 greylisted"),
        (3, ".") => Act::HangUp,
        _ => Act::Behave,
    };
    let (server, _) = odd_mail_server(ANYWHERE, act).await;
    shop.until_sent(&mailer(server)).await;
}

#[tokio::test]
async fn who_stops_waits_for_the_mails_on_their_way_and_begins_no_more() {
    let shop = shop_with_mail().await;
    for n in 0..9 {
        shop.queue(&format!("b{n}@example.com")).await;
    }
    let (halt, stopping) = watch::channel(false);
    let (asked, mut handed_over) = tokio::sync::mpsc::unbounded_channel();
    let act = move |turn: Turn<'_>| {
        if turn.word == "." {
            _ = asked.send(());
        }
        Act::Behave
    };
    let (server, taken) = odd_mail_server(ANYWHERE, act).await;
    let outbox = Arc::new(shop.app.outbox(mailer(server), jobs::is_over, enclosures::of_mail, stopping));
    let sending = tokio::spawn({
        let outbox = outbox.clone();
        async move { outbox.step().await }
    });
    handed_over.recv().await.unwrap();
    halt.send_replace(true);
    sending.await.unwrap().unwrap();
    let sent = shop.count("sent").await;
    let claimed: (i64, i64) = shop.row("SELECT count(*), 0 FROM outbox WHERE is_claimed AND id <> ?1", "").await;
    assert_eq!((claimed.0, taken.lock().unwrap().len()), (0, usize::try_from(sent).unwrap()));
    assert_eq!(outbox.step().await.unwrap(), None, "nothing more is begun: {sent} went out");
    assert_eq!(shop.count("sent").await, sent);
}

#[tokio::test]
async fn a_mail_on_its_way_is_not_sent_by_another_when_the_clock_jumps() {
    let shop = shop_with_mail().await;
    let (at_the_dot, mut there) = tokio::sync::mpsc::unbounded_channel();
    let act = move |turn: Turn<'_>| {
        if turn.word != "." {
            return Act::Behave;
        }
        _ = at_the_dot.send(());
        Act::Hang
    };
    let (server, taken) = odd_mail_server(ANYWHERE, act).await;
    let mailer = mailer(server);
    let sending = {
        let outbox = shop.app.outbox(mailer.clone(), jobs::is_over, enclosures::of_mail, watch::channel(false).1);
        tokio::spawn(async move { outbox.step().await })
    };
    there.recv().await.unwrap();
    shop.app.clock.advance_seconds(601);
    assert_eq!(shop.send_due(&mailer).await.unwrap(), 0);
    assert_eq!(taken.lock().unwrap().len(), 1);
    sending.abort();
}

#[tokio::test]
async fn a_mail_that_a_clock_which_was_ahead_put_off_goes_out_once_the_clock_is_right() {
    let shop = TestShop::empty().await;
    shop.app.clock.advance_seconds(400 * 86_400);
    shop.queue("ana@example.com").await;
    let put_off = |turn: Turn<'_>| if turn.word == "RCPT" { Act::Say("450 4.7.1 greylisted") } else { Act::Behave };
    let (server, _) = odd_mail_server(ANYWHERE, put_off).await;
    assert_eq!(shop.send_due(&mailer(server)).await.unwrap(), 1);
    shop.app.clock.advance_seconds(-400 * 86_400);
    let (server, taken) = mail_server(ANYWHERE, "250 ok").await;
    let mailer = mailer(server);
    assert_eq!(shop.send_due(&mailer).await.unwrap(), 0);
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| outbox::purge(tx, now)).await.unwrap();
    assert_eq!((shop.send_due(&mailer).await.unwrap(), taken.lock().unwrap().len()), (1, 1));
}

#[tokio::test]
async fn what_cannot_be_noted_at_once_is_noted_a_moment_later() {
    let shop = shop_with_mail().await;
    let full = "CREATE TABLE once (n); INSERT INTO once VALUES (1);
                CREATE TRIGGER full BEFORE UPDATE OF state ON outbox WHEN EXISTS (SELECT 1 FROM once)
                BEGIN SELECT RAISE(ABORT, 'full'); END";
    shop.app.db.write(move |tx| tx.execute_batch(full).map_err(manetes::db::Error::from)).await.unwrap();
    let (server, taken) = mail_server(ANYWHERE, "250 ok").await;
    let (mailer, handed_over) = (mailer(server), taken.clone());
    let there_is_room = async {
        while handed_over.lock().unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
        // By then its sending has failed to be noted once.
        for _ in 0..20 {
            shop.tries().await;
        }
        shop.app.db.write(|tx| tx.execute_batch("DELETE FROM once").map_err(manetes::db::Error::from)).await.unwrap();
    };
    let (tried, ()) = tokio::join!(shop.send_due(&mailer), there_is_room);
    assert_eq!((tried.unwrap(), shop.mail().await.1.as_str()), (1, "sent"));
    shop.app.clock.advance_seconds(601);
    assert_eq!(shop.send_due(&mailer).await.unwrap(), 0);
    assert_eq!(taken.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn what_was_on_its_way_when_the_program_ended_is_due_at_once_but_not_for_ever() {
    let shop = shop_with_mail().await;
    let (server, taken) = mail_server(ANYWHERE, "250 ok").await;
    let mailer = mailer(server);
    let cut_off = "UPDATE outbox SET attempts = attempts + 1, is_claimed = 1, next_try_at = next_try_at + 600000";
    for n in 1..=3 {
        shop.app.db.write(move |tx| tx.execute_batch(cut_off).map_err(manetes::db::Error::from)).await.unwrap();
        assert_eq!(shop.send_due(&mailer).await.unwrap(), 0, "somebody is at it");
        let now = shop.app.clock.now();
        assert_eq!(shop.app.db.write(move |tx| outbox::take_up(tx, now)).await.unwrap(), 1);
        if n == 2 {
            let due: (i64, i64) = shop
                .row("SELECT next_try_at <= 1795172400000, 0 FROM outbox WHERE recipient = ?1", "ana@example.com")
                .await;
            assert_eq!(due.0, 1);
        }
    }
    assert_eq!(shop.send_due(&mailer).await.unwrap(), 0, "it may be what ends the program");
    shop.app.clock.advance_seconds(601);
    assert_eq!(shop.send_due(&mailer).await.unwrap(), 1);
    assert_eq!(taken.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_mail_whose_sending_cannot_be_noted_is_not_sent_over_and_over() {
    let shop = shop_with_mail().await;
    let full = "CREATE TRIGGER full BEFORE UPDATE OF state ON outbox BEGIN SELECT RAISE(ABORT, 'full'); END";
    shop.app.db.write(move |tx| tx.execute_batch(full).map_err(manetes::db::Error::from)).await.unwrap();
    let (server, taken) = mail_server(ANYWHERE, "250 ok").await;
    let mailer = mailer(server);
    assert!(shop.send_due(&mailer).await.is_err());
    assert_eq!(shop.send_due(&mailer).await.unwrap(), 0);
    assert_eq!(taken.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn mails_that_went_out_long_ago_are_forgotten_and_those_that_wait_are_not() {
    let shop = shop_with_mail().await;
    let left = async |days: i64| -> i64 {
        let later = shop.app.clock.now().plus_days(days);
        shop.app.db.write(move |tx| outbox::purge(tx, later)).await.unwrap();
        shop.row::<i64, i64>("SELECT count(*), 0 FROM outbox WHERE recipient = ?1", "ana@example.com").await.0
    };
    assert_eq!(left(31).await, 1, "it waits");
    let (server, _) = mail_server(ANYWHERE, "250 ok").await;
    shop.send_due(&mailer(server)).await.unwrap();
    assert_eq!(left(29).await, 1);
    assert_eq!(left(31).await, 0);
}
