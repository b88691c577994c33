//! Killed while mails go out, and a mail server that is away for days.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use manetes::invariants;
use manetes::mail::outbox::Mailer;
use manetes::mail::transport::Transport;
use tokio::sync::Notify;

use super::{Ordered, Ready, let_pass, order};
use crate::support::{ANYWHERE, Act, Dice, PATIENCE, Program, Taken, TestShop, Turn, mail_server, odd_mail_server};

const SKU: &str = "FON-LAT-40";
const MAILS: u64 = 6;
/// Mails that go out at once: so many a kill may cut off between the server's answer and our note of it.
const ON_THEIR_WAY: u64 = 4;

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_mails_go_out_it_sends_each_and_again_only_what_a_kill_cut_off() {
    every_mail_goes_out(12).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn killed_a_hundred_times_while_mails_go_out() {
    every_mail_goes_out(100).await;
}

async fn every_mail_goes_out(kills: u64) {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    let mut buyer = program.customer("ana@example.com").await;
    program.command(&["set-stock", SKU, "5000"]);
    drop(program);
    let (server, taken) = mail_server(ANYWHERE, "250 ok").await;
    program = Program::start_with(dir.path(), &[format!("--smtp-url=smtp://{server}")]).await;
    buyer.base.clone_from(&program.base);
    let variant = program.variant(SKU);
    let (mut dice, mut ready) = (Dice::new(3), Ready::default());
    for round in 0..kills {
        for n in 0..MAILS {
            let placed = order(&buyer, &variant, &format!("{round}-{n}")).await;
            assert!(matches!(placed, Ordered::Placed(_)), "{placed:?}");
        }
        let_pass(&mut dice, 60).await;
        program.kill();
        ready.0.push(program.restart().await);
    }
    an_hour_passes(&program);
    until_all_are_sent(&program).await;
    program.assert_sound();
    let (mails, twice) = count(&program, &taken);
    assert!(twice <= kills * ON_THEIR_WAY, "{twice} mails went out once more, in {kills} kills");
    ready.report(&format!("{mails} mails, {twice} of them twice"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_a_kill_cut_off_goes_out_as_soon_as_the_program_is_back() {
    let dir = tempfile::tempdir().unwrap();
    let program = Program::start(dir.path()).await;
    let mut buyer = program.customer("ana@example.com").await;
    drop(program);
    let asked = Arc::new(Notify::new());
    let heard = asked.clone();
    let act = move |turn: Turn<'_>| {
        let hangs = turn == Turn { conversation: 0, word: "RCPT" };
        if hangs {
            heard.notify_one();
        }
        if hangs { Act::Hang } else { Act::Behave }
    };
    let (server, taken) = odd_mail_server(ANYWHERE, act).await;
    let mut program = Program::start_with(dir.path(), &[format!("--smtp-url=smtp://{server}")]).await;
    buyer.base.clone_from(&program.base);
    let placed = order(&buyer, &program.variant(SKU), "1").await;
    assert!(matches!(placed, Ordered::Placed(_)), "{placed:?}");
    asked.notified().await;
    program.kill();
    program.restart().await;
    until_all_are_sent(&program).await;
    assert_eq!(taken.lock().unwrap().len(), 1);
}

/// A mail that three kills cut off waits; here that is over.
fn an_hour_passes(program: &Program) {
    program.database().execute("UPDATE outbox SET next_try_at = 0 WHERE state = 'queued'", []).unwrap();
}

/// It is given up when none goes out for ten seconds.
async fn until_all_are_sent(program: &Program) {
    let conn = program.database();
    let waiting = "SELECT count(*) FROM outbox WHERE state <> 'sent'";
    let waiting = || conn.query_row(waiting, [], |row| row.get::<_, i64>(0)).unwrap();
    let (mut left, mut since) = (waiting(), Instant::now());
    while left > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
        let now = waiting();
        if now < left {
            (left, since) = (now, Instant::now());
        }
        assert!(since.elapsed() < PATIENCE, "{left} mails do not go out");
    }
}

/// How many mails there are, each of which went out, and how often one went out again.
fn count(program: &Program, taken: &Taken) -> (usize, u64) {
    let times = by_message_id(taken);
    let conn = program.database();
    let mut ids = conn.prepare("SELECT id FROM outbox WHERE message ->> 'kind' = 'order_received'").unwrap();
    let ids: Vec<String> = ids.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let again = ids.iter().map(|id| times.get(id).copied().unwrap_or_default().checked_sub(1));
    (ids.len(), again.map(|again| again.expect("every mail went out")).sum())
}

/// How often each mail was taken, by the local part of its Message-ID.
fn by_message_id(taken: &Taken) -> BTreeMap<String, u64> {
    let mut times = BTreeMap::new();
    for mail in taken.lock().unwrap().iter() {
        let id = mail.lines().find_map(|line| line.strip_prefix("Message-ID: <")).unwrap().split('@').next().unwrap();
        *times.entry(id.to_owned()).or_default() += 1;
    }
    times
}

#[tokio::test]
async fn a_mail_server_that_is_away_for_a_day_keeps_no_order_waiting_and_gets_every_mail_once() {
    let shop = TestShop::demo().await;
    let (variant, _) = shop.variant(SKU).await;
    shop.set_stock(&variant, 100).await;
    let away = std::net::TcpListener::bind(ANYWHERE).unwrap().local_addr().unwrap();
    let transport = Transport::new(Some(&format!("smtp://{away}")), "unused".into()).unwrap();
    let mailer = Arc::new(Mailer::new(transport, "Manetes <no-reply@example.com>".parse().unwrap()));
    for hour in 0..24 {
        let buyer = shop.customer(&format!("b{hour}@example.com")).await;
        buyer.order(&variant, 1).await.expect(201);
        shop.send_due(&mailer).await.unwrap();
        shop.app.clock.advance_seconds(3600);
        assert_eq!(shop.queued_mails().await.len(), hour + 1);
    }
    let (_, taken) = mail_server(away, "250 ok").await;
    for _ in 0..7 {
        shop.send_due(&mailer).await.unwrap();
        shop.app.clock.advance_seconds(3600);
    }
    let times = by_message_id(&taken);
    assert_eq!((times.len(), times.values().max()), (24, Some(&1)));
    let now = shop.app.clock.now();
    // The worker that ends unpaid orders does not run here.
    let findings = shop.app.db.read(move |conn| invariants::check(conn, now)).await.unwrap();
    let broken: Vec<_> = findings.iter().filter(|finding| finding.broken > 0).map(|finding| finding.name).collect();
    assert_eq!(broken, ["holds"]);
    let left: (i64, i64) = shop.row("SELECT count(*), 0 FROM outbox WHERE state <> ?1", "sent").await;
    assert_eq!(left.0, 0);
}
