//! Files of variables as systemd reads them for a unit (`EnvironmentFile=`), so that a command can judge what a service
//! is given.

use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

use super::environment;

/// The program itself, called with `args`, as a service that is given this file and nothing else of the program's
/// variables; and whether everybody on this machine can read secrets in the file. The error is one line.
#[expect(clippy::disallowed_methods, reason = "it makes an environment of another")]
pub fn again_with(
    file: &Path,
    args: impl IntoIterator<Item = OsString>,
    program: &clap::Command,
) -> Result<(Command, bool), String> {
    let known = environment::variables(program);
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let variables =
        read(&std::fs::read_to_string(file).map_err(|error| named(&error))?).map_err(|error| named(&error))?;
    let is_secret = |name: &String| known.get(name).is_some_and(|is_secret| *is_secret);
    let holds_secrets = variables.iter().any(|(name, value)| is_secret(name) && !value.is_empty());
    let mut command = Command::new(std::env::current_exe().map_err(|error| error.to_string())?);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("MANETES_")) {
        command.env_remove(name);
    }
    command.args(args).envs(variables);
    Ok((command, holds_secrets && environment::is_exposed(file)))
}

/// A variable of a file, and the bytes it takes there, the end of its line included.
struct Entry {
    name: String,
    value: String,
    span: Range<usize>,
}

/// The variables of a file, in order; the error is one line.
pub fn read(text: &str) -> Result<Vec<(String, String)>, String> {
    Ok(entries(text)?.into_iter().map(|entry| (entry.name, entry.value)).collect())
}

fn entries(text: &str) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let begin = rest.trim_start_matches([' ', '\t']);
        if begin.starts_with(['#', ';', '\n', '\r']) || begin.is_empty() {
            at += rest.find('\n').map_or(rest.len(), |end| end + 1);
            continue;
        }
        let number = text[..at].matches('\n').count() + 1;
        let equals = begin.find(['=', '\n']).filter(|at| begin[*at..].starts_with('='));
        let name = equals.map_or("", |at| begin[..at].trim_end());
        let (Some(equals), true) = (equals, is_name(name)) else {
            return Err(format!("line {number} is no NAME=VALUE"));
        };
        let after = &begin[equals + 1..];
        let (value, left) = value(after).ok_or_else(|| format!("line {number} has a quote that does not end"))?;
        let end = text.len() - left.len();
        entries.push(Entry { name: name.to_owned(), value, span: at..end });
        at = end;
    }
    Ok(entries)
}

/// The file with variables set, or taken out where there is no value; all else stays as it is. One that is set takes the
/// place it has, or that of the comment that shows it, `#NAME=`, or comes at the end.
pub fn edit(text: &str, changes: &[(String, Option<String>)]) -> Result<String, String> {
    let mut text = text.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    for (name, value) in changes {
        let line = value.as_ref().map(|value| format!("{name}={}\n", quoted(value))).unwrap_or_default();
        let mut there: Vec<_> = entries(&text)?.into_iter().filter(|entry| entry.name == *name).collect();
        // The last one is in force.
        let in_force = there.pop().map(|entry| entry.span);
        let place = in_force.or_else(|| {
            let shown = format!("#{name}=");
            let begins = |(at, _): &(usize, &str)| *at == 0 || text[..*at].ends_with('\n');
            let at = text.match_indices(&shown).find(begins).map(|(at, _)| at)?;
            let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
            Some(at..end).filter(|_| value.is_some())
        });
        let place = place.unwrap_or(text.len()..text.len());
        text.replace_range(place, &line);
        for earlier in there.into_iter().rev() {
            text.replace_range(earlier.span, "");
        }
    }
    Ok(text)
}

/// A value as a file holds it.
fn quoted(value: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.,:/@+%=".contains(c);
    if value.chars().all(is_plain) {
        return value.to_owned();
    }
    let mut quoted = String::from("\"");
    for c in value.chars() {
        if matches!(c, '"' | '\\' | '`' | '$') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted + "\""
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A value and what comes after its line. Quotes group, a backslash takes the next character as it is and joins lines,
/// and spaces at both ends are nobody's.
fn value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    // So much of it is not a space that may be cut off.
    let mut kept = 0;
    let mut quote = None;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (None, '\n') => {
                value.truncate(kept);
                return Some((value, &text[at + 1..]));
            }
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') => match chars.next() {
                Some((_, '\n')) | None => continue,
                // Between double quotes only what means something there is freed of its meaning.
                Some((_, c)) if quote.is_some() && !matches!(c, '"' | '\\' | '`' | '$') => value.extend(['\\', c]),
                Some((_, c)) => value.push(c),
            },
            (None, ' ' | '\t' | '\r') => {
                if !value.is_empty() {
                    value.push(c);
                }
                continue;
            }
            (_, c) => value.push(c),
        }
        kept = value.len();
    }
    value.truncate(kept);
    quote.is_none().then_some((value, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_systemd_reads_it() {
        let text = "# a comment\n; another\n\nA=plain\n B = with spaces inside \nC=\"two words\" \nD='it\\'\nE=\"a \\\"b\\\" \\n\"\nF=\nG=one\\\n two\nH=\"a\nb\"\nI=a=b # no comment";
        let read = read(text).unwrap();
        let read: Vec<_> = read.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(
            read,
            [
                ("A", "plain"),
                ("B", "with spaces inside"),
                ("C", "two words"),
                ("D", "it\\"),
                ("E", "a \"b\" \\n"),
                ("F", ""),
                ("G", "one two"),
                ("H", "a\nb"),
                ("I", "a=b # no comment"),
            ]
        );
    }

    #[test]
    fn what_is_no_variable_is_named_by_its_line() {
        assert_eq!(read("A=1\nB\n").unwrap_err(), "line 2 is no NAME=VALUE");
        assert_eq!(read("A=1\n\nexport B=1\n").unwrap_err(), "line 3 is no NAME=VALUE");
        assert_eq!(read("A=\"1\nB=2\n").unwrap_err(), "line 1 has a quote that does not end");
        assert_eq!(read("A=\"1\n2\"\n-=3").unwrap_err(), "line 3 is no NAME=VALUE");
    }

    #[test]
    fn a_variable_is_set_where_it_stands_and_nothing_else_is_touched() {
        let change = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
        let text = "# kept\nA=old\n#B=\n# after\nC=\"two\nlines\" \nA=newer";
        let edited =
            edit(text, &[change("A", Some("x y")), change("B", Some("1")), change("C", None), change("D", Some(""))]);
        assert_eq!(edited.unwrap(), "# kept\nB=1\n# after\nA=\"x y\"\nD=\n");
        assert!(edit("A", &[change("B", None)]).is_err());
        for value in ["", "plain", "Ana <a@b.example>", "a \"b\" \\ $c `d` #e", " spaces ", "two\nlines"] {
            let text = edit("", &[change("A", Some(value))]).unwrap();
            assert_eq!(read(&text).unwrap(), [(String::from("A"), value.to_owned())], "{text}");
        }
    }
}
