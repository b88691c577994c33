//! What several modules do with files: folders for the owner's eyes only, names that stay, space, and whose they are.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, chown};
use std::path::{Path, PathBuf};

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
    Staged::write(path, bytes, mode)?.take_place()
}

/// A file that was written beside the one whose place it is to take; dropped, it goes.
pub struct Staged {
    part: PathBuf,
    path: PathBuf,
}

impl Staged {
    /// As [`put`], but for the last step.
    pub fn write(path: &Path, bytes: &[u8], mode: u32) -> io::Result<Self> {
        let part = path.with_file_name(format!(".{}.part", path.file_name().unwrap_or_default().display()));
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(mode).open(&part)?;
        let staged = Self { part, path: path.to_owned() };
        file.write_all(bytes)?;
        file.sync_all()?;
        own_like(&staged.part, staged.folder())?;
        Ok(staged)
    }

    /// The last step.
    pub fn take_place(self) -> io::Result<()> {
        fs::rename(&self.part, &self.path)?;
        sync_folder(self.folder())
    }

    fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.part);
    }
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

/// Bytes there are where `path` is, free or not.
pub fn all_bytes(path: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(path)?;
    Ok(disk.f_blocks.saturating_mul(disk.f_frsize))
}

/// What root has made beside somebody else's files is theirs, such as those of the service's own user.
pub fn own_like(path: &Path, like: &Path) -> io::Result<()> {
    let (mine, theirs) = (fs::metadata(path)?, fs::metadata(like)?);
    if mine.uid() != 0 || theirs.uid() == 0 {
        return Ok(());
    }
    chown(path, Some(theirs.uid()), Some(theirs.gid()))
}
