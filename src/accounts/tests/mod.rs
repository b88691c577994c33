//! Behaviour of accounts on a real database.

mod lifecycle;

use std::sync::Arc;

use clap::Parser;
use serde_json::Value;

use crate::app::{App, Parts, Shared};
use crate::auth::hashing::HashPool;
use crate::clock::{Clock, Timestamp};
use crate::config;
use crate::db::{self, Db};
use crate::email::EmailAddress;
use crate::oidc::Providers;
use crate::order_keys::OrderKeys;
use crate::payments;
use crate::secrets::Secrets;

pub(crate) const START: Timestamp = Timestamp::from_millis(1_795_195_391_250);

/// A database of its own and a clock that stands still.
pub(crate) struct House {
    _dir: tempfile::TempDir,
    pub(crate) app: Shared,
}

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    serve: config::Serve,
    #[command(flatten)]
    payments: payments::Options,
}

impl House {
    pub(crate) fn open(options: &[&str]) -> Self {
        Self::with_limits(options, config::Limits::Relaxed)
    }

    pub(crate) fn with_limits(options: &[&str], limits: config::Limits) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
        let secrets = db.write_blocking(Secrets::load).unwrap();
        let Options { serve, payments } = Options::parse_from([&["manetes"], options].concat());
        let app = Arc::new(App::new(Parts {
            db,
            clock: Clock::fixed(START),
            config: config::Serve { limits, ..serve },
            payments,
            agency: None,
            data_dir: dir.path().to_owned(),
            secrets,
            order_keys: OrderKeys::passing(),
            hashing: HashPool::start().unwrap(),
            providers: Providers::new(None).unwrap(),
            mirror: crate::mirror::Mirror::default(),
            certificates: None,
        }));
        Self { _dir: dir, app }
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    /// The newest mails, the last first: recipient and message.
    pub(crate) fn mails(&self) -> Vec<(String, Value)> {
        self.app
            .db
            .read_blocking(|conn| {
                let mut statement = conn.prepare("SELECT recipient, message FROM outbox ORDER BY rowid DESC")?;
                let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
                Ok::<_, db::Error>(rows.collect::<Result<_, _>>()?)
            })
            .unwrap()
    }

    /// The token in the last mail.
    pub(crate) fn mailed_token(&self) -> String {
        self.app.secrets.mailed_token(&self.token_id())
    }

    /// The six digits in the last mail.
    pub(crate) fn mailed_code(&self) -> String {
        self.app.secrets.mailed_code(&self.token_id())
    }

    pub(crate) fn token_id(&self) -> String {
        let (_, message) = self.mails().into_iter().find(|(_, message)| message["token_id"].is_string()).unwrap();
        message["token_id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn count(&self, table: &str) -> i64 {
        let query = format!("SELECT count(*) FROM {table}");
        self.app.db.read_blocking(|conn| Ok::<_, db::Error>(conn.query_row(&query, [], |row| row.get(0))?)).unwrap()
    }
}

pub(crate) fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).unwrap()
}
