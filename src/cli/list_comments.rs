//! `manetes list-comments`: every comment on a product, newest first.

use std::io::Write;

use super::Error;
use super::data_dir::existing;
use super::output::{Form, Table, first_words, left, minute, one_of, text, write_json};
use crate::comments::{self, Filter, Status};
use crate::config::Global;
use crate::id;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those of this status
    #[arg(long, env = "MANETES_STATUS", value_name = "STATUS", value_parser = one_of::<Status>())]
    status: Option<Status>,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let filter = Filter { status: self.status, ..Filter::default() };
        let (_, comments) = existing(global)?.read_blocking(|conn| comments::list(conn, &filter, 0, -1))?;
        if self.form.json {
            return write_json(out, &comments);
        }
        let mut table = Table::new([
            left("ID"),
            left("DATE"),
            left("STATUS"),
            left("BOUGHT"),
            text("PRODUCT"),
            text("AUTHOR"),
            text("COMMENT"),
        ]);
        for comment in comments {
            table.row([
                id::short(&comment.id).to_owned(),
                minute(comment.created_at),
                comment.status.to_string(),
                String::from(if comment.verified { "yes" } else { "-" }),
                comment.product_title,
                comment.author.unwrap_or_else(|| String::from("-")),
                first_words(&comment.content),
            ]);
        }
        Ok(table.write(out)?)
    }
}
