//! `manetes restore-product ID`: a product that was deleted in the last 30 days comes back as it was.

use std::io::Write;

use super::data_dir::existing;
use super::delete_product::find;
use super::output::printable;
use super::{Error, actor};
use crate::catalogue::{self, Restored};
use crate::clock::Clock;
use crate::config::Global;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The product's id or slug; an unambiguous beginning of the id will do
    id: String,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let now = Clock::system().now();
        let restored = existing(global)?.write_blocking(move |tx| {
            let deleted = catalogue::deleted(tx, now)?.into_iter().map(|(product, _)| product).collect();
            let product = find(deleted, &self.id, "list-products --deleted")?;
            Ok::<_, Error>(catalogue::restore(tx, &actor(), &product.id, now)?)
        })?;
        let Restored { id, title, lost_skus } = restored;
        writeln!(out, "restored: {id} {}", printable(&title))?;
        if !lost_skus.is_empty() {
            writeln!(out, "without these SKUs, which other products have: {}", printable(&lost_skus.join(", ")))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::data_dir::existing_or_new;
    use super::*;
    use crate::catalogue::import;

    #[test]
    fn a_deleted_product_is_restored_by_its_slug() {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().to_owned() };
        let db = existing_or_new(&global).unwrap();
        let now = Clock::system().now();
        let file = b"Handle,Title,Variant SKU,Variant Price\na,A,S-1,1\nb,B,S-2,2\n";
        import::import_now(&db, import::Policy::AllOrNothing, file, now).unwrap();
        let all = db.read_blocking(catalogue::summaries).unwrap();
        let id = all[0].id.clone();
        let run = |id: &str| {
            let mut out = Vec::new();
            let done = Args { id: id.to_owned() }.run(&global, &mut out);
            done.map(|()| String::from_utf8(out).unwrap())
        };
        assert!(matches!(run("a"), Err(Error::Refused(_))), "it is there");
        let gone = id.clone();
        db.write_blocking(move |tx| catalogue::delete(tx, &actor(), &gone, now)).unwrap();
        assert_eq!(run("a").unwrap(), format!("restored: {id} A\n"));
        assert_eq!(db.read_blocking(catalogue::summaries).unwrap(), all);
    }
}
