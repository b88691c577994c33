//! How a backup is read: into a folder of its own, where everything is compared with what the manifest says. RULE the
//! order: what it is; each part's hash as it comes; nothing after the manifest; the seal; the list of parts; the version;
//! the database by itself; its rows; the head of its log.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path};

use age::secrecy::SecretString;
use age::{DecryptError, Decryptor};
use sha2::{Digest, Sha256};
use tar::{Archive, Entry, EntryType};

use super::format::{AGE, FORMAT, MANIFEST, Manifest, Part, ZSTD};
use super::sealed::Unsealing;
use super::{DATABASE, ERASED, Error, FOLDERS, ORDER_KEY, at, demand_space, own_like, sql};
use crate::db;
use crate::text::hex;

/// The most that is worked for somebody else's passphrase: 2^18 rounds take 256 MiB, as the `age` tool's own files do.
const MAX_WORK: u8 = 18;
/// Bytes of a manifest, at most: some 300,000 files.
const MAX_MANIFEST_BYTES: u64 = 64 << 20;
/// What a decoder may remember, as a power of two: 8 MiB.
const WINDOW: u32 = 23;
/// Bytes of a name, at most: more no system takes.
const MAX_NAME_BYTES: u64 = 4097;
/// After so many bytes the disk is looked at again.
const LOOK: u64 = 16 << 20;

/// Reads a backup into the empty folder `into`, and answers once everything is as its manifest says. Not for an async
/// thread.
pub(super) fn unpack(source: impl Read, passphrase: Option<&str>, into: &Path) -> Result<Manifest, Error> {
    let mut source = BufReader::with_capacity(64 << 10, source);
    let begin = source.fill_buf().map_err(Error::Broken)?;
    if begin.starts_with(AGE) {
        let passphrase = passphrase.ok_or(Error::Encrypted)?;
        let mut identity = age::scrypt::Identity::new(SecretString::from(passphrase.to_owned()));
        identity.set_max_work_factor(MAX_WORK);
        let decryptor = Decryptor::new_buffered(source).map_err(|error| not_opened(&error))?;
        let identities = [&identity as &dyn age::Identity];
        let plain = decryptor.decrypt(identities.into_iter()).map_err(|error| not_opened(&error))?;
        unpack_plain(plain, into)
    } else if begin.starts_with(&ZSTD) {
        if passphrase.is_some() {
            // Whoever may write where backups are kept could put one of their own there.
            return Err(Error::NotEncrypted);
        }
        unpack_plain(source, into)
    } else {
        Err(Error::Foreign)
    }
}

fn not_opened(error: &DecryptError) -> Error {
    match error {
        DecryptError::InvalidHeader | DecryptError::UnknownFormat => Error::Damaged(String::from("its header")),
        DecryptError::Io(error) => Error::Damaged(error.to_string()),
        _ => Error::WrongPassphrase,
    }
}

fn unpack_plain(source: impl Read, into: &Path) -> Result<Manifest, Error> {
    let mut decoder = zstd::Decoder::new(Unsealing::new(source)).map_err(Error::Broken)?;
    decoder.window_log_max(WINDOW).map_err(Error::Broken)?;
    let mut archive = Archive::new(decoder);
    let (manifest, found) = unpack_parts(&mut archive, into)?;
    // The end of the archive is zeros; that of the file is its seal.
    let mut rest = archive.into_inner();
    let mut buf = [0; 16 << 10];
    loop {
        match rest.read(&mut buf).map_err(Error::Broken)? {
            0 => break,
            read if buf[..read].iter().any(|byte| *byte != 0) => {
                return Err(Error::Damaged(String::from("there is something after its end")));
            }
            _ => {}
        }
    }
    if manifest.format > FORMAT {
        return Err(Error::NewerFormat(manifest.format));
    }
    compare_parts(&manifest, &found)?;
    compare_database(&manifest, &into.join(DATABASE))?;
    Ok(manifest)
}

fn unpack_parts<R: Read>(archive: &mut Archive<R>, into: &Path) -> Result<(Manifest, Vec<Part>), Error> {
    let mut found = Vec::new();
    let (mut space, mut long_name) = (Space { folder: into, unpacked: 0 }, None);
    // Raw, because otherwise a name is read into memory however long it is.
    for entry in archive.entries().map_err(Error::Broken)?.raw(true) {
        let mut entry = entry.map_err(Error::Broken)?;
        if entry.header().entry_type() == EntryType::GNULongName {
            long_name = Some(read_name(&mut entry)?);
            continue;
        }
        let name = entry.path().map_err(Error::Broken)?.to_str().map(str::to_owned);
        let path = long_name.take().or(name);
        let path = path.filter(|path| entry.header().entry_type() == EntryType::Regular && is_ours(path));
        let Some(path) = path else { return Err(Error::Foreign) };
        if path != MANIFEST {
            found.push(unpack_part(&mut entry, path, &mut space)?);
            continue;
        }
        let mut text = Vec::new();
        entry.take(MAX_MANIFEST_BYTES).read_to_end(&mut text).map_err(Error::Broken)?;
        let manifest = serde_json::from_slice(&text).map_err(|error| Error::Damaged(format!("manifest: {error}")))?;
        return Ok((manifest, found));
    }
    Err(if found.is_empty() { Error::Foreign } else { Error::Damaged(String::from("it has no manifest")) })
}

/// A name that takes more than the 100 bytes of its place, as `tar` writes it: before the part, with a zero at its end.
fn read_name<R: Read>(entry: &mut Entry<'_, R>) -> Result<String, Error> {
    let mut name = Vec::new();
    entry.take(MAX_NAME_BYTES).read_to_end(&mut name).map_err(Error::Broken)?;
    let end = name.iter().position(|byte| *byte == 0).ok_or(Error::Foreign)?;
    name.truncate(end);
    String::from_utf8(name).map_err(|_| Error::Foreign)
}

/// Whether a part may be called so: nothing gets out of the folder.
fn is_ours(path: &str) -> bool {
    if [DATABASE, ERASED, ORDER_KEY, MANIFEST].contains(&path) {
        return true;
    }
    let parts: Vec<_> = Path::new(path).components().collect();
    let plain = parts.iter().all(|part| match part {
        Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
        _ => false,
    });
    plain && parts.len() > 1 && FOLDERS.iter().any(|folder| path.split('/').next() == Some(folder))
}

/// The disk that is unpacked to. What a backup takes is known only when it is there: a little of it may be very much.
struct Space<'a> {
    folder: &'a Path,
    unpacked: u64,
}

impl Space<'_> {
    /// Room for so many bytes more.
    fn take(&mut self, bytes: u64) -> Result<(), Error> {
        let looked_at = self.unpacked / LOOK;
        self.unpacked += bytes;
        if self.unpacked / LOOK == looked_at && self.unpacked != bytes {
            return Ok(());
        }
        demand_space(self.folder, bytes.max(LOOK))
    }
}

fn unpack_part<R: Read>(entry: &mut Entry<'_, R>, path: String, space: &mut Space<'_>) -> Result<Part, Error> {
    let file = space.folder.join(&path);
    if let Some(folder) = file.parent() {
        super::make_folder(folder)?;
        // Cut off as root, they are for the shop's own user to throw away.
        folder
            .ancestors()
            .take_while(|inner| *inner != space.folder)
            .try_for_each(|inner| own_like(inner, space.folder))?;
    }
    let mut out = match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(Error::Damaged(format!("{path} is in it twice")));
        }
        made => made.map_err(at(&file))?,
    };
    let (mut hash, mut bytes, mut buf) = (Sha256::new(), 0, vec![0; 64 << 10]);
    loop {
        let read = entry.read(&mut buf).map_err(Error::Broken)?;
        if read == 0 {
            break;
        }
        space.take(read as u64)?;
        hash.update(&buf[..read]);
        out.write_all(&buf[..read]).map_err(at(&file))?;
        bytes += read as u64;
    }
    Ok(Part { path, bytes, sha256: hex(&hash.finalize()) })
}

fn compare_parts(manifest: &Manifest, found: &[Part]) -> Result<(), Error> {
    let listed: BTreeMap<&str, &Part> = manifest.parts.iter().map(|part| (part.path.as_str(), part)).collect();
    let other = found.iter().find(|part| listed.get(part.path.as_str()) != Some(part));
    if let Some(part) = other {
        return Err(Error::Damaged(format!("{} is not as it was written", part.path)));
    }
    let is_there = |part: &&Part| !found.iter().any(|other| other.path == part.path);
    if found.len() == manifest.parts.len() && listed.contains_key(DATABASE) {
        return Ok(());
    }
    let missing = manifest.parts.iter().find(is_there).map_or(DATABASE, |part| part.path.as_str());
    Err(Error::Damaged(format!("{missing} is missing")))
}

fn compare_database(manifest: &Manifest, file: &Path) -> Result<(), Error> {
    if manifest.schema > db::latest_version() {
        return Err(db::Error::Newer { found: manifest.schema, known: db::latest_version() }.into());
    }
    let unsound = |what: String| Err(Error::Unsound(what));
    if let Some(trouble) = sql::trouble(file) {
        return unsound(trouble);
    }
    let contents = sql::contents(file)?;
    if contents.schema != manifest.schema {
        return unsound(format!("its database has version {}, not {}", contents.schema, manifest.schema));
    }
    if let Some(table) = manifest
        .rows
        .keys()
        .chain(contents.rows.keys())
        .find(|table| manifest.rows.get(*table) != contents.rows.get(*table))
    {
        return unsound(format!("{table} has not as many rows as its manifest says"));
    }
    if (contents.log.seq, hex(&contents.log.hash)) != (manifest.log.entries, manifest.log.hash.clone()) {
        return unsound(String::from("its log of acts does not end as its manifest says"));
    }
    // Left by the look at it.
    for ending in ["-wal", "-shm"] {
        drop(fs::remove_file(file.with_file_name(format!("{DATABASE}{ending}"))));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_the_disk_has_is_not_unpacked() {
        let dir = tempfile::tempdir().unwrap();
        let mut space = Space { folder: dir.path(), unpacked: 0 };
        space.take(1).unwrap();
        space.take(LOOK).unwrap();
        assert!(matches!(space.take(1 << 60), Err(Error::NoSpace { .. })));
    }

    #[test]
    fn no_part_gets_out_of_the_folder() {
        for path in
            ["manetes.sqlite", "erased.log", "order.key", "manifest.json", "media/a-1x1.webp", "pictures/sub/a.jpg"]
        {
            assert!(is_ours(path), "{path}");
        }
        for path in [
            "",
            "media",
            "/media/a",
            "media/../manetes.sqlite",
            "../a",
            "./media/a",
            "media/.a",
            "lock",
            "other/a",
            "manetes.sqlite-wal",
            "/etc/passwd",
        ] {
            assert!(!is_ours(path), "{path}");
        }
    }
}
