//! The file of a service's settings, and the secrets beside it: read, and changed as an operator would by hand.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Error;
use crate::config::env_file;
use crate::files::{self, Staged};

/// What a new file is made of.
const EXAMPLE: &str = include_str!("../../packaging/manetes.env.example");

/// A file of settings as it stands.
pub(super) struct ServiceFile {
    path: PathBuf,
    /// What is in it, or what it begins as.
    pub(super) text: String,
    variables: Vec<(String, String)>,
}

impl ServiceFile {
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let refused = |error: &dyn std::fmt::Display| Error::Refused(format!("{}: {error}", path.display()));
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => blank(EXAMPLE),
            Err(error) => return Err(refused(&error)),
        };
        let variables = env_file::read(&text).map_err(|error| refused(&error))?;
        Ok(Self { path: std::path::absolute(path)?, text, variables })
    }

    /// A variable; empty where it is not set.
    pub(super) fn variable(&self, name: &str) -> &str {
        self.variables.iter().rev().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Where a secret stands that a variable names; `None` where it stands in the file itself, or nowhere.
    pub(super) fn secret_file(&self, name: &str) -> Option<PathBuf> {
        Some(self.variable(&format!("{name}_FILE"))).filter(|file| !file.is_empty()).map(PathBuf::from)
    }

    /// A secret; `None` where there is none.
    pub(super) fn secret(&self, name: &str) -> Result<Option<String>, Error> {
        match (self.secret_file(name), self.variable(name)) {
            (Some(file), _) => {
                let text = fs::read_to_string(&file);
                text.map(Some).map_err(|error| Error::Refused(format!("{name}_FILE: {}: {error}", file.display())))
            }
            (None, "") => Ok(None),
            (None, value) => Ok(Some(value.to_owned())),
        }
    }

    /// Where secrets are kept: beside it.
    pub(super) fn secrets(&self) -> PathBuf {
        self.path.with_extension("secrets")
    }

    /// Puts a secret into a file and has the settings name it; the file's path.
    pub(super) fn put_secret(&self, name: &str, file: &str, secret: &str) -> Result<PathBuf, Error> {
        let folder = self.secrets();
        let path = self.secret_file(name).unwrap_or_else(|| folder.join(file));
        let refused = |path: &Path, error: io::Error| Error::Refused(format!("{}: {error}", path.display()));
        files::make_folder(&folder).map_err(|error| refused(&folder, error))?;
        files::put(&path, secret.as_bytes(), 0o600).map_err(|error| refused(&path, error))?;
        let changes = [(name.to_owned(), None), (format!("{name}_FILE"), Some(path.display().to_string()))];
        let text = env_file::edit(&self.text, &changes).map_err(Error::Refused)?;
        if text != self.text {
            let written = Staged::rewrite(&self.path, text.as_bytes()).and_then(Staged::take_place);
            written.map_err(|error| refused(&self.path, error))?;
        }
        Ok(path)
    }
}

/// The example with nothing set: what it shows is nobody's yet.
fn blank(example: &str) -> String {
    let line = |line: &str| if line.starts_with("MANETES_") { format!("#{line}\n") } else { format!("{line}\n") };
    example.lines().map(line).collect()
}
