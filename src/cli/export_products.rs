//! `manetes export-products FILE`: the whole catalogue as our own CSV.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::builder::BoolishValueParser;

use super::Error;
use super::data_dir::existing;
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::{self, export};
use crate::config::Global;
use crate::id;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Where to; - writes to standard output
    file: PathBuf,
    /// Write over a file that is there
    #[arg(long, env = "MANETES_FORCE", value_parser = BoolishValueParser::new())]
    force: bool,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let db = existing(global)?;
        let refused = |why: &dyn fmt::Display| Error::Refused(format!("{}: {why}", self.file.display()));
        if self.file.as_os_str() == "-" {
            let mut file = Vec::new();
            export::write(&db.read_blocking(catalogue::export_all)?, &mut file)?;
            return Ok(out.write_all(&file)?);
        }
        let target = target(&self.file, self.force).map_err(|why| refused(&why))?;
        let products = db.read_blocking(catalogue::export_all)?;
        write_whole(&target, &products).map_err(|error| refused(&error))?;
        writeln!(out, "exported: {}", products.len())?;
        Ok(())
    }
}

/// The file to write: where a link leads to, and never over something by oversight or over what is no file.
fn target(path: &Path, force: bool) -> Result<PathBuf, String> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(String::from("is not a file; - writes to standard output")),
        Ok(_) if !force => Err(String::from("is there already; --force writes over it")),
        Ok(_) => fs::canonicalize(path).map_err(|error| error.to_string()),
        Err(_) => Ok(path.to_owned()),
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
    use super::super::data_dir::existing_or_new;
    use super::*;
    use crate::catalogue::demo;
    use crate::catalogue::import::{self, Policy};
    use crate::clock::Clock;

    #[test]
    fn exporting_and_importing_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().to_owned() };
        let now = Clock::system().now();
        let db = existing_or_new(&global).unwrap();
        db.write_blocking(move |tx| demo::load(tx, now)).unwrap();
        let file = dir.path().join("all.csv");
        let mut out = Vec::new();
        Args { file: file.clone(), force: false }.run(&global, &mut out).unwrap();
        let before = db.read_blocking(catalogue::export_all).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), format!("exported: {}\n", before.len()));

        let summary = import::import_now(&db, Policy::AllOrNothing, &fs::read(&file).unwrap(), now).unwrap();
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
        existing_or_new(&one).unwrap().write_blocking(move |tx| demo::load(tx, now)).unwrap();
        let mut file = Vec::new();
        Args { file: PathBuf::from("-"), force: false }.run(&one, &mut file).unwrap();
        let db = existing_or_new(&other).unwrap();
        import::import_now(&db, Policy::AllOrNothing, &file, now).unwrap();
        let mut again = Vec::new();
        Args { file: PathBuf::from("-"), force: false }.run(&other, &mut again).unwrap();
        assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(file).unwrap());
    }

    #[test]
    fn a_file_that_cannot_be_written_is_refused_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().join("data") };
        drop(existing_or_new(&global).unwrap());
        let taken = dir.path().join("taken");
        fs::create_dir_all(taken.join("inside")).unwrap();
        assert!(matches!(Args { file: taken, force: true }.run(&global, &mut Vec::new()), Err(Error::Refused(_))));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "the data and the directory in the way");
    }
}
