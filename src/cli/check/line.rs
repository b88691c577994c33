//! What a look found, in a line, and what to do about it.

use std::fmt;

use serde::Serialize;

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    Ok,
    /// It works, and a launch or a quiet year lacks it.
    Todo,
    /// It works, and should not stay so, or nobody could be asked.
    Warn,
    /// It does not work, or soon will not.
    Fail,
}

/// A line of the doctor's.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    /// Of what, such as `mail`.
    pub check: &'static str,
    pub state: State,
    pub text: String,
    /// What to do; empty where nothing is.
    #[serde(rename = "do", skip_serializing_if = "String::is_empty")]
    pub mend: String,
}

impl Line {
    pub(super) fn ok(check: &'static str, text: impl Into<String>) -> Self {
        Self { check, state: State::Ok, text: text.into(), mend: String::new() }
    }

    pub(super) fn todo(check: &'static str, text: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { check, state: State::Todo, text: text.into(), mend: mend.into() }
    }

    pub(super) fn warn(check: &'static str, text: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { check, state: State::Warn, text: text.into(), mend: mend.into() }
    }

    pub(super) fn fail(check: &'static str, text: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { check, state: State::Fail, text: text.into(), mend: mend.into() }
    }

    /// What was found, or why not, and what to do then.
    pub(super) fn of(check: &'static str, found: Result<String, String>, mend: &str) -> Self {
        match found {
            Ok(text) => Self::ok(check, text),
            Err(text) => Self::fail(check, text, mend),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.state {
            State::Ok => "ok",
            State::Todo => "TODO",
            State::Warn => "WARN",
            State::Fail => "FAIL",
        };
        write!(f, "{mark:<6}{:<14}{}", self.check, self.text)?;
        if self.mend.is_empty() { Ok(()) } else { write!(f, "\n{:20}→ {}", "", self.mend) }
    }
}
