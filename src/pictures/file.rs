//! Files of pictures, which are on disk whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::files::{free_bytes, make_folder, sync_folder};

/// What pictures leave free on their disk: the database needs it more.
const LEFT_FREE_BYTES: u64 = 500 << 20;

/// Writes a file aside and puts it in its place, on disk before anybody is told of it and for the owner's eyes only. Its
/// folder is made when missing. Not for two at once with one name. [`io::ErrorKind::StorageFull`] when less than 500 MiB
/// would be left for everything else.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_aside(path, bytes)?;
    fs::rename(aside(path), path)?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// As [`write`], but leaves the file [`aside`] for whoever puts it in its place.
pub(super) fn write_aside(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Some(folder) = path.parent() else { return Err(io::ErrorKind::InvalidInput.into()) };
    make_folder(folder)?;
    if !leaves_enough(free_bytes(folder)?, bytes.len()) {
        return Err(io::ErrorKind::StorageFull.into());
    }
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(aside(path))?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Where a file stands while it is being written.
pub(super) fn aside(path: &Path) -> PathBuf {
    path.with_file_name(format!(".{}", path.file_name().unwrap_or_default().display()))
}

fn leaves_enough(free: u64, wanted: usize) -> bool {
    free.saturating_sub(wanted as u64) >= LEFT_FREE_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_leave_half_a_gigabyte_to_the_database() {
        assert!(leaves_enough(501 << 20, 1 << 20));
        assert!(!leaves_enough(501 << 20, (1 << 20) + 1));
        assert!(!leaves_enough(0, usize::MAX));
    }

    #[test]
    fn a_file_is_whole_private_and_alone() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("media/a.webp");
        write(&path, b"first").unwrap();
        write(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(dir.path().join("media")).unwrap().count(), 1);
    }
}
