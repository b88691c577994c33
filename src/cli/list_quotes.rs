//! `manetes list-quotes`: every request for a quote, newest first.

use std::io::Write;

use clap::builder::BoolishValueParser;

use super::{Error, existing};
use crate::config::Global;
use crate::{id, quotes};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// As JSON, with whole messages
    #[arg(long, env = "MANETES_JSON", value_parser = BoolishValueParser::new())]
    json: bool,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let mut requests = existing(global)?.read_blocking(quotes::list_quotes)?;
        if self.json {
            for photo in requests.iter_mut().flat_map(|request| &mut request.photos) {
                *photo = global.data_dir.join(&*photo).display().to_string();
            }
            return super::write_json(out, &requests);
        }
        writeln!(
            out,
            "{:8}  {:10}  {:8}  {:13}  {:30}  {:6}  NAME, EMAIL, MESSAGE",
            "ID", "DATE", "STATUS", "SERVICE", "PHONE", "PHOTOS"
        )?;
        for request in requests {
            writeln!(
                out,
                "{:8}  {:10}  {:8}  {:13}  {:30}  {:6}  {} <{}>: {}",
                id::short(&request.id),
                &request.created_at.to_rfc3339()[..10],
                request.status,
                request.service.map_or("-", quotes::Service::key),
                request.phone.as_deref().unwrap_or("-"),
                request.photos.len(),
                request.name,
                request.email,
                super::first_words(&request.message),
            )?;
        }
        Ok(())
    }
}
