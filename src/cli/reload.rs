//! `manetes reload`: has the server that runs take up anew what can be. systemd runs it for `systemctl reload`, with the
//! settings as they are then.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::{Error, data_dir};
use crate::config::{self, Global, Level};
use crate::service::reload;

/// How long the server is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
const BREATH: Duration = Duration::from_millis(20);

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How much it is to tell from now on, as `manetes serve` takes it
    #[arg(id = "log", long = "log", env = "MANETES_LOG", default_value = "info", value_name = "LEVEL", value_parser = Level::parse)]
    level: Level,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let nobody = || Error::Refused(format!("no manetes is serving {}", global.data_dir.display()));
        let server = data_dir::server(global)?.and_then(|id| Pid::from_raw(id.cast_signed())).ok_or_else(nobody)?;
        let asked = reload::ask_for(&self.level, &global.data_dir)?;
        kill_process(server, Signal::HUP).map_err(|error| Error::Refused(error.to_string()))?;
        until_gone(&asked)?;
        writeln!(
            out,
            "The server tells as much as MANETES_LOG={} wants, and has taken up its certificates",
            self.level.as_str()
        )?;
        for name in config::changed_since_start(server.as_raw_pid()) {
            writeln!(out, "{name} has changed: it is read at the start, `systemctl restart manetes`")?;
        }
        Ok(())
    }
}

/// Waits until the server has taken what it was asked for.
fn until_gone(asked: &Path) -> Result<(), Error> {
    let started = Instant::now();
    while asked.exists() {
        if started.elapsed() > PATIENCE {
            _ = std::fs::remove_file(asked);
            return Err(Error::Refused(String::from("the server does not take it up: its lines say why")));
        }
        std::thread::sleep(BREATH);
    }
    Ok(())
}
