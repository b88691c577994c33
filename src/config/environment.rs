//! The environment as options are read from it: secrets may also be files, and what no option knows is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// What the environment holds, ready for the command line to be read.
pub struct Environment {
    /// With the secrets from files as defaults.
    pub command: clap::Command,
    /// Those of the files that everybody on this machine can read.
    pub exposed: Vec<PathBuf>,
}

/// Reads `MANETES_<NAME>_FILE` into `MANETES_<NAME>` for secrets, and refuses a variable no option knows.
///
/// # Errors
/// One line that names the variable.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn settle_environment(command: clap::Command) -> Result<Environment, String> {
    let known = variables(&command);
    let handed_over = std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from);
    let (mut from_files, mut exposed) = (BTreeMap::new(), Vec::new());
    for (name, value) in std::env::vars_os() {
        let Some(name) = name.to_str().filter(|name| name.starts_with("MANETES_")) else { continue };
        if known.contains_key(name) {
            continue;
        }
        let secret = name.strip_suffix("_FILE").filter(|secret| known.get(*secret).is_some_and(|is_secret| *is_secret));
        let Some(secret) = secret else { return Err(format!("{name} is not a setting of this program")) };
        if std::env::var_os(secret).is_some() {
            return Err(format!("{name} and {secret} are both set"));
        }
        let file = as_handed_over(PathBuf::from(value), handed_over.as_deref());
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{name}: {}: {error}", file.display()))?;
        if is_exposed(&file) {
            exposed.push(file);
        }
        from_files.insert(secret.to_owned(), text.trim_end().to_owned());
    }
    let command = command.mut_subcommands(|sub| {
        sub.mut_args(|arg| {
            let file = arg.get_env().and_then(|name| from_files.get(name.to_str()?)).cloned();
            file.map_or_else(|| arg.clone(), |value| arg.clone().default_value(value).hide_default_value(true))
        })
    });
    Ok(Environment { command, exposed })
}

/// The settings that are others than those a service was started with, by their names; none where no service manager asks,
/// which alone knows what they would be. How much is told is no such one: it is taken up.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn changed_since_start(server: i32) -> Vec<String> {
    let is_asked = std::env::var("MAINPID").is_ok_and(|id| id == server.to_string());
    let Ok(before) = std::fs::read(format!("/proc/{server}/environ")) else { return Vec::new() };
    if !is_asked {
        return Vec::new();
    }
    let line = |(name, value): (OsString, OsString)| [name.as_encoded_bytes(), b"=", value.as_encoded_bytes()].concat();
    let now: BTreeSet<Vec<u8>> = std::env::vars_os().map(line).collect();
    let before: BTreeSet<Vec<u8>> = before.split(|byte| *byte == 0).map(<[u8]>::to_vec).collect();
    let name = |line: &Vec<u8>| {
        let name = line.split(|byte| *byte == b'=').next().unwrap_or_default();
        String::from_utf8_lossy(name).into_owned()
    };
    let names: BTreeSet<String> = now.symmetric_difference(&before).map(name).collect();
    names.into_iter().filter(|name| name.starts_with("MANETES_") && name != "MANETES_LOG").collect()
}

/// A file that a setting names, where the service may read it.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn handed_over(file: &Path) -> PathBuf {
    as_handed_over(file.to_owned(), std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from).as_deref())
}

/// The file as systemd handed it over to the service, whose user may not read the file itself: `LoadCredential=secrets:`
/// with the name of a directory makes `secrets_<name>` of each file in it.
pub(super) fn as_handed_over(file: PathBuf, credentials: Option<&Path>) -> PathBuf {
    let credential = credentials.zip(file.file_name()).map(|(directory, name)| {
        let mut credential = OsString::from("secrets_");
        credential.push(name);
        directory.join(credential)
    });
    credential.filter(|credential| credential.exists()).unwrap_or(file)
}

/// Whether everybody on this machine can read a file.
pub(super) fn is_exposed(file: &Path) -> bool {
    std::fs::metadata(file).is_ok_and(|file| file.permissions().mode() & 0o004 != 0)
}

/// The variables the program knows, and whether each holds a secret, which may also be given as a file, `<NAME>_FILE`:
/// what the help does not show.
pub(super) fn variables(command: &clap::Command) -> BTreeMap<String, bool> {
    let named = |arg: &clap::Arg| Some((arg.get_env()?.to_str()?.to_owned(), arg.is_hide_env_values_set()));
    let own = command.get_arguments().filter_map(named);
    own.chain(command.get_subcommands().flat_map(variables)).collect()
}
