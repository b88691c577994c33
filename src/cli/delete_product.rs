//! `manetes delete-product ID`: a product that is no longer sold. Orders keep what they know of it.

use std::io::Write;

use super::{Error, actor, existing};
use crate::catalogue::{self, Summary};
use crate::clock::Clock;
use crate::config::Global;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The product's id or slug; an unambiguous beginning of the id will do
    id: String,
}

impl From<catalogue::Error> for Error {
    fn from(error: catalogue::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let now = Clock::system().now();
        let told = existing(global)?.write_blocking(move |tx| {
            let products = catalogue::summaries(tx)?;
            let product = find(&products, &self.id)?;
            catalogue::delete(tx, &actor(), &product.id, now)?;
            Ok::<_, Error>(format!("deleted: {} {}", product.id, product.title))
        })?;
        writeln!(out, "{told}")?;
        Ok(())
    }
}

/// The one product that is meant.
fn find<'a>(products: &'a [Summary], id: &str) -> Result<&'a Summary, Error> {
    if let Some(product) = products.iter().find(|product| product.id == id || product.slug == id) {
        return Ok(product);
    }
    let mut found = products.iter().filter(|product| !id.is_empty() && product.id.starts_with(id));
    match (found.next(), found.next()) {
        (Some(product), None) => Ok(product),
        (Some(_), Some(_)) => Err(Error::Refused(format!("{id:?} is the beginning of several ids: give more of it"))),
        (None, _) => Err(Error::Refused(format!("there is no product {id:?}; list-products shows them"))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::open;
    use super::*;
    use crate::catalogue::import;

    #[test]
    fn a_product_is_deleted_by_the_beginning_of_its_id_once() {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().to_owned() };
        let now = Clock::system().now();
        let parsed = import::parse(b"Handle,Title,Variant Price\na,A,1\nb,B,2\n", now).unwrap();
        let db = open(&global).unwrap();
        db.write_blocking(move |tx| import::apply(tx, &actor(), &parsed, now, |_| {})).unwrap();
        let products = db.read_blocking(catalogue::summaries).unwrap();

        let run = |id: &str| Args { id: id.to_owned() }.run(&global, &mut Vec::new());
        run(&products[0].id[..12]).unwrap();
        let left = db.read_blocking(catalogue::summaries).unwrap();
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].slug, "b");
        for id in [&products[0].id, "", "zzz"] {
            assert!(matches!(run(id), Err(Error::Refused(_))), "{id}");
        }
        run("b").unwrap();
        assert!(db.read_blocking(catalogue::summaries).unwrap().is_empty());
    }
}
