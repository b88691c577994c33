//! What waits, as `/metrics` tells it.

use rusqlite::{OptionalExtension, params_from_iter};

use crate::clock::Timestamp;
use crate::db::{self, Conn};

/// Something that is counted, once or by labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    pub name: &'static str,
    /// One English line.
    pub help: &'static str,
    pub samples: Vec<Sample>,
}

/// Labels with their values, and how much it is.
pub type Sample = (Vec<(&'static str, String)>, i64);

/// Name, help, and a statement that answers one number; `?1`, where it is in there, is now.
type Gauge = (&'static str, &'static str, &'static str);

const GAUGES: [Gauge; 15] = [
    ("manetes_mails_queued", "Mails that wait.", "SELECT count(*) FROM outbox WHERE state = 'queued' AND NOT is_held"),
    (
        "manetes_mails_dead",
        "Mails that were given up.",
        "SELECT count(*) FROM outbox WHERE state = 'dead' AND NOT is_held",
    ),
    (
        "manetes_mails_held",
        "Mails of a restored shop that wait for the owner's word.",
        "SELECT count(*) FROM outbox WHERE state = 'queued' AND is_held",
    ),
    (
        "manetes_mails_oldest_seconds",
        "For how long the oldest mail has been waiting that should be on its way; 0 where none is.",
        "SELECT coalesce((?1 - min(iif(attempts = 0, next_try_at, created_at))) / 1000, 0) FROM outbox
         WHERE state = 'queued' AND NOT is_held AND (attempts > 0 OR next_try_at <= ?1)",
    ),
    (
        "manetes_orders_pending",
        "Orders that nobody has paid yet.",
        "SELECT count(*) FROM orders WHERE status = 'pending'",
    ),
    (
        "manetes_orders_attention",
        "Orders that need a person.",
        "SELECT count(*) FROM orders WHERE attention IS NOT NULL",
    ),
    (
        "manetes_refunds_queued",
        "Refunds that the provider has not been asked for yet.",
        "SELECT count(*) FROM refunds WHERE state = 'queued'",
    ),
    (
        "manetes_refunds_oldest_seconds",
        "For how long the oldest refund has been waiting that is not made; 0 where none is.",
        "SELECT coalesce((?1 - min(created_at)) / 1000, 0) FROM refunds WHERE state IN ('queued', 'sent')",
    ),
    ("manetes_invoices_due", "Invoices that are to be made.", "SELECT count(*) FROM invoices_due"),
    (
        "manetes_invoices_unsent",
        "Records of invoices that the tax agency is still to be sent.",
        "SELECT count(*) FROM invoice_sendings s JOIN invoice_records r ON r.seq = s.seq
         WHERE s.state = 'waiting' AND r.chain = (SELECT mode FROM invoicing)",
    ),
    (
        "manetes_invoices_wrong",
        "Invoices whose newest record the tax agency finds fault with.",
        "SELECT count(*) FROM invoice_sendings s JOIN invoice_records r ON r.seq = s.seq
         WHERE s.state IN ('rejected', 'accepted_with_errors') AND r.chain = (SELECT mode FROM invoicing)
             AND r.seq = (SELECT max(m.seq) FROM invoice_records m WHERE m.number = r.number)",
    ),
    (
        "manetes_complaints_overdue",
        "Complaints whose time for an answer is over.",
        "SELECT count(*) FROM complaints WHERE ended IS NULL AND due_at <= ?1",
    ),
    (
        "manetes_backup_last_success_timestamp_seconds",
        "When the shop was last backed up, in Unix time; 0 for never.",
        "SELECT coalesce(succeeded_at, 0) / 1000 FROM upkeep WHERE kind = 'backup'",
    ),
    (
        "manetes_drill_last_success_timestamp_seconds",
        "When a backup was last restored to try it, in Unix time; 0 for never.",
        "SELECT coalesce(succeeded_at, 0) / 1000 FROM upkeep WHERE kind = 'drill'",
    ),
    (
        "manetes_drill_took_milliseconds",
        "How long that took.",
        "SELECT coalesce(took_ms, 0) FROM upkeep WHERE kind = 'drill'",
    ),
];

/// All of it at a moment.
pub fn gauges(conn: &Conn, now: Timestamp) -> db::Result<Vec<Family>> {
    let mut families = Vec::new();
    for (name, help, sql) in GAUGES {
        let mut statement = conn.prepare_cached(sql)?;
        let given = params_from_iter([now].into_iter().take(statement.parameter_count()));
        let value: Option<i64> = statement.query_row(given, |row| row.get(0)).optional()?;
        families.push(Family { name, help, samples: value.map(|value| (Vec::new(), value)).into_iter().collect() });
    }
    let open = "SELECT provider, state, count(*) FROM payment_attempts WHERE state IN ('created', 'open')
                GROUP BY provider, state ORDER BY provider, state";
    let open = by_labels(conn, now, open, &["provider", "state"])?;
    families.push(Family { name: "manetes_payments_open", help: "Payment pages that are open.", samples: open });
    // Asked about every five minutes, and not known for half an hour.
    let overdue = "SELECT provider, count(*) FROM payment_attempts
                   WHERE state IN ('created', 'open') AND expires_at <= ?1 - 1800000 GROUP BY provider ORDER BY provider";
    let overdue = by_labels(conn, now, overdue, &["provider"])?;
    let help = "Payment pages that are over for half an hour and of which it is not known how they ended.";
    families.push(Family { name: "manetes_payments_overdue", help, samples: overdue });
    Ok(families)
}

/// The samples of a statement that answers the labels' values and then a number.
fn by_labels(conn: &Conn, now: Timestamp, sql: &str, labels: &[&'static str]) -> db::Result<Vec<Sample>> {
    let mut rows = conn.prepare_cached(sql)?;
    let given = params_from_iter([now].into_iter().take(rows.parameter_count()));
    let samples = rows.query_map(given, |row| {
        let named = labels.iter().enumerate().map(|(at, label)| Ok((*label, row.get(at)?)));
        Ok((named.collect::<rusqlite::Result<_>>()?, row.get(labels.len())?))
    })?;
    Ok(samples.collect::<Result<_, _>>()?)
}
