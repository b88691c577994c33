//! What goes along with a mail: photos of a request, files of an answer, the notice of the legal guarantee, and the paper
//! of an order.

use std::fmt::Display;
use std::path::PathBuf;
use std::time::Instant;

use tokio::sync::Mutex;

use super::transport::{Attachment, Error as SendError};
use super::{MailedFile, Message};
use crate::db::{self, Conn, Db};
use crate::pictures::{self, GUARANTEE_NOTICE};

/// Bytes of a file that goes along; mail servers refuse mails that are too large.
const MAX_BYTES: usize = 3 << 20;

/// Draws a paper; `None` for one that cannot be drawn.
pub type Drawing = Box<dyn FnOnce() -> Option<Attachment> + Send>;

/// The paper that goes along with a mail, still to be drawn; `None` where there is none.
pub type EnclosureOf = fn(&Conn, &Message) -> db::Result<Option<Drawing>>;

/// Draws the papers of mails: one at a time, and with a rest after each as long as it took, so that a rush of payments leaves
/// the processor to those who buy.
pub struct Enclosures {
    of: EnclosureOf,
    turn: Mutex<()>,
}

impl Enclosures {
    /// `of` is asked of each mail when it is about to go out.
    pub fn new(of: EnclosureOf) -> Self {
        Self { of, turn: Mutex::default() }
    }

    /// A mail goes out without its paper rather than not at all: the page of the order has the invoice, too, and the words of
    /// a withdrawal stand in the mail.
    pub async fn of(&self, db: &Db, message: &Message) -> Option<Attachment> {
        let (of, message) = (self.of, message.clone());
        let found: db::Result<_> = db.read(move |conn| of(conn, &message)).await;
        let drawing = found.unwrap_or_else(|error| without(&error))?;
        let _turn = self.turn.lock().await;
        let begun = Instant::now();
        let drawn = tokio::task::spawn_blocking(drawing).await;
        tokio::time::sleep(begun.elapsed()).await;
        drawn.unwrap_or_else(|error| without(&error))
    }
}

fn without<T>(error: &dyn Display) -> Option<T> {
    tracing::error!(%error, "a mail goes out without its paper");
    None
}

/// The files that go along: what an answer speaks of, photos of a request, and the notice of the legal guarantee with the
/// confirmation of an order, for that is to be kept.
pub(super) async fn files(data_dir: PathBuf, message: &Message) -> Result<Vec<Attachment>, SendError> {
    let (photos, is_paid) = match message {
        Message::Answer { files, .. } => return enclosed(data_dir, files.clone()).await,
        Message::QuoteForOwner(inquiry) => (inquiry.attachments.clone(), false),
        Message::OrderPaid(_) => (Vec::new(), true),
        _ => return Ok(Vec::new()),
    };
    let read = move || {
        let photos = photos.iter().zip(1..).map(|(path, number)| (number.to_string(), data_dir.join(path)));
        let notice = is_paid.then(|| pictures::own_file(&data_dir, GUARANTEE_NOTICE)).flatten();
        photos.chain(notice.map(|path| (GUARANTEE_NOTICE.to_owned(), path))).filter_map(attachment).collect()
    };
    tokio::task::spawn_blocking(read).await.map_err(|error| SendError::Deferred(error.to_string()))
}

/// What an answer speaks of; it waits for a file that is not there rather than going out without.
async fn enclosed(data_dir: PathBuf, files: Vec<MailedFile>) -> Result<Vec<Attachment>, SendError> {
    let read = move || {
        let attachment = |MailedFile { path, name }: MailedFile| {
            let file = data_dir.join(&path);
            let is_pdf = file.extension().is_some_and(|ending| ending == "pdf");
            let content_type = if is_pdf { "application/pdf" } else { "image/jpeg" };
            let bytes = std::fs::read(file);
            let bytes = bytes.map_err(|error| SendError::Deferred(format!("{path}: {error}")))?;
            Ok(Attachment { name, content_type, bytes })
        };
        files.into_iter().map(attachment).collect()
    };
    tokio::task::spawn_blocking(read).await.map_err(|error| SendError::Deferred(error.to_string()))?
}

/// A picture under a name of ours. One that is gone is left out: the words matter more.
fn attachment((name, path): (String, PathBuf)) -> Option<Attachment> {
    let (extension, content_type) = match &path.extension()?.to_str()?.to_ascii_lowercase()[..] {
        "webp" => ("webp", "image/webp"),
        "png" => ("png", "image/png"),
        _ => ("jpg", "image/jpeg"),
    };
    match std::fs::read(&path) {
        Ok(bytes) if bytes.len() > MAX_BYTES => {
            tracing::error!(path = %path.display(), "a mail goes out without a file that is too large for it");
            None
        }
        Ok(bytes) => Some(Attachment { name: format!("{name}.{extension}"), content_type, bytes }),
        Err(error) => {
            tracing::error!(path = %path.display(), %error, "a mail goes out without a file");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use futures_util::future::join_all;

    use super::*;

    static IS_DRAWING: AtomicBool = AtomicBool::new(false);

    fn alone() -> Attachment {
        assert!(!IS_DRAWING.swap(true, Ordering::SeqCst), "two are drawn at once");
        std::thread::yield_now();
        IS_DRAWING.store(false, Ordering::SeqCst);
        Attachment { name: "a".into(), content_type: "application/pdf", bytes: Vec::new() }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn papers_are_drawn_one_after_the_other_and_one_that_fails_holds_up_no_mail() {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
        let message = Message::MailsNotSent { count: 1, error: String::new() };
        let enclosures = Enclosures::new(|_, _| Ok(Some(Box::new(|| Some(alone())))));
        let drawn = join_all((0..20).map(|_| enclosures.of(&db, &message))).await;
        assert!(drawn.iter().all(Option::is_some));
        let failing = Enclosures::new(|_, _| Ok(Some(Box::new(|| panic!("no ink")))));
        assert!(failing.of(&db, &message).await.is_none() && failing.of(&db, &message).await.is_none());
    }
}
