//! What several modules do with files: folders for the owner's eyes only, names that stay, space, and whose they are.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, chown};
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

    /// As [`Staged::write`], of what may hold secrets: it stays whose it is and as open as it is, and a new one is for its
    /// owner's eyes only.
    pub fn rewrite(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        let before = match fs::metadata(path) {
            Ok(before) => Some(before),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let staged = Self::write(path, bytes, 0o600)?;
        if let Some(before) = &before {
            let now = fs::metadata(&staged.part)?;
            if (now.uid(), now.gid()) != (before.uid(), before.gid()) {
                chown(&staged.part, Some(before.uid()), Some(before.gid()))?;
            }
        }
        let permissions = before.map_or_else(|| Permissions::from_mode(0o600), |before| before.permissions());
        fs::set_permissions(&staged.part, permissions)?;
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

/// The same of a file and the folder it is in, which may have been made for it.
pub fn own_with_folder(path: &Path, like: &Path) -> io::Result<()> {
    path.parent().into_iter().chain([path]).try_for_each(|made| own_like(made, like))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_hold_secrets_stays_as_open_as_it_was_and_a_new_one_is_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shop.env");
        let rewritten = |text: &str| {
            Staged::rewrite(&path, text.as_bytes()).unwrap().take_place().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            fs::metadata(&path).unwrap().mode() & 0o777
        };
        assert_eq!(rewritten("new"), 0o600);
        for mode in [0o640, 0o644, 0o600] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            assert_eq!(rewritten(&format!("{mode:o}")), mode);
        }
        // Of one that was cut off half way, and was open to everybody, nothing remains.
        fs::remove_file(&path).unwrap();
        let part = folder.path().join(".shop.env.part");
        fs::write(&part, "half").unwrap();
        fs::set_permissions(&part, Permissions::from_mode(0o644)).unwrap();
        assert_eq!(rewritten("whole"), 0o600);
    }
}
