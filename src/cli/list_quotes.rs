//! `manetes list-quotes`: every request for a quote, newest first.

use std::io::Write;

use super::Error;
use super::data_dir::existing;
use super::output::{Form, Table, first_words, left, minute, one_of, right, text, write_json};
use crate::config::Global;
use crate::quotes::inbox::Status;
use crate::{id, quotes};

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
        let mut requests = existing(global)?.read_blocking(quotes::list_quotes)?;
        requests.retain(|request| self.status.is_none_or(|status| request.status == status.into_str()));
        if self.form.json {
            for photo in requests.iter_mut().flat_map(|request| &mut request.photos) {
                *photo = global.data_dir.join(&*photo).display().to_string();
            }
            return write_json(out, &requests);
        }
        let mut table = Table::new([
            left("NUMBER"),
            left("ID"),
            left("DATE"),
            left("STATUS"),
            left("SERVICE"),
            text("PHONE"),
            right("PHOTOS"),
            text("NAME"),
            text("EMAIL"),
            text("MESSAGE"),
        ]);
        for request in requests {
            table.row([
                request.number,
                id::short(&request.id).to_owned(),
                minute(request.created_at),
                request.status,
                request.service.map_or("-", |service| service.into_str()).to_owned(),
                request.phone.unwrap_or_else(|| String::from("-")),
                request.photos.len().to_string(),
                request.name,
                request.email,
                first_words(&request.message),
            ]);
        }
        Ok(table.write(out)?)
    }
}
