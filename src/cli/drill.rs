//! `manetes drill`: whether the newest backup can be restored, tried.

use std::io::Write;

use serde_json::json;

use super::Error;
use super::backup::runtime;
use super::data_dir::existing;
use super::output::{Form, write_json};
use crate::backup::drill::{Drilled, drill};
use crate::backup::round;
use crate::backup::store::Store;
use crate::clock::Clock;
use crate::config::{self, Global, Target};
use crate::upkeep::{self, Kind};

#[expect(clippy::doc_markdown, reason = "it is the help, and a target is typed as it stands")]
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A directory of backups, or s3://BUCKET/PREFIX; MANETES_BACKUP_TO when nothing is given
    #[arg(value_name = "SOURCE")]
    source: Option<Target>,
    #[command(flatten)]
    config: config::Serve,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let db = existing(global)?;
        let Some(source) = self.source.as_ref().or(self.config.backup.to.as_ref()) else {
            return Err(Error::Usage(String::from(
                "nothing says where backups are: give a SOURCE, or MANETES_BACKUP_TO",
            )));
        };
        let is_the_servers = Some(source) == self.config.backup.to.as_ref();
        let (now, runtime) = (Clock::system().now(), runtime()?);
        let store = Store::of(source, &self.config.backup.access, runtime.handle().clone())?;
        let drilled = match drill(&store, &global.data_dir, &self.config, runtime.handle(), now) {
            Ok(drilled) => drilled,
            Err(error) => {
                let said = error.to_string();
                if is_the_servers {
                    db.write_blocking(move |tx| upkeep::failed(tx, Kind::Drill, now, &said))?;
                }
                return Err(Error::Refused(format!("{store}: {error}")));
            }
        };
        let took = drilled.took;
        if is_the_servers {
            db.write_blocking(move |tx| round::record(tx, Kind::Drill, took, now))?;
        }
        let Drilled { name, manifest, took } = drilled;
        if self.form.json {
            let took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            return write_json(out, &json!({ "name": name, "made_at": manifest.made_at, "took_ms": took_ms }));
        }
        let (made_at, seconds) = (manifest.made_at().to_local(), took.as_secs_f64());
        Ok(writeln!(
            out,
            "{name} of {made_at} can be restored: everything holds and the store opens, in {seconds:.1} s"
        )?)
    }
}
