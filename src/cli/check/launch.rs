//! What a launch still lacks; none of it stops the program.

use super::Case;
use super::line::Line;
use crate::cli::demo;
use crate::clock::Clock;
use crate::db::{self, Conn};
use crate::law;
use crate::settings::Settings;

/// What of the database a launch is judged by.
#[derive(Default)]
struct Contents {
    settings: Settings,
    /// Products in the store.
    products: i64,
    /// Variants on sale without a price before it.
    unproven: i64,
    /// Whether the demo's administrator is one.
    demo_admin: bool,
}

impl Contents {
    fn read(conn: &Conn) -> db::Result<Self> {
        let count = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0));
        Ok(Self {
            settings: Settings::load(conn)?,
            products: count("SELECT count(*) FROM products WHERE deleted_at IS NULL AND status = 'published'")?,
            unproven: count(
                "SELECT count(*) FROM variants v WHERE sale_price_in_cents IS NOT NULL AND deleted_at IS NULL AND NOT EXISTS
                 (SELECT 1 FROM price_history h WHERE h.variant_id = v.id AND h.sale_price_in_cents IS NULL)",
            )?,
            demo_admin: demo::has_admin(conn)?,
        })
    }
}

pub(super) fn passkeys(case: &Case) -> Vec<Line> {
    vec![match case.options.config.base_url.passkey_domain() {
        Ok(domain) => Line::ok("passkeys", format!("made for {domain}")),
        Err(reason) => Line::warn("passkeys", format!("are not offered: {reason}"), "MANETES_BASE_URL"),
    }]
}

pub(super) fn lacks(case: &Case) -> Vec<Line> {
    let contents = match &case.db {
        Ok(Some(db)) => db.read_blocking(Contents::read),
        // What cannot be opened is another line's.
        Ok(None) | Err(_) => Ok(Contents::default()),
    };
    let Contents { settings, products, unproven, demo_admin } = match contents {
        Ok(contents) => contents,
        Err(error) => return vec![Line::fail("launch", error.to_string(), "")],
    };
    let (config, payments) = (&case.options.config, &case.options.payments);
    let (defaults, open) =
        (Settings::default(), config.backup.to.is_some() && config.backup.access.passphrase.is_none());
    let only_a_test = payments.only_a_test();
    let launch = [
        (!config.base_url.is_https(), "site", "the base URL is not https", "MANETES_BASE_URL"),
        (config.smtp_url.is_none(), "mail", "no mail leaves this machine", "MANETES_SMTP_URL"),
        (
            config.owner_email.is_none(),
            "owner",
            "nobody is told of orders, quote requests and messages",
            "MANETES_OWNER_EMAIL",
        ),
        (only_a_test.is_some(), "payments", only_a_test.unwrap_or_default(), "manetes setup"),
        (config.backup.to.is_none(), "backup", "nothing is copied to another place", "MANETES_BACKUP_TO"),
        (open, "backup", "backups are not encrypted, and hold no keys of second factors", "MANETES_BACKUP_PASSPHRASE"),
        (
            settings.phone == defaults.phone,
            "company",
            "the phone is the example's",
            "manetes settings set company.phone",
        ),
        (
            settings.email == defaults.email,
            "company",
            "the e-mail is the example's",
            "manetes settings set company.email",
        ),
        (
            !settings.nif.is_empty() && !settings.particulars()[0],
            "company",
            "the tax number on the site and on invoices is the example's",
            "manetes settings set company.nif",
        ),
        (
            demo_admin,
            "demo",
            "the demo's administrator can still sign in, without a second factor",
            "manetes demo remove",
        ),
        (products == 0, "store", "the store is empty", "manetes import-products, or /admin/products"),
        (
            unproven > 0,
            "sales",
            "some have no recorded price before them, so their old price rests on the import alone",
            "",
        ),
    ];
    let lacking = launch.into_iter().filter(|(lacking, ..)| *lacking);
    lacking.map(|(_, check, text, mend)| Line::todo(check, text, mend)).collect()
}

/// How much of what the law asks is owed; which duties those are fills a list of its own.
pub(super) fn law(case: &Case) -> Vec<Line> {
    let Ok(Some(db)) = &case.db else { return Vec::new() };
    let found = db.read_blocking(|conn| law::findings(conn, &case.global.data_dir, Clock::system().now()));
    vec![match found {
        Err(error) => Line::fail("law", error.to_string(), ""),
        Ok(found) => match law::count_owed(&found) {
            0 => Line::ok("law", format!("all {} duties are met", found.len())),
            owed => Line::todo("law", format!("{owed} of {} duties are owed", found.len()), "manetes check --law"),
        },
    }]
}
