//! `manetes approve-comment`, `reject-comment`, `delete-comment`: decides about comments, all that are named or none.

use std::io::Write;

use super::{Error, actor, existing, first_words};
use crate::clock::Clock;
use crate::comments::{self, Act, Status};
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

fn decide(
    named: Named,
    status: Status,
    reason: Option<&str>,
    global: &Global,
    out: &mut impl Write,
) -> Result<(), Error> {
    let act = Act::decide(status, reason).map_err(|error| Error::Usage(error.to_string()))?;
    named.moderate(act, status.as_str(), global, out)
}

impl Named {
    fn moderate(self, act: Act, done: &str, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let comments = existing(global)?.write_blocking(move |tx| {
            let ids = self.ids.iter().map(|prefix| find(tx, prefix)).collect::<Result<Vec<_>, _>>()?;
            Ok::<_, Error>(comments::moderate(tx, &actor(), &ids, &act, Clock::system().now())?)
        })?;
        for comment in comments {
            let (id, author) = (id::short(&comment.id), comment.author.as_deref().unwrap_or("-"));
            writeln!(out, "{done}: {id} {author}: {}", first_words(&comment.content))?;
        }
        Ok(())
    }
}

/// The one comment that is meant.
fn find(conn: &Conn, prefix: &str) -> Result<String, Error> {
    let mut ids = comments::ids_with_prefix(conn, prefix)?;
    match (ids.pop(), ids.is_empty()) {
        (Some(id), true) if !prefix.is_empty() => Ok(id),
        (None, _) => Err(Error::Refused(format!("no comment begins with {prefix:?}"))),
        _ => Err(Error::Refused(format!("more than one comment begins with {prefix:?}"))),
    }
}
