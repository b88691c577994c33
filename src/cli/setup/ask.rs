//! Questions to somebody at a terminal, a line each.

use std::io::{self, BufRead, Write};

use super::Error;

/// What stands above some questions.
pub(super) fn heading(words: &str) {
    eprintln!("\n{words}");
}

/// Asks until the answer fits; `standing` is what Enter leaves as it is. `None`: it stays so.
pub(super) fn line(
    prompt: &str,
    standing: &str,
    fits: impl Fn(&str) -> Result<(), String>,
) -> Result<Option<String>, Error> {
    loop {
        let shown = if standing.is_empty() { String::new() } else { format!(" [{standing}]") };
        eprint!("  {prompt}{shown}: ");
        io::stderr().flush()?;
        let mut text = String::new();
        if io::stdin().lock().read_line(&mut text)? == 0 {
            return Err(Error::Refused(String::from("the answers ended, nothing was changed")));
        }
        let answer = match text.trim() {
            "" if !standing.is_empty() => return Ok(None),
            "-" => "",
            answer => answer,
        };
        match fits(answer) {
            Ok(()) => return Ok(Some(answer.to_owned())),
            Err(reason) => eprintln!("    {reason}"),
        }
    }
}
