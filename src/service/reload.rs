//! Taking up anew while the program runs what can be: how much it tells, and its certificates. Everything else is read at
//! the start.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};

use sd_notify::NotifyState as State;
use tokio::signal::unix::Signal;

use super::tell;
use crate::config::Level;
use crate::files;
use crate::logging::Logging;

/// Takes something up anew, and says what.
pub type Hook = Box<dyn Fn() -> String + Send>;

/// What is taken up anew at a hang-up; cheap to clone.
#[derive(Clone, Default)]
pub struct Reload(Arc<Mutex<Vec<Hook>>>);

impl Reload {
    /// From now on this is, too.
    pub fn also(&self, hook: Hook) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(hook);
    }

    /// Takes all of it up whenever the program is hung up, which ends nothing.
    pub async fn whenever_hung_up(self, mut hung_up: Signal) {
        while hung_up.recv().await.is_some() {
            let now = State::monotonic_usec_now().ok();
            tell(&[Some(State::Reloading), now].into_iter().flatten().collect::<Vec<_>>());
            let hooks = self.clone();
            let taken_up = tokio::task::spawn_blocking(move || hooks.take_up()).await.unwrap_or_default();
            tracing::warn!("{taken_up}; other settings are read at the start: systemctl restart manetes");
            tell(&[State::Ready]);
        }
    }

    fn take_up(&self) -> String {
        let hooks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hooks.iter().map(|hook| hook()).collect::<Vec<_>>().join("; ")
    }
}

/// Asks a running program to tell so much from its next hang-up on.
pub fn ask_for(level: &Level, data_dir: &Path) -> io::Result<PathBuf> {
    let file = data_dir.join(files::LOG_LEVEL);
    files::put(&file, level.as_str().as_bytes(), 0o600)?;
    Ok(file)
}

/// Tells as much as was asked for; the file is gone once it does.
pub fn level(data_dir: PathBuf, logging: Logging) -> Hook {
    Box::new(move || {
        let file = data_dir.join(files::LOG_LEVEL);
        let Ok(asked) = fs::read_to_string(&file) else { return String::from("it tells as much as before") };
        let told = match Level::parse(&asked) {
            Ok(level) => {
                logging.set_level(&level);
                format!("it tells as much as MANETES_LOG={} wants", level.as_str())
            }
            Err(wrong) => format!("MANETES_LOG {wrong}"),
        };
        match fs::remove_file(&file) {
            Ok(()) => told,
            Err(error) => format!("{told}; {}: {error}", file.display()),
        }
    })
}
