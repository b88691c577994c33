//! Sends what waits in the outbox, again and again until it is gone or hopeless: several mails at once, so that none waits
//! for another.

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use lettre::message::Mailbox;
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use super::Message;
use super::breaker::CircuitBreaker;
use super::sql::{self, Claimed};
use super::text::{Proof, Shop, render};
use super::transport::{Attachment, Envelope, Error as SendError, Session, Transport, build};
use crate::app::{App, Shared};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::settings::{self, Settings};

/// Nobody else takes a mail for so long: longer than the slowest server may take.
const CLAIM_SECONDS: i64 = 600;
/// How long to wait for the mails on their way before looking for more.
const PAUSE: Duration = Duration::from_secs(20);
/// How long a mail that went out is remembered: it holds names and addresses.
const REMEMBERED_DAYS: i64 = 30;
/// A mail that the server keeps putting off for this long is dead.
const GIVE_UP_AFTER_SECONDS: i64 = 72 * 3600;
/// And so long, when it is the server that does not work.
const GIVE_UP_ON_SERVER_AFTER_SECONDS: i64 = 30 * 86_400;
/// A mail that was handed over so often without an answer may have arrived as often.
const MAX_UNANSWERED: i64 = 4;
/// A mail that was on its way so often when the program ended may be the reason, and waits.
const MAX_CUT_OFF: i64 = 3;
/// In [`crate::health::Health`].
const TROUBLE: &str = "mail_server";

/// The way out, the sender's address, and whether the way is free.
pub struct Mailer {
    transport: Transport,
    from: Mailbox,
    breaker: CircuitBreaker,
}

impl Mailer {
    /// Mails go out by `transport` and come from `from`.
    pub fn new(transport: Transport, from: Mailbox) -> Self {
        Self { transport, from, breaker: CircuitBreaker::default() }
    }
}

/// The outbox of a running program, with the mails on their way.
pub struct Outbox {
    app: Shared,
    mailer: Arc<Mailer>,
    /// Each answers how many mails it tried.
    on_their_way: Mutex<JoinSet<db::Result<usize>>>,
}

impl Outbox {
    /// Nothing is on its way yet.
    pub fn new(app: Shared, mailer: Arc<Mailer>) -> Self {
        Self { app, mailer, on_their_way: Mutex::default() }
    }

    /// Sends what is due until some of it has gone out or more may be; how many mails were tried, `None` when none is on
    /// its way and none is due.
    pub async fn step(&self) -> db::Result<Option<usize>> {
        let mut on_their_way = self.on_their_way.lock().await;
        let now = self.app.clock.now();
        let free = self.mailer.breaker.permits(now).saturating_sub(on_their_way.len());
        let count = move |conn: &Conn| sql::count_due(conn, now, i64::try_from(free).unwrap_or(0));
        let due = if free == 0 { 0 } else { self.app.db.read(count).await? };
        for _ in 0..due {
            on_their_way.spawn(send_due(self.app.clone(), self.mailer.clone()));
        }
        if on_their_way.is_empty() {
            return Ok(None);
        }
        tokio::select! {
            Some(ended) = on_their_way.join_next() => match ended {
                Ok(tried) => tried.map(Some),
                Err(error) => resume_unwind(error.into_panic()),
            },
            () = self.app.bells.outbox.notified() => Ok(Some(0)),
            () = tokio::time::sleep(PAUSE) => Ok(Some(0)),
        }
    }
}

/// Sends one mail after the other, in one conversation, while any is due and the server works; how many were tried.
async fn send_due(app: Shared, mailer: Arc<Mailer>) -> db::Result<usize> {
    let (mut session, mut tried) = (None, 0);
    while mailer.breaker.permits(app.clock.now()) > 0 {
        let now = app.clock.now();
        let claim = move |tx: &Tx<'_>| sql::claim(tx, now, now.plus_seconds(CLAIM_SECONDS));
        let Some(mail) = app.db.write(claim).await? else { break };
        tried += 1;
        let sending = Box::pin(send(&app, &mailer, &mail, &mut session));
        let sent = AssertUnwindSafe(sending).catch_unwind().await;
        let outcome = sent.unwrap_or_else(|_| Err(SendError::Deferred(String::from("the program failed at it"))));
        let now = app.clock.now();
        app.db.write(move |tx| settle(tx, &mail, outcome, now)).await?;
    }
    mailer.transport.close(session).await;
    Ok(tried)
}

async fn send(app: &App, mailer: &Mailer, mail: &Claimed, session: &mut Option<Session>) -> Result<(), SendError> {
    let message = written(app, mailer, mail).await?;
    let outcome = mailer.transport.send(session, &mail.id, &message).await;
    mailer.judge(app, &outcome);
    outcome
}

impl Mailer {
    /// Opens and closes the breaker before the server, and tells who watches.
    fn judge(&self, app: &App, outcome: &Result<(), SendError>) {
        let now = app.clock.now();
        let (has_opened, error) = match outcome {
            Ok(()) | Err(SendError::Deferred(_) | SendError::Rejected(_)) => {
                if self.breaker.succeeded() {
                    tracing::info!("the mail server works again");
                    app.health.trouble_is_over(TROUBLE);
                    app.bells.outbox.notify_one();
                }
                return;
            }
            Err(SendError::Interrupted(error) | SendError::Unanswered(error)) => (self.breaker.interrupted(now), error),
            Err(SendError::Unavailable(error)) => (self.breaker.failed(now), error),
        };
        if has_opened {
            tracing::warn!(error, "the mail server does not work; mails wait");
            app.health.trouble(TROUBLE, error.clone(), now);
        }
    }
}

/// A mail as it goes out.
async fn written(app: &App, mailer: &Mailer, mail: &Claimed) -> Result<lettre::Message, SendError> {
    let settings = app.db.read(Settings::load).await.map_err(|error| SendError::Deferred(error.to_string()))?;
    let message: Message =
        serde_json::from_value(mail.message.clone()).map_err(|error| SendError::Rejected(error.to_string()))?;
    let proof = match &message {
        Message::ConfirmEmail { token_id, .. }
        | Message::SignIn { token_id, .. }
        | Message::Recover { token_id, .. }
        | Message::ConfirmNewEmail { token_id, .. }
        | Message::Reauthenticate { token_id, .. }
        | Message::AdminInvitation { token_id, .. } => Proof {
            token: app.secrets.mailed_token(token_id),
            code: app.secrets.mailed_code(token_id),
            email: mail.recipient.clone(),
        },
        _ => Proof::default(),
    };
    let shop = Shop {
        brand: &settings.brand,
        legal_name: &settings.legal_name,
        phone: &settings::readable(settings.office_phone()),
        origin: &app.config.base_url.origin(),
        answers_from_mailbox: settings.answers_from_mailbox,
    };
    let rendered = render(&message, mail.lang, &shop, &proof);
    let reply_to = rendered.reply_to.as_deref().unwrap_or(&settings.email);
    let attachments = match &message {
        Message::QuoteForOwner(inquiry) => read_all(app.data_dir.clone(), inquiry.attachments.clone()).await?,
        _ => Vec::new(),
    };
    let thread = match &message {
        Message::Answer { thread, .. } => thread.as_deref(),
        _ => None,
    };
    let is_automatic = !matches!(message, Message::Answer { .. });
    let (id, to) = (&mail.id, &mail.recipient);
    let envelope = Envelope { id, from: &mailer.from, reply_to, to, thread, is_automatic, attachments };
    build(&envelope, &rendered)
}

/// The files that go along. One that is gone is left out: the words matter more.
async fn read_all(data_dir: PathBuf, paths: Vec<String>) -> Result<Vec<Attachment>, SendError> {
    let read = move || {
        let paths = paths.iter().zip(1..);
        paths
            .filter_map(|(path, number)| match std::fs::read(data_dir.join(path)) {
                Ok(bytes) => Some(Attachment { name: format!("{number}.jpg"), content_type: "image/jpeg", bytes }),
                Err(error) => {
                    tracing::error!(path, %error, "a mail goes out without a file");
                    None
                }
            })
            .collect()
    };
    tokio::task::spawn_blocking(read).await.map_err(|error| SendError::Deferred(error.to_string()))
}

fn settle(tx: &Tx<'_>, mail: &Claimed, outcome: Result<(), SendError>, now: Timestamp) -> db::Result<()> {
    let Claimed { id, attempts, .. } = mail;
    let age_seconds = now.seconds() - mail.created_at.seconds();
    let Err(error) = outcome else { return sql::set_sent(tx, id, now) };
    let said = error.to_string();
    let is_hopeless = match error {
        SendError::Unavailable(_) => age_seconds >= GIVE_UP_ON_SERVER_AFTER_SECONDS,
        SendError::Interrupted(_) | SendError::Deferred(_) => age_seconds >= GIVE_UP_AFTER_SECONDS,
        SendError::Unanswered(_) => *attempts >= MAX_UNANSWERED,
        SendError::Rejected(_) => true,
    };
    if is_hopeless {
        tracing::error!(mail = id, error = said, "a mail will not go out");
        return sql::set_dead(tx, id, &said);
    }
    if let SendError::Unavailable(_) = error {
        sql::discount_attempt(tx, id)?;
        return sql::set_due(tx, id, now, &said);
    }
    tracing::warn!(mail = id, error = said, "a mail did not go out and will be tried again");
    sql::set_due(tx, id, now.plus_seconds(wait_seconds(*attempts)), &said)
}

/// For the start of a program: takes up what was on its way when the last one ended. Each keeps its Message-ID.
pub fn take_up(tx: &Tx<'_>, now: Timestamp) -> db::Result<usize> {
    sql::release(tx, now, MAX_CUT_OFF)
}

/// Forgets mails that went out long ago. For once an hour.
pub fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    sql::forget_sent(tx, now.plus_days(-REMEMBERED_DAYS))
}

/// After so many attempts: 1, 2, 4 … minutes, at most 6 hours.
fn wait_seconds(attempts: i64) -> i64 {
    (60 << (attempts - 1).clamp(0, 10)).min(6 * 3600)
}

#[cfg(test)]
mod tests {
    use super::wait_seconds;

    #[test]
    fn the_wait_doubles_up_to_six_hours() {
        assert_eq!([1, 2, 3, 9, 10, 500].map(wait_seconds), [60, 120, 240, 15_360, 21_600, 21_600]);
    }
}
