//! Files that go with the firm's answers: a quote as a PDF, a drawing, a picture. They arrive one by one before the answer
//! and belong to none until one takes them; what none takes within a day is deleted, with the photos that nobody claimed. A
//! picture is written anew; a PDF stays as it is, and is only ever sent to be saved.

use std::fs;
use std::path::Path;

use serde::{Serialize, Serializer};
use serde_json::json;

use super::photos::{self, NotKept};
use super::sql;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Db, Tx};
use crate::files::PHOTOS;
use crate::pictures::documents;
use crate::pictures::raster::Raster;
use crate::{id, pictures, text};

/// Files an answer may have.
pub const MAX_FILES: usize = 3;
/// Bytes of all files of an answer together. In a mail they are 1.37 times as long, and mail servers commonly take ten million.
pub const MAX_BYTES: usize = 7_000_000;
/// Pixels a side of a picture that is kept: a photographed sheet is to be read.
const SIDE: u32 = 2400;
const QUALITY: u8 = 85;
/// Characters of a name, without its ending. A longer one is broken into parts in a mail's header, which not every mail
/// program puts together again.
const LONGEST_NAME: usize = 26;

/// A file that goes with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerFile {
    /// Random.
    pub id: String,
    /// What whoever gets it keeps it under; letters, digits and hyphens, with its ending.
    pub name: String,
    pub bytes: i64,
}

/// As whoever it went to takes it along.
impl Serialize for AnswerFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { id, name, bytes } = self;
        json!({ "name": name, "bytes": bytes, "path": format!("/api/my-data/files/{id}") }).serialize(serializer)
    }
}

impl AnswerFile {
    /// As a path inside the data directory.
    pub fn path(&self) -> String {
        format!("{PHOTOS}/{}.{}", self.id, ending(&self.name))
    }
}

/// Reads a file somebody sent, which they call by a name, and keeps it. What it is, its bytes say. As [`photos::keep`].
pub fn keep(db: &Db, data_dir: &Path, called: &str, sent: Vec<u8>, now: Timestamp) -> Result<AnswerFile, NotKept> {
    let is_pdf = documents::begins_as_pdf(&sent);
    if is_pdf && !documents::is_whole(&sent) {
        return Err(NotKept::HalfPdf);
    }
    let kept = if is_pdf { sent } else { Raster::read(&sent, SIDE)?.jpeg(QUALITY) };
    if kept.len() > MAX_BYTES {
        return Err(NotKept::TooLarge);
    }
    let file = AnswerFile {
        id: id::new(),
        name: named(called, if is_pdf { "pdf" } else { "jpg" }),
        bytes: i64::try_from(kept.len()).unwrap_or(i64::MAX),
    };
    let row = file.clone();
    db.write_blocking(move |tx| {
        photos::is_room(sql::file_bytes(tx)?, row.bytes)?;
        Ok::<_, NotKept>(sql::insert_file(tx, &row, now)?)
    })?;
    pictures::file::write(&data_dir.join(file.path()), &kept)?;
    Ok(file)
}

/// One that nobody was told of is not kept after all. Not for an async thread.
pub fn take_back(db: &Db, data_dir: &Path, file: AnswerFile) -> Result<(), NotKept> {
    let path = data_dir.join(file.path());
    db.write_blocking(move |tx| sql::forget_file(tx, &file.id))?;
    Ok(fs::remove_file(path)?)
}

/// The file of that id.
pub fn find(conn: &Conn, id: &str) -> db::Result<Option<AnswerFile>> {
    sql::file(conn, id)
}

/// The same, where it went with an answer to somebody's address.
pub fn of_address(conn: &Conn, id: &str, email: &str) -> db::Result<Option<AnswerFile>> {
    sql::file_of_address(conn, id, email)
}

/// Gives files to an answer, in their order; `None` where one of them is not there or is another's, or where they are too
/// many or too large together.
pub(super) fn claim(tx: &Tx<'_>, event_id: i64, files: &[String]) -> db::Result<Option<Vec<AnswerFile>>> {
    if files.len() > MAX_FILES {
        return Ok(None);
    }
    let mut claimed = Vec::with_capacity(files.len());
    for (id, position) in files.iter().zip(0..) {
        if !sql::claim_file(tx, id, event_id, position)? {
            return Ok(None);
        }
        claimed.extend(sql::file(tx, id)?);
    }
    let bytes: i64 = claimed.iter().map(|file| file.bytes).sum();
    Ok(Some(claimed).filter(|_| bytes <= i64::try_from(MAX_BYTES).unwrap_or(i64::MAX)))
}

fn ending(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

fn named(called: &str, ending: &str) -> String {
    let last = called.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let stem: String = text::file_stem(stem).chars().take(LONGEST_NAME).collect();
    let stem = if stem.is_empty() { "documento" } else { stem.trim_end_matches('-') };
    format!("{stem}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_called_as_it_was_and_ends_as_what_it_is() {
        for (called, ending, name) in [
            ("Presupuesto baño nº 7.PDF", "pdf", "presupuesto-bano-n-7.pdf"),
            ("Presupuesto 2026-014: la instalación.pdf", "pdf", "presupuesto-2026-014-la-in.pdf"),
            ("Presupuesto para el portal A.pdf", "pdf", "presupuesto-para-el-portal.pdf"),
            ("plano.svg", "jpg", "plano.jpg"),
            ("C:\\casa\\a\"; filename=\"b.exe", "pdf", "a-filename-b.pdf"),
            ("عرض.pdf", "pdf", "documento.pdf"),
            ("", "jpg", "documento.jpg"),
        ] {
            assert_eq!(named(called, ending), name);
        }
        assert_eq!(named(&"a".repeat(300), "pdf").len(), LONGEST_NAME + 4);
    }
}
