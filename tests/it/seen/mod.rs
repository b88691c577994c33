//! What the program lets be seen of itself: its lines, the id of a request, and its numbers. And of nobody else.

mod ids;
mod lines;
mod numbers;

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::Program;

/// A program whose standard error goes to a file, which is answered, too.
async fn told(dir: &Path, options: &[&str]) -> (Program, PathBuf) {
    let said = dir.join("said");
    let launcher = ["sh", "-c", &format!("exec \"$@\" 2>>{}", said.display()), "sh"].map(str::to_owned);
    let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
    (Program::started_by(&launcher, dir, &options).await, said)
}

/// Ends a program; all that it said.
fn all_said(mut program: Program, said: &Path) -> String {
    program.end();
    fs::read_to_string(said).unwrap()
}
