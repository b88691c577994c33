//! The data directory: made, locked against a second server, and opened; never an empty shop where there was a full one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::OpenOptionsExt;

use super::Error;
use crate::backup;
use crate::config::Global;
use crate::db::{self, Conn, Db};
use crate::files;
use crate::lease;

/// Says beside the database that there is one, should it get lost.
const MARK: &str = "manetes.shop";
const MARK_SAYS: &str =
    "A shop is kept in this directory, in manetes.sqlite. As long as this file is here, manetes does not begin an empty
shop in the place of one that was lost: put manetes.sqlite back, or clear the whole directory for a new shop.
";
/// What else only a shop leaves behind; `pictures` may be filled before the first start.
const FOLDERS: [&str; 3] = [files::MEDIA, files::PHOTOS, files::MAIL];

/// What stands in a data directory.
enum Found {
    /// A database with something in it.
    Shop,
    /// Nothing was ever kept here.
    Never,
}

/// Held by the one who serves a data directory, or makes its database.
pub(super) struct Lock(File);

/// Its file, which says besides where the server is heard and which process it is.
const LOCK: &str = "lock";

/// A second server on the same data would send every mail twice, and a migration takes the ground from under it.
pub(super) fn lock(global: &Global) -> Result<Lock, Error> {
    let path = global.data_dir.join(LOCK);
    // What stands there is the other server's, where there is one.
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let made = opened.and_then(|file| files::own_like(&path, &global.data_dir).map(|()| file));
    let file = made.map_err(|error| Error::Refused(format!("{}: {error}", path.display())))?;
    file.try_lock().map_err(|_| Error::Refused(format!("another manetes is serving {}", global.data_dir.display())))?;
    Ok(Lock(file))
}

impl Lock {
    /// Notes where the server is heard and which process it is, for commands on this machine; `address` is that of its
    /// socket.
    pub(super) fn serves_at(&self, address: SocketAddr) -> io::Result<()> {
        self.0.set_len(0)?;
        write!(&self.0, "http://{address}\n{}\n", std::process::id())
    }
}

/// The process that serves a data directory; `None` where none does.
pub(super) fn server(global: &Global) -> io::Result<Option<u32>> {
    let Ok(mut file) = File::open(global.data_dir.join(LOCK)) else { return Ok(None) };
    if file.try_lock_shared().is_ok() {
        return Ok(None);
    }
    let mut noted = String::new();
    file.read_to_string(&mut noted)?;
    Ok(noted.lines().nth(1).and_then(|id| id.parse().ok()))
}

/// Whether a server runs on a data directory.
pub(super) fn is_served(global: &Global) -> io::Result<bool> {
    match File::open(global.data_dir.join(LOCK)) {
        Ok(file) => Ok(file.try_lock_shared().is_err()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Where the server of a data directory is heard on this machine, without a slash at its end; whether it still runs is
/// not known.
pub(super) fn served_at(global: &Global) -> Result<String, Error> {
    let path = global.data_dir.join(LOCK);
    let never = || Error::Refused(format!("nothing has served {} yet", global.data_dir.display()));
    let noted = fs::read_to_string(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => never(),
        _ => Error::Refused(format!("{}: {error}", path.display())),
    })?;
    let (scheme, address) = noted.lines().next().and_then(|line| line.split_once("://")).ok_or_else(never)?;
    let mut address: SocketAddr = address.parse().map_err(|_| never())?;
    // Heard everywhere, it is heard here.
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    Ok(format!("{scheme}://{address}"))
}

/// The database for the server: migrated, and made where no shop has ever been.
pub(super) fn migrated(global: &Global, lock: &Lock) -> Result<Db, Error> {
    finish_restore(global, lock)?;
    backup::sweep(&global.data_dir);
    demand_own(global)?;
    let file = global.database();
    let db = if let Some(db) = Db::open_filled(&file).map_err(|error| named(global, &error))? {
        db
    } else {
        nothing_was_lost(global)?;
        Db::open(&file).map_err(|error| named(global, &error))?
    };
    mark(global)?;
    Ok(db)
}

/// The database for a server that does not know yet whether it may write: as it is, and nothing is written.
pub(super) fn held(global: &Global) -> Result<Db, Error> {
    demand(global)?;
    Db::open_held(&global.database()).map_err(|error| named(global, &error))
}

/// What a restore that was cut off has left to do.
fn finish_restore(global: &Global, _lock: &Lock) -> Result<(), Error> {
    let finished = backup::finish(&global.data_dir).map(drop);
    finished.map_err(|error| Error::Refused(format!("a restore was cut off and cannot be finished: {error}")))
}

/// The database for a command that writes into a shop: as it is, or made where none has ever been.
pub(super) fn existing_or_new(global: &Global) -> Result<Db, Error> {
    match find_shop(global)? {
        Found::Shop => as_it_is(global),
        Found::Never => {
            make(global)?;
            let lock = lock(global)?;
            migrated(global, &lock)
        }
    }
}

/// The database for a command that has no use for an empty one: most likely the directory is mistyped.
pub(super) fn existing(global: &Global) -> Result<Db, Error> {
    demand(global)?;
    as_it_is(global)
}

/// [`db::look`] at the database of a shop that is there.
pub(super) fn look<T>(global: &Global, f: impl FnOnce(&Conn) -> db::Result<T>) -> Result<T, Error> {
    demand(global)?;
    db::look(&global.database(), f).map_err(|error| named(global, &error))
}

fn demand(global: &Global) -> Result<(), Error> {
    if is_there(global)? {
        return Ok(());
    }
    Err(Error::Refused(format!("{} does not exist; `manetes serve` makes it", global.database().display())))
}

/// Whether there is a shop; refused when there was one.
pub(super) fn is_there(global: &Global) -> Result<bool, Error> {
    Ok(matches!(find_shop(global)?, Found::Shop))
}

/// It holds addresses, keys and hashes: nobody else on this machine reads it.
pub(super) fn make(global: &Global) -> Result<(), Error> {
    files::make_folder(&global.data_dir)
        .map_err(|error| Error::Refused(format!("{}: {error}", global.data_dir.display())))
}

fn as_it_is(global: &Global) -> Result<Db, Error> {
    Db::open_as_it_is(&global.database()).map_err(|error| named(global, &error))
}

/// Refused where another machine writes: what is written here would be lost, or spoil what comes from there.
pub(super) fn demand_own(global: &Global) -> Result<(), Error> {
    demand_no_standby(global)?;
    match lease::Note::find(&global.data_dir)? {
        Some(note) if note.is_lost => Err(Error::Refused(format!(
            "another machine has taken over the shop of {}: give commands there",
            global.data_dir.display()
        ))),
        _ => Ok(()),
    }
}

/// Refused where Litestream writes.
pub(super) fn demand_no_standby(global: &Global) -> Result<(), Error> {
    if !lease::is_standby(&global.data_dir) {
        return Ok(());
    }
    Err(Error::Refused(format!(
        "{} is a standby's: `manetes serve --standby` shows what it has, `manetes promote` makes it the shop",
        global.data_dir.display()
    )))
}

/// Refused where a shop was and its database is not.
fn find_shop(global: &Global) -> Result<Found, Error> {
    demand_own(global)?;
    if backup::is_pending(&global.data_dir) {
        finish_restore(global, &lock(global)?)?;
    }
    if !db::is_blank(&global.database()).map_err(|error| named(global, &error))? {
        return Ok(Found::Shop);
    }
    nothing_was_lost(global)?;
    Ok(Found::Never)
}

/// Refused where a shop was, of which something is left beside its database.
fn nothing_was_lost(global: &Global) -> Result<(), Error> {
    let (file, traces) = (global.database(), traces(global));
    if traces.is_empty() {
        return Ok(());
    }
    let lacks = if file.exists() { "has nothing in it" } else { "is missing" };
    Err(Error::Refused(format!(
        "{} {lacks}, but a shop was kept here ({}): put its database back, or clear the directory for a new shop",
        file.display(),
        traces.join(", "),
    )))
}

/// What a shop has left in the directory, by name.
fn traces(global: &Global) -> Vec<String> {
    let is_filled =
        |name: &&str| fs::read_dir(global.data_dir.join(name)).is_ok_and(|mut files| files.next().is_some());
    let wal = "manetes.sqlite-wal";
    let file = global.database();
    // Beside a database, writes that were not worked in yet are those of a first start that was cut short.
    let lost_writes = fs::metadata(&file).map_or(true, |file| file.len() == 0)
        && fs::metadata(global.data_dir.join(wal)).is_ok_and(|log| log.len() > 0);
    let copies = db::copies(&file).into_iter().filter_map(|(_, copy)| Some(copy.file_name()?.to_str()?.to_owned()));
    let named = [(global.data_dir.join(MARK).exists(), MARK), (lost_writes, wal)];
    let named = named.into_iter().filter(|(there, _)| *there).map(|(_, name)| name);
    named.chain(FOLDERS.into_iter().filter(is_filled)).map(str::to_owned).chain(copies).collect()
}

/// Says that there is a shop.
pub(super) fn mark(global: &Global) -> Result<(), Error> {
    let path = global.data_dir.join(MARK);
    if path.exists() {
        return Ok(());
    }
    let made = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path);
    let written = made.and_then(|mut file| file.write_all(MARK_SAYS.as_bytes()).and_then(|()| file.sync_all()));
    let written = written.and_then(|()| files::own_like(&path, &global.data_dir));
    written.map_err(|error| Error::Refused(format!("{}: {error}", path.display())))
}

impl From<lease::Error> for Error {
    fn from(error: lease::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

fn named(global: &Global, error: &db::Error) -> Error {
    Error::Refused(format!("{}: {error}", global.database().display()))
}
