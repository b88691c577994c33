//! The outbox over HTTP: which mails wait, went out, or will not, and why.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};
use serde::Serialize;

use crate::app::Shared;
use crate::auth::guard::Admin;
use crate::clock::Timestamp;
use crate::db;
use crate::mail::text::{Proof, Shop, render};
use crate::mail::{self, Message, Queued, Release, State};
use crate::page::Page;
use crate::problem::{Code, Problem};
use crate::settings::{self, Settings};
use crate::wire::NameOf;

/// The endpoints of the outbox.
pub struct MailsApi {
    /// The program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The owner's desk: mails.
    Mails,
}

/// A mail.
#[derive(Debug, Object, Serialize)]
pub struct Mail {
    /// The local part of its Message-ID.
    pub id: String,
    /// RFC 3339.
    pub created_at: String,
    /// The recipient.
    pub to: String,
    /// Its subject, in its language.
    pub subject: String,
    /// Where it stands.
    pub state: NameOf<State>,
    /// How often it was tried.
    pub attempts: i64,
    /// What the mail server said last.
    pub last_error: Option<String>,
    /// When it is tried next; null unless it is queued, and while it is held.
    pub next_try_at: Option<String>,
    /// Whether a restored shop still had to send it, and it waits for a word.
    pub is_held: bool,
}

/// A page of mails, newest first.
#[derive(Object)]
struct MailList {
    /// How many fit.
    count: i64,
    /// How many were left out at the beginning.
    offset: i64,
    /// How many were asked for.
    limit: i64,
    /// The mails.
    mails: Vec<Mail>,
}

/// It is tried again.
#[derive(ApiResponse)]
enum Retried {
    /// At once.
    #[oai(status = 204)]
    Retried,
}

/// Mails that are tried again.
#[derive(Object)]
struct RetriedMails {
    /// How many.
    count: usize,
}

/// Mails that were held.
#[derive(Object)]
struct ReleasedMails {
    /// How many.
    count: usize,
}

#[OpenApi(prefix_path = "/admin", tag = "Tag::Mails")]
impl MailsApi {
    /// Mails, newest first; those that went out are remembered for 30 days
    #[oai(path = "/mails", method = "get", operation_id = "list_mails")]
    async fn list(
        &self,
        _admin: Admin,
        /// Only those that stand there.
        state: Query<Option<State>>,
        /// Only those whose recipient has this in it.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<MailList>, Problem> {
        let state = state.0.map(|state| state.into_str());
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        let read = self.app.db.read(move |conn| {
            let (count, mails) = mail::list(conn, state, q.as_deref(), offset, limit)?;
            Ok::<_, db::Error>((count, mails, Settings::load(conn)?))
        });
        let (count, mails, settings) = read.await?;
        let mails = mails.into_iter().map(|mail| Mail::new(mail, &settings)).collect();
        Ok(Json(MailList { count, offset, limit, mails }))
    }

    /// Tries a mail again that would not go out
    #[oai(path = "/mails/:id/retry", method = "post", operation_id = "retry_mail")]
    async fn retry(&self, admin: Admin, id: Path<String>) -> Result<Retried, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        if !self.app.db.write(move |tx| mail::retry(tx, &actor, &id, now)).await? {
            return Err(Problem::new(Code::NotFound));
        }
        self.app.wakeups.outbox.notify_one();
        Ok(Retried::Retried)
    }

    /// Tries every mail again that would not go out
    #[oai(path = "/mails/retry", method = "post", operation_id = "retry_mails")]
    async fn retry_all(&self, admin: Admin) -> Result<Json<RetriedMails>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let count = self.app.db.write(move |tx| mail::retry_all(tx, &actor, now)).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(Json(RetriedMails { count }))
    }

    /// Sends every mail that a restored shop still had to send
    #[oai(path = "/mails/held/send", method = "post", operation_id = "send_held_mails")]
    async fn send_held(&self, admin: Admin) -> Result<Json<ReleasedMails>, Problem> {
        self.release(&admin, Release::Send).await
    }

    /// Drops every mail that a restored shop still had to send
    #[oai(path = "/mails/held/drop", method = "post", operation_id = "drop_held_mails")]
    async fn drop_held(&self, admin: Admin) -> Result<Json<ReleasedMails>, Problem> {
        self.release(&admin, Release::Drop).await
    }
}

impl MailsApi {
    async fn release(&self, admin: &Admin, release: Release) -> Result<Json<ReleasedMails>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let count = self.app.db.write(move |tx| mail::release_held(tx, &actor, release, now)).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(Json(ReleasedMails { count }))
    }
}

impl Mail {
    /// As it is shown.
    pub fn new(mail: Queued, settings: &Settings) -> Self {
        let shop = Shop {
            brand: &settings.brand,
            legal_name: &settings.legal_name,
            phone: &settings::readable(settings.office_phone()),
            // No subject has a link in it.
            ..Shop::default()
        };
        let message = serde_json::from_value::<Message>(mail.message);
        let subject = message.map(|message| render(&message, mail.lang, &shop, &Proof::default()).subject);
        Self {
            id: mail.id,
            created_at: mail.created_at.to_rfc3339(),
            to: mail.recipient,
            subject: subject.unwrap_or_default(),
            attempts: mail.attempts,
            is_held: mail.is_held && mail.state == "queued",
            last_error: mail.last_error,
            next_try_at: (mail.state == "queued" && !mail.is_held)
                .then_some(mail.next_try_at)
                .map(Timestamp::to_rfc3339),
            state: mail.state.into(),
        }
    }
}
