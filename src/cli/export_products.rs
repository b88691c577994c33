//! `manetes export-products FILE`: the whole catalogue as our own CSV.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{Error, existing};
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::{self, export};
use crate::config::Global;
use crate::id;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Where to; - writes to standard output
    file: PathBuf,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let products = existing(global)?.read_blocking(catalogue::export_all)?;
        if self.file.as_os_str() == "-" {
            return Ok(export::write(&products, out)?);
        }
        write_whole(&self.file, &products)
            .map_err(|error| Error::Refused(format!("{}: {error}", self.file.display())))?;
        writeln!(out, "exported: {}", products.len())?;
        Ok(())
    }
}

/// Writes beside the file and renames, so that there is never half a file.
fn write_whole(path: &Path, products: &[ProductDraft]) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::other("is not the name of a file"))?;
    let unfinished = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), id::short(&id::new())));
    let outcome = File::create_new(&unfinished).and_then(|file| {
        let mut writer = BufWriter::new(file);
        export::write(products, &mut writer)?;
        writer.into_inner()?.sync_all()?;
        fs::rename(&unfinished, path)
    });
    if outcome.is_err() {
        // What went wrong is told; that the rest of it could not be removed either would only hide it.
        let _ = fs::remove_file(&unfinished);
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::super::open;
    use super::*;
    use crate::catalogue::{demo, import};
    use crate::clock::Clock;

    #[test]
    fn exporting_and_importing_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().to_owned() };
        let now = Clock::system().now();
        let db = open(&global).unwrap();
        db.write_blocking(move |tx| demo::load(tx, now)).unwrap();
        let file = dir.path().join("all.csv");
        let mut out = Vec::new();
        Args { file: file.clone() }.run(&global, &mut out).unwrap();
        let before = db.read_blocking(catalogue::export_all).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), format!("exported: {}\n", before.len()));

        let parsed = import::parse(&fs::read(&file).unwrap(), now).unwrap();
        let summary =
            db.write_blocking(move |tx| import::apply(tx, &crate::audit::Actor::System, &parsed, now, |_| {})).unwrap();
        assert_eq!((summary.created, summary.changed, summary.unchanged), (0, 0, before.len()));
        assert_eq!(db.read_blocking(catalogue::export_all).unwrap(), before);
        let names = fs::read_dir(dir.path()).unwrap().map(|file| file.unwrap().file_name());
        assert!(names.into_iter().all(|name| !name.to_string_lossy().starts_with('.')), "nothing unfinished is left");
    }

    #[test]
    fn an_export_fills_an_empty_shop_with_the_same_products() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (one, other) = (Global { data_dir: one.path().to_owned() }, Global { data_dir: other.path().to_owned() });
        let now = Clock::system().now();
        open(&one).unwrap().write_blocking(move |tx| demo::load(tx, now)).unwrap();
        let mut file = Vec::new();
        Args { file: PathBuf::from("-") }.run(&one, &mut file).unwrap();
        let parsed = import::parse(&file, now).unwrap();
        let db = open(&other).unwrap();
        db.write_blocking(move |tx| import::apply(tx, &crate::audit::Actor::System, &parsed, now, |_| {})).unwrap();
        let mut again = Vec::new();
        Args { file: PathBuf::from("-") }.run(&other, &mut again).unwrap();
        assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(file).unwrap());
    }

    #[test]
    fn a_file_that_cannot_be_written_is_refused_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().join("data") };
        drop(open(&global).unwrap());
        let taken = dir.path().join("taken");
        fs::create_dir_all(taken.join("inside")).unwrap();
        assert!(matches!(Args { file: taken }.run(&global, &mut Vec::new()), Err(Error::Refused(_))));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "the data and the directory in the way");
    }
}
