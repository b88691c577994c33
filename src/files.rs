//! What several modules do with files: folders for the owner's eyes only, names that stay, space, and whose they are.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, chown};
use std::path::Path;

/// Makes a folder for the owner's eyes only, and those above it; one that is there stays as it is.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// What was put into a folder or taken out of it stays so, even if the machine stops.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Bytes that are free where `path` is.
pub fn free_bytes(path: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(path)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// What root has made beside somebody else's files is theirs, such as those of the service's own user.
pub fn own_like(path: &Path, like: &Path) -> io::Result<()> {
    let (mine, theirs) = (fs::metadata(path)?, fs::metadata(like)?);
    if mine.uid() != 0 || theirs.uid() == 0 {
        return Ok(());
    }
    chown(path, Some(theirs.uid()), Some(theirs.gid()))
}
