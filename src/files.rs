//! What several modules do with files: folders for the owner's eyes only, names that stay, space, and whose they are.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, chown};
use std::path::Path;

/// Folders of the data directory: pictures of products, photos that go with requests, the owner's pictures of the site, and
/// mails where no mail server is set.
pub const MEDIA: &str = "media";
pub const PHOTOS: &str = "quote-photos";
pub const PICTURES: &str = "pictures";
pub const MAIL: &str = "mail";

/// How much the program is to tell from its next hang-up on; there for a moment only.
pub const LOG_LEVEL: &str = "log-level";

/// Makes a folder for the owner's eyes only, and those above it; one that is there stays as it is.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Writes a file that is whole or as it was, whatever cuts it off, and that is its folder's owner's.
pub fn put(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let part = path.with_file_name(format!(".{}.part", path.file_name().unwrap_or_default().display()));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(mode).open(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    own_like(&part, folder)?;
    fs::rename(&part, path)?;
    sync_folder(folder)
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
