//! The terminal somebody sits at: what they type unseen, and how it is left when they interrupt.

use std::io::{self, BufRead, IsTerminal};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use tokio::signal::unix::{SignalKind, signal};

use super::Error;
use super::output::say;

/// How often something unseen may be typed wrong.
const TRIES: usize = 5;

/// Whether what was answered is being written: that takes a moment, and is not cut off.
static IS_WRITING: AtomicBool = AtomicBool::new(false);

/// From now on whoever interrupts the program finds the terminal as it was, and nothing written.
pub(super) fn end_well_when_interrupted() -> Result<(), Error> {
    let before = tcgetattr(io::stdin()).ok();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let heard = {
        let _entered = runtime.enter();
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
    };
    thread::spawn(move || {
        let (mut interrupted, mut terminated) = heard;
        runtime.block_on(async {
            loop {
                tokio::select! { _ = interrupted.recv() => {}, _ = terminated.recv() => {} }
                if !IS_WRITING.load(Ordering::SeqCst) {
                    break;
                }
            }
        });
        // It may have been about to read a password unseen.
        if let Some(before) = before {
            _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
        }
        say("\nmanetes: interrupted, nothing was changed");
        process::exit(1);
    });
    Ok(())
}

/// Does what must not be cut off.
pub(super) fn uninterrupted<T>(write: impl FnOnce() -> T) -> T {
    IS_WRITING.store(true, Ordering::SeqCst);
    let written = write();
    IS_WRITING.store(false, Ordering::SeqCst);
    written
}

/// Whether there is somebody to ask.
pub(super) fn somebody() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks for what nobody must read over a shoulder; an empty answer leaves what `stands`. Nothing typed, again and again, is
/// a terminal that has ended.
pub(super) fn secret(
    prompt: &str,
    stands: bool,
    fits: impl Fn(&str) -> Result<(), String>,
) -> Result<Option<String>, Error> {
    for _ in 0..TRIES {
        let text = unseen_line(&format!("{prompt}{}", if stands { " [it is there]" } else { "" }))?;
        match text.trim() {
            "" if stands => return Ok(None),
            answer => match fits(answer) {
                Ok(()) => return Ok(Some(answer.to_owned())),
                Err(reason) => eprintln!("    {reason}"),
            },
        }
    }
    Err(did_not_fit())
}

/// Asks for a new password, twice, every space of it counting; `fits` judges it.
pub(super) fn new_password(prompt: &str, fits: impl Fn(&str) -> Result<(), String>) -> Result<String, Error> {
    for _ in 0..TRIES {
        let text = unseen_line(prompt)?;
        match fits(&text) {
            Ok(()) if unseen_line("The same again")? == text => return Ok(text),
            Ok(()) => eprintln!("    the two passwords differ"),
            Err(reason) => eprintln!("    {reason}"),
        }
    }
    Err(did_not_fit())
}

fn did_not_fit() -> Error {
    Error::Refused(String::from("that did not fit, nothing was changed"))
}

/// A line that is not shown, without its end.
fn unseen_line(prompt: &str) -> io::Result<String> {
    let unseen = Unseen::begin()?;
    eprint!("  {prompt}: ");
    let mut text = String::new();
    io::stdin().lock().read_line(&mut text)?;
    drop(unseen);
    eprintln!();
    text.truncate(text.trim_end_matches(['\r', '\n']).len());
    Ok(text)
}

/// While it lives, the terminal does not show what is typed. It begins before the question is on the screen: whoever answers
/// at once loses nothing of it.
struct Unseen(Termios);

impl Unseen {
    fn begin() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        tcsetattr(io::stdin(), OptionalActions::Flush, &quiet)?;
        Ok(Self(before))
    }
}

impl Drop for Unseen {
    fn drop(&mut self) {
        _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.0);
    }
}
