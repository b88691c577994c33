//! The command line: one enum, one file per command.

use std::process::ExitCode;

/// Parses the command line, runs the command and says how it went.
pub fn run() -> ExitCode {
    ExitCode::SUCCESS
}
