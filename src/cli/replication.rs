//! What `manetes check` says of the second machine: the program that carries the database there, and whose the lease is.

use std::io::ErrorKind;
use std::process::Command;

use crate::clock::Clock;
use crate::config::{self, Global};
use crate::lease::{Lease, Note};

/// The first release that holds `SQLite`'s mend of the WAL-reset bug (sqlite.org/wal.html#walresetbug).
const SOUND: [u32; 3] = [0, 5, 17];
/// For tests alone, which have no other than an older one.
const ANY_VERSION: &str = "LITESTREAM_OF_ANY_VERSION";

/// One line: what is there, or what is wrong.
pub(super) fn check(config: &config::Serve, global: &Global) -> Result<String, String> {
    let lease = Lease::of(&config.backup, &global.data_dir, &Clock::system())?;
    let version = litestream()?;
    let runtime = super::backup::runtime().map_err(|error| error.to_string())?;
    let held = runtime.block_on(lease.holder()).map_err(|error| error.to_string())?;
    let own = Note::find(&global.data_dir).map_err(|error| error.to_string())?;
    let whose = match held {
        None => String::from("nobody's yet"),
        Some(held) if own.is_some_and(|own| own.holder == held.holder) => {
            format!("this machine's, generation {}, since {}", held.generation, held.taken_at)
        }
        Some(held) => format!("another machine's, generation {}, since {}", held.generation, held.taken_at),
    };
    Ok(format!("litestream {version}; the lease at {} is {whose}", lease.place()))
}

/// The version of the program, if it can be trusted with a database.
fn litestream() -> Result<String, String> {
    let asked = |program: &str| Command::new(program).arg("version").output();
    let answer = match asked("litestream") {
        Err(error) if error.kind() == ErrorKind::NotFound => asked("/usr/bin/litestream"),
        answer => answer,
    };
    let answer =
        answer.map_err(|_| String::from("litestream is not installed: nothing is carried to a second machine"))?;
    let said = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    #[expect(clippy::disallowed_methods, reason = "for tests alone, and no setting")]
    let any = std::env::var_os(ANY_VERSION).is_some();
    if any || is_sound(&said) {
        return Ok(said);
    }
    Err(format!(
        "litestream {said} is older than 0.5.17: it checkpoints with an SQLite whose WAL-reset bug can corrupt the \
         database; install 0.5.17 or later"
    ))
}

fn is_sound(version: &str) -> bool {
    let digits = version.trim_start_matches(|c: char| !c.is_ascii_digit());
    let digits = digits.split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap_or_default();
    let numbers: Vec<u32> = digits.split('.').filter_map(|number| number.parse().ok()).collect();
    numbers.len() >= 3 && numbers[..3] >= SOUND[..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_litestream_whose_sqlite_is_mended_is_trusted() {
        for sound in ["0.5.17", "v0.5.17", "litestream 0.5.18-rc1", "v0.6.0", "1.0.0"] {
            assert!(is_sound(sound), "{sound}");
        }
        for old in ["v0.3.13", "0.5.16", "v0.5.9", "(development build)", "", "0.6"] {
            assert!(!is_sound(old), "{old}");
        }
    }
}
