//! How a backup is made: the database is copied aside as it stands at one moment, then everything goes out in one
//! stream, so that it takes the same memory however large the shop is.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use age::secrecy::SecretString;
use sha2::{Digest, Sha256};
use tar::{Builder, EntryType, Header};

use super::format::{FORMAT, LogHead, MANIFEST, Manifest, Part};
use super::sealed::Sealing;
use super::{BACKUP_WORK, DATABASE, ERASED, Error, FOLDERS, ORDER_KEY, Workplace, at, demand_space, sql};
use crate::clock::Timestamp;
use crate::db;
use crate::text::hex;

/// Of a passphrase comes a key by 2^14 rounds of scrypt, which take 16 MiB: the passphrase is to be a long random one, as
/// nobody types it.
const WORK_FACTOR: u8 = 14;
/// Of `zstd`: photos do not get smaller, rows do, and it must not keep the shop's processor.
const LEVEL: i32 = 3;
/// Folders in folders, at most.
const DEPTH: usize = 4;

/// What is to be copied.
pub struct Wish<'a> {
    /// The shop.
    pub data_dir: &'a Path,
    /// For whoever is to read it; `None`: for everybody, and without the server's keys.
    pub passphrase: Option<&'a str>,
    /// The moment of it.
    pub now: Timestamp,
}

/// A backup that was made.
pub struct Made {
    pub manifest: Manifest,
    /// Its size.
    pub bytes: u64,
}

/// A file that goes into a backup.
struct Found {
    path: String,
    file: PathBuf,
    bytes: u64,
}

/// Writes a backup to `out`; nothing of it counts before this has answered. `beside` is where `out` ends up, when that is
/// on this machine, for there must be space. Not for an async thread.
pub fn write(wish: &Wish<'_>, beside: Option<&Path>, out: impl Write) -> Result<Made, Error> {
    let database = wish.data_dir.join(DATABASE);
    let size = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    let size_of_database = size(&database) + size(&wish.data_dir.join("manetes.sqlite-wal"));
    let has_keys = wish.passphrase.is_some();
    let files = find(wish.data_dir, has_keys)?;
    let all = size_of_database + files.iter().map(|file| file.bytes).sum::<u64>();
    demand_space(wish.data_dir, size_of_database)?;
    if let Some(folder) = beside {
        demand_outside(folder, wish.data_dir)?;
        demand_space(folder, all)?;
    }
    let work = Workplace::take(wish.data_dir, BACKUP_WORK)?;
    let copy = work.folder.join(DATABASE);
    db::copy_quietly(&database, &copy)?;
    if !has_keys {
        sql::leave_out_keys(&copy)?;
    }
    let contents = sql::contents(&copy)?;
    // Pictures are looked for again: those of the database's moment are there, whatever was handed in meanwhile.
    let mut files = find(wish.data_dir, has_keys)?;
    files.insert(0, Found { path: DATABASE.to_owned(), bytes: size(&copy), file: copy });
    let mut counted = Counting { inner: out, bytes: 0 };
    let manifest = Manifest {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        schema: contents.schema,
        made_at: wish.now.to_rfc3339(),
        has_keys,
        log: LogHead { entries: contents.log.seq, hash: hex(&contents.log.hash) },
        rows: contents.rows,
        parts: Vec::new(),
    };
    let manifest = match wish.passphrase {
        None => compressed(&files, manifest, wish.now, &mut counted)?,
        Some(passphrase) => {
            let mut recipient = age::scrypt::Recipient::new(SecretString::from(passphrase.to_owned()));
            recipient.set_work_factor(WORK_FACTOR);
            let recipients = [&recipient as &dyn age::Recipient];
            let encryptor = age::Encryptor::with_recipients(recipients.into_iter()).map_err(io::Error::other);
            let mut encrypted = encryptor.and_then(|age| age.wrap_output(&mut counted)).map_err(Error::NotWritten)?;
            let manifest = compressed(&files, manifest, wish.now, &mut encrypted)?;
            encrypted.finish().map_err(Error::NotWritten)?;
            manifest
        }
    };
    counted.flush().map_err(Error::NotWritten)?;
    Ok(Made { manifest, bytes: counted.bytes })
}

/// Refuses a folder whose files are the shop, or are copied with it.
pub fn demand_outside(folder: &Path, data_dir: &Path) -> Result<(), Error> {
    let (Ok(folder), Ok(data_dir)) = (fs::canonicalize(folder), fs::canonicalize(data_dir)) else { return Ok(()) };
    let Ok(inside) = folder.strip_prefix(&data_dir) else { return Ok(()) };
    let is_own = inside.iter().next().is_none_or(|name| FOLDERS.iter().any(|own| name == *own));
    if is_own { Err(Error::Inside(folder)) } else { Ok(()) }
}

fn compressed(files: &[Found], manifest: Manifest, now: Timestamp, out: impl Write) -> Result<Manifest, Error> {
    let mut encoder = zstd::Encoder::new(Sealing::new(out), LEVEL).map_err(Error::NotWritten)?;
    encoder.include_checksum(true).map_err(Error::NotWritten)?;
    let mut archive = Builder::new(encoder);
    let manifest = archived(files, manifest, now, &mut archive)?;
    let sealing = archive.into_inner().and_then(zstd::Encoder::finish).map_err(Error::NotWritten)?;
    sealing.finish().map_err(Error::NotWritten)?;
    Ok(manifest)
}

fn archived<W: Write>(
    files: &[Found],
    mut manifest: Manifest,
    now: Timestamp,
    archive: &mut Builder<W>,
) -> Result<Manifest, Error> {
    for found in files {
        let file = match File::open(&found.file) {
            Ok(file) => file,
            // A picture that nothing shows any more goes when its time has come.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(at(&found.file)(error)),
        };
        let bytes = file.metadata().map_err(at(&found.file))?.len();
        let mut content = Hashing { inner: file.take(bytes), hash: Sha256::new(), bytes: 0 };
        archive.append_data(&mut header(bytes, now), &found.path, &mut content).map_err(Error::NotWritten)?;
        if content.bytes != bytes {
            return Err(at(&found.file)(io::Error::other("became shorter while it was read")));
        }
        let sha256 = hex(&content.hash.finalize());
        manifest.parts.push(Part { path: found.path.clone(), bytes, sha256 });
    }
    let text = serde_json::to_vec_pretty(&manifest).map_err(|error| Error::NotWritten(error.into()))?;
    archive.append_data(&mut header(text.len() as u64, now), MANIFEST, &text[..]).map_err(Error::NotWritten)?;
    Ok(manifest)
}

fn header(bytes: u64, now: Timestamp) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::Regular);
    header.set_size(bytes);
    header.set_mode(0o600);
    header.set_mtime(u64::try_from(now.seconds()).unwrap_or(0));
    header
}

/// Every file but the database, by its path in the data directory.
fn find(data_dir: &Path, has_keys: bool) -> Result<Vec<Found>, Error> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        find_in(&data_dir.join(folder), folder, DEPTH, &mut found)?;
    }
    for name in [Some(ERASED), has_keys.then_some(ORDER_KEY)].into_iter().flatten() {
        let file = data_dir.join(name);
        if let Ok(about) = fs::metadata(&file) {
            found.push(Found { path: name.to_owned(), file, bytes: about.len() });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn find_in(folder: &Path, path: &str, depth: usize, found: &mut Vec<Found>) -> Result<(), Error> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(at(folder)(error)),
    };
    for entry in entries {
        let file = entry.map_err(at(folder))?.path();
        let name = file.file_name().and_then(|name| name.to_str());
        let Some(name) = name else { return Err(at(&file)(io::Error::other("its name is not text"))) };
        // What is gone meanwhile is gone.
        let Ok(about) = fs::metadata(&file) else { continue };
        let path = format!("{path}/{name}");
        if name.starts_with('.') {
            continue;
        }
        if about.is_dir() && depth > 0 {
            find_in(&file, &path, depth - 1, found)?;
        } else if about.is_file() {
            found.push(Found { path, bytes: about.len(), file });
        }
    }
    Ok(())
}

/// Reads through, and notes what.
struct Hashing<R> {
    inner: R,
    hash: Sha256,
    bytes: u64,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buf)?;
        self.hash.update(&buf[..read]);
        self.bytes += read as u64;
        Ok(read)
    }
}

/// Writes through, and counts.
struct Counting<W> {
    inner: W,
    bytes: u64,
}

impl<W: Write> Write for Counting<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(buf)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
