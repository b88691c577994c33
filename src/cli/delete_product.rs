//! `manetes delete-product ID`: a product that is no longer sold. Orders keep what they know of it; for a while
//! `manetes restore-product ID` brings it back.

use std::io::Write;

use super::data_dir::existing;
use super::ids::{self, Kind};
use super::output::printable;
use super::sure::Sure;
use super::{Error, actor};
use crate::catalogue::{self, Summary};
use crate::clock::Clock;
use crate::config::Global;
use crate::id;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The product's id or slug; an unambiguous beginning of the id will do
    id: String,
    #[command(flatten)]
    sure: Sure,
}

impl From<catalogue::Error> for Error {
    fn from(error: catalogue::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let now = Clock::system().now();
        let db = existing(global)?;
        let product = db.read_blocking(|conn| find(catalogue::summaries(conn)?, &self.id, "list-products"))?;
        let told = format!("{} {}", product.id, printable(&product.title));
        self.sure.or_ask(&format!("Delete {told}"))?;
        let id = product.id.clone();
        db.write_blocking(move |tx| catalogue::delete(tx, &actor(), &product.id, now))?;
        writeln!(out, "deleted: {told}")?;
        let until = catalogue::kept_until(now).date();
        writeln!(out, "until {until} it comes back with: manetes restore-product {}", id::short(&id))?;
        Ok(())
    }
}

/// The one product that is meant, of those that `list` shows.
pub(super) fn find(products: Vec<Summary>, given: &str, list: &'static str) -> Result<Summary, Error> {
    let is_meant = |product: &&Summary| product.id == given || product.slug == given;
    if let Some(product) = products.iter().find(is_meant) {
        return Ok(product.clone());
    }
    let kind = Kind { name: "product", list };
    let ids = products.iter().map(|product| &product.id);
    let id = ids::meant(&kind, given, |beginning| Ok(ids.filter(|id| id.starts_with(beginning)).cloned().collect()))?;
    let found = products.into_iter().find(|product| product.id == id);
    found.ok_or_else(|| Error::Refused(format!("the product {id} is gone")))
}

#[cfg(test)]
mod tests {
    use super::super::data_dir::existing_or_new;
    use super::*;
    use crate::catalogue::import;

    #[test]
    fn a_product_is_deleted_by_the_beginning_of_its_id_once() {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().to_owned() };
        let now = Clock::system().now();
        let file = b"Handle,Title,Variant Price\na,A,1\nb,B,2\n";
        let db = existing_or_new(&global).unwrap();
        import::import_now(&db, import::Policy::AllOrNothing, file, now).unwrap();
        let products = db.read_blocking(catalogue::summaries).unwrap();

        let run = |id: &str| Args { id: id.to_owned(), sure: Sure { yes: true } }.run(&global, &mut Vec::new());
        run(&products[0].id[..12]).unwrap();
        let left = db.read_blocking(catalogue::summaries).unwrap();
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].slug, "b");
        for id in [&products[0].id, "", "zzzz", &products[1].id[..3]] {
            assert!(matches!(run(id), Err(Error::Refused(_))), "{id}");
        }
        run("b").unwrap();
        assert!(db.read_blocking(catalogue::summaries).unwrap().is_empty());
    }
}
