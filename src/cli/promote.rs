//! `manetes promote`: the standby becomes the shop, and the machine that was it writes no more.

use std::io::Write;

use clap::builder::BoolishValueParser;
use serde_json::json;

use super::backup::runtime;
use super::output::{Form, write_json};
use super::{Error, actor, data_dir};
use crate::backup::promote::{Promoted, Wish, promote};
use crate::clock::{Clock, Timestamp};
use crate::config::{Backup, Global};
use crate::lease::{self, Lease, Note};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    backup: Backup,
    /// Take the data although its orders, money, stock or mails do not add up, for want of better
    #[arg(long, env = "MANETES_UNSOUND", value_parser = BoolishValueParser::new())]
    unsound: bool,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (clock, runtime) = (Clock::system(), runtime()?);
        let lease = Lease::of(&self.backup, &global.data_dir, &clock).map_err(Error::Usage)?;
        let place = global.database();
        if !place.exists() {
            return Err(Error::Refused(format!("{} does not exist: there is nothing to promote", place.display())));
        }
        let _lock = data_dir::lock(global)?;
        let held = runtime.block_on(lease.holder())?;
        let own = Note::find(&global.data_dir)?;
        // Who never held it has no data of its own that the shop would lose: a restored backup, for one.
        let is_former =
            own.is_some_and(|own| own.generation.is_some() && held.is_some_and(|held| own.holder != held.holder));
        if is_former && !lease::is_standby(&global.data_dir) {
            return Err(Error::Refused(format!(
                "{} is what a former primary had before the shop was taken over: what was sold since is not in it",
                global.data_dir.display()
            )));
        }
        let (actor, now) = (actor(), clock.now());
        let wish = Wish { data_dir: &global.data_dir, lease: &lease, actor: &actor, now, unsound: self.unsound };
        let promoted = promote(&wish, runtime.handle())?;
        data_dir::mark(global)?;
        self.tell(&promoted, out)
    }

    fn tell(&self, promoted: &Promoted, out: &mut impl Write) -> Result<(), Error> {
        let Promoted { generation, known_until, mails_held } = promoted;
        if self.form.json {
            let known_until = known_until.map(Timestamp::to_rfc3339);
            let told = json!({ "generation": generation, "known_until": known_until, "mails_held": mails_held });
            return write_json(out, &told);
        }
        writeln!(out, "this machine has the shop, generation {generation}: the one that had it writes no more")?;
        if let Some(known_until) = known_until {
            writeln!(out, "The last that came was written on {}: what came later is not here", known_until.to_local())?;
        }
        writeln!(out, "Everybody is signed out, and open payments are asked about at the next start")?;
        if *mails_held > 0 {
            writeln!(out, "{mails_held} mails that were not sent wait: `manetes held-mails --send`, or --drop")?;
        }
        writeln!(out, "Start it: `manetes serve` with MANETES_REPLICATED=1, and litestream beside it")?;
        Ok(())
    }
}
