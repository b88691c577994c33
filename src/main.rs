//! The `manetes` command: parse, run, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    manetes::cli::run()
}
