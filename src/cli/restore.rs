//! `manetes restore`: puts a backup in the place of what is there.

use std::io::{self, Read, Write};

use clap::builder::BoolishValueParser;
use serde_json::json;

use super::backup::runtime;
use super::output::{Form, write_json};
use super::{Error, actor, data_dir};
use crate::backup;
use crate::backup::restore::{Keys, Restored, Wish, restore};
use crate::backup::store::{Store, open_file};
use crate::clock::Clock;
use crate::config::{BackupAccess, Global, Target};

#[expect(clippy::doc_markdown, reason = "it is the help, and a target is typed as it stands")]
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A backup: a file, - for standard input, or s3://BUCKET/PREFIX/NAME; the newest of a directory or of
    /// s3://BUCKET/PREFIX
    #[arg(value_name = "SOURCE")]
    source: Target,
    /// Take it although its orders, money, stock or mails do not add up, for want of a better one; what was changed or cut
    /// off is never taken
    #[arg(long, env = "MANETES_UNSOUND", value_parser = BoolishValueParser::new())]
    unsound: bool,
    #[command(flatten)]
    access: BackupAccess,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        self.access.check(Some(&self.source)).map_err(Error::Usage)?;
        let runtime = runtime()?;
        let (name, source) = self.open(&runtime)?;
        let named = |error: backup::Error| Error::Refused(format!("{name}: {error}"));
        data_dir::make(global)?;
        data_dir::demand_own(global)?;
        let _lock = data_dir::lock(global)?;
        backup::finish(&global.data_dir).map_err(named)?;
        let (actor, now) = (actor(), Clock::system().now());
        let passphrase = self.access.passphrase();
        let wish = Wish { data_dir: &global.data_dir, passphrase, unsound: self.unsound, actor: &actor, now };
        let restored = restore(source, &wish).map_err(named)?;
        data_dir::mark(global)?;
        if self.form.json { write_json(out, &as_json(&name, &restored)) } else { tell(&name, &restored, out) }
    }

    /// The backup, and what it is called.
    fn open(&self, runtime: &tokio::runtime::Runtime) -> Result<(String, Box<dyn Read + Send>), Error> {
        let store = |target: &Target| Store::of(target, &self.access, runtime.handle().clone());
        let newest = |store: &Store| {
            let name = store.newest(self.access.passphrase(), Clock::system().now())?.name;
            Ok::<_, backup::Error>((format!("{store}/{name}"), store.open(&name)?))
        };
        match &self.source {
            Target::Stream => Ok((String::from("-"), Box::new(io::stdin()))),
            Target::Path(path) if path.is_dir() => Ok(newest(&store(&self.source)?)?),
            Target::Path(path) => Ok((path.display().to_string(), Box::new(open_file(path)?))),
            Target::Bucket { bucket, prefix } => {
                let (folder, name) = prefix.rsplit_once('/').unwrap_or(("", prefix));
                if !backup::is_name(name) {
                    return Ok(newest(&store(&self.source)?)?);
                }
                let store = store(&Target::Bucket { bucket: bucket.clone(), prefix: folder.to_owned() })?;
                Ok((format!("{store}/{name}"), store.open(name)?))
            }
        }
    }
}

/// What must be set anew where the keys are lost.
fn lost(keys: Keys) -> Option<String> {
    let Keys::Lost { factors } = keys else { return None };
    Some(format!(
        "The server's own keys were not in it and are made anew: second factors are to be set up again ({factors} people), \
         links in mails that still wait lead nowhere, and who was erased since cannot be told from their list"
    ))
}

fn tell(name: &str, restored: &Restored, out: &mut impl Write) -> Result<(), Error> {
    let Restored { manifest, aside, erased_again, mails_held, keys, links_lost } = restored;
    let rows = |table: &str| manifest.rows.get(table).copied().unwrap_or_default();
    writeln!(out, "restored {name}: the shop as it was on {}", manifest.made_at().to_local())?;
    writeln!(
        out,
        "It has {} orders, {} products and {} files",
        rows("orders"),
        rows("products"),
        manifest.parts.len()
    )?;
    writeln!(out, "Everybody is signed out, and open payments are asked about at the next start;")?;
    writeln!(out, "what was paid since is searched for at Stripe and comes back, for Redsys you get a mail")?;
    if *mails_held > 0 {
        writeln!(out, "{mails_held} mails that it had not sent wait: `manetes held-mails --send`, or --drop")?;
    }
    if *erased_again > 0 {
        writeln!(out, "{erased_again} people who were erased since are erased again")?;
    }
    if *links_lost > 0 {
        writeln!(
            out,
            "What opens orders of people without an account was not in it and is made anew: the links in mails about \
             {links_lost} orders open nothing any more; each buyer gets another on the order's page"
        )?;
    }
    if let Some(line) = lost(*keys) {
        writeln!(out, "{line}")?;
    }
    if let Some(aside) = aside {
        writeln!(out, "What was there before is in {}: delete it when you no longer need it", aside.display())?;
    }
    Ok(())
}

fn as_json(name: &str, restored: &Restored) -> serde_json::Value {
    let Restored { manifest, aside, erased_again, mails_held, keys, links_lost } = restored;
    json!({
        "name": name, "made_at": manifest.made_at, "schema": manifest.schema, "program": manifest.program,
        "rows": manifest.rows, "files": manifest.parts.len(), "aside": aside, "erased_again": erased_again,
        "mails_held": mails_held, "order_links_lost": links_lost, "keys": match keys { Keys::Kept => "kept", Keys::Taken => "taken", Keys::Lost { .. } => "lost" },
    })
}
