//! The command line of the program itself: what it prints where, what it exits with, and what it refuses.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::support::Typed::{Interrupt, Line};
use crate::support::{Desk, Program};

const SHOPIFY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/shopify-home-and-garden.csv");
const WOOCOMMERCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/woocommerce-ferreteria.csv");

#[test]
fn results_go_to_standard_output_and_everything_else_to_standard_error() {
    let desk = Desk::new();
    let imported = desk.run(&format!("import-products {SHOPIFY}"));
    assert_eq!(imported.code, Some(0));
    assert!(imported.out.contains("created: 20\n") && !imported.out.contains("imported as always available"));
    assert!(imported.err.contains("imported as always available") && !imported.err.contains("created"));
    assert_eq!(desk.run("list-products --json").quietly().json().as_array().unwrap().len(), 20);
    assert_eq!(desk.run("list-orders --json").quietly().json().as_array().unwrap().len(), 0);
    let described = desk.run("openapi").quietly().json();
    assert!(described["paths"].as_object().unwrap().len() > 20);
    assert_eq!(desk.run("").code, Some(2));
    assert_eq!(desk.run("list-product").code, Some(2));
}

#[test]
fn a_variable_that_does_not_fit_stops_the_start_with_one_line_that_names_it() {
    let desk = Desk::new();
    for (name, value) in [
        ("MANETES_LISTENN", "127.0.0.1:0"),
        ("MANETES_STRIPE_KEY", "sk"),
        ("MANETES_STORE_ID_FILE", "x"),
        ("MANETES_SMTP_URL_FILE", "there is no such file"),
        ("MANETES_LISTEN", "8080"),
        ("MANETES_BASE_URL", "https://example.com/shop"),
        ("MANETES_STORE_ID", "a b"),
        ("MANETES_MAIL_FROM", "Shop"),
        ("MANETES_OWNER_EMAIL", "the owner"),
        ("MANETES_PAYMENTS", "cash"),
        ("MANETES_TRUSTED_PROXIES", "127.0.0.1/99"),
        ("MANETES_LIMITS", "none"),
        ("MANETES_DEMO", "perhaps"),
    ] {
        desk.run_with("serve", &[(name, value)]).refused(2, name);
    }
    for (name, value) in [
        ("MANETES_SMTP_URL", "mail.example.com"),
        ("MANETES_BASE_URL", "https://example.com"),
        ("MANETES_PAYMENTS", "stripe"),
        ("MANETES_STRIPE_SECRET_KEY", ""),
        ("MANETES_STRIPE_WEBHOOK_SECRET", "whsec_"),
        ("MANETES_STRIPE_API_BASE", "http://localhost:1"),
    ] {
        desk.run_with("serve", &[(name, value)]).refused(1, "MANETES_");
    }
    let elsewhere = [("MANETES_LIMITS", "relaxed"), ("MANETES_BASE_URL", "http://example.com")];
    desk.run_with("serve", &elsewhere).refused(1, "MANETES_LIMITS");
    assert!(!desk.data().join("manetes.sqlite").exists(), "nothing was begun");
}

#[test]
fn a_secret_may_stand_in_a_file_and_is_never_printed() {
    let desk = Desk::new();
    desk.write("smtp", b"smtp://shop:hunter2@[broken\n");
    let refused = desk.run_with("serve", &[("MANETES_SMTP_URL_FILE", "smtp")]).refused(1, "MANETES_SMTP_URL");
    assert!(!refused.err.contains("hunter2"), "{}", refused.err);
    desk.run_with("serve", &[("MANETES_SMTP_URL_FILE", "smtp"), ("MANETES_SMTP_URL", "x")]).refused(2, "both set");
    desk.write("oidc", br#"[{"id":"acme","client_secret":"hunter2"}]"#);
    let refused = desk.run_with("serve", &[("MANETES_OIDC_FILE", "oidc")]).refused(1, "MANETES_OIDC");
    assert!(!refused.err.contains("hunter2"), "{}", refused.err);
    assert!(!desk.run_with("help serve", &[("MANETES_SMTP_URL", "hunter2")]).out.contains("hunter2"));
}

#[test]
fn an_option_may_be_given_as_a_variable() {
    let desk = Desk::new();
    let elsewhere = desk.path().join("elsewhere");
    let data_dir = ("MANETES_DATA_DIR", elsewhere.to_str().unwrap());
    let tried = desk.run_with(&format!("import-products {WOOCOMMERCE}"), &[data_dir, ("MANETES_DRY_RUN", "yes")]);
    assert!(tried.out.ends_with("This was a dry run: nothing was written\n"), "{}", tried.out);
    for yes in ["1", "true", "yes"] {
        let listed = desk.run_with("list-products", &[data_dir, ("MANETES_JSON", yes)]).quietly();
        assert_eq!(listed.json(), Value::Array(Vec::new()));
    }
    desk.run_with("list-orders", &[data_dir, ("MANETES_STATUS", "lost")]).refused(2, "MANETES_STATUS (--status)");
    assert!(!desk.data().exists());
}

#[test]
fn a_broken_file_is_told_cell_by_cell_and_imports_nothing() {
    let desk = Desk::new();
    let file = "Handle,Title,Variant Price,Variant Inventory Qty\na,A,nine,3\nb,,5,x\nok,Fine,4,1\n";
    desk.write("broken.csv", file.as_bytes());
    let refused = desk.run("import-products broken.csv");
    assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    let told: Vec<&str> = refused.err.lines().collect();
    assert!(told[0].starts_with("row 2, column Variant Price: "), "{told:?}");
    assert!(told[1].starts_with("row 3, column Variant Inventory Qty: "), "{told:?}");
    assert_eq!(told[2..], ["manetes: 2 problems in the file: nothing was imported"]);
    assert!(!desk.data().exists());

    let sound = desk.run("import-products --row-by-row broken.csv");
    assert_eq!(sound.code, Some(0), "{}", sound.err);
    assert!(sound.out.starts_with("Shopify file, 3 products\ncreated: 1\nchanged: 0\nunchanged: 0\nleft out: 2\n"));
    assert_eq!(sound.err.lines().collect::<Vec<_>>(), told[..2]);
    let again = desk.run("import-products --row-by-row --json broken.csv").json();
    assert_eq!((&again["unchanged"], &again["left_out"]), (&1.into(), &2.into()));
    assert_eq!(
        again["problems"][0],
        serde_json::json!({
            "row": 2, "column": "Variant Price", "message": "\"nine\" is not an amount of money such as 12.50",
            "code": "not_an_amount", "params": {"written": "nine"},
        })
    );
    desk.write("worse.csv", b"Handle,Title,Variant Price\na,A,nine\n");
    let worse = desk.run("import-products --row-by-row worse.csv");
    assert_eq!((worse.code, worse.out.as_str()), (Some(1), ""));
    assert!(worse.err.ends_with("manetes: 1 problem in the file: nothing was imported\n"), "{}", worse.err);
    desk.run("import-products missing.csv").refused(1, "missing.csv: ");
}

#[test]
fn an_export_is_read_back_without_a_change() {
    let desk = Desk::new();
    for (file, created) in [(SHOPIFY, 20), (WOOCOMMERCE, 7)] {
        let imported = desk.run(&format!("import-products --json {file}"));
        assert_eq!(imported.json()["created"], created);
        assert_eq!(desk.run(&format!("import-products --json {file}")).json()["unchanged"], created);
    }
    assert_eq!(desk.run("export-products all.csv").quietly().out, "exported: 27\n");
    let again = desk.run("import-products --json all.csv").json();
    assert_eq!((&again["created"], &again["changed"], &again["unchanged"]), (&0.into(), &0.into(), &27.into()));
    assert_eq!(desk.run("export-products -").quietly().out, fs::read_to_string(desk.path().join("all.csv")).unwrap());
    desk.run("export-products nowhere/all.csv").refused(1, "nowhere/all.csv: ");
}

#[test]
fn whoever_reads_only_the_beginning_causes_no_failure() {
    let desk = Desk::new();
    let mut openapi = desk.command("openapi").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0];
    // Far less than it prints, and then the pipe is closed.
    openapi.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let done = openapi.wait_with_output().unwrap();
    assert_eq!((first, done.status.code(), done.stderr.as_slice()), (*b"{", Some(0), &b""[..]));
}

#[test]
fn a_mistyped_data_directory_is_not_made_into_an_empty_shop() {
    let desk = Desk::new();
    for line in [
        "list-products",
        "list-orders",
        "list-quotes",
        "list-messages",
        "list-comments",
        "list-mails",
        "retry-mail --all",
        "approve-comment 1",
        "delete-comment 1",
        "show-order 1",
        "export-products -",
        "set-stock A 1",
        "delete-product 1",
        "log",
        "settings get",
    ] {
        desk.run(&format!("{line} --data-dir dtaa")).refused(1, "dtaa/manetes.sqlite does not exist");
    }
    assert!(!desk.path().join("dtaa").exists());
    desk.run("settings set company.phone +34931234567").quietly();
    assert_eq!(desk.run("settings get company.phone").quietly().out, "+34931234567\n");
    assert_eq!(fs::metadata(desk.data()).unwrap().permissions().mode() & 0o777, 0o700, "it holds people's addresses");
}

#[test]
fn a_database_that_cannot_be_used_is_named_in_one_line() {
    let desk = Desk::new();
    desk.run("settings set company.phone +34931234567").quietly();
    let file = desk.data().join("manetes.sqlite");
    let conn = rusqlite::Connection::open(&file).unwrap();
    let later =
        "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'later', '', '1')";
    conn.execute(later, []).unwrap();
    drop(conn);
    for line in ["serve", "list-products"] {
        desk.run(line).refused(1, "has version 9999");
    }
    fs::write(&file, "not a database at all, but long enough to be taken for the header of one by mistake".repeat(9))
        .unwrap();
    for line in ["serve", "list-products"] {
        desk.run(line).refused(1, "data/manetes.sqlite: file is not a database");
    }
    let checked = desk.run("check").refused(1, "1 of these would fail");
    assert!(checked.out.contains("FAIL  database"), "{}", checked.out);
    desk.write("taken", b"");
    desk.run("serve --data-dir taken").refused(1, "taken: ");
}

#[test]
fn check_names_what_does_not_hold_and_changes_nothing() {
    let desk = Desk::new();
    desk.run("check --invariants").refused(1, "does not exist");
    assert_eq!(desk.run(&format!("import-products {SHOPIFY}")).code, Some(0));
    let sound = desk.run("check --invariants").quietly();
    assert!(sound.out.lines().all(|line| line.starts_with("ok    ")), "{}", sound.out);
    let database = rusqlite::Connection::open(desk.data().join("manetes.sqlite")).unwrap();
    database.execute("UPDATE variants SET inventory_quantity = inventory_quantity + 1", []).unwrap();
    let before: i64 = database.query_row("PRAGMA data_version", [], |row| row.get(0)).unwrap();
    let broken = desk.run("check --invariants").refused(1, "these do not hold: stock");
    let line = broken.out.lines().find(|line| line.starts_with("FAIL  stock ")).unwrap();
    assert!(line.ends_with(" …"), "ten are named: {line}");
    let broken = desk.run("check --invariants --json").refused(1, "stock").json();
    let stock = broken.as_array().unwrap().iter().find(|finding| finding["name"] == "stock").unwrap();
    assert_eq!((&stock["broken"], stock["ids"].as_array().unwrap().len()), (&stock["looked_at"], 10));
    assert_eq!(database.query_row("PRAGMA data_version", [], |row| row.get::<_, i64>(0)).unwrap(), before);
    database
        .execute(
            "DELETE FROM refinery_schema_history WHERE version = (SELECT max(version) FROM refinery_schema_history)",
            [],
        )
        .unwrap();
    desk.run("check --invariants").refused(1, "`manetes serve` of this program migrates it");
}

#[test]
fn check_tells_what_would_fail_and_what_a_launch_lacks() {
    let desk = Desk::new();
    let fresh = desk.run("check").quietly();
    assert!(
        fresh.out.contains("ok    database") && fresh.out.contains("TODO  store         the store is empty"),
        "{}",
        fresh.out
    );
    assert!(!desk.data().exists(), "only looked at, nothing is made");
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let no_mail = desk.run(&format!("check --smtp-url smtp://{nobody}")).refused(1, "1 of these would fail");
    assert!(no_mail.out.contains("FAIL  mail"), "{}", no_mail.out);
    let acme = format!(r#"[{{"id":"acme","name":"Acme","issuer":"http://{nobody}","client_id":"c"}}]"#);
    let no_provider = desk.run_with("check", &[("MANETES_OIDC", &acme)]).refused(1, "1 of these would fail");
    assert!(no_provider.out.contains("FAIL  sign-in       acme: "), "{}", no_provider.out);
    // Of names nobody is asked.
    let public = format!("check --base-url https://example.com --resolver {nobody}");
    let files = desk.run(&public).refused(1, "1 of these would fail");
    assert!(files.out.contains("FAIL  configuration MANETES_SMTP_URL is missing"), "{}", files.out);
    let sandbox = desk.run(&format!("{public} --smtp-url smtp://{nobody}")).out;
    assert!(sandbox.contains("FAIL  configuration MANETES_PAYMENTS=sandbox"), "{sandbox}");
    desk.run(&format!("{public} --demo")).quietly();
    assert!(desk.run("check --listen 127.0.0.1:9").quietly().out.contains("http://localhost:9\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_is_refused_before_it_touches_anything() {
    let desk = Desk::new();
    let program = Program::start(&desk.data()).await;
    desk.run("serve --listen 127.0.0.1:0").refused(1, "another manetes is serving ./data");
    let address = program.base.replace("http://localhost", "127.0.0.1");
    desk.run(&format!("serve --demo --data-dir other --listen {address}")).refused(1, &address);
    // Else the demo administrator would exist with a password that nobody was told.
    desk.run("list-products --data-dir other").refused(1, "does not exist");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_command_writes_is_on_the_page_at_the_next_request() {
    let desk = Desk::new();
    let program = Program::start(&desk.data()).await;
    let visitor = program.visitor();
    let page = visitor.get("/store").await.expect(200).text;
    let origin = format!("<link rel=\"canonical\" href=\"{}/store\">", program.base);
    assert!(page.contains(&origin), "links follow the port that is listened on");
    let products = desk.run("list-products --json").quietly().json();
    let (id, title) = (products[0]["id"].as_str().unwrap(), products[0]["title"].as_str().unwrap());
    assert!(page.contains(title));
    let sku = products[0]["variants"][0]["sku"].as_str().unwrap();
    desk.run(&format!("set-stock {sku} 0")).quietly();
    let variants = visitor.get(&format!("/api/store/store_manetes/variants?product_ids[]={id}")).await.expect(200);
    assert_eq!(variants.json()["variants"][0]["inventory_quantity"], 0);
    desk.run(&format!("delete-product --yes {}", &id[..8])).quietly();
    desk.run(&format!("delete-product --yes {}", &id[..8])).refused(1, "no product begins with");
    assert!(!visitor.get("/store").await.expect(200).text.contains(title));
    visitor.get(&format!("/product/{id}")).await.expect(404);
    desk.run("settings set company.phone +34931234567").quietly();
    assert!(visitor.get("/store").await.expect(200).text.contains("931 234 567"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_listed_by_status_and_shown_by_the_beginning_of_its_id() {
    let shop = crate::support::TestShop::demo().await;
    let (variant, _) = shop.variant("FON-LAT-40").await;
    let buyer = shop.customer("ana@example.com").await;
    let id = buyer.order(&variant, 2).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
    let desk = Desk::new();
    let data_dir = Path::new(&shop.app.data_dir).display().to_string();
    let run = |line: &str| desk.run(&format!("{line} --data-dir {data_dir}"));
    let shown = run(&format!("show-order {} --json", &id[..6])).quietly().json();
    assert_eq!((&shown["id"], &shown["order_items"][0]["quantity"]), (&id.as_str().into(), &2.into()));
    assert!(run(&format!("show-order {id}")).quietly().out.contains("ana@example.com"));
    for (status, expected) in [("pending", 1), ("paid", 0)] {
        let listed = run(&format!("list-orders --json --status {status}")).quietly().json();
        assert_eq!(listed.as_array().unwrap().len(), expected, "{status}");
    }
    run("show-order nothing").refused(1, "no order begins with \"nothing\"");
}

#[test]
fn what_is_done_here_is_in_the_log_and_the_log_tells_when_it_was_tampered_with() {
    let desk = Desk::new();
    desk.run(&format!("import-products {SHOPIFY}"));
    let id = desk.run("list-products --json").quietly().json()[0]["id"].as_str().unwrap().to_owned();
    desk.run(&format!("delete-product --yes {id}")).quietly();
    desk.run("settings set company.phone +34931234567").quietly();
    desk.run("settings set company.phone nothing").refused(1, "company.phone");
    desk.run_typing("create-admin --email jefa@example.com", "doce gatos grises\n").quietly();
    let log = desk.run("log --json").quietly().json();
    let acts: Vec<_> = log.as_array().unwrap().iter().map(|entry| entry["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["admin.granted", "setting.changed", "product.deleted", "catalogue.imported"]);
    assert_eq!(log[1]["detail"], serde_json::json!({ "before": "+34600000000", "after": "+34931234567" }));
    assert_eq!((&log[2]["subject"], &log[2]["actor"]["kind"]), (&id.as_str().into(), &"command_line".into()));
    assert!(desk.run("log --act setting").quietly().out.contains("setting.changed  company.phone"));

    let whole = desk.run("log --verify --json").quietly().json();
    let head = whole["head"].as_str().unwrap();
    assert_eq!((&whole["entries"], head.len()), (&4.into(), 64));
    desk.run(&format!("log --verify --head {head}")).quietly();
    desk.run("log --verify --head 12").refused(2, "MANETES_HEAD");
    desk.run(&format!("log --verify --head {}", "0".repeat(64))).refused(1, "that head is not in the log");
    let conn = rusqlite::Connection::open(desk.data().join("manetes.sqlite")).unwrap();
    conn.execute_batch("DROP TRIGGER audit_log_is_final; UPDATE audit_log SET actor_label = 'nobody' WHERE seq = 3")
        .unwrap();
    desk.run("log --verify").refused(1, "entry 3 of the log is not as it was written");
}

#[test]
fn a_password_is_typed_unseen_until_it_fits_and_whoever_interrupts_changes_nothing() {
    let desk = Desk::new();
    let create = "create-admin --email jefa@example.com";
    let interrupted = [("characters or more: ", Line("doce gatos grises")), ("The same again: ", Interrupt)];
    let (code, screen) = desk.converse(create, &interrupted);
    assert!(code == Some(1) && screen.ends_with("manetes: interrupted, nothing was changed\n"), "{screen}");
    assert_eq!(desk.run("list-admins --json").quietly().json(), serde_json::json!([]));
    let turns = [
        ("characters or more: ", Line("short")),
        ("characters or more: ", Line("doce gatos grises")),
        ("The same again: ", Line("trece gatos grises")),
        ("characters or more: ", Line("doce gatos grises")),
        ("The same again: ", Line("doce gatos grises")),
    ];
    let (code, screen) = desk.converse(create, &turns);
    assert_eq!(code, Some(0), "{screen}");
    for said in ["at least 12 characters", "the two passwords differ", "jefa@example.com is an administrator now"] {
        assert!(screen.contains(said), "{said}: {screen}");
    }
    assert!(!screen.contains("gatos"), "{screen}");
}

#[test]
fn an_administrator_is_made_and_unmade_here_with_a_password_from_standard_input() {
    let desk = Desk::new();
    let create = "create-admin --email Jefa@example.com --name Núria";
    desk.run("create-admin --email jefa").refused(2, "email address");
    desk.run("create-admin --revoke --email jefa@example.com").refused(1, "does not exist");
    desk.run_typing(create, "short\n").refused(1, "at least 12 characters");
    desk.run_typing(create, "Jefa@example.com\n").refused(1, "should not be your name");
    desk.run(create).refused(1, "at least 12 characters");
    let made = desk.run_typing(create, "doce gatos grises\n").quietly();
    assert!(made.out.starts_with("jefa@example.com is an administrator now\n"), "{}", made.out);
    let again = desk.run(create).quietly();
    assert!(again.out.contains("with the password they have"), "{}", again.out);
    desk.run("create-admin --revoke --email jefa@example.com").refused(1, "is the only administrator");
    desk.run_typing("create-admin --email otra@example.com", "doce gatos grises\n").quietly();
    desk.run("create-admin --revoke --email jefa@example.com").quietly();
    desk.run("create-admin --revoke --email jefa@example.com").refused(1, "is no administrator");
    desk.run("create-admin --revoke --email otra@example.com").refused(1, "is the only administrator");
    desk.run("create-admin --revoke --email nadie@example.com").refused(1, "no account has that address");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comment_approved_here_is_on_the_page_at_the_next_request_and_in_the_log() {
    let desk = Desk::new();
    let program = Program::start(&desk.data()).await;
    let visitor = program.visitor();
    let waiting = desk.run("list-comments --status pending --json").quietly().json();
    let (one, other) = (&waiting[0], &waiting[1]);
    let [id, next] = [one, other].map(|comment| comment["id"].as_str().unwrap());
    let (content, page) = (one["content"].as_str().unwrap(), format!("/product/{}", one["item_id"].as_str().unwrap()));
    let shows = async || visitor.get(&page).await.expect(200).text.contains(content);
    assert!(!shows().await, "nobody has read it");
    assert!(desk.run("list-comments").quietly().out.contains(&id[..8]));

    desk.run(&format!("approve-comment {} zzzz", &id[..8])).refused(1, "no comment begins with \"zzzz\"");
    assert_eq!(desk.run("approve-comment").code, Some(2));
    assert!(!shows().await, "nothing is half done");
    let done = desk.run(&format!("approve-comment {} {}", &id[..8], &next[..8])).quietly();
    assert_eq!(done.out.lines().filter(|line| line.starts_with("approved: ")).count(), 2, "{}", done.out);
    assert!(shows().await);

    desk.run_with(&format!("reject-comment {}", &id[..8]), &[("MANETES_REASON", "Es una pregunta")]).quietly();
    assert!(!shows().await);
    let rejected = desk.run("list-comments --status rejected --json").quietly().json();
    assert_eq!((&rejected[0]["id"], &rejected[0]["reason"]), (&id.into(), &"Es una pregunta".into()));
    desk.run(&format!("delete-comment {}", &id[..8])).quietly();
    desk.run(&format!("delete-comment {}", &id[..8])).refused(1, "no comment begins with");

    let log = desk.run("log --act comment --json").quietly().json();
    let acts: Vec<_> = log.as_array().unwrap().iter().map(|entry| entry["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["comment.deleted", "comment.rejected", "comment.approved", "comment.approved"]);
    assert!(!log.to_string().contains(content), "what a customer wrote can be forgotten");
}

#[test]
fn a_shell_and_the_manual_know_every_command() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = desk.run(&format!("completions {shell}")).quietly().out;
        assert!(script.contains("approve-comment") && script.contains("dry-run"), "{shell}");
    }
    let pages = desk.data().join("man");
    desk.run(&format!("man {}", pages.display())).quietly();
    let page = fs::read_to_string(pages.join("manetes-import-products.1")).unwrap();
    assert!(page.contains("Read products from a file"), "{page}");
    assert!(pages.join("manetes.1").exists());
    desk.run("completions tcsh").refused(2, "tcsh");
}
