//! What systemd is told of a shop that speaks https by itself: to hold its ports.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::{self, Staged};

/// Where systemd is told of a machine's own units.
pub(super) const USUAL: &str = "/etc/systemd/system";
/// Where packages put theirs.
const OF_PACKAGES: [&str; 2] = ["/usr/lib/systemd/system", "/lib/systemd/system"];
/// Beside the service, in the folder of units.
const DROP_IN: &str = "manetes.service.d/https.conf";
/// It has the service bring these along.
const SOCKETS: [(&str, &str); 2] = [
    ("manetes-http.socket", include_str!("../../../packaging/systemd/manetes-http.socket")),
    ("manetes-https.socket", include_str!("../../../packaging/systemd/manetes-https.socket")),
];
const WITH_SOCKETS: &str = include_str!("../../../packaging/systemd/manetes-https.conf");

/// What changes among the units.
#[derive(Default)]
pub(super) struct Units {
    written: Vec<(PathBuf, &'static str)>,
    removed: Option<PathBuf>,
}

impl Units {
    /// Where the program is to speak https, the files that are missing; else the one goes that would have it do so. What an
    /// operator has put in its place stays.
    pub(super) fn of(folder: &Path, is_https_ours: bool) -> Self {
        let drop_in = folder.join(DROP_IN);
        if !is_https_ours {
            let is_own = fs::read_to_string(&drop_in).is_ok_and(|text| text == WITH_SOCKETS);
            return Self { removed: is_own.then_some(drop_in), ..Self::default() };
        }
        if drop_in.exists() {
            return Self::default();
        }
        let is_there = |name: &str| OF_PACKAGES.iter().any(|place| Path::new(place).join(name).exists());
        let sockets = SOCKETS.into_iter().filter(|(name, _)| !is_there(name));
        let sockets = sockets.map(|(name, text)| (folder.join(name), text));
        Self { written: sockets.chain([(drop_in, WITH_SOCKETS)]).collect(), removed: None }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.written.is_empty() && self.removed.is_none()
    }

    /// What is to be put in its place at the end.
    pub(super) fn stage(&self) -> Result<Vec<(PathBuf, Staged)>, (PathBuf, io::Error)> {
        let mut staged = Vec::new();
        for (path, text) in &self.written {
            let folder = path.parent().unwrap_or(Path::new("/"));
            let written = fs::create_dir_all(folder).and_then(|()| Staged::write(path, text.as_bytes(), 0o644));
            staged.push((path.clone(), written.map_err(|error| (path.clone(), error))?));
        }
        Ok(staged)
    }

    /// Takes away what goes; which file that was.
    pub(super) fn remove(&self) -> Result<Option<&Path>, (PathBuf, io::Error)> {
        let Some(path) = &self.removed else { return Ok(None) };
        let folder = path.parent().unwrap_or(Path::new("/"));
        let removed = fs::remove_file(path).and_then(|()| files::sync_folder(folder));
        removed.map(|()| Some(path.as_path())).map_err(|error| (path.clone(), error))
    }
}
