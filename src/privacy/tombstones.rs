//! Who was erased, without saying who: a hash of the address for mail, keyed by the server, and one of the account's id.
//! A copy of the database from before brings erased people back; the list beside it, `erased.log`, says so, and they are
//! erased again.
//!
//! A line is a moment in Unix milliseconds and 64 hexadecimal digits. The file is only ever appended to. The row comes
//! first, in the transaction of the erasure; what a crash kept out of the file gets there at the next look.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use super::{Error, Forgotten, erase, sql};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Db, Tx};
use crate::files;
use crate::secrets::{Secrets, hmac_sha256};
use crate::text::{hex, unhex};

const FILE: &str = "erased.log";

/// An address nobody can read, and when it was erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tombstone {
    pub(super) erased_at: Timestamp,
    pub(super) address: [u8; 32],
}

impl Tombstone {
    fn line(&self) -> String {
        format!("{} {}\n", self.erased_at.millis(), hex(&self.address))
    }

    fn parse(line: &str) -> Option<Self> {
        let (at, digits) = line.split_once(' ')?;
        Some(Self { erased_at: Timestamp::from_millis(at.parse().ok()?), address: unhex(digits)? })
    }
}

/// What an address, or the id of an account, is known by once it is erased. The key is made from one that every copy of the database has.
pub(super) fn hash(secrets: &Secrets, email: &str) -> [u8; 32] {
    hmac_sha256(&hmac_sha256(&secrets.mail, b"tombstones"), email.as_bytes())
}

/// Erases again whoever was erased and came back with an older copy, and brings file and database to the same; how many
/// came back. Not for an async thread.
pub fn settle(db: &Db, data_dir: &Path) -> Result<usize, Error> {
    let listed = read(data_dir)?;
    let forgotten = db.write_blocking(move |tx| replay(tx, &listed))?;
    let back = forgotten.len();
    forgotten.iter().try_for_each(|forgotten| forgotten.sweep(data_dir))?;
    write(db, data_dir)?;
    Ok(back)
}

fn replay(tx: &Tx<'_>, listed: &BTreeSet<Tombstone>) -> Result<Vec<Forgotten>, Error> {
    let known = sql::tombstones(tx)?;
    let missing: Vec<_> = listed.difference(&known).collect();
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let secrets = Secrets::load(tx)?;
    let mut back = BTreeMap::new();
    for person in sql::present(tx)? {
        let address = hash(&secrets, &person.known_by);
        if let Some(tombstone) = missing.iter().rev().find(|tombstone| tombstone.address == address) {
            back.insert(person.email, tombstone.erased_at);
        }
    }
    let forgotten = back.iter().map(|(email, at)| erase::again(tx, email, *at)).collect::<Result<_, _>>()?;
    missing.into_iter().try_for_each(|tombstone| sql::insert_tombstone(tx, tombstone))?;
    Ok(forgotten)
}

/// Those of whom something older than their erasure is there, as the log names them; and how many were erased.
pub(crate) fn still_there(conn: &Conn) -> db::Result<(i64, Vec<String>)> {
    let (count, back) = come_back(conn)?;
    let Some(secrets) = Secrets::find(conn)? else { return Ok((count, Vec::new())) };
    let names: BTreeSet<String> = back.keys().map(|email| erase::name(&hash(&secrets, email))).collect();
    Ok((count, names.into_iter().collect()))
}

/// How many were erased, and the addresses of those of whom something older than that is there, with when it was.
fn come_back(conn: &Conn) -> db::Result<(i64, BTreeMap<String, Timestamp>)> {
    let tombstones = sql::tombstones(conn)?;
    let count = i64::try_from(tombstones.len()).unwrap_or(i64::MAX);
    let mut back = BTreeMap::new();
    let Some(secrets) = Secrets::find(conn)?.filter(|_| count > 0) else { return Ok((count, back)) };
    for person in sql::present(conn)? {
        let address = hash(&secrets, &person.known_by);
        let is_older = |tombstone: &&Tombstone| tombstone.address == address && person.since < tombstone.erased_at;
        if let Some(tombstone) = tombstones.iter().rev().find(is_older) {
            back.insert(person.email, tombstone.erased_at);
        }
    }
    Ok((count, back))
}

/// Erases again whoever came back with a payment that a restored shop had forgotten. Not for an async thread.
pub(super) fn erase_again(db: &Db, data_dir: &Path) -> Result<(), Error> {
    if db.read_blocking(come_back)?.1.is_empty() {
        return Ok(());
    }
    let forgotten = db.write_blocking(|tx| {
        let (_, back) = come_back(tx)?;
        back.iter().map(|(email, at)| erase::again(tx, email, *at)).collect::<Result<Vec<_>, Error>>()
    })?;
    Ok(forgotten.iter().try_for_each(|forgotten| forgotten.sweep(data_dir))?)
}

/// Takes along to the folder of an older copy, `to`, whom the data directory `from` and its database know to be erased.
pub fn carry(from: &Path, conn: Option<&Conn>, to: &Path) -> Result<(), Error> {
    let mut known = read(from)?;
    // One that cannot be read has its list beside it.
    known.extend(conn.and_then(|conn| sql::tombstones(conn).ok()).into_iter().flatten());
    append(known.difference(&read(to)?), to)
}

/// Appends to the file what only the database knows. Not for an async thread.
pub(super) fn write(db: &Db, data_dir: &Path) -> Result<(), Error> {
    let known = db.read_blocking(sql::tombstones)?;
    append(known.difference(&read(data_dir)?), data_dir)
}

fn append<'a>(tombstones: impl Iterator<Item = &'a Tombstone>, data_dir: &Path) -> Result<(), Error> {
    let lines: String = tombstones.map(Tombstone::line).collect();
    if !lines.is_empty() {
        let path = data_dir.join(FILE);
        let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(&path)?;
        files::own_like(&path, data_dir)?;
        // After a line that a crash cut off, too.
        file.write_all(format!("\n{lines}").as_bytes())?;
        file.sync_all()?;
    }
    Ok(())
}

fn read(data_dir: &Path) -> io::Result<BTreeSet<Tombstone>> {
    let mut text = String::new();
    match File::open(data_dir.join(FILE)) {
        Ok(mut file) => file.read_to_string(&mut text)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error),
    };
    Ok(text.lines().filter_map(Tombstone::parse).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written_and_a_broken_one_is_none() {
        let tombstone = Tombstone { erased_at: Timestamp::from_millis(1_795_195_391_000), address: [0xa7; 32] };
        let line = tombstone.line();
        assert_eq!(Tombstone::parse(line.trim_end()), Some(tombstone));
        let cut = &line[..40];
        for broken in ["", "1795195391000", cut, &format!("{}0", line.trim_end()), "x 00", &line.replace('a', "ñ")] {
            assert_eq!(Tombstone::parse(broken.trim_end_matches('\n')), None, "{broken}");
        }
    }
}
