//! `manetes check --upgrade`: how this program's migrations would go, tried on a copy.

use std::io::Write;

use super::{Error, data_dir, invariants};
use crate::clock::Clock;
use crate::config::Global;
use crate::db;
use crate::upgrade::{self, Rehearsal};

/// A line for each migration, for each table that is another afterwards, and for what would not hold any more.
pub(super) fn check(global: &Global, out: &mut impl Write) -> Result<(), Error> {
    let database = global.database();
    if !data_dir::is_there(global)? {
        return Err(Error::Refused(format!("{} does not exist; `manetes serve` makes it", database.display())));
    }
    let refused = |error: db::Error| Error::Refused(format!("{}: {error}", database.display()));
    let rehearsal = upgrade::rehearse(&database, Clock::system().now()).map_err(refused)?;
    let Rehearsal { upgrade, bytes, changes, findings } = rehearsal;
    if upgrade.steps.is_empty() {
        writeln!(out, "ok    version {}: there is nothing to migrate", upgrade.from)?;
    } else {
        let (mib, seconds) = (bytes.div_ceil(1 << 20), upgrade.took.as_secs_f64());
        writeln!(out, "ok    version {} to {}: {seconds:.1} s for {mib} MiB", upgrade.from, db::latest_version())?;
    }
    for step in &upgrade.steps {
        writeln!(out, "runs  {step}")?;
    }
    for change in &changes {
        writeln!(out, "table {change}")?;
    }
    invariants::tell(&findings, out)
}
