//! `manetes backup`: a copy of the whole shop, while it sells.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::runtime::Runtime;

use super::data_dir::existing;
use super::output::{Form, say, write_json};
use super::{Error, actor};
use crate::audit;
use crate::backup::store::{Store, put_file};
use crate::backup::{self, Made, Wish, round};
use crate::clock::{Clock, Timestamp};
use crate::config::{self, Global, Target};
use crate::db;
use crate::upkeep::Kind;

#[expect(clippy::doc_markdown, reason = "it is the help, and a target is typed as it stands")]
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file, a directory, which gets a file with a date in its name, - for standard output, or s3://BUCKET/PREFIX;
    /// where MANETES_BACKUP_TO says when nothing is given, and those that are not kept any more go
    #[arg(value_name = "TARGET")]
    target: Option<Target>,
    #[command(flatten)]
    backup: config::Backup,
    #[command(flatten)]
    form: Form,
}

impl From<backup::Error> for Error {
    fn from(error: backup::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

/// For the calls of a bucket, which a command waits for.
pub(super) fn runtime() -> Result<Runtime, Error> {
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let db = existing(global)?;
        let (now, begun, runtime) = (Clock::system().now(), Instant::now(), runtime()?);
        let access = &self.backup.access;
        access.check(self.target.as_ref()).map_err(Error::Usage)?;
        let wish = Wish { data_dir: &global.data_dir, passphrase: access.passphrase(), now };
        let to_store = |target: &Target| {
            let store = Store::of(target, access, runtime.handle().clone())?;
            let (name, made) = round::put(&store, &global.data_dir, wish.passphrase, now)?;
            Ok::<_, backup::Error>((format!("{store}/{name}"), made))
        };
        let (name, made) = match &self.target {
            None if self.backup.to.is_none() => {
                return Err(Error::Usage(String::from("nothing says where to: give a TARGET, or MANETES_BACKUP_TO")));
            }
            None => round::back_up(&global.data_dir, &self.backup, runtime.handle().clone(), now)?,
            Some(Target::Stream) => (String::from("-"), backup::write(&wish, None, &mut *out)?),
            Some(Target::Path(path)) if !is_folder(path) => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
                (path.display().to_string(), put_file(path, |out| backup::write(&wish, Some(folder), out))?)
            }
            Some(target) => to_store(target)?,
        };
        let (took, is_encrypted) = (begun.elapsed(), made.manifest.has_keys);
        // One that goes elsewhere is not the one that the server makes by itself.
        let is_the_servers = self.target.is_none() || self.target == self.backup.to;
        db.write_blocking(move |tx| {
            if is_the_servers {
                round::record(tx, Kind::Backup, took, now)?;
            }
            let detail = json!({ "encrypted": is_encrypted });
            audit::record(tx, &actor(), "shop.backed_up", "shop", &detail, now)?;
            Ok::<_, db::Error>(())
        })?;
        if !is_encrypted {
            say("It is not encrypted, and without the keys of second factors (MANETES_BACKUP_PASSPHRASE)");
        }
        if self.target == Some(Target::Stream) {
            return Ok(());
        }
        self.tell(&name, &made, took, now, out)
    }

    fn tell(&self, name: &str, made: &Made, took: Duration, now: Timestamp, out: &mut impl Write) -> Result<(), Error> {
        let manifest = &made.manifest;
        if self.form.json {
            let told = json!({
                "name": name, "bytes": made.bytes, "made_at": now.to_rfc3339(), "encrypted": manifest.has_keys,
                "schema": manifest.schema, "files": manifest.parts.len(), "log_head": manifest.log.hash,
                "took_ms": u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            });
            return write_json(out, &told);
        }
        let (files, bytes, seconds) = (manifest.parts.len(), made.bytes, took.as_secs_f64());
        writeln!(out, "{name}: {files} files, {bytes} bytes, in {seconds:.1} s")?;
        Ok(())
    }
}

/// Whether a path names a directory, that is there or to be made.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}
