//! Each invariant as two statements: how many things it is asked of, and which of them break it.

use super::{Finding, NAMED};
use crate::clock::Timestamp;
use crate::db::{self, Conn};

struct Invariant {
    name: &'static str,
    says: &'static str,
    all: &'static str,
    /// One id a row; `:now` is the moment of the look, in milliseconds.
    broken: &'static str,
}

pub(super) fn check_shop(conn: &Conn, now: Timestamp) -> db::Result<Vec<Finding>> {
    SHOP.iter().map(|invariant| ask(conn, invariant, now)).collect()
}

pub(super) fn check_file(conn: &Conn, now: Timestamp) -> db::Result<Vec<Finding>> {
    FILE.iter().map(|invariant| ask(conn, invariant, now)).collect()
}

fn ask(conn: &Conn, invariant: &Invariant, now: Timestamp) -> db::Result<Finding> {
    let looked_at = conn.prepare_cached(invariant.all)?.query_row([], |row| row.get(0))?;
    let mut statement = conn.prepare_cached(invariant.broken)?;
    if let Some(parameter) = statement.parameter_index(":now")? {
        statement.raw_bind_parameter(parameter, now)?;
    }
    let (mut rows, mut broken, mut ids) = (statement.raw_query(), 0, Vec::new());
    while let Some(row) = rows.next()? {
        broken += 1;
        if ids.len() < NAMED {
            ids.push(row.get(0)?);
        }
    }
    Ok(Finding { name: invariant.name, says: invariant.says, looked_at, broken, ids })
}

const SHOP: [Invariant; 18] = [
    Invariant {
        name: "totals",
        says: "an order comes to its lines and its shipping, and contains their tax; one that came back without lines is over",
        all: "SELECT count(*) FROM orders",
        // The tax of a line as `Cents::tax_contained` has it. That of shipping is not asked for exactly: the rate is not
        // stored, and a later one must not make old orders wrong.
        broken: "SELECT o.id FROM orders o LEFT JOIN (
                SELECT order_id, sum(quantity * price_in_cents) AS items,
                       sum((quantity * price_in_cents * tax_rate_bp * 2 + 10000 + tax_rate_bp)
                           / (2 * (10000 + tax_rate_bp))) AS tax
                FROM order_items GROUP BY order_id) i ON i.order_id = o.id
            WHERE i.items IS NOT o.items_in_cents AND NOT (i.items IS NULL AND o.status = 'cancelled' AND EXISTS (
                  SELECT 1 FROM order_events e
                  WHERE e.order_id = o.id AND e.kind = 'recovered' AND e.detail ->> 'has_lines' = 0))
               OR o.total_in_cents <> o.items_in_cents + o.shipping_in_cents
               OR o.tax_in_cents NOT BETWEEN i.tax AND i.tax + o.shipping_in_cents",
    },
    Invariant {
        name: "status",
        says: "an order stands where its events have brought it",
        all: "SELECT count(*) FROM orders",
        broken: "WITH moves AS (SELECT id, order_id, kind FROM order_events
                WHERE kind IN ('placed', 'paid', 'shipped', 'unshipped', 'delivered', 'undelivered', 'cancelled'))
            SELECT o.id FROM orders o
            WHERE o.status IS NOT (SELECT CASE m.kind WHEN 'placed' THEN 'pending' WHEN 'undelivered' THEN 'shipped'
                                              WHEN 'unshipped' THEN 'paid' ELSE m.kind END
                                   FROM moves m WHERE m.order_id = o.id ORDER BY m.id DESC LIMIT 1)
               OR (o.paid_at IS NOT NULL) <> EXISTS (SELECT 1 FROM moves m WHERE m.order_id = o.id AND m.kind = 'paid')
               OR EXISTS (SELECT 1 FROM moves m WHERE m.order_id = o.id AND m.kind IN ('placed', 'paid', 'cancelled')
                          GROUP BY m.kind HAVING count(*) > 1)
               OR (SELECT count(*) FILTER (WHERE m.kind = 'delivered') - count(*) FILTER (WHERE m.kind = 'undelivered')
                   FROM moves m WHERE m.order_id = o.id) <> (o.status = 'delivered')
               OR (SELECT count(*) FILTER (WHERE m.kind = 'shipped') - count(*) FILTER (WHERE m.kind = 'unshipped')
                   FROM moves m WHERE m.order_id = o.id) <> (o.status IN ('shipped', 'delivered'))",
    },
    Invariant {
        name: "paid orders",
        says: "an order is paid when the provider has said so, once, of its total",
        all: "SELECT count(*) FROM orders",
        broken: "WITH payers AS (
                SELECT a.order_id, a.state = 'paid' AND f.kind = 'paid' AND f.amount_in_cents = a.amount_in_cents
                       AND f.currency = a.currency AND a.amount_in_cents = o.total_in_cents AS sound
                FROM payment_facts f JOIN payment_attempts a ON a.id = f.attempt_id JOIN orders o ON o.id = a.order_id
                WHERE f.outcome = 'order_paid')
            SELECT o.id FROM orders o LEFT JOIN payers p ON p.order_id = o.id
            GROUP BY o.id HAVING count(p.order_id) <> (o.paid_at IS NOT NULL) OR coalesce(min(p.sound), 1) = 0",
    },
    Invariant {
        name: "payments",
        says: "a payment has the provider's word, and pays its order or goes back",
        all: "SELECT count(*) FROM payment_attempts",
        broken: "WITH words AS MATERIALIZED (
                SELECT a.id, count(*) AS words FROM payment_facts f JOIN payment_attempts a ON a.id = f.attempt_id
                WHERE f.kind = 'paid' AND f.provider = a.provider AND f.currency = a.currency
                  AND f.amount_in_cents = a.amount_in_cents
                  AND (f.outcome = 'order_paid' OR f.outcome IN ('paid_late', 'paid_twice') AND EXISTS (
                      SELECT 1 FROM refunds r WHERE r.attempt_id = a.id AND r.reason = f.outcome
                          AND r.amount_in_cents = a.amount_in_cents))
                GROUP BY a.id)
            SELECT a.id FROM payment_attempts a LEFT JOIN words w ON w.id = a.id
            WHERE coalesce(w.words, 0) <> (a.state = 'paid')",
    },
    Invariant {
        name: "refunds",
        says: "of a payment goes back what was refunded, and never more than came in",
        all: "SELECT count(*) FROM payment_attempts",
        // One that was made in the provider's own panel may cross one of ours, which then fails.
        broken: "SELECT a.id FROM payment_attempts a LEFT JOIN refunds r ON r.attempt_id = a.id
            GROUP BY a.id HAVING a.refunded_in_cents <> coalesce(sum(r.amount_in_cents) FILTER (WHERE r.state = 'done'), 0)
                OR coalesce(sum(r.amount_in_cents) FILTER (WHERE r.state <> 'failed' AND r.reason <> 'outside'), 0)
                   > iif(a.state = 'paid', a.amount_in_cents, 0)
                OR count(*) FILTER (WHERE r.order_id <> a.order_id) > 0
                OR count(*) FILTER (WHERE r.reason = 'outside' AND NOT EXISTS (
                    SELECT 1 FROM payment_facts f WHERE f.kind IN ('refund_done', 'refund_failed')
                        AND f.provider = a.provider AND f.reference = r.id)) > 0",
    },
    Invariant {
        name: "disputes",
        says: "a dispute stands where the provider's word has brought it",
        all: "SELECT count(*) FROM disputes",
        broken: "SELECT d.id FROM disputes d JOIN payment_attempts a ON a.id = d.attempt_id
            WHERE d.provider <> a.provider OR d.amount_in_cents > a.amount_in_cents
               OR (d.closed_at IS NULL) <> (d.state = 'open') OR NOT EXISTS (
                SELECT 1 FROM payment_facts f WHERE f.provider = d.provider AND f.reference = d.id
                    AND f.kind = iif(d.state = 'open', 'disputed', 'dispute_' || d.state))",
    },
    Invariant {
        name: "stock",
        says: "the stock of a variant is the sum of its movements, and never less than nothing",
        all: "SELECT count(*) FROM variants",
        broken: "SELECT v.id FROM variants v LEFT JOIN stock_movements m ON m.variant_id = v.id
            GROUP BY v.id HAVING v.inventory_quantity <> coalesce(sum(m.delta), 0) OR v.inventory_quantity < 0",
    },
    Invariant {
        name: "reservations",
        says: "an order has taken the units of its lines once, and given back those that its end or a refund returns",
        all: "SELECT count(*) FROM orders",
        // The owner may keep what a cancelled order had taken: its units are broken or lost.
        broken: RESERVATIONS,
    },
    Invariant {
        name: "returned goods",
        says: "of a line and of the shipping goes back no more than was sold",
        all: "SELECT count(*) FROM refund_lines",
        // One that failed and was made after all may name units that another has named since.
        broken: "WITH standing AS (SELECT r.* FROM refunds r WHERE r.state <> 'failed' AND NOT EXISTS (
                SELECT 1 FROM order_events e
                WHERE e.order_id = r.order_id AND e.kind = 'refund_failed' AND e.detail ->> 'refund' = r.id))
            SELECT i.order_id FROM refund_lines l JOIN standing r ON r.id = l.refund_id
            JOIN order_items i ON i.id = l.item_id
            GROUP BY i.id HAVING sum(l.quantity) > i.quantity OR count(*) FILTER (WHERE i.order_id <> r.order_id) > 0
            UNION
            SELECT o.id FROM standing r JOIN orders o ON o.id = r.order_id
            GROUP BY o.id HAVING sum(r.shipping_in_cents) > o.shipping_in_cents",
    },
    Invariant {
        name: "invoices",
        says: "a paid order has its invoice, or waits for the tax number of the firm or of a large buyer, or for an annulment's answer, and then five minutes",
        all: "SELECT count(*) FROM orders o JOIN invoicing n ON o.paid_at >= n.since",
        broken: "SELECT o.id FROM orders o JOIN invoicing n ON o.paid_at >= n.since
            WHERE NOT EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = o.id)
                AND NOT EXISTS (SELECT 1 FROM invoices_due d WHERE d.order_id = o.id AND d.event = 'sale')
            UNION
            SELECT d.order_id FROM invoices_due d WHERE d.at < :now - 300000
                AND (SELECT hold FROM invoicing) IS NULL
                AND (SELECT count(*) FROM settings s WHERE s.key IN ('company.nif', 'company.address')
                     AND s.value <> json_quote('')) = 2
                AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = d.order_id AND o.total_in_cents > 300000
                    AND NOT EXISTS (SELECT 1 FROM invoice_buyers b WHERE b.order_id = o.id))
                AND d.order_id NOT IN (SELECT i.order_id FROM invoice_records r JOIN invoices i ON i.number = r.number
                    JOIN invoice_sendings s ON s.seq = r.seq
                    WHERE r.kind = 'annulment' AND s.state = 'waiting' AND r.chain = (SELECT mode FROM invoicing))",
    },
    Invariant {
        name: "invoice numbers",
        says: "the invoices of a series and year are numbered without a gap, and each has a record that waits or was sent after it",
        all: "SELECT count(*) FROM invoices",
        // One that a restore had lost stands where it was, among numbers that are lost for good.
        broken: "SELECT series || '-' || year FROM invoices i
            WHERE NOT EXISTS (SELECT 1 FROM invoice_records r WHERE r.number = i.number AND r.is_recovered)
            GROUP BY series, year HAVING max(place) <> count(*)
            UNION
            SELECT i.number FROM invoices i LEFT JOIN invoice_records r ON r.number = i.number WHERE r.seq IS NULL
            UNION
            SELECT r.number FROM invoice_records r LEFT JOIN invoice_sendings s ON s.seq = r.seq
            WHERE (r.chain <> 'off') <> (s.seq IS NOT NULL) OR s.answered_at < (SELECT i.issued_at - 60000 FROM invoices i
                WHERE i.number = r.number)",
    },
    Invariant {
        name: "invoiced money",
        says: "the invoices of an order, unless one is annulled, come to what was paid for it less what went back",
        all: "SELECT count(DISTINCT order_id) FROM invoices",
        broken: "WITH standing AS (SELECT i.order_id, sum(i.total_in_cents) AS total FROM invoices i
                WHERE i.type NOT IN ('F2', 'R5')
                    OR NOT EXISTS (SELECT 1 FROM invoices f WHERE f.order_id = i.order_id AND f.type = 'F3')
                GROUP BY i.order_id
                HAVING NOT EXISTS (SELECT 1 FROM invoices_annulled a JOIN invoices x ON x.number = a.number
                    WHERE x.order_id = i.order_id))
            SELECT o.id FROM standing s JOIN orders o ON o.id = s.order_id
            WHERE NOT EXISTS (SELECT 1 FROM invoices_due d WHERE d.order_id = o.id)
                AND s.total <> o.total_in_cents - coalesce((SELECT sum(r.amount_in_cents) FROM refunds r
                    JOIN payment_facts f ON f.attempt_id = r.attempt_id AND f.outcome = 'order_paid'
                    WHERE r.order_id = o.id AND r.state = 'done'), 0)
            UNION
            SELECT i.number FROM invoices i WHERE i.total_in_cents <>
                    (SELECT sum(j.value ->> 'gross') FROM json_each(i.shares) j)
                OR i.total_in_cents <> (SELECT sum(j.value ->> 'total') FROM json_each(i.lines) j)
                OR i.tax_in_cents <> (SELECT sum(j.value ->> 'tax') FROM json_each(i.shares) j)",
    },
    Invariant {
        name: "holds",
        says: "no unpaid order holds its stock for longer than a quarter of an hour past its time",
        all: "SELECT count(*) FROM orders WHERE status = 'pending'",
        // One whose page is open at the provider waits for the provider's word.
        broken: "SELECT o.id FROM orders o WHERE o.status = 'pending' AND o.expires_at + 900000 < :now
            AND NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.order_id = o.id AND a.state = 'open')",
    },
    Invariant {
        name: "mails",
        says: "what happened to an order is told its reader once",
        all: "SELECT count(*) FROM outbox WHERE json_extract(message, '$.order_id') IS NOT NULL",
        broken: MAILS,
    },
    Invariant {
        name: "withdrawals",
        says: "a statement of withdrawal has its case, its seal in the log, and its event where it is the buyer's",
        all: "SELECT count(*) FROM withdrawals",
        broken: "SELECT w.id FROM withdrawals w
            WHERE NOT EXISTS (SELECT 1 FROM return_cases c WHERE c.withdrawal_id = w.id)
               OR NOT EXISTS (SELECT 1 FROM audit_log a WHERE a.subject = w.id AND a.act = 'withdrawal.received'
                              AND a.detail ->> 'seal' = lower(hex(w.seal)))
               OR w.proof <> 'none' AND NOT EXISTS (
                  SELECT 1 FROM order_events e WHERE e.order_id = w.order_id AND e.kind = 'withdrawal'
                      AND e.detail ->> 'withdrawal' = w.id)",
    },
    Invariant {
        name: "people",
        says: "the list of people is of everybody the shop knows, each as they are known",
        all: "SELECT count(*) FROM people_known",
        broken: "SELECT id FROM (SELECT * FROM people_known EXCEPT SELECT * FROM people)
            UNION SELECT id FROM (SELECT * FROM people EXCEPT SELECT * FROM people_known)",
    },
    Invariant {
        name: "orders per day",
        says: "as many orders are counted of a day and a status as there are",
        all: "SELECT count(*) FROM orders",
        broken: "WITH there AS (SELECT created_at / 86400000 AS day, status, count(*) AS how_many FROM orders GROUP BY 1, 2),
                counted AS (SELECT * FROM orders_per_day WHERE how_many > 0)
            SELECT day || ' ' || status FROM (SELECT * FROM there EXCEPT SELECT * FROM counted)
            UNION SELECT day || ' ' || status FROM (SELECT * FROM counted EXCEPT SELECT * FROM there)",
    },
    Invariant {
        name: "acts of the log",
        says: "as many entries are counted of an act as the log has",
        all: "SELECT count(*) FROM audit_log",
        broken: "WITH there AS (SELECT act, count(*) AS how_many FROM audit_log GROUP BY 1)
            SELECT act FROM (SELECT * FROM there EXCEPT SELECT * FROM audit_acts)
            UNION SELECT act FROM (SELECT * FROM audit_acts EXCEPT SELECT * FROM there)",
    },
];

const FILE: [Invariant; 3] = [
    Invariant {
        name: "lists",
        says: "what the store's lists sort by and count is what its products are",
        all: "SELECT count(*) FROM products",
        broken: "SELECT p.id FROM products p JOIN displayed_prices d ON d.product_id = p.id
            WHERE d.price_in_cents <> p.displayed_price_in_cents
            UNION
            SELECT p.id FROM product_search_rows r JOIN products p ON p.id = r.product_id
            WHERE (r.type, r.sort_order, r.created_at) IS NOT (p.type, p.sort_order, p.created_at)
               OR r.is_in_store <> (p.deleted_at IS NULL AND p.status = 'published' AND p.is_hidden = 0)
               OR r.title_key <> folded(coalesce((SELECT t.text FROM product_texts t
                                                  WHERE t.product_id = p.id AND t.lang = r.lang AND t.path = 'title'), p.title))
               OR r.type_text IS NOT (SELECT t.text FROM product_texts t
                                      WHERE t.product_id = p.id AND t.lang = r.lang AND t.path = 'type')
            UNION
            SELECT type FROM (SELECT type, products FROM types_in_store UNION ALL
                SELECT type, -count(*) FROM products
                WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0 GROUP BY type)
            GROUP BY type HAVING sum(products) <> 0",
    },
    Invariant {
        name: "references",
        says: "nothing points at what is not there",
        all: "SELECT count(DISTINCT m.name) FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name)",
        broken: "SELECT \"table\" || ' ' || coalesce(rowid, '?') FROM pragma_foreign_key_check",
    },
    Invariant {
        name: "file",
        says: "the database file is sound",
        all: "SELECT page_count FROM pragma_page_count",
        broken: "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
    },
];

/// What went back by a refund is at least what those that were made say; more where none of an unsent order's money is here,
/// or where a refund has failed later on.
const RESERVATIONS: &str = "WITH units AS (
        SELECT order_id, variant_id, quantity AS wanted, 0 AS taken, 0 AS released, 0 AS returned, 0 AS named, 0 AS lost
        FROM order_items WHERE stock_managed
        UNION ALL
        SELECT order_id, variant_id, 0, iif(reason = 'reserved', -delta, 0), iif(reason = 'released', delta, 0),
               iif(reason IN ('returned', 'came_back'), delta, 0), 0, 0
        FROM stock_movements WHERE order_id IS NOT NULL
        UNION ALL
        SELECT i.order_id, i.variant_id, 0, 0, 0, 0,
               iif(r.state = 'done', coalesce(l.restocked, l.restock * l.quantity), 0),
               l.quantity - coalesce(l.restocked, l.restock * l.quantity)
        FROM refund_lines l JOIN refunds r ON r.id = l.refund_id JOIN order_items i ON i.id = l.item_id
        WHERE i.stock_managed),
    kept AS (SELECT order_id FROM order_events WHERE kind = 'cancelled' AND detail ->> 'restock' = 0)
    SELECT DISTINCT u.order_id FROM units u LEFT JOIN orders o ON o.id = u.order_id
    GROUP BY u.order_id, u.variant_id
    HAVING sum(taken) <> sum(wanted) OR sum(released + returned) NOT BETWEEN 0 AND sum(wanted)
        OR iif(o.status = 'cancelled' AND o.id NOT IN (SELECT order_id FROM kept),
               sum(released + returned) < sum(wanted - lost),
               sum(released) <> 0 OR sum(returned) < min(sum(named), sum(wanted)))
    UNION
    SELECT m.order_id FROM stock_movements m LEFT JOIN refunds r ON r.id = m.refund_id
    WHERE m.reason = 'returned' AND r.order_id IS NOT m.order_id";

/// As many mails as events and wishes for another. Fewer are none missing where mails were forgotten: after 30 days, and
/// with whoever was erased; nor of a delivery that was taken back before it was told. That an order was received was told
/// before it was forgotten and came back. Those to the owner need none at all: they may have no address. Of a guest's order
/// that it was received may be untold: nobody has proven that the address is theirs. What was told before a guest's address was
/// corrected went to another.
const MAILS: &str = "WITH told AS MATERIALIZED (
        SELECT CAST(json_extract(message, '$.order_id') AS TEXT) AS order_id, recipient, message ->> 'kind' AS kind,
               count(*) AS mails
        FROM outbox WHERE json_extract(message, '$.order_id') IS NOT NULL GROUP BY 1, 2, 3),
    tellable AS MATERIALIZED (
        SELECT e.order_id, CASE
                WHEN e.kind = 'placed' THEN iif(EXISTS (SELECT 1 FROM order_events b
                    WHERE b.order_id = e.order_id AND b.kind = 'recovered'), NULL, 'order_received')
                WHEN e.kind IN ('paid', 'shipped', 'delivered') THEN 'order_' || e.kind
                WHEN e.kind = 'tracking_corrected' THEN 'order_shipped'
                WHEN e.kind = 'link_asked' THEN 'order_link'
                WHEN e.kind = 'payment_reminded' THEN 'order_reminder'
                WHEN e.kind = 'rating_asked' THEN 'rate_order'
                WHEN e.kind = 'attention' THEN 'order_flagged'
                WHEN e.kind = 'cancelled' AND e.detail ->> 'refund_in_cents' IS NOT NULL THEN 'order_cancelled'
                WHEN e.kind = 'refunded' AND r.reason <> 'cancelled' THEN 'order_refunded' END AS kind, e.at
        FROM order_events e LEFT JOIN refunds r ON r.id = e.detail ->> 'refund'),
    reasons AS MATERIALIZED (
        SELECT order_id, kind, count(*) AS reasons FROM (
            SELECT order_id, kind FROM tellable
            UNION ALL SELECT order_id, 'order_for_owner' FROM tellable WHERE kind = 'order_paid'
            UNION ALL SELECT order_id, 'order_' || kind FROM order_events WHERE kind IN ('unshipped', 'undelivered')
            UNION ALL SELECT order_id, 'withdrawal_received' FROM order_events WHERE kind = 'withdrawal'
            UNION ALL SELECT order_id, 'order_invoiced' FROM order_events WHERE kind = 'invoiced'
            UNION ALL SELECT c.order_id, 'return_updated' FROM return_events e JOIN return_cases c ON c.id = e.case_id
            UNION ALL SELECT order_id, detail ->> 'mail' FROM order_events WHERE kind IN ('mail_resent', 'email_corrected'))
        GROUP BY 1, 2)
    SELECT t.order_id || ' ' || t.kind FROM told t
    LEFT JOIN reasons r ON r.order_id = t.order_id AND r.kind = t.kind WHERE t.mails > coalesce(r.reasons, 0)
    UNION ALL
    SELECT o.id || ' ' || e.kind FROM tellable e JOIN orders o ON o.id = e.order_id
    LEFT JOIN users u ON u.id = o.user_id
    LEFT JOIN told t ON t.order_id = o.id AND t.kind = e.kind AND t.recipient = o.email
    WHERE e.kind <> 'order_flagged' AND e.at > :now - 30 * 86400000 AND t.mails IS NULL
        AND NOT EXISTS (SELECT 1 FROM order_events c
            WHERE c.order_id = o.id AND (c.kind = 'claimed' OR c.kind = 'email_corrected' AND c.at >= e.at))
        AND NOT (e.kind IN ('order_delivered', 'rate_order') AND EXISTS (SELECT 1 FROM order_events b
            WHERE b.order_id = o.id AND b.kind = 'undelivered' AND b.at >= e.at))
        AND NOT (e.kind = 'order_shipped' AND EXISTS (SELECT 1 FROM order_events b
            WHERE b.order_id = o.id AND b.kind = 'unshipped' AND b.at >= e.at))
        AND (u.email = o.email OR o.user_id IS NULL AND o.email <> '' AND e.kind <> 'order_received')";
