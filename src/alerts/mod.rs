//! What the owner is told without asking: an order was paid or needs somebody, stock is running out, a complaint is to be
//! answered, mails do not go out, invoices do not reach the tax agency, no backup was made, the certificate runs out.
//!
//! A round looks for what is new and, in one transaction, queues the mails and writes down how far the owner has been
//! told, so that each thing is told once whoever caused it: the site, the desk or the command line. A shop without an
//! address for its owner tells nobody and still remembers, so that no flood awaits the first address.

mod sql;

use crate::app::App;
use crate::catalogue::stock::{self, Low};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::invoices::sending::{self, Progress};
use crate::mail::{self, Message, StockLine};
use crate::orders::{self, desk};
use crate::pager;
use crate::quotes::complaints;
use crate::settings::Settings;
use crate::tls::Standing;
use crate::upkeep;

/// Orders told in one round.
const ORDERS: i64 = 50;

/// Variants looked at in one round, and lines of their mail.
const VARIANTS: i64 = 10_000;
const LINES: usize = 30;

/// Mails that will not go out are told once in so many seconds.
const DAY_SECONDS: i64 = 86_400;

/// The tax agency may be silent for so long before the owner is told: it is at night, now and then.
const SILENCE_SECONDS: i64 = 3 * 3600;

/// One round; whether there was anything new.
pub async fn tick(app: &App) -> db::Result<bool> {
    let now = app.clock.now();
    // Where the server makes no backups, none is overdue.
    let every = app.config.backup.to.as_ref().map(|_| app.config.backup.every);
    let certificate = app.certificates.as_ref().and_then(|certificates| certificates.alarm());
    let runs_out = certificate.is_some();
    let look = move |conn: &Conn| {
        let overdue = every.map_or(Ok(Vec::new()), |every| overdue(conn, every, now))?;
        let runs_out = runs_out && is_day_over(conn, "certificate", now)?;
        Ok::<_, db::Error>(!overdue.is_empty() || runs_out || is_anything_new(conn, now)?)
    };
    if !app.db.read(look).await? {
        return Ok(false);
    }
    let owner = app.config.owner_email.as_ref().map(|mailbox| mailbox.email.to_string());
    let write = move |tx: &Tx<'_>| {
        tell(tx, owner.as_deref(), now)?;
        tell_certificate(tx, owner.as_deref(), certificate, now)?;
        every.map_or(Ok(()), |every| tell_overdue(tx, owner.as_deref(), every, now))
    };
    app.db.write(write).await?;
    Ok(true)
}

fn is_anything_new(conn: &Conn, now: Timestamp) -> db::Result<bool> {
    let (low, recovered) = low(conn)?;
    let orders = desk::news_after(conn, sql::told(conn, "order_events")?, 1)?;
    Ok(!orders.is_empty()
        || !low.is_empty()
        || recovered
        || dead_mails(conn, now)?.is_some()
        || invoices_not_taken(conn, now)?.is_some()
        || complaints::is_time_short(conn, now)?)
}

/// What keeps the shop safe and was not done for too long, when it is time to tell.
fn overdue(conn: &Conn, every: u32, now: Timestamp) -> db::Result<Vec<(upkeep::Kind, Timestamp, Option<String>)>> {
    let mut overdue = upkeep::overdue(conn, every, now)?;
    let mut told = Vec::new();
    for (kind, ..) in &overdue {
        if !is_day_over(conn, kind.as_str(), now)? {
            told.push(*kind);
        }
    }
    overdue.retain(|(kind, ..)| !told.contains(kind));
    Ok(overdue)
}

fn tell_overdue(tx: &Tx<'_>, owner: Option<&str>, every: u32, now: Timestamp) -> db::Result<()> {
    for (kind, since, error) in overdue(tx, every, now)? {
        let is_drill = kind == upkeep::Kind::Drill;
        let message = Message::UpkeepOverdue { is_drill, since: since.to_local(), error: error.unwrap_or_default() };
        pager::tell(tx, owner, &message, now)?;
        sql::set_told(tx, kind.as_str(), now.millis())?;
    }
    Ok(())
}

/// Whether the owner was last told so a day ago, or by a clock that was ahead.
fn is_day_over(conn: &Conn, kind: &str, now: Timestamp) -> db::Result<bool> {
    let told = Timestamp::from_millis(sql::told(conn, kind)?);
    Ok(told > now || told.plus_seconds(DAY_SECONDS) <= now)
}

fn tell_certificate(tx: &Tx<'_>, owner: Option<&str>, alarm: Option<Standing>, now: Timestamp) -> db::Result<()> {
    let Some(Standing { facts, error, .. }) = alarm else { return Ok(()) };
    if !is_day_over(tx, "certificate", now)? {
        return Ok(());
    }
    let until = facts.map(|facts| facts.ends_at.to_local()).unwrap_or_default();
    let message = Message::CertificateNotRenewed { until, error: error.unwrap_or_default() };
    pager::tell(tx, owner, &message, now)?;
    sql::set_told(tx, "certificate", now.millis())
}

/// What is low and not told, and whether something that was told has recovered.
fn low(conn: &Conn) -> db::Result<(Vec<Low>, bool)> {
    let at_most = Settings::load(conn)?.low_stock;
    let mut low = stock::low(conn, at_most, VARIANTS)?;
    let told = sql::low_told(conn)?;
    low.retain(|variant| !told.contains(&variant.variant_id));
    Ok((low, sql::has_recovered(conn, at_most)?))
}

/// How many mails were given up that the owner does not know of, when it is time to tell.
fn dead_mails(conn: &Conn, now: Timestamp) -> db::Result<Option<(i64, String)>> {
    if !is_day_over(conn, "dead_mails", now)? {
        return Ok(None);
    }
    Ok(Some(mail::dead_and_untold(conn)?).filter(|(count, _)| *count > 0))
}

/// What of the invoices does not reach the tax agency, when it is time to tell.
fn invoices_not_taken(conn: &Conn, now: Timestamp) -> db::Result<Option<Message>> {
    if !is_day_over(conn, "invoices", now)? {
        return Ok(None);
    }
    let Progress { waiting, rejected, with_errors, newest_wrong, failure, failing_since, hold, .. } =
        sending::progress(conn)?;
    let is_silent = failing_since.is_some_and(|since| since.plus_seconds(SILENCE_SECONDS) < now);
    let unsent = if is_silent { waiting } else { 0 };
    // Each is told once, also one that nothing can mend.
    let is_news = newest_wrong > sql::told(conn, "invoices_wrong")?;
    let wrong = if is_news { rejected + with_errors } else { 0 };
    let is_held = is_silent && hold.is_some();
    let error = failure.unwrap_or_default();
    Ok((unsent > 0 || wrong > 0 || is_held).then_some(Message::InvoicesNotTaken { unsent, wrong, error }))
}

fn tell(tx: &Tx<'_>, owner: Option<&str>, now: Timestamp) -> db::Result<()> {
    for news in desk::news_after(tx, sql::told(tx, "order_events")?, ORDERS)? {
        if let Some(order) = orders::find(tx, &news.order_id)? {
            let to_ship = order.is_to_ship();
            let (order, email) = (orders::summary(&order), order.email);
            match news.attention {
                // Sent or given back in the meantime: it waits for nobody.
                None if !to_ship => {}
                None => pager::tell(tx, owner, &Message::OrderForOwner { order, email }, now)?,
                Some(why) => pager::tell(tx, owner, &Message::OrderFlagged { order, why }, now)?,
            }
        }
        sql::set_told(tx, "order_events", news.event)?;
    }
    let (low, _) = low(tx)?;
    sql::forget_recovered(tx, Settings::load(tx)?.low_stock)?;
    if !low.is_empty() {
        let lines = low.iter().take(LINES).map(line).collect();
        pager::tell(tx, owner, &Message::LowStock { lines }, now)?;
        low.iter().try_for_each(|variant| sql::remember_low(tx, &variant.variant_id))?;
    }
    complaints::tell_time_short(tx, owner, now)?;
    if let Some((count, error)) = dead_mails(tx, now)? {
        pager::tell(tx, owner, &Message::MailsNotSent { count, error }, now)?;
        mail::set_dead_told(tx)?;
        sql::set_told(tx, "dead_mails", now.millis())?;
    }
    if let Some(message) = invoices_not_taken(tx, now)? {
        pager::tell(tx, owner, &message, now)?;
        sql::set_told(tx, "invoices", now.millis())?;
        sql::set_told(tx, "invoices_wrong", sending::progress(tx)?.newest_wrong)?;
    }
    Ok(())
}

fn line(low: &Low) -> StockLine {
    let Low { product_title, variant_title, sku, left, .. } = low;
    let is_said = variant_title.is_empty() || variant_title == product_title;
    let title = if is_said { product_title.clone() } else { format!("{product_title} ({variant_title})") };
    StockLine { title, sku: sku.clone(), left: *left }
}
