//! `manetes approve-comment`, `reject-comment`, `delete-comment`: decides about comments, all that are named or none; and
//! `reply-comment` answers one.

use std::io::Write;

use clap::builder::BoolishValueParser;

use super::data_dir::existing;
use super::ids::{self, Kind};
use super::inbox::read_words;
use super::output::first_words;
use super::{Error, actor};
use crate::clock::Clock;
use crate::comments::{self, Act, Comment, Content, Status};
use crate::config::Global;
use crate::db::Conn;
use crate::id;

#[derive(Debug, clap::Args)]
struct Named {
    /// Their ids, or the first characters of each; list-comments shows them
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Approve {
    #[command(flatten)]
    named: Named,
}

#[derive(Debug, clap::Args)]
pub(super) struct Reject {
    #[command(flatten)]
    named: Named,
    /// Why, for those who look at the list
    #[arg(long, env = "MANETES_REASON", value_name = "TEXT")]
    reason: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Delete {
    #[command(flatten)]
    named: Named,
}

#[derive(Debug, clap::Args)]
pub(super) struct Reply {
    /// Its id, or the first characters of it; list-comments shows them
    id: String,
    /// The answer, for everybody; read from standard input unless given
    #[arg(long, env = "MANETES_TEXT", value_name = "TEXT", conflicts_with = "remove")]
    text: Option<String>,
    /// Take the answer away instead
    #[arg(long, env = "MANETES_REMOVE", value_parser = BoolishValueParser::new())]
    remove: bool,
}

impl From<comments::Error> for Error {
    fn from(error: comments::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Approve {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        decide(self.named, Status::Approved, None, global, out)
    }
}

impl Reject {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        decide(self.named, Status::Rejected, self.reason.as_deref(), global, out)
    }
}

impl Delete {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        self.named.moderate(Act::Delete, "deleted", global, out)
    }
}

impl Reply {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let db = existing(global)?;
        let comment = db.read_blocking(|conn| find(conn, &self.id))?;
        let whom = format!("{} {}", id::short(&comment.id), first_words(&comment.content));
        let words = match (self.remove, self.text) {
            (true, _) => None,
            (false, Some(text)) => Some(text),
            (false, None) => Some(read_words(&whom)?),
        };
        let words = words.map(|text| Content::parse(&text)).transpose();
        let words = words.map_err(|error| Error::Refused(error.to_string()))?;
        let now = Clock::system().now();
        let after = db.write_blocking(move |tx| comments::reply(tx, &actor(), &comment.id, words.as_ref(), now))?;
        let done = if after.reply.is_some() { "answered" } else { "answer removed" };
        Ok(writeln!(out, "{done}: {whom}")?)
    }
}

fn decide(
    named: Named,
    status: Status,
    reason: Option<&str>,
    global: &Global,
    out: &mut impl Write,
) -> Result<(), Error> {
    let act = Act::decide(status, reason).map_err(|error| Error::Usage(error.to_string()))?;
    named.moderate(act, status.into_str(), global, out)
}

impl Named {
    fn moderate(self, act: Act, done: &str, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let decided = existing(global)?.write_blocking(move |tx| {
            let before = self.ids.iter().map(|given| find(tx, given)).collect::<Result<Vec<_>, _>>()?;
            let ids: Vec<_> = before.iter().map(|comment| comment.id.clone()).collect();
            let after = comments::moderate(tx, &actor(), &ids, &act, Clock::system().now())?;
            let stood = |comment: &Comment| act != Act::Delete && before.contains(comment);
            Ok::<_, Error>(after.into_iter().map(|comment| (stood(&comment), comment)).collect::<Vec<_>>())
        })?;
        for (stood, comment) in decided {
            let (id, author) = (id::short(&comment.id), comment.author.as_deref().unwrap_or("-"));
            let already = if stood { "already " } else { "" };
            let bought = if comment.verified { " (bought it)" } else { "" };
            writeln!(out, "{already}{done}: {id} {author}{bought}: {}", first_words(&comment.content))?;
        }
        Ok(())
    }
}

/// The one comment that is meant.
fn find(conn: &Conn, given: &str) -> Result<Comment, Error> {
    let kind = Kind { name: "comment", list: "list-comments" };
    let id = ids::meant(&kind, given, |beginning| comments::ids_with_prefix(conn, beginning))?;
    comments::find(conn, &id)?.ok_or_else(|| comments::Error::NotFound(id).into())
}
