//! `manetes check`: would it serve, is it ready for customers, and how is it after years? Every look is bounded in time, and
//! all are had at once; each line says what to do.

mod connections;
mod data;
pub(super) mod dns;
mod launch;
mod line;
mod machine;
mod post;
mod running;

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::BoolishValueParser;
use lettre::Address;
use tokio::runtime::Runtime;

use self::line::{Line, State};
use super::env_file::EnvFile;
use super::options::Options;
use super::output::write_json;
use super::{Error, check_law, data_dir, invariants, rehearsal};
use crate::config::Global;
use crate::db::Db;

/// A look that takes longer says so, and the others are told.
const PATIENCE: Duration = Duration::from_secs(25);
/// As long as the database may be read through.
const DATABASE_PATIENCE: Duration = Duration::from_secs(300);

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags of the command line")]
pub(super) struct Args {
    #[command(flatten)]
    pub options: Options,
    #[command(flatten)]
    env_file: EnvFile,
    /// Send a mail to this address, to see whether it arrives and what the receiver says of SPF, DKIM and DMARC
    #[arg(long, env = "MANETES_PROBE_MAIL", value_name = "ADDRESS", conflicts_with_all = ["invariants", "upgrade", "law"])]
    probe_mail: Option<Address>,
    /// Ask this DNS server and not the machine's, such as 9.9.9.9:53
    #[arg(long, env = "MANETES_RESOLVER", value_name = "ADDRESS")]
    resolver: Option<SocketAddr>,
    /// Only ask what must always hold of the data: orders, payments, stock, mails, the log and the file; read-only, and
    /// beside a running server too
    #[arg(long, env = "MANETES_INVARIANTS", value_parser = BoolishValueParser::new())]
    invariants: bool,
    /// Only try this program's migrations on a copy of the database, beside a running server too: how long they take, what
    /// they change, and whether everything holds afterwards
    #[arg(long, env = "MANETES_UPGRADE", value_parser = BoolishValueParser::new(), conflicts_with = "invariants")]
    upgrade: bool,
    /// Only list what the law asks of the shop: what is met, what is owed, where it is mended and where it is written;
    /// beside a running server too
    #[arg(long, env = "MANETES_LAW", value_parser = BoolishValueParser::new(), conflicts_with_all = ["invariants", "upgrade"])]
    law: bool,
    /// As JSON
    #[arg(long, env = "MANETES_JSON", value_parser = BoolishValueParser::new(), conflicts_with = "upgrade")]
    json: bool,
}

/// What is looked at.
struct Case {
    global: Global,
    options: Options,
    /// `None` before the first start; the error is one line.
    db: Result<Option<Db>, String>,
    probe_mail: Option<Address>,
    resolver: Option<SocketAddr>,
}

/// A look, and for how long it may be had.
struct Look {
    check: &'static str,
    patience: Duration,
    found: tokio::task::JoinHandle<Vec<Line>>,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        if self.json {
            self.env_file.take(&mut std::io::stderr())?;
        }
        self.env_file.take(out)?;
        if self.invariants {
            return invariants::check(global, self.json, out);
        }
        if self.law {
            return check_law::check(global, self.json, out);
        }
        if self.upgrade {
            return rehearsal::check(global, out);
        }
        let json = self.json;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let lines = self.examine(global, &runtime, |line| if json { Ok(()) } else { writeln!(out, "{line}") })?;
        // What was given up goes on in a thread that nobody waits for.
        runtime.shutdown_background();
        if json {
            write_json(out, &lines)?;
        }
        match lines.iter().filter(|line| line.state == State::Fail).count() {
            0 => Ok(()),
            failures => Err(Error::Refused(format!("{failures} of these would fail"))),
        }
    }

    /// Has every look, and tells each line as soon as those before it are told.
    fn examine(
        self,
        global: &Global,
        runtime: &Runtime,
        mut tell: impl FnMut(&Line) -> std::io::Result<()>,
    ) -> Result<Vec<Line>, Error> {
        let (probe_mail, resolver) = (self.probe_mail, self.resolver);
        let db = database(global).map_err(|error| error.to_string());
        let case = Case { global: global.clone(), options: self.options, db, probe_mail, resolver };
        let looks = looks(runtime, &Arc::new(case));
        let mut lines = Vec::new();
        for Look { check, patience, found } in looks {
            let found = match runtime.block_on(async { tokio::time::timeout(patience, found).await }) {
                Ok(Ok(found)) => found,
                Ok(Err(_panic)) => vec![Line::fail(check, "could not be looked at", "tell who keeps this program")],
                Err(_elapsed) => {
                    let late = format!("took longer than {} s", patience.as_secs());
                    vec![Line::warn(check, late, "look at it by hand, and call check again")]
                }
            };
            for line in &found {
                tell(line)?;
            }
            lines.extend(found);
        }
        Ok(lines)
    }
}

/// All looks, begun, in the order in which they are told.
fn looks(runtime: &Runtime, case: &Arc<Case>) -> Vec<Look> {
    let by_thread = |check, look: fn(&Case) -> Vec<Line>| {
        let case = case.clone();
        Look { check, patience: PATIENCE, found: runtime.spawn_blocking(move || look(&case)) }
    };
    let by_task = |check, found: std::pin::Pin<Box<dyn Future<Output = Vec<Line>> + Send>>| Look {
        check,
        patience: PATIENCE,
        found: runtime.spawn(found),
    };
    let own = || case.clone();
    vec![
        by_thread("configuration", machine::configuration),
        by_thread("permissions", machine::permissions),
        by_thread("disk", machine::disk),
        by_task("clock", Box::pin(machine::clock(own()))),
        Look { patience: DATABASE_PATIENCE, ..by_thread("database", data::database) },
        by_task("server", Box::pin(running::server(own()))),
        by_task("domain", Box::pin(running::domain(own()))),
        by_task("mail", Box::pin(post::server(own()))),
        by_task("sender", Box::pin(post::sender(own()))),
        by_task("probe mail", Box::pin(post::probe(own()))),
        by_task("sign-in", Box::pin(connections::sign_in(own()))),
        by_task("payments", Box::pin(connections::payments(own()))),
        by_task("notifications", Box::pin(connections::notifications(own()))),
        by_thread("tax agency", connections::agency),
        by_thread("certificate", connections::certificate),
        by_task("captcha", Box::pin(connections::captcha(own()))),
        by_thread("backup", data::backups),
        by_thread("replication", connections::replicated),
        by_thread("pictures", data::pictures),
        by_thread("passkeys", launch::passkeys),
        by_thread("mails", data::held_mails),
        by_thread("launch", launch::lacks),
        by_thread("law", launch::law),
    ]
}

/// Nothing is made: a shop that is looked at before its first start has none.
fn database(global: &Global) -> Result<Option<Db>, Error> {
    if data_dir::is_there(global)? { data_dir::existing(global).map(Some) } else { Ok(None) }
}
