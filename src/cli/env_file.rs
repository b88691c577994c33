//! `--env-file`: a command is given what a service is, `EnvironmentFile=` of its unit, and nothing of this terminal's.

use std::ffi::OsString;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};

use super::Error;
use crate::config;

/// Where the service's settings are on a machine that was set up.
pub(super) const USUAL: &str = "/etc/manetes.env";

#[derive(Debug, clap::Args)]
pub(super) struct EnvFile {
    /// Go by this file of variables as a service does, `EnvironmentFile=` of its unit, and not by this terminal's variables
    #[arg(long, env = "MANETES_ENV_FILE", value_name = "FILE")]
    env_file: Option<PathBuf>,
}

impl EnvFile {
    /// Where a file is given, the program goes on as the one that is called with its variables: then this answers only
    /// when it could not. A file that holds secrets and can be read by everybody is told of on `out`.
    pub(super) fn take(&self, out: &mut impl Write) -> Result<(), Error> {
        let Some(file) = &self.env_file else { return Ok(()) };
        let (mut command, exposed) =
            config::env_file::again_with(file, without_it(), &super::command()).map_err(Error::Refused)?;
        if exposed {
            writeln!(out, "WARN  everybody on this machine can read the secrets in {}: chmod 600", file.display())?;
        }
        out.flush()?;
        Err(command.exec().into())
    }
}

/// What the program was called with, less the option.
fn without_it() -> Vec<OsString> {
    let mut args = std::env::args_os().skip(1);
    let mut kept = Vec::new();
    while let Some(arg) = args.next() {
        if arg == "--env-file" {
            args.next();
        } else if !arg.to_string_lossy().starts_with("--env-file=") {
            kept.push(arg);
        }
    }
    kept
}

/// `manetes` with a command and the file, as a person types it.
pub(super) fn typed(command: &str, file: &Path) -> String {
    format!("manetes {command} --env-file {}", file.display())
}
