//! Who does something long beside others: a lock beside the database that the system gives back when a program ends,
//! however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;

use super::{Db, Error, Result};
use crate::files::own_like;

/// Held as long as this lives.
pub struct Turn(#[expect(dead_code, reason = "the lock lasts as long as the file is open")] File);

impl Db {
    /// Takes the turn of that name; `None` while another, of this or another program, has it.
    pub fn turn(&self, name: &str) -> Result<Option<Turn>> {
        let path = self.path.with_file_name(format!("{name}.lock"));
        let failed = |error| Error::File { path: path.clone(), error };
        let file =
            OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path).map_err(failed)?;
        own_like(&path, &self.path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Turn(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}
