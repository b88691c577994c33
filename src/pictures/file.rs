//! Files of pictures, which are on disk whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

/// Writes a file aside and puts it in its place, on disk before anybody is told of it and for the owner's eyes only. Its
/// folder is made when missing. Not for two at once with one name.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let aside = folder.join(format!(".{name}"));
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&aside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&aside, path)?;
    fs::File::open(folder)?.sync_all()
}
