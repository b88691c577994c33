//! `manetes list-comments`: every comment on a product, newest first.

use std::io::Write;

use clap::builder::BoolishValueParser;

use super::{Error, existing, first_words, write_json};
use crate::comments::{self, Filter, Status};
use crate::config::Global;
use crate::id;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those of this status: pending, approved or rejected
    #[arg(long, env = "MANETES_STATUS", value_name = "STATUS")]
    status: Option<Status>,
    /// As JSON, with whole texts
    #[arg(long, env = "MANETES_JSON", value_parser = BoolishValueParser::new())]
    json: bool,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let filter = Filter { status: self.status, ..Filter::default() };
        let (_, comments) = existing(global)?.read_blocking(|conn| comments::list(conn, &filter, 0, -1))?;
        if self.json {
            return write_json(out, &comments);
        }
        writeln!(out, "{:8}  {:10}  {:8}  {:40}  AUTHOR: COMMENT", "ID", "DATE", "STATUS", "PRODUCT")?;
        for comment in comments {
            writeln!(
                out,
                "{:8}  {:10}  {:8}  {:40.40}  {}: {}",
                id::short(&comment.id),
                &comment.created_at.to_rfc3339()[..10],
                comment.status,
                comment.product_title,
                comment.author.as_deref().unwrap_or("-"),
                first_words(&comment.content),
            )?;
        }
        Ok(())
    }
}
