//! The habits that all commands share: what is asked before it is done, what an id may be, what a pipe, a screen and a
//! program read.

use std::fs;
use std::io::pipe;

use manetes::comments;
use serde_json::Value;

use crate::support::{Desk, TestShop};

const SHOPIFY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/shopify-home-and-garden.csv");

/// A shop with a customer's order and comments that wait.
async fn lived_in() -> (TestShop, String) {
    let shop = TestShop::demo().await;
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| comments::demo::load(tx, now)).await.unwrap();
    let buyer = shop.customer("ana@example.com").await;
    let order = shop.paid_order(&buyer).await;
    (shop, order)
}

/// The names of the commands, as help lists them.
fn commands(desk: &Desk) -> Vec<String> {
    let help = desk.run("help").quietly().out;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let name =
        |line: &str| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()).map(str::to_owned);
    let names: Vec<_> = listed.filter_map(name).filter(|name| name != "help").collect();
    assert!(names.len() > 20, "{help}");
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_is_left_of_an_order_goes_back_only_after_a_yes() {
    let ((shop, id), desk) = (lived_in().await, Desk::new());
    let line = format!("refund-order {} --data-dir {}", &id[..8], shop.app.data_dir.display());
    desk.run(&line).refused(2, "--yes does it");
    let (code, screen) = desk.at_terminal(&line, 200, "\n");
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("all that is left of order") && screen.contains("nothing was done"), "{screen}");
    assert!(!desk.run(&format!("show-order {id} --data-dir {}", shop.app.data_dir.display())).out.contains("refund"));

    desk.run(&format!("{line} --amount 1.50")).quietly();
    let (code, screen) = desk.at_terminal(&line, 200, "y\n");
    assert_eq!(code, Some(0), "{screen}");
    let done = desk.run(&line).quietly().out;
    assert!(screen.ends_with(&done) && done.starts_with(&id[..8]), "nothing is left, so nothing is asked: {done}");
}

#[test]
fn a_product_is_deleted_only_after_a_yes() {
    let desk = Desk::new();
    desk.run(&format!("import-products {SHOPIFY}"));
    let products = || desk.run("list-products --json").quietly().json().as_array().unwrap().len();
    let slug = desk.run("list-products --json").json()[0]["slug"].as_str().unwrap().to_owned();
    desk.run(&format!("delete-product {slug}")).refused(2, "--yes does it");
    assert_eq!(desk.at_terminal(&format!("delete-product {slug}"), 100, "no\n").0, Some(1));
    assert_eq!(products(), 20);
    let (code, screen) = desk.at_terminal(&format!("delete-product {slug}"), 100, "yes\n");
    assert_eq!((code, products()), (Some(0), 19), "{screen}");
    desk.run_with(&format!("delete-product {slug}"), &[("MANETES_YES", "1")]).refused(1, "no product begins with");
}

#[tokio::test(flavor = "multi_thread")]
async fn three_characters_stand_for_nothing() {
    let ((shop, order), desk) = (lived_in().await, Desk::new());
    let run = |line: &str| desk.run(&format!("{line} --data-dir {}", shop.app.data_dir.display()));
    let id = |list: &str| run(&format!("{list} --json")).quietly().json()[0]["id"].as_str().unwrap()[..3].to_owned();
    let (product, comment) = (id("list-products"), id("list-comments"));
    for line in
        ["show-order", "ship-order --tracking 1234567890", "deliver-order", "cancel-order", "refund-order --yes"]
    {
        run(&format!("{line} {}", &order[..3])).refused(1, "give 4 characters or more");
        run(&format!("{line} zzzz")).refused(1, "no order begins with \"zzzz\"; list-orders shows them");
    }
    for line in ["approve-comment", "reject-comment", "delete-comment"] {
        run(&format!("{line} {comment}")).refused(1, "give 4 characters or more");
    }
    run(&format!("delete-product --yes {product}")).refused(1, "give 4 characters or more");
    run(&format!("set-stock {product} 1")).refused(1, "no variant has the SKU or id");
    run(&format!("show-order #{}", order[..4].to_uppercase())).quietly();
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_lists_or_shows_speaks_json_in_one_form() {
    let ((shop, _), desk) = (lived_in().await, Desk::new());
    for command in commands(&desk) {
        if command.starts_with("show-") {
            assert!(desk.run(&format!("help {command}")).quietly().out.contains("--json"), "{command}");
        } else if command.starts_with("list-") || command == "log" {
            let printed = desk.run(&format!("{command} --json --data-dir {}", shop.app.data_dir.display())).quietly();
            let members = printed.json();
            let members = members.as_array().unwrap_or_else(|| panic!("{command}: {}", printed.out));
            assert!(members.iter().all(Value::is_object), "{command}");
            assert!(members.is_empty() || printed.out.starts_with("[\n  {\n    \""), "{command}: {}", printed.out);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reading_the_result_is_no_failure() {
    let ((shop, _), desk) = (lived_in().await, Desk::new());
    let lists: Vec<_> = commands(&desk).into_iter().filter(|name| name.starts_with("list-")).collect();
    let others =
        ["log", "settings get", "export-products -", "openapi", "completions bash", "help", "list-orders --json"];
    for line in lists.iter().map(String::as_str).chain(others) {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let mut command = desk.command(line);
        let done = command.env("MANETES_DATA_DIR", &shop.app.data_dir).stdout(writer).output().unwrap();
        assert_eq!((done.status.code(), done.stderr.as_slice()), (Some(0), &b""[..]), "{line}");
    }
}

#[test]
fn an_export_writes_over_no_file_unless_told_to() {
    let desk = Desk::new();
    desk.run(&format!("import-products {SHOPIFY}"));
    desk.write("all.csv", b"somebody's work");
    desk.run("export-products all.csv").refused(1, "all.csv: is there already; --force writes over it");
    assert_eq!(fs::read(desk.path().join("all.csv")).unwrap(), b"somebody's work");
    std::os::unix::fs::symlink("all.csv", desk.path().join("link.csv")).unwrap();
    desk.run("export-products --force link.csv").quietly();
    assert!(fs::symlink_metadata(desk.path().join("link.csv")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(desk.path().join("all.csv")).unwrap(), desk.run("export-products -").quietly().out);
    // Else the machine would be left without it.
    desk.run("export-products --force /dev/null").refused(1, "is not a file");
    let missing = desk.run("export-products nowhere/all.csv").refused(1, "nowhere/all.csv: No such file or directory");
    assert!(missing.err.ends_with("directory\n"), "{}", missing.err);
}

#[test]
fn what_cannot_be_read_is_told_in_one_line_that_says_what_to_do() {
    let desk = Desk::new();
    for (line, words) in [
        ("list-order", "there is no command \"list-order\", did you mean list-orders?; see `manetes help`"),
        ("import-products", "<FILE> is missing; see `manetes help import-products`"),
        ("list-orders --jsn", "there is no option \"--jsn\", did you mean --json?; see `manetes help list-orders`"),
        ("show-order 12ab34cd 34cd56ef", "there is no place for \"34cd56ef\"; see `manetes help show-order`"),
        ("settings --data-dir x", "a command is missing: get, set, help; see `manetes help settings`"),
        ("set-stock A many", "<QUANTITY>: \"many\": takes a whole number"),
        (
            "list-comments --status late",
            "MANETES_STATUS (--status): \"late\": takes one of: pending, approved, rejected",
        ),
        ("list-quotes --status", "--status"),
    ] {
        desk.run(line).refused(2, words);
    }
}

#[test]
fn a_list_is_as_wide_as_the_terminal_and_whole_in_a_pipe() {
    let desk = Desk::new();
    desk.run(&format!("import-products {SHOPIFY}"));
    let piped = desk.run("list-products").quietly().out;
    let longest = piped.lines().map(|line| line.chars().count()).max().unwrap();
    let (code, screen) = desk.at_terminal("list-products", 60, "");
    assert_eq!((code, screen.lines().count()), (Some(0), piped.lines().count()), "{screen}");
    assert!(longest > 60 && screen.lines().all(|line| line.chars().count() <= 60), "{longest}: {screen}");
    assert!(screen.contains('…') && !piped.contains('…'));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_that_stood_before_is_said_to_stand() {
    let ((shop, _), desk) = (lived_in().await, Desk::new());
    let run = |line: &str| desk.run(&format!("{line} --data-dir {}", shop.app.data_dir.display()));
    let comments = run("list-comments --status pending --json").quietly().json();
    let [one, other] = [0, 1].map(|n| comments[n]["id"].as_str().unwrap()[..8].to_owned());
    assert!(run(&format!("approve-comment {one}")).quietly().out.starts_with(&format!("approved: {one}")));
    let twice = run(&format!("approve-comment {one} {other}")).quietly().out;
    assert!(twice.starts_with(&format!("already approved: {one}")), "{twice}");
    assert!(twice.contains(&format!("\napproved: {other}")), "{twice}");
}
