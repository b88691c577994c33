//! What a data directory knows of the lease: a few lines `name=value`, which the scripts beside Litestream read too.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::{Error, files, hex, id};
use crate::db::LEASE;

/// Says that a data directory follows another machine's, and which generation of it.
const STANDBY: &str = "manetes.standby";

/// What this machine knows of the lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Who it is: random, and kept.
    pub holder: String,
    /// Of which generation the lease was when it last was its own.
    pub generation: Option<u64>,
    /// Whether another machine has taken it since.
    pub is_lost: bool,
}

impl Note {
    /// The one that is kept in `data_dir`, if there is one.
    pub fn find(data_dir: &Path) -> Result<Option<Self>, Error> {
        let path = data_dir.join(LEASE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::File { path, error }),
        };
        let value = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        let generation = value("generation").and_then(|number| number.parse().ok());
        let holder = value("holder").map_or_else(new_holder, str::to_owned);
        Ok(Some(Self { holder, generation, is_lost: value("lost").is_some() }))
    }

    /// The one that is kept in `data_dir`, or a new one, which is kept from now on.
    pub(super) fn read(data_dir: &Path) -> Result<Self, Error> {
        if let Some(note) = Self::find(data_dir)? {
            return Ok(note);
        }
        let note = Self { holder: new_holder(), generation: None, is_lost: false };
        note.write(data_dir)?;
        Ok(note)
    }

    pub(super) fn write(&self, data_dir: &Path) -> Result<(), Error> {
        let generation = self.generation.map(|number| format!("generation={number}\n")).unwrap_or_default();
        let lost = if self.is_lost { "lost=1\n" } else { "" };
        put(data_dir, LEASE, &format!("holder={}\n{generation}{lost}", self.holder))
    }
}

fn new_holder() -> String {
    hex(&id::random_bytes()[..16])
}

/// Whether a data directory follows another machine's.
pub fn is_standby(data_dir: &Path) -> bool {
    data_dir.join(STANDBY).exists()
}

/// Says that it does, and which generation.
pub fn note_standby(data_dir: &Path, generation: Option<u64>) -> Result<(), Error> {
    let text = generation.map(|number| format!("generation={number}\n")).unwrap_or_default();
    if fs::read_to_string(data_dir.join(STANDBY)).is_ok_and(|noted| noted == text) {
        return Ok(());
    }
    put(data_dir, STANDBY, &text)
}

/// It follows nobody any more.
pub fn leave_standby(data_dir: &Path) -> Result<(), Error> {
    let path = data_dir.join(STANDBY);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::File { path, error }),
        _ => Ok(()),
    }
}

fn put(data_dir: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = data_dir.join(name);
    // The script beside litestream reads it.
    files::put(&path, text.as_bytes(), 0o666).map_err(|error| Error::File { path, error })
}
