//! `manetes completions SHELL` and `manetes man DIRECTORY`: what a shell and a manual say of the commands, made of the
//! commands themselves.

use std::io::Write;
use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, Error};

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// Which shell
    shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// Where the pages go: manetes.1, manetes-serve.1 and so on
    directory: PathBuf,
}

impl CompletionsArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), Error> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "manetes", &mut script);
        Ok(out.write_all(&script)?)
    }
}

impl ManArgs {
    pub(super) fn run(self) -> Result<(), Error> {
        std::fs::create_dir_all(&self.directory)?;
        Ok(clap_mangen::generate_to(Cli::command(), &self.directory)?)
    }
}
