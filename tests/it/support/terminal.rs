//! Commands of the program, as somebody runs them in an empty directory.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use serde_json::Value;
use tempfile::TempDir;

/// What a command left behind.
#[derive(Debug)]
pub struct Done {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Done {
    /// This result, which must be a success that says nothing on standard error.
    #[track_caller]
    pub fn quietly(self) -> Self {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self
    }

    /// This result, which must be a success, whatever it says on standard error.
    #[track_caller]
    pub fn expect_success(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }

    /// This result, which must have failed with the code and one line that holds `words`.
    #[track_caller]
    pub fn refused(self, code: i32, words: &str) -> Self {
        assert_eq!((self.code, self.err.lines().count()), (Some(code), 1), "{self:?}");
        assert!(self.err.starts_with("manetes: ") && self.err.contains(words), "{words}: {}", self.err);
        self
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

/// What somebody does at a prompt.
pub enum Typed {
    Line(&'static str),
    /// Ctrl-C.
    Interrupt,
}

/// Both ends of a terminal of so many columns, the program's last.
fn terminal(columns: u16) -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let theirs = File::options().read(true).write(true).open(name).unwrap();
    tcsetwinsize(&theirs, Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    (File::from(ours), theirs)
}

/// A terminal in an empty directory.
pub struct Desk(TempDir);

impl Desk {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn data(&self) -> PathBuf {
        self.path().join("data")
    }

    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
        // Any free port, should a server come up.
        command
            .args(line.split(' '))
            .current_dir(self.path())
            .stdin(Stdio::null())
            .env("MANETES_LISTEN", "127.0.0.1:0");
        command
    }

    /// Runs a command whose words are parted by single spaces.
    pub fn run(&self, line: &str) -> Done {
        self.run_with(line, &[])
    }

    pub fn run_with(&self, line: &str, variables: &[(&str, &str)]) -> Done {
        let done = self.command(line).envs(variables.iter().copied()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Done { code: done.status.code(), out: text(done.stdout), err: text(done.stderr) }
    }

    /// Runs a command that reads `typed` from its standard input.
    pub fn run_typing(&self, line: &str, typed: &str) -> Done {
        self.write("typed", typed.as_bytes());
        let typed = fs::File::open(self.path().join("typed")).unwrap();
        let done = self.command(line).stdin(typed).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Done { code: done.status.code(), out: text(done.stdout), err: text(done.stderr) }
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path().join(name), bytes).unwrap();
    }

    /// Runs a command at a terminal, where somebody waits for each prompt and then does what goes with it; how it ended, and
    /// what stands on the screen.
    pub fn converse(&self, line: &str, turns: &[(&str, Typed)]) -> (Option<i32>, String) {
        let (mut ours, theirs) = terminal(200);
        let mut command = self.command(line);
        command.stdin(theirs.try_clone().unwrap()).stdout(theirs.try_clone().unwrap()).stderr(theirs);
        let mut child = command.spawn().unwrap();
        drop(command);
        let (mut screen, mut read, mut buffer) = (Vec::new(), 0, [0; 4096]);
        for (prompt, typed) in turns {
            loop {
                let text = String::from_utf8_lossy(&screen[read..]);
                if let Some(at) = text.find(prompt) {
                    read += at + prompt.len();
                    break;
                }
                match ours.read(&mut buffer) {
                    Ok(count @ 1..) => screen.extend_from_slice(&buffer[..count]),
                    _ => panic!("{prompt:?} was never asked: {}", String::from_utf8_lossy(&screen)),
                }
            }
            match typed {
                Typed::Line(line) => ours.write_all(format!("{line}\n").as_bytes()).unwrap(),
                Typed::Interrupt => {
                    let id = child.id().to_string();
                    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
                }
            }
        }
        drop(ours.read_to_end(&mut screen));
        (child.wait().unwrap().code(), String::from_utf8(screen).unwrap().replace("\r\n", "\n"))
    }

    /// Runs a command at a terminal of so many columns, where somebody has typed `typed`; what stands on the screen.
    pub fn at_terminal(&self, line: &str, columns: u16, typed: &str) -> (Option<i32>, String) {
        let (mut ours, theirs) = terminal(columns);
        ours.write_all(typed.as_bytes()).unwrap();
        let mut command = self.command(line);
        command.stdin(theirs.try_clone().unwrap()).stdout(theirs.try_clone().unwrap()).stderr(theirs);
        let mut child = command.spawn().unwrap();
        // Else the terminal would stay open on our side too, and never end.
        drop(command);
        let mut screen = Vec::new();
        // A terminal ends with an error once nobody has it open.
        drop(ours.read_to_end(&mut screen));
        (child.wait().unwrap().code(), String::from_utf8(screen).unwrap().replace("\r\n", "\n"))
    }
}
