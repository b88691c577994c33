//! Databases of other versions, and of other programs.

mod upgrade;

use rusqlite::Connection;

use crate::db::connect::open_connection;
use crate::db::{Db, Error};

#[test]
fn a_database_of_a_newer_program_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.sqlite");
    drop(Db::open(&path).unwrap());
    let conn = Connection::open(&path).unwrap();
    conn.execute(
        "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'later', '', '1')",
        [],
    )
    .unwrap();
    assert!(matches!(Db::open(&path), Err(Error::Newer { found: 9999, .. })));
}

#[test]
fn a_migration_below_one_that_has_run_is_noticed_and_nothing_is_touched() {
    let dir = tempfile::tempdir().unwrap();
    for (name, history, expected) in [
        ("skipped", "DELETE FROM refinery_schema_history WHERE version = 20", (vec![], vec![20])),
        ("unknown", "INSERT INTO refinery_schema_history VALUES (9, 'of_another_branch', '', '1')", (vec![9], vec![])),
    ] {
        let path = dir.path().join(name);
        // One connection alone: a pool's may be closed after it, and works the log into the file then.
        std::fs::File::create(&path).unwrap();
        let mut conn = open_connection(&path).unwrap();
        super::migrate(&mut conn, &path).unwrap();
        conn.execute(history, []).unwrap();
        drop(conn);
        let before = std::fs::read(&path).unwrap();
        for opened in [Db::open(&path), Db::open_as_it_is(&path)] {
            let Err(Error::OtherHistory { unknown, skipped }) = opened else { panic!("{name} was opened") };
            assert_eq!((unknown, skipped), expected);
        }
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

#[test]
fn the_addresses_of_the_demos_pictures_lose_their_ending_everywhere() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.sqlite");
    let mut conn = Connection::open(&path).unwrap();
    super::embedded::migrations::runner().set_target(refinery::Target::Version(6)).run(&mut conn).unwrap();
    conn.execute_batch(
        "PRAGMA foreign_keys = off;
         INSERT INTO collections (id, slug, title, image_url, created_at, updated_at)
         VALUES ('c', 'c', 'c', '/media/demo/c.svg', 0, 0), ('d', 'd', 'd', '/media/own.svg', 0, 0);
         INSERT INTO order_items (id, order_id, position, product_id, variant_id, product_title, variant_title,
             image_url, quantity, price_in_cents, tax_rate_bp, stock_managed)
         VALUES ('i', 'o', 0, 'p', 'v', 'p', 'v', '/media/demo/candado-arco.svg', 1, 100, 2100, 1);",
    )
    .unwrap();
    drop(conn);
    drop(Db::open(&path).unwrap());
    let conn = Connection::open(&path).unwrap();
    let mut rows = conn
        .prepare("SELECT image_url FROM collections UNION ALL SELECT image_url FROM order_items ORDER BY image_url")
        .unwrap();
    let urls: Vec<String> = rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(urls, ["/media/demo/c", "/media/demo/candado-arco", "/media/own.svg"]);
}

#[test]
fn only_the_server_migrates_and_it_keeps_the_last_three_copies() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.sqlite");
    let mut conn = Connection::open(&path).unwrap();
    super::embedded::migrations::runner().set_target(refinery::Target::Version(6)).run(&mut conn).unwrap();
    for older in [2, 3, 4, 10] {
        std::fs::write(dir.path().join(format!("t.before-v{older}.sqlite")), "").unwrap();
    }
    let known = super::latest_version();
    assert!(matches!(Db::open_as_it_is(&path), Err(Error::Older { found: 6, known: k }) if k == known));
    assert_eq!(super::current_version(&conn).unwrap(), 6);
    drop(Db::open(&path).unwrap());
    let mut kept: Vec<_> = super::copies(&path).into_iter().map(|(version, _)| version).collect();
    kept.sort_unstable();
    assert_eq!(kept, [4, 10, known]);
    let copy = Connection::open(path.with_extension(format!("before-v{known}.sqlite"))).unwrap();
    assert_eq!(super::current_version(&copy).unwrap(), 6);
    drop(Db::open_as_it_is(&path).unwrap());
}

#[test]
fn the_database_of_another_program_is_neither_taken_nor_touched() {
    let dir = tempfile::tempdir().unwrap();
    for (name, tables) in [
        ("other", "CREATE TABLE notes (text TEXT)"),
        (
            "alike",
            "CREATE TABLE refinery_schema_history (version INT4 PRIMARY KEY, name VARCHAR, applied_on VARCHAR, checksum VARCHAR);
             INSERT INTO refinery_schema_history VALUES (1, 'initial', '', '1')",
        ),
    ] {
        let path = dir.path().join(name);
        let conn = Connection::open(&path).unwrap();
        conn.execute_batch(tables).unwrap();
        drop(conn);
        let before = std::fs::read(&path).unwrap();
        assert!(matches!(Db::open(&path), Err(Error::Foreign)), "{name}");
        assert!(matches!(Db::open_as_it_is(&path), Err(Error::Foreign)), "{name}");
        assert_eq!(std::fs::read(&path).unwrap(), before, "{name}");
    }
}

#[test]
fn what_was_just_made_is_in_the_one_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.sqlite");
    let db = Db::open(&path).unwrap();
    let alone = dir.path().join("alone.sqlite");
    std::fs::copy(&path, &alone).unwrap();
    drop(Db::open_as_it_is(&alone).unwrap());
    drop(db);
    assert!(!dir.path().join("t.sqlite-wal").exists(), "who closes it last works everything in");
}

#[test]
fn a_unit_may_cost_a_million_and_what_was_no_sale_is_none() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.sqlite");
    let mut conn = Connection::open(&path).unwrap();
    super::embedded::migrations::runner().set_target(refinery::Target::Version(20)).run(&mut conn).unwrap();
    let variant = |id: &str, sale: &str| {
        format!(
            "INSERT INTO variants (id, product_id, position, title, price_in_cents, sale_price_in_cents,
                                   before_price_in_cents, announced_sale_in_cents)
             VALUES ('{id}', 'p', 0, 'v', 1000000, {sale}, {sale}, {sale});
             INSERT INTO stock_movements (variant_id, delta, reason, at) VALUES ('{id}', 3, 'set', 0);"
        )
    };
    conn.execute_batch(&format!(
        "INSERT INTO products (id, slug, title, created_at, updated_at) VALUES ('p', 'p', 'p', 0, 0); {} {} {} {}",
        variant("sale", "999999"),
        variant("same", "1000000"),
        variant("gift", "0"),
        variant("none", "NULL"),
    ))
    .unwrap();
    drop(conn);
    drop(Db::open(&path).unwrap());
    let conn = Connection::open(&path).unwrap();
    let mut rows = conn.prepare("SELECT id FROM variants WHERE announced_sale_in_cents IS NOT NULL").unwrap();
    let on_sale: Vec<String> = rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(on_sale, ["sale"]);
    let moved: i64 = conn.query_row("SELECT sum(delta) FROM stock_movements", [], |row| row.get(0)).unwrap();
    assert_eq!(moved, 12, "nothing that points at a variant is lost");
    let price = |cents: i64| conn.execute("UPDATE variants SET price_in_cents = ?1", [cents]);
    assert_eq!(price(100_000_000).unwrap(), 4);
    assert!(price(100_000_001).is_err());
    let sound: String = conn.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
}

#[test]
fn orders_from_before_are_numbered_by_the_year_of_the_firms_calendar() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.sqlite");
    let mut conn = Connection::open(&path).unwrap();
    super::embedded::migrations::runner().set_target(refinery::Target::Version(26)).run(&mut conn).unwrap();
    conn.execute_batch(
        "INSERT INTO users (id, email, password_hash, created_at, updated_at) VALUES ('u', 'u@x', '', 0, 0);",
    )
    .unwrap();
    // The first half hour of 2026 in Spain is still 2025 in UTC.
    let minute = |n: i64| 1_767_222_000_000 + n * 60_000;
    for (id, at) in [("b", minute(1)), ("a", minute(-1)), ("c", minute(2))] {
        conn.execute(
            "INSERT INTO orders (id, user_id, email, lang, name, address, city, postal_code, country, items_in_cents,
                 shipping_in_cents, total_in_cents, tax_in_cents, created_at, updated_at, expires_at)
             VALUES (?1, 'u', 'u@x', 'es', 'n', 'a', 'c', '08630', 'ES', 1, 0, 1, 0, ?2, ?2, ?2)",
            (id, at),
        )
        .unwrap();
    }
    conn.execute_batch(
        "INSERT INTO order_numbers (order_id) SELECT id FROM orders;
         INSERT INTO order_search (rowid, words) SELECT n, order_id FROM order_numbers;",
    )
    .unwrap();
    drop(conn);
    drop(Db::open(&path).unwrap());
    let conn = Connection::open(&path).unwrap();
    let mut rows = conn
        .prepare(
            "SELECT o.id || ' ' || o.year || ' ' || o.number || ' ' || s.words FROM orders o
                  JOIN order_numbers n ON n.order_id = o.id JOIN order_search s ON s.rowid = n.n ORDER BY o.id",
        )
        .unwrap();
    let rows: Vec<String> = rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let expected = ["a 2025 1 a 2025-0001 u@x n ", "b 2026 1 b 2026-0001 u@x n ", "c 2026 2 c 2026-0002 u@x n "];
    assert_eq!(rows, expected);
}

#[test]
fn what_people_wrote_before_is_numbered_oldest_first_and_complaints_keep_their_keys() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.sqlite");
    let mut conn = Connection::open(&path).unwrap();
    crate::db::connect::set_up(&conn).unwrap();
    super::embedded::migrations::runner().set_target(refinery::Target::Version(93)).run(&mut conn).unwrap();
    // The first half hour of 2026 in Spain is still 2025 in UTC.
    let minute = |n: i64| 1_767_222_000_000 + n * 60_000;
    for table in ["quote_requests", "contact_messages"] {
        for (id, at) in [("b", minute(1)), ("a", minute(-1)), ("c", minute(2)), ("d", minute(3))] {
            let sql = format!(
                "INSERT INTO {table} (id, name, email, message, lang, created_at)
                 VALUES (?1, 'Pau', 'pau@example.com', 'Hola', 'es', ?2)"
            );
            conn.execute(&sql, (id, at)).unwrap();
        }
    }
    let complaint =
        "INSERT INTO complaints (year, number, message_id, received_at, due_at) VALUES (2026, 1, 'c', 0, 1)";
    conn.execute(complaint, []).unwrap();
    drop(conn);
    drop(Db::open(&path).unwrap());
    let conn = Connection::open(&path).unwrap();
    let all = |sql: &str| {
        let mut rows = conn.prepare(sql).unwrap();
        rows.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap).collect::<Vec<_>>().join(", ")
    };
    let numbers = |table: &str| all(&format!("SELECT concat_ws(' ', id, year, number) FROM {table} ORDER BY id"));
    assert_eq!(numbers("quote_requests"), "a 2025 1, b 2026 1, c 2026 2, d 2026 3");
    assert_eq!(numbers("contact_messages"), "a 2025 1, b 2026 1, c, d 2026 2");
    let given = all("SELECT concat_ws(' ', kind, year, last) FROM inquiry_numbers ORDER BY kind, year");
    assert_eq!(given, "message 2025 1, message 2026 2, quote 2025 1, quote 2026 3");
}

#[test]
fn nobody_else_on_the_machine_may_read_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
    db.write_blocking(|tx| tx.execute("DELETE FROM settings", []).map_err(Error::from)).unwrap();
    let files: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(Result::unwrap).collect();
    assert!(files.len() >= 2, "the database and its log");
    for file in files {
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", file.file_name());
    }
}

#[test]
fn a_migrated_database_opens_again_unchanged() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.sqlite");
    drop(Db::open(&path).unwrap());
    drop(Db::open(&path).unwrap());
    assert_eq!(
        std::fs::read_dir(dir.path())
            .unwrap()
            .filter(|f| { f.as_ref().unwrap().file_name().to_string_lossy().contains("before") })
            .count(),
        0
    );
}
