//! `manetes top`: how a shop is, on a screen and for programs.

use crate::support::{Desk, Program, Typed};

const SKU: &str = "FON-LAT-40";

#[tokio::test(flavor = "multi_thread")]
async fn it_tells_how_a_shop_is_on_a_small_screen_in_a_pipe_and_as_json() {
    let (dir, desk) = (tempfile::tempdir().unwrap(), Desk::new());
    let mut program = Program::start(dir.path()).await;
    let ana = program.customer("ana@example.com").await;
    program.bought(&ana, SKU).await;
    program.visitor().get("/store").await.expect(200);
    let line = format!("top --once --every 1 --data-dir {}", dir.path().display());
    let frame = tokio::task::block_in_place(|| desk.run(&line)).quietly().out;
    for words in ["manetes 0.", "Requests    ", "Slowest routes", "/store ", "Mails       ", "Troubles    none"] {
        assert!(frame.contains(words), "{words}: {frame}");
    }
    assert!(!frame.contains('\u{1b}') && frame.lines().count() < 24, "{frame}");

    let json = tokio::task::block_in_place(|| desk.run(&format!("{line} --json"))).quietly().json();
    assert_eq!(
        (&json["version"], &json["waits"]["orders_need_somebody"]),
        (&env!("CARGO_PKG_VERSION").into(), &0.0.into())
    );
    assert!(json["machine"]["memory_bytes"].as_f64().unwrap() > 1e6, "{json}");
    assert!(json["slowest"].as_array().unwrap().iter().any(|route| route["route"] == "/store"), "{json}");

    let (code, screen) = tokio::task::block_in_place(|| desk.at_terminal(&line, 80, ""));
    assert_eq!(code, Some(0), "{screen}");
    let (_, narrow) = tokio::task::block_in_place(|| desk.at_terminal(&line, 40, ""));
    assert!(narrow.contains("Requests    ") && !narrow.contains('…'), "of one frame nothing is cut: {narrow}");

    program.end();
    let gone = tokio::task::block_in_place(|| desk.run(&line));
    assert_eq!(gone.code, Some(1));
    assert!(gone.err.contains("does not tell"), "{}", gone.err);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_stays_on_the_screen_until_it_is_ended_and_shows_the_token() {
    let (dir, desk) = (tempfile::tempdir().unwrap(), Desk::new());
    let options = ["--metrics-token=a token that nobody guesses", "--trusted-proxies=127.0.0.1"].map(str::to_owned);
    let program = Program::start_with(dir.path(), &options).await;
    let line = format!("top --every 1 --data-dir {}", dir.path().display());
    let refused = tokio::task::block_in_place(|| desk.run(&line));
    assert!(refused.code == Some(1) && refused.err.contains("MANETES_METRICS_TOKEN"), "{}", refused.err);

    desk.write("shop.env", b"MANETES_METRICS_TOKEN=\"a token that nobody guesses\"\n");
    let line = format!("{line} --env-file shop.env");
    let turns = [("\u{1b}[H", Typed::Line("")), ("\u{1b}[H", Typed::Interrupt)];
    let (code, screen) = tokio::task::block_in_place(|| desk.converse(&line, &turns));
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("Requests    ") && screen.contains("\u{1b}[K"), "{screen}");
    drop(program);
}
