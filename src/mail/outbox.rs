//! Sends what waits in the outbox, again and again until it is gone or hopeless: several mails at once, so that none waits
//! for another.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex as StdMutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use lettre::message::Mailbox;
use serde::Deserialize as _;
use serde_json::{Value, json};
use tokio::sync::{Mutex, Notify, watch};
use tokio::task::{JoinError, JoinSet};

use super::attached::{self, Enclosures};
use super::breaker::CircuitBreaker;
use super::dkim::Signer;
use super::sql::{self, Claimed};
use super::text::{Proof, Shop, render};
use super::transport::{Envelope, Error as SendError, Session, Transport, build};
use super::{Message, Notice, OrderSummary};
use crate::clock::{Clock, Timestamp};
use crate::db::{self, Conn, Db, Tx};
use crate::health::Health;
use crate::order_keys::{OrderKeys, Rated};
use crate::secrets::Secrets;
use crate::settings::{self, Settings};
use crate::trace::{self, RequestId};

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
/// How long a mail rests that was handed over whole without an answer, in minutes: it may have arrived each time. After one
/// more it is dead.
const RESTS_UNANSWERED: [i64; 3] = [15, 2 * 60, 12 * 60];
/// No mail rests so long before it is tried, again or at first.
const LONGEST_REST_DAYS: i64 = 2;
/// How long to wait before writing down again what became of a mail, where that failed.
const SETTLE_AGAIN: [Duration; 4] =
    [Duration::from_millis(50), Duration::from_millis(250), Duration::from_secs(1), Duration::from_secs(3)];
/// A mail that was on its way so often when the program ended may be the reason, and waits.
const MAX_CUT_OFF: i64 = 3;
/// In [`crate::health::Health`].
const TROUBLE: &str = "mail_server";

/// The way out, the sender's address, who signs, whether the way is free, and who is on it.
pub struct Mailer {
    transport: Transport,
    from: Mailbox,
    signer: Option<Signer>,
    breaker: CircuitBreaker,
    on_their_way: StdMutex<BTreeSet<String>>,
}

/// A mail on its way, until it is dropped.
struct OnItsWay<'a>(&'a Mailer, String);

impl Drop for OnItsWay<'_> {
    fn drop(&mut self) {
        self.0.ids().remove(&self.1);
    }
}

impl Mailer {
    /// Mails go out by `transport` and come from `from`.
    pub fn new(transport: Transport, from: Mailbox) -> Self {
        Self { transport, from, signer: None, breaker: CircuitBreaker::default(), on_their_way: StdMutex::default() }
    }

    /// The same, with every mail signed where somebody signs.
    #[must_use]
    pub fn signed_by(self, signer: Option<Signer>) -> Self {
        Self { signer, ..self }
    }

    fn ids(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.on_their_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ids of the mails on their way, for SQL.
    fn on_their_way(&self) -> Value {
        json!(*self.ids())
    }
}

/// Whether what a mail asks for is over, so that it must not go out any more.
pub type IsOver = fn(&Conn, &Message, Timestamp) -> db::Result<bool>;

/// What mails are made of, and who is told when the server does not work.
pub struct Sources {
    /// Where mails wait.
    pub db: Db,
    /// When they are due.
    pub clock: Clock,
    /// What links and codes are derived from.
    pub secrets: Secrets,
    /// What the links to orders of people without an account are derived from.
    pub order_keys: OrderKeys,
    /// Where the files lie that go along.
    pub data_dir: PathBuf,
    /// Where links lead to, `https://shop.example`.
    pub origin: String,
    /// Rung when a mail was queued.
    pub wakeup: Arc<Notify>,
    /// Who is told.
    pub health: Arc<Health>,
    /// Asked of each mail when it is about to go out: it may have waited for days.
    pub is_over: IsOver,
    /// The papers that go along.
    pub enclosures: Enclosures,
}

/// The outbox of a running program, with the mails on their way.
pub struct Outbox {
    sources: Arc<Sources>,
    mailer: Arc<Mailer>,
    /// Each answers how many mails it tried.
    on_their_way: Mutex<JoinSet<db::Result<usize>>>,
    stopping: watch::Receiver<bool>,
}

impl Outbox {
    /// Nothing is on its way yet; once `stopping`, nothing more is put on it.
    pub fn new(sources: Sources, mailer: Arc<Mailer>, stopping: watch::Receiver<bool>) -> Self {
        let sources = Arc::new(sources);
        Self { sources, mailer, on_their_way: Mutex::default(), stopping }
    }

    /// Sends what is due until some of it has gone out or more may be; how many mails were tried, `None` when none is on
    /// its way and none is due. When the program stops, those on their way are waited for.
    pub async fn step(&self) -> db::Result<Option<usize>> {
        let mut on_their_way = self.on_their_way.lock().await;
        let mut stopping = self.stopping.clone();
        for _ in 0..self.count_due(on_their_way.len()).await? {
            on_their_way.spawn(send_due(self.sources.clone(), self.mailer.clone(), stopping.clone()));
        }
        if on_their_way.is_empty() {
            return Ok(None);
        }
        let ended = tokio::select! {
            Some(ended) = on_their_way.join_next() => Some(ended),
            () = self.sources.wakeup.notified() => None,
            () = tokio::time::sleep(PAUSE) => None,
            Ok(_) = stopping.wait_for(|stop| *stop) => None,
        };
        let mut tried = ended.map_or(Ok(0), tried)?;
        if *stopping.borrow() {
            while let Some(ended) = on_their_way.join_next().await {
                tried += self::tried(ended)?;
            }
        }
        Ok(Some(tried))
    }

    /// How many more mails may be put on their way.
    async fn count_due(&self, on_their_way: usize) -> db::Result<i64> {
        let now = self.sources.clock.now();
        let free = self.mailer.breaker.permits(now).saturating_sub(on_their_way);
        if free == 0 || *self.stopping.borrow() {
            return Ok(0);
        }
        let ids = self.mailer.on_their_way();
        self.sources.db.read(move |conn| sql::count_due(conn, now, i64::try_from(free).unwrap_or(0), &ids)).await
    }
}

/// What a task of [`send_due`] ended with; its panic is the caller's.
fn tried(ended: Result<db::Result<usize>, JoinError>) -> db::Result<usize> {
    ended.unwrap_or_else(|error| resume_unwind(error.into_panic()))
}

/// Sends one mail after the other, in one conversation, while any is due and the server works; how many were tried.
async fn send_due(sources: Arc<Sources>, mailer: Arc<Mailer>, stopping: watch::Receiver<bool>) -> db::Result<usize> {
    let (mut session, mut tried) = (None, 0);
    while mailer.breaker.permits(sources.clock.now()) > 0 && !*stopping.borrow() {
        let (now, ids) = (sources.clock.now(), mailer.on_their_way());
        let is_over = sources.is_over;
        let Some(mail) = sources.db.write(move |tx| claim(tx, now, &ids, is_over)).await? else { break };
        mailer.ids().insert(mail.id.clone());
        let _on_its_way = OnItsWay(&mailer, mail.id.clone());
        tried += 1;
        trace::on(mail.request, async {
            let sending = Box::pin(send(&sources, &mailer, &mail, &mut session));
            let sent = AssertUnwindSafe(sending).catch_unwind().await;
            let outcome = sent.unwrap_or_else(|_| Err(SendError::Deferred(String::from("the program failed at it"))));
            write_down(&sources, mail, outcome).await
        })
        .await?;
    }
    mailer.transport.close(session).await;
    Ok(tried)
}

/// Takes the mail that is due; those that are over end unsent.
fn claim(tx: &Tx<'_>, now: Timestamp, without: &Value, is_over: IsOver) -> db::Result<Option<Claimed>> {
    while let Some(mail) = sql::claim(tx, now, now.plus_seconds(CLAIM_SECONDS), without)? {
        // What cannot be read is refused when it is sent.
        let Ok(message) = Message::deserialize(&mail.message) else { return Ok(Some(mail)) };
        if !is_over(tx, &message, now)? {
            return Ok(Some(mail));
        }
        sql::set_over(tx, &mail.id)?;
    }
    Ok(None)
}

/// What became of a mail, in the database: what is not there by the end of its claim is sent again.
async fn write_down(sources: &Sources, mail: Claimed, outcome: Result<(), SendError>) -> db::Result<()> {
    let told = Arc::new((mail, outcome));
    let mut waits = SETTLE_AGAIN.iter();
    loop {
        let (told, now) = (told.clone(), sources.clock.now());
        let written = sources.db.write(move |tx| settle(tx, &told.0, told.1.as_ref().err(), now)).await;
        match (written, waits.next()) {
            (Err(error), Some(wait)) => {
                tracing::warn!(%error, "what became of a mail could not be written down");
                tokio::time::sleep(*wait).await;
            }
            (written, _) => return written,
        }
    }
}

async fn send(
    sources: &Sources,
    mailer: &Mailer,
    mail: &Claimed,
    session: &mut Option<Session>,
) -> Result<(), SendError> {
    let message = written(sources, mailer, mail).await?;
    let outcome = mailer.transport.send(session, &mail.id, &message).await;
    mailer.judge(sources, &outcome);
    outcome
}

impl Mailer {
    /// Opens and closes the breaker before the server, and tells who watches.
    fn judge(&self, sources: &Sources, outcome: &Result<(), SendError>) {
        let now = sources.clock.now();
        let (has_opened, error) = match outcome {
            Ok(()) | Err(SendError::Deferred(_) | SendError::Rejected(_)) => {
                if self.breaker.succeeded() {
                    tracing::info!("the mail server works again");
                    sources.health.trouble_is_over(TROUBLE);
                    sources.wakeup.notify_one();
                }
                return;
            }
            Err(SendError::Interrupted(error) | SendError::Unanswered(error)) => (self.breaker.interrupted(now), error),
            Err(SendError::Unavailable(error)) => (self.breaker.failed(now), error),
        };
        if has_opened {
            tracing::warn!(error, "the mail server does not work; mails wait");
            sources.health.trouble(TROUBLE, error.clone(), now);
        }
    }
}

/// A mail as it goes out.
async fn written(sources: &Sources, mailer: &Mailer, mail: &Claimed) -> Result<lettre::Message, SendError> {
    let settings = sources.db.read(Settings::load).await.map_err(|error| SendError::Deferred(error.to_string()))?;
    let message: Message =
        serde_json::from_value(mail.message.clone()).map_err(|error| SendError::Rejected(error.to_string()))?;
    let proof = match &message {
        Message::ConfirmEmail { token_id, .. }
        | Message::SignIn { token_id, .. }
        | Message::Recover { token_id, .. }
        | Message::ConfirmNewEmail { token_id, .. }
        | Message::Reauthenticate { token_id, .. }
        | Message::StockQuestion { token_id, .. }
        | Message::AccountNotice { notice: Notice::EmailChanged { way_back: Some(token_id), .. }, .. }
        | Message::AdminInvitation { token_id, .. } => Proof {
            token: sources.secrets.mailed_token(token_id),
            code: sources.secrets.mailed_code(token_id),
            email: mail.recipient.clone(),
            ..Proof::default()
        },
        Message::RateOrder(order) => rating(sources, Rated::Order, &order.order_id),
        Message::RateFirm { quote_id, .. } => rating(sources, Rated::Quote, quote_id),
        _ => message.order_of_buyer().map_or_else(Proof::default, |order| of_order(sources, mail, order)),
    };
    let mut attachments = attached::files(sources.data_dir.clone(), &message).await?;
    let has_guarantee_notice = matches!(message, Message::OrderPaid(_)) && !attachments.is_empty();
    let paper = sources.enclosures.of(&sources.db, &message).await;
    let has_invoice = matches!(message, Message::OrderPaid(_)) && paper.is_some();
    attachments.extend(paper);
    let shop = Shop {
        brand: &settings.brand,
        legal_name: &settings.legal_name,
        phone: &settings::readable(settings.office_phone()),
        origin: &sources.origin,
        place: settings.place(),
        hours: &settings.hours.0,
        letterhead: &settings.letterhead(),
        has_invoice,
        has_guarantee_notice,
        answers_from_mailbox: settings.answers_from_mailbox,
    };
    let rendered = render(&message, mail.lang, &shop, &proof);
    let reply_to = rendered.reply_to.as_deref().unwrap_or(&settings.email);
    let thread = match &message {
        Message::Answer { thread, .. } => thread.as_deref(),
        _ => None,
    };
    let is_automatic = !matches!(message, Message::Answer { .. });
    let (id, to) = (&mail.id, &mail.recipient);
    let request = mail.request.as_ref().map(RequestId::as_str);
    let envelope = Envelope { id, from: &mailer.from, reply_to, to, thread, is_automatic, request, attachments };
    let mut mail = build(&envelope, &rendered)?;
    if let Some(signer) = &mailer.signer {
        signer.sign(&mut mail);
    }
    Ok(mail)
}

/// What lets stars be given, and opens nothing else.
fn rating(sources: &Sources, what: Rated, id: &str) -> Proof {
    Proof { order_key: sources.order_keys.rating_key(what, id), ..Proof::default() }
}

/// What opens the order of somebody without an account.
fn of_order(sources: &Sources, mail: &Claimed, order: &OrderSummary) -> Proof {
    let (Some(nonce), keys) = (&order.key_nonce, &sources.order_keys) else { return Proof::default() };
    Proof {
        order_key: keys.key(&order.order_id, nonce),
        token: keys.claim_token(&order.order_id, nonce, mail.created_at),
        ..Proof::default()
    }
}

fn settle(tx: &Tx<'_>, mail: &Claimed, error: Option<&SendError>, now: Timestamp) -> db::Result<()> {
    let Claimed { id, attempts, .. } = mail;
    let age_seconds = now.seconds() - mail.created_at.seconds();
    let Some(error) = error else {
        tracing::info!(mail = id, kind = mail.message["kind"].as_str(), "a mail went out");
        return sql::set_sent(tx, id, now);
    };
    let said = error.to_string();
    let rest = usize::try_from(mail.unanswered).ok().and_then(|count| RESTS_UNANSWERED.get(count));
    let is_hopeless = match error {
        SendError::Unavailable(_) => age_seconds >= GIVE_UP_ON_SERVER_AFTER_SECONDS,
        SendError::Interrupted(_) | SendError::Deferred(_) => age_seconds >= GIVE_UP_AFTER_SECONDS,
        SendError::Unanswered(_) => rest.is_none(),
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
    let wait_seconds = match (error, rest) {
        (SendError::Unanswered(_), Some(minutes)) => {
            sql::count_unanswered(tx, id)?;
            minutes * 60
        }
        _ => wait_seconds(*attempts),
    };
    sql::set_due(tx, id, now.plus_seconds(wait_seconds), &said)
}

/// For the start of a program: takes up what was on its way when the last one ended. Each keeps its Message-ID.
pub fn take_up(tx: &Tx<'_>, now: Timestamp) -> db::Result<usize> {
    sql::bring_forward(tx, now, now.plus_days(LONGEST_REST_DAYS))?;
    sql::release(tx, now, MAX_CUT_OFF)
}

/// Forgets mails that went out long ago, and takes up what waits for a moment of a clock that was ahead. For once an hour.
pub fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    sql::bring_forward(tx, now, now.plus_days(LONGEST_REST_DAYS))?;
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
