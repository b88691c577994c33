//! `manetes show-quote`, `reply-quote`, `close-quote`, and the same for messages: what people wrote. The same acts as at
//! the desk; answers go out by the server.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use clap::ValueHint;
use clap::builder::BoolishValueParser;

use super::data_dir::existing;
use super::ids;
use super::output::{Form, first_words, printable, say, write_json};
use super::{Error, actor};
use crate::clock::{Clock, Timestamp};
use crate::config::Global;
use crate::db::{Conn, Db, Tx};
use crate::files::own_with_folder;
use crate::pictures::raster;
use crate::quotes::files::{self, MAX_BYTES, MAX_FILES};
use crate::quotes::inbox::wire::InquiryBody;
use crate::quotes::inbox::{self, Inquiry, Kind, NotDone, Remark, Status};
use crate::quotes::{AnswerFile, Complaint, photos};

/// Bytes that are read of an answer: more than any that is taken has.
const MAX_WORDS: u64 = 64 * 1024;

#[derive(Debug, clap::Args)]
pub(super) struct Show {
    /// Its number, its id, or the first characters of that
    id: String,
    #[command(flatten)]
    form: Form,
}

#[derive(Debug, clap::Args)]
pub(super) struct Reply {
    /// Its number, its id, or the first characters of that
    id: String,
    /// The answer; read from standard input unless given
    #[arg(long, env = "MANETES_TEXT", value_name = "TEXT")]
    text: Option<String>,
    /// A PDF, or a JPEG, PNG or WebP picture, that goes along; up to three, of 7 MB together
    #[arg(long = "file", env = "MANETES_FILE", value_name = "PATH", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Close {
    /// Their numbers, their ids, or the first characters of each
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,
    /// Open them again instead
    #[arg(long, env = "MANETES_REOPEN", value_parser = BoolishValueParser::new())]
    reopen: bool,
    /// Written down with it. A complaint that was not answered by mail needs it: how it was answered, by telephone or in
    /// person
    #[arg(long, env = "MANETES_NOTE", value_name = "TEXT")]
    note: Option<String>,
    /// Of such a complaint: the note says why it is not answered
    #[arg(long, env = "MANETES_UNANSWERED", value_parser = BoolishValueParser::new(), requires = "note")]
    unanswered: bool,
}

impl From<NotDone> for Error {
    fn from(error: NotDone) -> Self {
        match error {
            NotDone::Words(_) => Self::Refused(format!("an answer {error}")),
            NotDone::NotFound | NotDone::Answered | NotDone::Files | NotDone::Unanswered | NotDone::Db(_) => {
                Self::Refused(error.to_string())
            }
        }
    }
}

impl Show {
    pub(super) fn run(self, kind: Kind, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let now = Clock::system().now();
        let mut inquiry = existing(global)?.read_blocking(|conn| find(conn, kind, &self.id))?;
        for photo in &mut inquiry.photos {
            *photo = global.data_dir.join(photos::file(photo)).display().to_string();
        }
        if self.form.json { write_json(out, &InquiryBody::new(inquiry, now)) } else { Ok(write(&inquiry, now, out)?) }
    }
}

impl Reply {
    pub(super) fn run(self, kind: Kind, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let db = existing(global)?;
        let asked = db.read_blocking(|conn| find(conn, kind, &self.id))?.row;
        let whom = format!("{} {} <{}>", asked.number, printable(&asked.name), asked.email);
        // Before anybody types an answer in vain.
        let sent = read_files(&self.files)?;
        let words = self.text.map_or_else(|| read_words(&whom), Ok)?;
        let now = Clock::system().now();
        let mut kept = Vec::new();
        let done = keep(&db, &global.data_dir, sent, &mut kept, now).and_then(|()| {
            let ids: Vec<_> = kept.iter().map(|file| file.id.clone()).collect();
            let answer = move |tx: &Tx<'_>| {
                let answering = inbox::Answering { words: &words, files: &ids, seen: None };
                inbox::reply(tx, &actor(), kind, &asked.id, answering, now)
            };
            Ok(db.write_blocking(answer)?)
        });
        if let Err(error) = done {
            // What is left is deleted within a day.
            drop(kept.into_iter().try_for_each(|file| files::take_back(&db, &global.data_dir, file)));
            return Err(error);
        }
        writeln!(out, "answered: {whom}")?;
        kept.iter().try_for_each(|file| writeln!(out, "with it:  {}", file.name))?;
        Ok(())
    }
}

/// What goes along with an answer: what each file is called, and what is in it.
fn read_files(paths: &[PathBuf]) -> Result<Vec<(&Path, Vec<u8>)>, Error> {
    if let Some(path) = paths.get(MAX_FILES) {
        return Err(refused(path, format!("at most {MAX_FILES} files go with an answer")));
    }
    paths.iter().map(|path| Ok((path.as_path(), read_file(path)?))).collect()
}

fn read_file(path: &Path) -> Result<Vec<u8>, Error> {
    let (mut bytes, most) = (Vec::new(), raster::MAX_BYTES as u64);
    let read = File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    match read {
        Ok(count) if count > raster::MAX_BYTES => Err(refused(path, "it is larger than 8 MiB")),
        Ok(_) => Ok(bytes),
        Err(error) => Err(refused(path, error)),
    }
}

/// Keeps files for an answer, in the folder of the server, whose they are to be.
fn keep(
    db: &Db,
    data_dir: &Path,
    sent: Vec<(&Path, Vec<u8>)>,
    kept: &mut Vec<AnswerFile>,
    now: Timestamp,
) -> Result<(), Error> {
    for (path, bytes) in sent {
        let called = path.file_name().unwrap_or_default().to_string_lossy();
        let file = files::keep(db, data_dir, &called, bytes, now).map_err(|error| refused(path, error))?;
        let here = data_dir.join(file.path());
        kept.push(file);
        own_with_folder(&here, data_dir)?;
        let together: i64 = kept.iter().map(|file| file.bytes).sum();
        if i64::try_from(MAX_BYTES).is_ok_and(|most| together > most) {
            return Err(refused(path, "with it the files are larger than 7 MB together"));
        }
    }
    Ok(())
}

fn refused(path: &Path, why: impl Display) -> Error {
    Error::Refused(format!("{}: {why}", path.display()))
}

impl Close {
    pub(super) fn run(self, kind: Kind, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let now = Clock::system().now();
        let remark = self.note.map(|text| Remark { text, is_answer: !self.unanswered });
        let done = existing(global)?.write_blocking(move |tx| {
            let set = |given: &String| {
                let before = find(tx, kind, given)?;
                let status = wanted(&before, self.reopen);
                inbox::set_status(tx, &actor(), kind, &before.row.id, (status, remark.as_ref()), now)?;
                Ok((before.row, status))
            };
            self.ids.iter().map(set).collect::<Result<Vec<_>, Error>>()
        })?;
        for (before, status) in done {
            let already = if before.status == status.into_str() { "already " } else { "" };
            let words = first_words(&before.message);
            writeln!(out, "{already}{}: {} {}: {words}", status.into_str(), before.number, before.name)?;
        }
        Ok(())
    }
}

/// Where it is to stand: what is opened again stands where its answers put it.
fn wanted(inquiry: &Inquiry, reopen: bool) -> Status {
    let was_answered = inquiry.events.iter().any(|event| event.kind == "reply");
    match (reopen, was_answered) {
        (false, _) => Status::Closed,
        (true, true) => Status::Answered,
        (true, false) => Status::New,
    }
}

/// The one that is meant.
fn find(conn: &Conn, kind: Kind, given: &str) -> Result<Inquiry, Error> {
    let named = match kind {
        Kind::Quote => ids::Kind { name: "request", list: "list-quotes" },
        Kind::Message => ids::Kind { name: "message", list: "list-messages" },
    };
    let id = ids::meant(&named, given, |beginning| inbox::ids_with_prefix(conn, kind, beginning))?;
    inbox::find(conn, kind, &id)?.ok_or_else(|| NotDone::NotFound.into())
}

/// An answer from standard input, to its end.
pub(super) fn read_words(whom: &str) -> Result<String, Error> {
    if io::stdin().is_terminal() {
        say(&format!("Your answer to {whom}; Ctrl-D on a line of its own sends it, Ctrl-C gives up:"));
    }
    let mut words = String::new();
    io::stdin().lock().take(MAX_WORDS).read_to_string(&mut words)?;
    Ok(words)
}

/// By when the answer is due, and how near that is; or what became of it.
pub(super) fn due(complaint: &Complaint, now: Timestamp) -> String {
    let Complaint { due_on, ended, .. } = complaint;
    match (complaint.days_left(now), ended) {
        (Some(left @ ..=-1), _) => format!("{due_on}, overdue by {} d", -left),
        (Some(left), _) => format!("{due_on}, {left} d left"),
        (None, Some(end)) => format!("{due_on}, {}", end.into_str()),
        (None, None) => due_on.clone(),
    }
}

fn write(inquiry: &Inquiry, now: Timestamp, out: &mut impl Write) -> io::Result<()> {
    let row = &inquiry.row;
    writeln!(out, "{}  {}  {}", row.number, row.id, row.status)?;
    let service = row.service.map(|service| service.to_string());
    let lines = [
        ("received", Some(row.created_at.to_local())),
        ("from", Some(format!("{} <{}>, {}", row.name, row.email, inquiry.lang))),
        ("phone", row.phone.clone()),
        ("service", service),
        ("where", row.town_or_postcode.clone()),
        ("when", inquiry.wanted_when.clone()),
        ("complaint", row.complaint.as_ref().map(|complaint| complaint.key.to_string())),
        ("order", row.complaint.as_ref().and_then(|complaint| complaint.order.clone())),
        ("due", row.complaint.as_ref().map(|complaint| due(complaint, now))),
    ];
    for (name, value) in lines {
        if let Some(value) = value {
            writeln!(out, "{name:<14}{}", printable(&value))?;
        }
    }
    for photo in &inquiry.photos {
        writeln!(out, "{:<14}{photo}", "photo")?;
    }
    writeln!(out)?;
    row.message.lines().try_for_each(|line| writeln!(out, "{}", printable(line)))?;
    for event in &inquiry.events {
        writeln!(out, "\n{}  {} by {}", event.at.to_local(), event.kind, event.author)?;
        event.text.lines().try_for_each(|line| writeln!(out, "        {}", printable(line)))?;
        event.files.iter().try_for_each(|file| writeln!(out, "        file: {} ({})", file.name, file.path()))?;
    }
    Ok(())
}
