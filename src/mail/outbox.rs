//! The worker that sends what waits in the outbox, again and again until it is gone or hopeless.

use std::path::PathBuf;

use lettre::message::Mailbox;

use super::Message;
use super::text::{Proof, Shop, render};
use super::transport::{Attachment, Envelope, Error as SendError, Transport};
use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::settings::Settings;

/// Mails tried in one round.
const ROUND: i64 = 20;
/// How long a mail that went out is remembered: it holds names and addresses.
const REMEMBERED_DAYS: i64 = 30;
/// A mail that could not be sent for this long is dead.
const GIVE_UP_AFTER_SECONDS: i64 = 72 * 3600;

/// The way out and the sender's address.
pub struct Mailer {
    /// Where mails go.
    pub transport: Transport,
    /// Who they come from.
    pub from: Mailbox,
}

struct Waiting {
    id: String,
    recipient: String,
    lang: Lang,
    message: serde_json::Value,
    attempts: i64,
    created_at: Timestamp,
}

/// One round: tries every mail that is due, answers how many were tried.
pub async fn tick(app: &App, mailer: &Mailer) -> db::Result<usize> {
    let now = app.clock.now();
    let (waiting, settings) =
        app.db.read(move |conn| Ok::<_, db::Error>((due(conn, now)?, Settings::load(conn)?))).await?;
    let tried = waiting.len();
    for mail in waiting {
        let (id, attempts) = (mail.id.clone(), mail.attempts);
        app.db.write(move |tx| claim(tx, &id, attempts, now)).await?;
        let outcome = send(app, mailer, &settings, &mail).await;
        let now = app.clock.now();
        app.db.write(move |tx| settle(tx, &mail, outcome, now)).await?;
    }
    Ok(tried)
}

async fn send(app: &App, mailer: &Mailer, settings: &Settings, mail: &Waiting) -> Result<(), SendError> {
    let message: Message =
        serde_json::from_value(mail.message.clone()).map_err(|error| SendError::Permanent(error.to_string()))?;
    let proof = match &message {
        Message::ConfirmEmail { token_id, .. }
        | Message::SignIn { token_id, .. }
        | Message::Recover { token_id, .. }
        | Message::ConfirmNewEmail { token_id, .. }
        | Message::Reauthenticate { token_id, .. } => Proof {
            token: app.secrets.mailed_token(token_id),
            code: app.secrets.mailed_code(token_id),
            email: mail.recipient.clone(),
        },
        _ => Proof::default(),
    };
    let shop = Shop {
        brand: &settings.brand,
        legal_name: &settings.legal_name,
        phone: &settings.phone_display(),
        origin: &app.config.base_url.origin(),
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
    let envelope = Envelope { id: &mail.id, from: &mailer.from, reply_to, to: &mail.recipient, thread, attachments };
    mailer.transport.send(&envelope, &rendered).await
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
    tokio::task::spawn_blocking(read).await.map_err(|error| SendError::Temporary(error.to_string()))
}

fn due(conn: &Conn, now: Timestamp) -> db::Result<Vec<Waiting>> {
    let mut rows = conn.prepare_cached(
        "SELECT id, recipient, lang, message, attempts, created_at FROM outbox
         WHERE state = 'queued' AND next_try_at <= ?1 ORDER BY created_at, id LIMIT ?2",
    )?;
    let rows = rows.query_map((now, ROUND), |row| {
        Ok(Waiting {
            id: row.get("id")?,
            recipient: row.get("recipient")?,
            lang: row.get("lang")?,
            message: row.get("message")?,
            attempts: row.get("attempts")?,
            created_at: row.get("created_at")?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Counts the attempt before it is made: while nothing can be written, on a full disk, nothing is sent twice either.
fn claim(tx: &Tx<'_>, id: &str, attempts: i64, now: Timestamp) -> db::Result<()> {
    tx.execute(
        "UPDATE outbox SET attempts = attempts + 1, next_try_at = ?2 WHERE id = ?1",
        (id, now.plus_seconds(wait_seconds(attempts))),
    )?;
    Ok(())
}

fn settle(tx: &Tx<'_>, mail: &Waiting, outcome: Result<(), SendError>, now: Timestamp) -> db::Result<()> {
    let age_seconds = now.seconds() - mail.created_at.seconds();
    match outcome {
        Ok(()) => {
            tx.execute("UPDATE outbox SET state = 'sent', sent_at = ?2 WHERE id = ?1", (&mail.id, now))?;
        }
        Err(SendError::Temporary(error)) if age_seconds < GIVE_UP_AFTER_SECONDS => {
            tracing::warn!(mail = mail.id, %error, "a mail did not go out and will be tried again");
            tx.execute("UPDATE outbox SET last_error = ?2 WHERE id = ?1", (&mail.id, error))?;
        }
        Err(SendError::Temporary(error) | SendError::Permanent(error)) => {
            tracing::error!(mail = mail.id, %error, "a mail will not go out");
            tx.execute("UPDATE outbox SET state = 'dead', last_error = ?2 WHERE id = ?1", (&mail.id, error))?;
        }
    }
    Ok(())
}

/// Forgets mails that went out long ago. For once an hour.
pub fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    tx.execute("DELETE FROM outbox WHERE state = 'sent' AND sent_at <= ?1", [now.plus_days(-REMEMBERED_DAYS)])?;
    Ok(())
}

/// 1, 2, 4 … minutes, at most 6 hours.
fn wait_seconds(attempts: i64) -> i64 {
    (60 << attempts.clamp(0, 10)).min(6 * 3600)
}

#[cfg(test)]
mod tests {
    use super::wait_seconds;

    #[test]
    fn the_wait_doubles_up_to_six_hours() {
        assert_eq!([0, 1, 2, 8, 9, 500].map(wait_seconds), [60, 120, 240, 15_360, 21_600, 21_600]);
    }
}
