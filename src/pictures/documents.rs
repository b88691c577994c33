//! Papers of makers that go with products: PDF files, kept as they were sent under a name made of what they hold and how
//! large they are. They are only ever downloaded, never shown within a page of this site.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use rust_embed::RustEmbed;

use super::sweep::Shown;
use super::{file, raster, sql};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Db};
use crate::files::MEDIA;
use crate::secrets::sha256;

/// The largest that is kept, in bytes.
pub const MAX_BYTES: usize = raster::MAX_BYTES;
/// All documents together take no more than this.
const MAX_ALL_BYTES: i64 = 2 << 30;
/// Where the addresses of documents begin.
const FOLDER: &str = "/documents/";
/// Where those of the demo do, which came along.
const DEMO: &str = "/documents/demo/";
const ENDING: &str = ".pdf";
/// The longest name for people, in characters.
const LONGEST_NAME: usize = 60;

#[derive(RustEmbed)]
#[folder = "pictures/documents"]
struct Demo;

/// Why a document was not kept.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// It does not begin and end as one.
    #[error("this is not a whole PDF")]
    NoPdf,
    /// There is no room for more.
    #[error("the documents of products take all the room they may")]
    Full,
    /// The disk.
    #[error("{0}")]
    File(#[from] io::Error),
    /// The database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// A document that is kept: 16 bytes in hexadecimal digits, and how large it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    hash: String,
    /// Of the file.
    pub bytes: u64,
}

impl Name {
    /// Reads what `to_string` wrote; `None` for everything else.
    fn parse(text: &str) -> Option<Self> {
        let (hash, bytes) = text.split_once('-')?;
        let is_hash = hash.len() == 32 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let name = Self { hash: hash.to_owned(), bytes: bytes.parse().ok()? };
        (is_hash && name.to_string() == text).then_some(name)
    }

    /// The document at a path of this site.
    pub fn of_path(path: &str) -> Option<Self> {
        let (name, for_people) = path.strip_prefix(FOLDER)?.split_once('/')?;
        Self::parse(name).filter(|_| is_file_name(for_people))
    }

    fn of_file(file_name: &str) -> Option<Self> {
        Self::parse(file_name.strip_suffix(ENDING)?)
    }

    /// Its address on this site, as a file that people know by `name`.
    pub fn path(&self, name: &str) -> String {
        format!("{FOLDER}{self}/{}{ENDING}", plain(name))
    }

    /// Its file, as a path in the data directory.
    pub fn file(&self) -> String {
        format!("{MEDIA}/{self}{ENDING}")
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.hash, self.bytes)
    }
}

/// Whether a path is the address of a document; it need not be there.
pub fn is_path(path: &str) -> bool {
    Name::of_path(path).is_some() || path.strip_prefix(DEMO).is_some_and(is_file_name)
}

/// The document of the demo at a path of this site.
pub fn demo(path: &str) -> Option<Bytes> {
    Demo::get(path.strip_prefix(DEMO)?).map(|file| match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    })
}

/// The name by which a browser keeps the file of a path; it holds nothing that would have to be quoted.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().filter(|name| is_file_name(name)).unwrap_or("documento.pdf")
}

fn is_file_name(name: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    name.strip_suffix(ENDING).is_some_and(|stem| (1..=LONGEST_NAME).contains(&stem.len()) && stem.bytes().all(is_plain))
}

/// Letters, digits and hyphens of what a file was called.
fn plain(name: &str) -> String {
    let stem = name.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase();
    let stem = stem.strip_suffix(ENDING).unwrap_or(&stem);
    let words = stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let plain: String = words.collect::<Vec<_>>().join("-").chars().take(LONGEST_NAME).collect();
    if plain.is_empty() { String::from("documento") } else { plain }
}

/// Whether the first bytes of a file are those of a PDF.
pub fn begins_as_pdf(sent: &[u8]) -> bool {
    sent.starts_with(b"%PDF-")
}

/// Whether a PDF ends as one.
pub fn is_whole(sent: &[u8]) -> bool {
    sent[sent.len().saturating_sub(2048)..].windows(5).any(|five| five == b"%%EOF")
}

/// Keeps what somebody sent. Not for an async thread.
pub fn keep(db: &Db, data_dir: &Path, sent: &[u8], now: Timestamp) -> Result<Name, NotKept> {
    if !begins_as_pdf(sent) || !is_whole(sent) {
        return Err(NotKept::NoPdf);
    }
    let digest = sha256(sent);
    let [half, ..] = digest.as_chunks::<16>().0 else { unreachable!("32 bytes are twice 16") };
    let name = Name { hash: format!("{:032x}", u128::from_be_bytes(*half)), bytes: sent.len() as u64 };
    let (row, bytes) = (name.to_string(), i64::try_from(sent.len()).unwrap_or(i64::MAX));
    if db.read_blocking(|conn| sql::document_bytes_without(conn, &row))?.saturating_add(bytes) > MAX_ALL_BYTES {
        return Err(NotKept::Full);
    }
    // The file first: who reads the row finds it.
    file::write(&data_dir.join(name.file()), sent)?;
    db.write_blocking(move |tx| sql::keep_document(tx, &row, bytes, now))?;
    Ok(name)
}

/// The file of a document in the data directory.
pub fn file(data_dir: &Path, name: &Name) -> PathBuf {
    data_dir.join(name.file())
}

/// Whether that is the name of a file of some document.
pub fn is_file(name: &str) -> bool {
    Name::of_file(name).is_some()
}

/// Whether a file, by its path in the data directory, is a document that is kept.
pub fn is_kept(conn: &Conn, file: &str) -> db::Result<bool> {
    let name = file.strip_prefix(MEDIA).and_then(|rest| Name::of_file(rest.strip_prefix('/')?));
    name.map_or(Ok(false), |name| sql::is_document(conn, &name.to_string()))
}

/// Deletes the documents that no product has had since a moment. `shown` are the addresses that products have now.
pub(super) fn sweep(
    db: &Db,
    data_dir: &Path,
    shown: Shown,
    unused_before: Timestamp,
    now: Timestamp,
) -> Result<(), super::Error> {
    let gone = db.write_blocking(move |tx| {
        let shown: HashSet<Name> = shown(tx)?.iter().filter_map(|path| Name::of_path(path)).collect();
        let shown: Vec<String> = shown.iter().map(Name::to_string).collect();
        sql::note_unused_documents(tx, &shown, now)?;
        sql::forget_documents(tx, unused_before)
    })?;
    for name in gone.iter().filter_map(|name| Name::parse(name)) {
        match fs::remove_file(file(data_dir, &name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_795_172_400_000);
    const PAPER: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";

    fn shop() -> (tempfile::TempDir, Db) {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
        (dir, db)
    }

    #[test]
    fn a_document_is_kept_once_under_an_address_that_says_what_it_is_called() {
        let (dir, db) = shop();
        let name = keep(&db, dir.path(), PAPER, NOW).unwrap();
        assert_eq!(keep(&db, dir.path(), PAPER, NOW).unwrap(), name);
        assert_eq!(fs::read(file(dir.path(), &name)).unwrap(), PAPER);
        for (sent, called) in [
            ("Manual FT-18 (ES).PDF", "manual-ft-18-es.pdf"),
            ("../../etc/passwd", "passwd.pdf"),
            ("دليل.pdf", "documento.pdf"),
            ("a\"; filename=\"b.exe", "a-filename-b-exe.pdf"),
        ] {
            let path = name.path(sent);
            assert_eq!(Name::of_path(&path), Some(name.clone()), "{path}");
            assert_eq!(file_name(&path), called);
        }
        assert!(db.read_blocking(|conn| is_kept(conn, &name.file())).unwrap());
    }

    #[test]
    fn what_is_no_whole_pdf_is_refused_and_leaves_nothing() {
        let (dir, db) = shop();
        for sent in [&b"<html>%PDF-1.7 %%EOF"[..], b"", b"%PDF-1.7", &PAPER[..20]] {
            assert!(matches!(keep(&db, dir.path(), sent, NOW), Err(NotKept::NoPdf)));
        }
        assert!(!dir.path().join(MEDIA).exists());
    }

    #[test]
    fn an_address_has_one_form_and_leads_nowhere_else() {
        let name = format!("{}-120", "0123456789abcdef".repeat(2));
        assert!(is_path(&format!("/documents/{name}/manual.pdf")));
        for path in [
            format!("/documents/{name}/../manual.pdf"),
            format!("/documents/{name}/Manual.pdf"),
            format!("/documents/{name}/manual.exe"),
            format!("/documents/{name}/.pdf"),
            format!("/documents/{name}0x/manual.pdf"),
            String::from("/documents/../manetes.sqlite"),
            String::from("/media/demo/x.pdf"),
        ] {
            assert!(!is_path(&path), "{path}");
        }
    }

    #[test]
    fn a_document_that_no_product_has_goes_after_a_month() {
        fn shown(conn: &Conn) -> db::Result<HashSet<String>> {
            let mut statement = conn.prepare("SELECT key FROM settings")?;
            let paths = statement.query_map([], |row| row.get(0))?;
            Ok(paths.collect::<Result<_, _>>()?)
        }
        let (dir, db) = shop();
        let name = keep(&db, dir.path(), PAPER, NOW).unwrap();
        let path = name.path("manual");
        let sql = "INSERT INTO settings (key, value, updated_at) VALUES (?1, '1', 0)";
        db.write_blocking(move |tx| Ok::<_, db::Error>(tx.execute(sql, [path])?)).unwrap();
        let swept = |day: i64| {
            let now = NOW.plus_days(day);
            sweep(&db, dir.path(), shown, now.plus_days(-30), now).unwrap();
            !file(dir.path(), &name).exists()
        };
        assert!(!swept(40));
        db.write_blocking(move |tx| Ok::<_, db::Error>(tx.execute("DELETE FROM settings", [])?)).unwrap();
        assert!(!swept(41));
        assert!(!swept(70));
        assert!(swept(71));
    }
}
