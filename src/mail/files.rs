//! The files of mails, where no mail server is set: they are forgotten with the mails and after their time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::clock::Timestamp;
use crate::files;

/// How long a mail that was written to a file is kept, in days: as long as one that went out is remembered.
const FILE_DAYS: i64 = 30;

/// The folder of mails that are written to files, where no mail server is set.
fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join(files::MAIL)
}

/// Deletes the files of mails, where there are any. Not for an async thread.
pub fn delete_files(data_dir: &Path, ids: &[String]) -> io::Result<()> {
    for id in ids {
        match fs::remove_file(folder(data_dir).join(format!("{id}.eml"))) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Deletes mails that were written to files long ago. Not for an async thread.
pub fn forget_files(data_dir: &Path, now: Timestamp) -> io::Result<()> {
    let entries = match fs::read_dir(folder(data_dir)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let written_at = Timestamp::of(entry.metadata()?.modified()?);
        if written_at < now.plus_days(-FILE_DAYS) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
