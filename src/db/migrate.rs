//! Migrations: embedded, append-only, run on start; a database of a newer program is refused.

use std::path::Path;

use super::{Conn, Error, Result};

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// The newest version this program knows.
pub fn latest_version() -> i32 {
    embedded::migrations::runner().get_migrations().iter().map(refinery::Migration::version).max().unwrap_or(0)
}

/// Brings the database to [`latest_version`]; an older one that holds data is copied beside itself first.
pub(super) fn migrate(conn: &mut Conn, path: &Path) -> Result<()> {
    let (found, known) = (current_version(conn)?, latest_version());
    if found > known {
        return Err(Error::Newer { found, known });
    }
    if found == known {
        return Ok(());
    }
    if found > 0 {
        let copy = path.with_extension(format!("before-v{known}.sqlite"));
        if copy.exists() {
            // Left by a migration that was interrupted: the database is still the older one, so is a fresh copy.
            std::fs::remove_file(&copy).map_err(|error| Error::File { path: copy.clone(), error })?;
        }
        super::keep_private(&copy)?;
        conn.execute("VACUUM INTO ?", [copy.to_string_lossy()])?;
    }
    embedded::migrations::runner().run(conn)?;
    Ok(())
}

pub(super) fn current_version(conn: &Conn) -> Result<i32> {
    if !conn.table_exists(None, "refinery_schema_history")? {
        return Ok(0);
    }
    Ok(conn.query_row("SELECT coalesce(max(version), 0) FROM refinery_schema_history", [], |row| row.get(0))?)
}

#[cfg(test)]
mod tests {
    use super::super::{Db, Error};

    #[test]
    fn a_database_of_a_newer_program_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.sqlite");
        drop(Db::open(&path).unwrap());
        let conn = rusqlite::Connection::open(&path).unwrap();
        conn.execute(
            "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'later', '', '1')",
            [],
        )
        .unwrap();
        assert!(matches!(Db::open(&path), Err(Error::Newer { found: 9999, .. })));
    }

    #[test]
    fn the_addresses_of_the_demos_pictures_lose_their_ending_everywhere() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.sqlite");
        let mut conn = rusqlite::Connection::open(&path).unwrap();
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
        let conn = rusqlite::Connection::open(&path).unwrap();
        let mut rows = conn
            .prepare("SELECT image_url FROM collections UNION ALL SELECT image_url FROM order_items ORDER BY image_url")
            .unwrap();
        let urls: Vec<String> = rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        assert_eq!(urls, ["/media/demo/c", "/media/demo/candado-arco", "/media/own.svg"]);
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
}
