//! The log of who did what, when and from where: at the desk, on the command line, or the program by itself.
//!
//! An act writes its entry in its own transaction: what is in force is in the log, and what was undone is not. Entries
//! are never changed and never leave; each carries the hash of the one before it, so [`verify`] finds the first that
//! does not fit. The chain begins at zero and not at a secret: a secret would lie in the same file, and whoever can
//! write the file could read it. What shows a chain that was cut off or made anew is its head, [`head`], kept elsewhere:
//! the server says it whenever it starts, and `manetes log --verify --head` asks whether it still stands there.
//!
//! Customers are named by their id and never by name or address. Details hold no secrets.

mod sql;

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::secrets::sha256;

/// Who acts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Actor {
    /// An administrator at the desk.
    Admin {
        /// Their account.
        id: String,
        /// Its address.
        email: String,
        /// Where the request came from.
        from: Option<IpAddr>,
    },
    /// Somebody with a shell on the machine.
    CommandLine {
        /// The number of the machine's user.
        id: String,
        /// Its name.
        user: String,
    },
    /// The program, by itself.
    System,
}

impl Actor {
    /// As it stands in the database and on the wire.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Admin { .. } => "admin",
            Self::CommandLine { .. } => "command_line",
            Self::System => "system",
        }
    }

    /// The id of the account or of the machine's user; empty for the program itself.
    pub fn id(&self) -> &str {
        match self {
            Self::Admin { id, .. } | Self::CommandLine { id, .. } => id,
            Self::System => "",
        }
    }

    /// As people know them.
    pub fn label(&self) -> &str {
        match self {
            Self::Admin { email, .. } => email,
            Self::CommandLine { user, .. } => user,
            Self::System => "manetes",
        }
    }

    /// The network address of a request.
    pub const fn from(&self) -> Option<IpAddr> {
        match self {
            Self::Admin { from, .. } => *from,
            Self::CommandLine { .. } | Self::System => None,
        }
    }
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its place, from 1.
    pub seq: i64,
    /// When.
    pub at: Timestamp,
    /// `admin`, `command_line` or `system`.
    pub actor_kind: String,
    /// The account, or the user of the machine.
    pub actor_id: String,
    /// As people know them.
    pub actor_label: String,
    /// The network address of the request.
    pub address: Option<String>,
    /// What was done, such as `order.shipped`.
    pub act: String,
    /// The id of what it was done to.
    pub subject: String,
    /// What else there is to know, JSON as it was written.
    pub detail: String,
}

/// Which entries are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// An act, such as `order.shipped`, or the kind of thing it is done to, such as `order`.
    pub act: Option<String>,
    /// Words that stand in the actor's name or address, the act, the subject or the detail.
    pub q: Option<String>,
}

/// The end of the chain, or of a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// How many entries there are.
    pub seq: i64,
    /// The hash of the last; zeros when there is none.
    pub hash: [u8; 32],
}

impl Head {
    /// Before the first entry.
    const START: Self = Self { seq: 0, hash: [0; 32] };
}

/// Writes down an act in the transaction that does it.
pub fn record(tx: &Tx<'_>, actor: &Actor, act: &str, subject: &str, detail: &Value, now: Timestamp) -> db::Result<()> {
    let before = sql::head(tx)?;
    let entry = Entry {
        seq: before.seq + 1,
        at: now,
        actor_kind: actor.kind().to_owned(),
        actor_id: actor.id().to_owned(),
        actor_label: actor.label().to_owned(),
        address: actor.from().map(|ip| ip.to_string()),
        act: act.to_owned(),
        subject: subject.to_owned(),
        detail: detail.to_string(),
    };
    sql::insert(tx, &entry, &before.hash, &hash(&before.hash, &entry))
}

/// How many entries there are of those wanted, and a page of them, newest first.
pub fn list(conn: &Conn, filter: &Filter, offset: i64, limit: i64) -> db::Result<(i64, Vec<Entry>)> {
    sql::list(conn, filter, offset, limit)
}

/// What was done to something, oldest first.
pub fn of_subject(conn: &Conn, subject: &str) -> db::Result<Vec<Entry>> {
    sql::of_subject(conn, subject)
}

/// The end of the chain as it stands.
pub fn head(conn: &Conn) -> db::Result<Head> {
    sql::head(conn)
}

/// Whether an entry with this hash stands in the chain.
pub fn knows(conn: &Conn, hash: &[u8]) -> db::Result<bool> {
    sql::knows(conn, hash)
}

/// Follows the chain from its beginning: its end when all fits, else the place of the first entry that does not.
pub fn verify(conn: &Conn) -> db::Result<Result<Head, i64>> {
    sql::fold(conn, Ok(Head::START), |sound: Result<Head, i64>, link| {
        let before = sound?;
        let follows = link.entry.seq == before.seq + 1 && link.prev_hash == before.hash;
        if !follows || link.hash != hash(&before.hash, &link.entry) {
            return Err(before.seq + 1);
        }
        Ok(Head { seq: link.entry.seq, hash: link.hash })
    })
}

/// SHA-256 of the hash before and of the entry as a JSON list: a form in which no two entries are the same.
fn hash(before: &[u8; 32], entry: &Entry) -> [u8; 32] {
    let Entry { seq, at, actor_kind, actor_id, actor_label, address, act, subject, detail } = entry;
    let said = serde_json::json!([seq, at, actor_kind, actor_id, actor_label, address, act, subject, detail]);
    sha256(&[before.as_slice(), said.to_string().as_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::db::Db;

    const NOW: Timestamp = Timestamp::from_millis(1_795_195_391_000);

    fn log() -> (tempfile::TempDir, Db) {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
        let admin = Actor::Admin {
            id: String::from("a-1"),
            email: String::from("jefa@example.com"),
            from: Some("203.0.113.9".parse().unwrap()),
        };
        let shell = Actor::CommandLine { id: String::from("0"), user: String::from("root") };
        db.write_blocking(move |tx| {
            record(tx, &admin, "order.shipped", "o-1", &json!({ "tracking_number": "PQ1" }), NOW)?;
            record(tx, &shell, "order.delivered", "o-1", &json!({}), NOW)?;
            record(tx, &Actor::System, "setting.changed", "company.phone", &json!({ "after": "+34" }), NOW)
        })
        .unwrap();
        (dir, db)
    }

    fn change(db: &Db, sql: String) -> db::Result<usize> {
        db.write_blocking(move |tx| tx.execute(&sql, []).map_err(db::Error::from))
    }

    #[test]
    fn an_entry_can_neither_be_changed_nor_taken_out() {
        let (_dir, db) = log();
        for sql in ["UPDATE audit_log SET act = 'order.lost' WHERE seq = 1", "DELETE FROM audit_log WHERE seq = 3"] {
            let refused = change(&db, sql.to_owned()).unwrap_err();
            assert!(refused.to_string().contains("append-only"), "{refused}");
        }
        assert_eq!(db.read_blocking(verify).unwrap().unwrap().seq, 3);
    }

    #[test]
    fn the_first_entry_somebody_tampered_with_is_named() {
        let forge = |seq: i64, change_of: &str| {
            let (_dir, db) = log();
            db.write_blocking(|tx| {
                tx.execute_batch("DROP TRIGGER audit_log_is_final; DROP TRIGGER audit_log_stays")
                    .map_err(db::Error::from)
            })
            .unwrap();
            change(&db, change_of.replace("{}", &seq.to_string())).unwrap();
            db.read_blocking(verify).unwrap()
        };
        for seq in 1..=3 {
            for column in [
                "at = at + 1",
                "actor_kind = 'admin', actor_id = 'x'",
                "actor_label = 'x'",
                "address = '::1'",
                "act = 'x.y'",
                "subject = 'x'",
                "detail = detail || ' '",
                "prev_hash = zeroblob(32), act = 'x.y'",
                "hash = zeroblob(32)",
                "seq = seq + 10",
            ] {
                let found = forge(seq, &format!("UPDATE audit_log SET {column} WHERE seq = {{}}"));
                assert_eq!(found, Err(seq), "{column}");
            }
        }
        for (seq, expected) in [(1, Err(1)), (2, Err(2))] {
            assert_eq!(forge(seq, "DELETE FROM audit_log WHERE seq = {}"), expected, "a missing entry");
        }
        let slipped_in = "INSERT INTO audit_log SELECT 4, at, actor_kind, actor_id, actor_label, address, act, subject,
                              detail, hash, randomblob(32) FROM audit_log WHERE seq = {}";
        assert_eq!(forge(3, slipped_in), Err(4));
    }

    #[test]
    fn a_chain_that_was_cut_off_no_longer_knows_its_head() {
        let (_dir, db) = log();
        let head = db.read_blocking(head).unwrap();
        assert!(db.read_blocking(|conn| knows(conn, &head.hash)).unwrap());
        db.write_blocking(|tx| {
            tx.execute_batch("DROP TRIGGER audit_log_stays; DELETE FROM audit_log WHERE seq = 3")
                .map_err(db::Error::from)
        })
        .unwrap();
        assert_eq!(db.read_blocking(verify).unwrap().unwrap().seq, 2, "what is left fits together");
        assert!(!db.read_blocking(|conn| knows(conn, &head.hash)).unwrap());
    }

    #[test]
    fn an_act_that_is_undone_is_not_in_the_log() {
        let (_dir, db) = log();
        let undone: db::Result<()> = db.write_blocking(|tx| {
            record(tx, &Actor::System, "order.shipped", "o-2", &json!({}), NOW)?;
            Err(db::Error::Busy)
        });
        assert!(undone.is_err());
        assert_eq!(db.read_blocking(head).unwrap().seq, 3);
    }

    #[test]
    fn entries_are_found_by_act_kind_and_words() {
        let (_dir, db) = log();
        let found = |act: Option<&str>, q: Option<&str>| {
            let filter = Filter { act: act.map(str::to_owned), q: q.map(str::to_owned) };
            let (count, page) = db.read_blocking(|conn| list(conn, &filter, 0, 2)).unwrap();
            (count, page.into_iter().map(|entry| entry.seq).collect::<Vec<_>>())
        };
        assert_eq!(found(None, None), (3, vec![3, 2]));
        assert_eq!(found(Some("order"), None), (2, vec![2, 1]));
        assert_eq!(found(Some("order.shipped"), None), (1, vec![1]));
        assert_eq!(found(Some("orde"), None), (0, vec![]));
        for (q, expected) in [("JEFA@", 1), ("203.0.113", 1), ("pq1", 1), ("o-1", 2), ("o%1", 0), ("ROOT", 1)] {
            assert_eq!(found(None, Some(q)).0, expected, "{q}");
        }
        assert_eq!(found(Some("order"), Some("root")), (1, vec![2]));
    }
}
