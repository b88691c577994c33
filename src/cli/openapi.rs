//! `manetes openapi`: the description of the HTTP interface.

use std::io::Write;

use super::Error;
use crate::http;

#[derive(Debug, clap::Args)]
pub(super) struct Args {}

impl Args {
    #[expect(clippy::unused_self, reason = "every command runs alike")]
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), Error> {
        writeln!(out, "{}", http::openapi::description())?;
        Ok(())
    }
}
