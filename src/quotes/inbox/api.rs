//! The inbox over HTTP.

use std::path::Path as FilePath;

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Attachment, AttachmentType, Binary, Json, Response};
use poem_openapi::{ApiRequest, ApiResponse, Object, OpenApi, Tags};

use super::wire::{AnswerFileBody, InquiryBody, MessageBody, MessageList, MessageRow, QuoteBody, QuoteList, QuoteRow};
use super::{Answering, Filter, Inquiry, Kind, NotDone, Remark, Row, Status};
use crate::app::Shared;
use crate::auth::guard::Admin;
use crate::db::Tx;
use crate::mail;
use crate::page::Page;
use crate::problem::{Code, Problem};
use crate::quotes::{AnswerFile, MessageKind, files, photos};

/// The endpoints of the inbox.
pub struct InboxApi {
    /// The program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The owner's desk: what people wrote.
    Inbox,
}

/// What is written.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct WordsForm {
    /// 1–2,000 characters.
    text: String,
}

/// What is answered.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct ReplyForm {
    /// 1–4,000 characters.
    text: String,
    /// What goes along: at most 3 ids that `send_answer_file` gave within the last day, of 7 MB together.
    files: Option<Vec<String>>,
    /// How many answers whoever writes has read: 409 `inquiry_answered` where there are more.
    seen: Option<u32>,
}

/// A file as it is sent; what it really is, its bytes say.
#[derive(ApiRequest)]
enum SentFile {
    /// By its own word.
    #[oai(content_type = "application/pdf")]
    Pdf(Binary<Vec<u8>>),
    /// By its own word.
    #[oai(content_type = "image/jpeg")]
    Jpeg(Binary<Vec<u8>>),
    /// By its own word.
    #[oai(content_type = "image/png")]
    Png(Binary<Vec<u8>>),
    /// By its own word.
    #[oai(content_type = "image/webp")]
    WebP(Binary<Vec<u8>>),
}

impl SentFile {
    fn bytes(self) -> Vec<u8> {
        let (Self::Pdf(Binary(bytes))
        | Self::Jpeg(Binary(bytes))
        | Self::Png(Binary(bytes))
        | Self::WebP(Binary(bytes))) = self;
        bytes
    }
}

/// A file was kept.
#[derive(ApiResponse)]
enum FileKept {
    /// It waits a day for its answer.
    #[oai(status = 201)]
    Kept(Json<AnswerFileBody>),
}

/// Where it stands.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct StatusForm {
    status: Status,
    /// What is written down with it, 1–2,000 characters. A complaint that was not answered by mail needs it.
    note: Option<String>,
    /// Of such a complaint: whether it was answered otherwise, by telephone or in person, and the note says how; else the
    /// note says why it is not answered.
    answered: Option<bool>,
}

/// It is gone.
#[derive(ApiResponse)]
enum Deleted {
    /// It is gone.
    #[oai(status = 204)]
    Done,
}

/// A file as whoever asks for it gets it: to be saved, whatever a browser would make of it.
pub async fn to_save(data_dir: &FilePath, found: Option<AnswerFile>) -> Result<Attachment<Vec<u8>>, Problem> {
    let file = found.ok_or_else(|| Problem::new(Code::NotFound))?;
    let bytes = tokio::fs::read(data_dir.join(file.path())).await.map_err(|_| Problem::new(Code::NotFound))?;
    Ok(Attachment::new(bytes).attachment_type(AttachmentType::Attachment).filename(file.name))
}

#[OpenApi(prefix_path = "/admin", tag = "Tag::Inbox")]
impl InboxApi {
    /// Requests for a quote, newest first
    #[oai(path = "/quotes", method = "get", operation_id = "list_quotes")]
    async fn list_quotes(
        &self,
        _admin: Admin,
        /// Only those that stand there.
        status: Query<Option<Status>>,
        /// The number, words of the name, the address, the phone, the town or the message, or the beginning of the id.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<QuoteList>, Problem> {
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        let filter = Filter { status: status.0, q: q.0, ..Filter::default() };
        let (count, rows) = self.list(Kind::Quote, filter, offset, limit).await?;
        Ok(Json(QuoteList { count, offset, limit, quotes: rows.into_iter().map(QuoteRow::new).collect() }))
    }

    /// A request for a quote, whole
    #[oai(path = "/quotes/:id", method = "get", operation_id = "get_quote")]
    async fn get_quote(&self, _admin: Admin, id: Path<String>) -> Result<Json<QuoteBody>, Problem> {
        self.find(Kind::Quote, id.0).await.map(|inquiry| self.quote(inquiry))
    }

    /// A photo that came with a request
    #[oai(path = "/quotes/:id/photos/:photo", method = "get", operation_id = "get_quote_photo")]
    async fn get_photo(
        &self,
        _admin: Admin,
        id: Path<String>,
        photo: Path<String>,
    ) -> Result<Response<Binary<Vec<u8>>>, Problem> {
        let found = self.app.db.read(move |conn| super::photo(conn, &id, &photo)).await?;
        let file = found.ok_or_else(|| Problem::new(Code::NotFound))?;
        let bytes = tokio::fs::read(self.app.data_dir.join(file)).await.map_err(|_| Problem::new(Code::NotFound))?;
        Ok(Response::new(Binary(bytes)).header("content-type", "image/jpeg"))
    }

    /// Keeps a file for an answer that follows within a day
    ///
    /// A PDF of at most 7 MB as it is, or a picture of at most 8 MiB, which is kept smaller, as a JPEG without what else was
    /// in its file. Both are only ever sent to be saved.
    #[oai(path = "/inbox/files", method = "post", operation_id = "send_answer_file")]
    async fn send_file(
        &self,
        _admin: Admin,
        /// What the file is called; whoever gets it keeps it under a name like that.
        #[oai(validator(max_length = 300))]
        name: Query<Option<String>>,
        file: SentFile,
    ) -> Result<FileKept, Problem> {
        let (app, name, now) = (self.app.clone(), name.0.unwrap_or_default(), self.app.clock.now());
        let keep = move || files::keep(&app.db, &app.data_dir, &name, file.bytes(), now);
        let kept = self.app.uploads.read(keep).await??;
        if let Err(error) = self.app.mirror.carry([kept.path()]).await {
            let app = self.app.clone();
            self.app.uploads.read(move || files::take_back(&app.db, &app.data_dir, kept)).await??;
            return Err(error.into());
        }
        Ok(FileKept::Kept(Json(kept.into())))
    }

    /// A file that goes with an answer, to be saved
    #[oai(path = "/inbox/files/:id", method = "get", operation_id = "get_answer_file")]
    async fn get_file(&self, _admin: Admin, id: Path<String>) -> Result<Attachment<Vec<u8>>, Problem> {
        let found = self.app.db.read(move |conn| files::find(conn, &id)).await?;
        to_save(&self.app.data_dir, found).await
    }

    /// Answers a request by mail
    #[oai(path = "/quotes/:id/reply", method = "post", operation_id = "reply_to_quote")]
    async fn reply_to_quote(
        &self,
        admin: Admin,
        id: Path<String>,
        Json(form): Json<ReplyForm>,
    ) -> Result<Json<QuoteBody>, Problem> {
        self.reply(admin, Kind::Quote, id.0, form).await.map(|inquiry| self.quote(inquiry))
    }

    /// Writes something down about a request
    #[oai(path = "/quotes/:id/note", method = "post", operation_id = "note_quote")]
    async fn note_quote(
        &self,
        admin: Admin,
        id: Path<String>,
        Json(form): Json<WordsForm>,
    ) -> Result<Json<QuoteBody>, Problem> {
        self.note(admin, Kind::Quote, id.0, form.text).await.map(|inquiry| self.quote(inquiry))
    }

    /// Says where a request stands
    #[oai(path = "/quotes/:id/status", method = "post", operation_id = "set_quote_status")]
    async fn set_quote_status(
        &self,
        admin: Admin,
        id: Path<String>,
        Json(form): Json<StatusForm>,
    ) -> Result<Json<QuoteBody>, Problem> {
        self.set_status(admin, Kind::Quote, id.0, form).await.map(|inquiry| self.quote(inquiry))
    }

    /// Deletes a request with its photos, its notes and answers, and the mails about it
    #[oai(path = "/quotes/:id", method = "delete", operation_id = "delete_quote")]
    async fn delete_quote(&self, admin: Admin, id: Path<String>) -> Result<Deleted, Problem> {
        self.delete(admin, Kind::Quote, id.0).await
    }

    /// Messages, newest first; complaints alone with those first that wait, by when their answer is due
    #[oai(path = "/messages", method = "get", operation_id = "list_messages")]
    async fn list_messages(
        &self,
        _admin: Admin,
        /// Only those that stand there.
        status: Query<Option<Status>>,
        /// Only those that are that.
        kind: Query<Option<MessageKind>>,
        /// The number, words of the name, the address or the message, the beginning of the id, or the key or the order of a
        /// complaint.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<MessageList>, Problem> {
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        let filter = Filter { status: status.0, kind: kind.0, q: q.0 };
        let (count, rows) = self.list(Kind::Message, filter, offset, limit).await?;
        let now = self.app.clock.now();
        let messages = rows.into_iter().map(|row| MessageRow::new(row, now)).collect();
        Ok(Json(MessageList { count, offset, limit, messages }))
    }

    /// A message, whole
    #[oai(path = "/messages/:id", method = "get", operation_id = "get_message")]
    async fn get_message(&self, _admin: Admin, id: Path<String>) -> Result<Json<MessageBody>, Problem> {
        self.find(Kind::Message, id.0).await.map(|inquiry| self.message(inquiry))
    }

    /// Answers a message by mail
    #[oai(path = "/messages/:id/reply", method = "post", operation_id = "reply_to_message")]
    async fn reply_to_message(
        &self,
        admin: Admin,
        id: Path<String>,
        Json(form): Json<ReplyForm>,
    ) -> Result<Json<MessageBody>, Problem> {
        self.reply(admin, Kind::Message, id.0, form).await.map(|inquiry| self.message(inquiry))
    }

    /// Writes something down about a message
    #[oai(path = "/messages/:id/note", method = "post", operation_id = "note_message")]
    async fn note_message(
        &self,
        admin: Admin,
        id: Path<String>,
        Json(form): Json<WordsForm>,
    ) -> Result<Json<MessageBody>, Problem> {
        self.note(admin, Kind::Message, id.0, form.text).await.map(|inquiry| self.message(inquiry))
    }

    /// Deletes a message with its notes and answers, and the mails about it
    #[oai(path = "/messages/:id", method = "delete", operation_id = "delete_message")]
    async fn delete_message(&self, admin: Admin, id: Path<String>) -> Result<Deleted, Problem> {
        self.delete(admin, Kind::Message, id.0).await
    }

    /// Says where a message stands
    #[oai(path = "/messages/:id/status", method = "post", operation_id = "set_message_status")]
    async fn set_message_status(
        &self,
        admin: Admin,
        id: Path<String>,
        Json(form): Json<StatusForm>,
    ) -> Result<Json<MessageBody>, Problem> {
        self.set_status(admin, Kind::Message, id.0, form).await.map(|inquiry| self.message(inquiry))
    }
}

impl InboxApi {
    async fn delete(&self, admin: Admin, kind: Kind, id: String) -> Result<Deleted, Problem> {
        let (actor, now, shop) = (admin.actor(), self.app.clock.now(), self.app.clone());
        let mails = self.app.db.write(move |tx| super::delete(tx, &actor, kind, &id, now)).await?;
        let sweep = move || {
            mail::delete_files(&shop.data_dir, &mails)?;
            photos::purge(&shop.db, &shop.data_dir, now)
        };
        match tokio::task::spawn_blocking(sweep).await {
            Ok(Ok(())) => {}
            // The next round does it.
            Ok(Err(error)) => tracing::error!(%error, "the files of what was deleted are still there"),
            Err(error) => tracing::error!(%error, "deleting files was interrupted"),
        }
        Ok(Deleted::Done)
    }

    async fn list(&self, kind: Kind, filter: Filter, offset: i64, limit: i64) -> Result<(i64, Vec<Row>), Problem> {
        Ok(self.app.db.read(move |conn| super::list(conn, kind, &filter, offset, limit)).await?)
    }

    async fn find(&self, kind: Kind, id: String) -> Result<Inquiry, Problem> {
        let found = self.app.db.read(move |conn| super::find(conn, kind, &id)).await?;
        found.ok_or_else(|| Problem::new(Code::NotFound))
    }

    async fn reply(&self, admin: Admin, kind: Kind, id: String, form: ReplyForm) -> Result<Inquiry, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let answer = move |tx: &Tx<'_>| {
            let files = form.files.as_deref().unwrap_or_default();
            let seen = form.seen.and_then(|seen| usize::try_from(seen).ok());
            super::reply(tx, &actor, kind, &id, Answering { words: &form.text, files, seen }, now)
        };
        let done = self.app.db.write(answer).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(done)
    }

    async fn note(&self, admin: Admin, kind: Kind, id: String, words: String) -> Result<Inquiry, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        Ok(self.app.db.write(move |tx| super::note(tx, &actor, kind, &id, &words, now)).await?)
    }

    async fn set_status(&self, admin: Admin, kind: Kind, id: String, form: StatusForm) -> Result<Inquiry, Problem> {
        let StatusForm { status, note, answered } = form;
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let remark = note.map(|text| Remark { text, is_answer: answered.unwrap_or(status == Status::Answered) });
        let set = move |tx: &Tx<'_>| super::set_status(tx, &actor, kind, &id, (status, remark.as_ref()), now);
        Ok(self.app.db.write(set).await?)
    }

    fn quote(&self, inquiry: Inquiry) -> Json<QuoteBody> {
        Json(QuoteBody { quote: InquiryBody::new(inquiry, self.app.clock.now()) })
    }

    fn message(&self, inquiry: Inquiry) -> Json<MessageBody> {
        Json(MessageBody { message: InquiryBody::new(inquiry, self.app.clock.now()) })
    }
}

impl From<NotDone> for Problem {
    fn from(error: NotDone) -> Self {
        match error {
            NotDone::NotFound => Self::new(Code::NotFound),
            NotDone::Words(_) => Self::invalid("text", error.to_string()),
            NotDone::Answered => Self::new(Code::InquiryAnswered),
            NotDone::Files => Self::invalid("files", error.to_string()),
            NotDone::Unanswered => Self::new(Code::ComplaintUnanswered).detail(error.to_string()),
            NotDone::Db(error) => error.into(),
        }
    }
}
