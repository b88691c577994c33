//! `manetes completions SHELL` and `manetes man DIRECTORY`: what a shell and a manual say of the commands, made of the
//! commands themselves.
//!
//! Completions know commands, options and fixed values. Ids they leave alone: the data belongs to the service's own user,
//! so the shell of whoever types could not read them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::{Error, command, examples};

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// Which shell
    shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// Where the pages go: manetes.1, manetes-serve.1 and so on
    directory: PathBuf,
}

impl CompletionsArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), Error> {
        let mut command = command();
        if self.shell == Shell::Bash {
            command = command.mut_subcommands(without_placeholders);
        }
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "manetes", &mut script);
        Ok(out.write_all(&script)?)
    }
}

/// Else bash would offer the very word `<ID>` where an id belongs.
fn without_placeholders(command: Command) -> Command {
    let silent = |arg: Arg| {
        let is_free = arg.is_positional() && arg.get_possible_values().is_empty();
        if is_free { arg.value_parser(PossibleValuesParser::new(Vec::<&str>::new())) } else { arg }
    };
    command.mut_args(silent).mut_subcommands(without_placeholders)
}

impl ManArgs {
    pub(super) fn run(self) -> Result<(), Error> {
        let refused = |error: io::Error| Error::Refused(format!("{}: {error}", self.directory.display()));
        std::fs::create_dir_all(&self.directory).map_err(refused)?;
        let mut command = command().disable_help_subcommand(true);
        command.build();
        write_pages(&command, "", &self.directory).map_err(refused)
    }
}

/// The words of every command, the program itself first, as nothing.
#[cfg(test)]
pub(super) fn paths(program: &Command) -> Vec<String> {
    fn below(command: &Command, words: &str, found: &mut Vec<String>) {
        found.push(words.to_owned());
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            below(sub, format!("{words} {}", sub.get_name()).trim_start(), found);
        }
    }
    let mut found = Vec::new();
    below(program, "", &mut found);
    found
}

fn write_pages(command: &Command, words: &str, directory: &Path) -> io::Result<()> {
    for sub in command.get_subcommands() {
        write_pages(sub, format!("{words} {}", sub.get_name()).trim_start(), directory)?;
    }
    // A page without a date still needs something in its place, else what follows moves up.
    let man = Man::new(command.clone()).date(" ").source(concat!("manetes ", env!("CARGO_PKG_VERSION")));
    std::fs::write(directory.join(man.get_filename()), page(&man, command, words)?)
}

fn page(man: &Man, command: &Command, words: &str) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let mut roff = Roff::new();
    section(&mut roff, "EXAMPLES", examples::of(words).iter().copied());
    let variables: Vec<_> = command.get_arguments().filter_map(variable).collect();
    section(&mut roff, "ENVIRONMENT", variables.iter().map(|(name, does)| (name.as_str(), does.as_str())));
    section(&mut roff, "EXIT STATUS", STATUS);
    if !words.is_empty() {
        roff.control("SH", ["SEE ALSO"]).text([bold("manetes"), roman("(1)")]);
    }
    roff.to_writer(&mut page)?;
    Ok(page)
}

const STATUS: [(&str, &str); 3] = [
    ("0", "Done"),
    ("1", "Refused or failed: one line on standard error says why, and nothing is half done"),
    ("2", "Called wrongly: one line on standard error says how"),
];

fn section<'a>(roff: &mut Roff, title: &str, entries: impl IntoIterator<Item = (&'a str, &'a str)>) {
    let mut entries = entries.into_iter().peekable();
    if entries.peek().is_some() {
        roff.control("SH", [title]);
    }
    for (name, does) in entries {
        roff.control("TP", []).text([bold(name)]).text([roman(does)]);
    }
}

/// The variable that stands for an option.
fn variable(arg: &Arg) -> Option<(String, String)> {
    let name = arg.get_env()?.to_str()?.to_owned();
    let option = arg.get_long()?;
    let file =
        if arg.is_hide_env_values_set() { format!("; {name}_FILE names a file that holds it") } else { String::new() };
    Some((name, format!("Stands for --{option}{file}")))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The help of a command, as it is at a terminal of a hundred columns.
    fn help(path: &str) -> String {
        let mut found = command().term_width(100);
        found.build();
        for word in path.split_whitespace() {
            found = found.find_subcommand(word).unwrap().clone();
        }
        let told = found.term_width(100).mut_args(|arg| arg.hide_env_values(true)).render_long_help().to_string();
        told.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    fn file(path: &str) -> PathBuf {
        let name = if path.is_empty() { String::from("manetes") } else { path.replace(' ', "-") };
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/help").join(name + ".txt")
    }

    #[test]
    fn help_is_as_it_was_reviewed() {
        let paths = paths(&command());
        for path in &paths {
            let reviewed = fs::read_to_string(file(path)).unwrap_or_default();
            assert!(
                help(path) == reviewed,
                "the help of {path:?} is not as in tests/help: read it, then write it there with\n    \
                 cargo test --lib write_help -- --ignored"
            );
        }
        let files = fs::read_dir(file("").parent().unwrap()).unwrap().count();
        assert_eq!(files, paths.len(), "tests/help holds a file of a command that is gone");
    }

    #[test]
    #[ignore = "writes tests/help"]
    fn write_help() {
        let folder = file("");
        let folder = folder.parent().unwrap();
        drop(fs::remove_dir_all(folder));
        fs::create_dir_all(folder).unwrap();
        for path in paths(&command()) {
            fs::write(file(&path), help(&path)).unwrap();
        }
    }
}
