//! What is in a backup, and what it is called.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;

/// The version of what is described here.
pub(super) const FORMAT: u32 = 1;
/// The last part.
pub(super) const MANIFEST: &str = "manifest.json";
/// With what a file begins.
pub(super) const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
pub(super) const AGE: &[u8] = b"age-encryption.org/v1\n";

/// What a backup says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: u32,
    /// The version of the program that made it.
    pub program: String,
    /// The version of the database.
    pub schema: i32,
    /// When, in RFC 3339.
    pub made_at: String,
    /// Whether the server's own keys are in it, as they are in an encrypted one.
    pub has_keys: bool,
    /// The end of the log of acts.
    pub log: LogHead,
    /// Rows of each table.
    pub rows: BTreeMap<String, i64>,
    /// Every other file in it.
    pub parts: Vec<Part>,
}

/// The end of the log of acts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogHead {
    /// How many entries.
    pub entries: i64,
    /// The hash of the last, in hexadecimal digits.
    pub hash: String,
}

/// A file in a backup.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Part {
    /// Where it belongs in the data directory.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// In hexadecimal digits.
    pub sha256: String,
}

impl Manifest {
    /// When the shop was so.
    pub fn made_at(&self) -> Timestamp {
        Timestamp::parse_rfc3339(&self.made_at).unwrap_or(Timestamp::from_millis(0))
    }

    /// Bytes of all its files.
    pub fn bytes(&self) -> u64 {
        self.parts.iter().map(|part| part.bytes).sum()
    }
}

const BEGIN: &str = "manetes-";
const PLAIN: &str = ".tar.zst";
const ENCRYPTED: &str = ".tar.zst.age";

/// A moment as it stands in names: `20261122T162012Z`.
pub(super) fn stamp(at: Timestamp) -> String {
    let text = at.to_rfc3339().replace(['-', ':'], "");
    format!("{}Z", text.split('.').next().unwrap_or_default())
}

/// What the backup of a moment is called.
pub(super) fn name(at: Timestamp, is_encrypted: bool) -> String {
    format!("{BEGIN}{}{}", stamp(at), if is_encrypted { ENCRYPTED } else { PLAIN })
}

/// Whether one of this name is encrypted.
pub(super) fn is_encrypted(name: &str) -> bool {
    name.ends_with(ENCRYPTED)
}

/// The moment of a backup by its name; `None` for what is none.
pub(super) fn moment(name: &str) -> Option<Timestamp> {
    let rest = name.strip_prefix(BEGIN)?;
    let stamp = rest.strip_suffix(ENCRYPTED).or_else(|| rest.strip_suffix(PLAIN))?;
    let part = |from: usize, to: usize| stamp.get(from..to);
    let (day, time) = ((part(0, 4)?, part(4, 6)?, part(6, 8)?), (part(9, 11)?, part(11, 13)?, part(13, 16)?));
    let text = format!("{}-{}-{}T{}:{}:{}", day.0, day.1, day.2, time.0, time.1, time.2);
    Timestamp::parse_rfc3339(&text).filter(|at| self::stamp(*at) == stamp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_its_moment_and_others_say_none() {
        let at = Timestamp::parse_rfc3339("2026-11-22T16:20:12Z").unwrap();
        for encrypted in [false, true] {
            assert_eq!(moment(&name(at, encrypted)), Some(at));
        }
        assert_eq!(name(at, true), "manetes-20261122T162012Z.tar.zst.age");
        for other in [
            "manetes-20261122T162012Z.tar.zst.part",
            ".manetes-20261122T162012Z.tar.zst",
            "manetes-20261322T162012Z.tar.zst",
            "manetes-.tar.zst",
            "manetes-20261122.tar.zst",
            "notes.txt",
        ] {
            assert_eq!(moment(other), None, "{other}");
        }
    }
}
