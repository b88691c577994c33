//! `manetes rollback`: takes an upgrade back, with what came since.

use std::io::Write;

use super::Error;
use super::data_dir;
use super::sure::Sure;
use crate::clock::Clock;
use crate::config::Global;
use crate::db::Copy;
use crate::upgrade;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    sure: Sure,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        if !data_dir::is_there(global)? {
            return Err(Error::Refused(format!("{} does not exist", global.database().display())));
        }
        let _lock = data_dir::lock(global)?;
        let (database, now) = (global.database(), Clock::system().now());
        let copy = Copy::of(&database)?.ok_or_else(|| {
            Error::Refused(format!("{}: there is no copy from before its last migration", database.display()))
        })?;
        let came = upgrade::came_since(&copy, &database)?;
        let program = copy.program.as_ref().map_or_else(
            || format!("the program from before, whose newest migration is {}", copy.version),
            |version| format!("manetes {version}, whose newest migration is {}", copy.version),
        );
        writeln!(out, "the copy: of {}, version {}", copy.made_at.to_local(), copy.version)?;
        for (what, count) in &came {
            writeln!(out, "lost: {count} {what}")?;
        }
        if came.is_empty() {
            writeln!(out, "nothing has come since")?;
        }
        out.flush()?;
        self.sure.or_ask("Put the copy in the place of the database")?;
        let aside = copy.put_back(&database, now)?;
        writeln!(out, "put back; what was there is {}", aside.display())?;
        writeln!(out, "start {program}: this one would migrate it again")?;
        Ok(())
    }
}
