//! The schema as it is read: `migrations/schema.sql` is what all migrations together make.

use manetes::db::{self, Db};

const FILE: &str = "migrations/schema.sql";

/// Every table, view, index and trigger of an empty database, tables first, each by its name.
fn schema() -> String {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
    let read = |conn: &db::Conn| {
        let mut statements = conn.prepare(
            "SELECT sql FROM sqlite_schema s
             WHERE sql IS NOT NULL AND name NOT LIKE 'refinery%'
               AND NOT EXISTS (SELECT 1 FROM pragma_table_list l WHERE l.name = s.name AND l.type = 'shadow')
             ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'view' THEN 1 WHEN 'index' THEN 2 ELSE 3 END, tbl_name, name",
        )?;
        let statements = statements.query_map([], |row| row.get::<_, String>(0))?;
        Ok::<_, db::Error>(statements.collect::<Result<Vec<_>, _>>()?)
    };
    let statements = db.read_blocking(read).unwrap();
    format!("-- What all migrations together make; a test writes it (README.md).\n\n{};\n", statements.join(";\n\n"))
}

#[test]
fn the_schema_that_is_read_is_the_one_the_migrations_make() {
    let file = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(file == schema(), "{FILE} is old; write it with: cargo test --test it write_schema -- --ignored");
}

#[test]
#[ignore = "it writes the file"]
fn write_schema() {
    std::fs::write(FILE, schema()).unwrap();
}
