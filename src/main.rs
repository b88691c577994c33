//! The `manetes` command: parse, run, exit code.

use std::process::ExitCode;

/// Gives back what is not used any more, which that of the C library does not; see docs/decisions/0007.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    manetes::cli::run()
}
