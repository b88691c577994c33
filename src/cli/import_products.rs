//! `manetes import-products FILE [--dry-run] [--row-by-row] [--json]`: a product file into the catalogue.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::BoolishValueParser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::data_dir::existing_or_new;
use super::output::{Form, printable, say, write_json};
use super::{Error, actor};
use crate::catalogue::import::{self, Format, MAX_BYTES, Note, Parsed, Policy, Remark, RowProblem, Summary};
use crate::clock::{Clock, Timestamp};
use crate::config::Global;
use crate::db::Db;

/// A note names at most so many of its rows.
const ROWS_SHOWN: usize = 10;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Shopify's or WooCommerce's product CSV, or our own export; - reads standard input
    file: PathBuf,
    /// Look at everything, say how it would go, and write nothing
    #[arg(long, env = "MANETES_DRY_RUN", value_parser = BoolishValueParser::new())]
    dry_run: bool,
    /// Import the products that are sound and tell the others, instead of nothing at all
    #[arg(long, env = "MANETES_ROW_BY_ROW", value_parser = BoolishValueParser::new())]
    row_by_row: bool,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let now = Clock::system().now();
        let policy = if self.row_by_row { Policy::RowByRow } else { Policy::AllOrNothing };
        let bytes = read(&self.file)?;
        let parsed = import::parse_with(policy, &bytes, now).map_err(|problems| refuse(&problems))?;
        if parsed.products.is_empty() && !parsed.problems.is_empty() {
            return Err(refuse(&parsed.problems));
        }
        let parsed = Arc::new(parsed);
        let summary = write(&existing_or_new(global)?, &bytes, &parsed, now, self.dry_run)?;
        if self.form.json {
            print_json(out, &parsed, &summary, self.dry_run)
        } else {
            Ok(print(out, &parsed, &summary, self.dry_run)?)
        }
    }
}

/// The file, or as much of it as shows that it is too large.
fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64 + 1;
    let outcome = if path.as_os_str() == "-" {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    outcome.map_err(|error| Error::Refused(format!("{}: {error}", path.display())))?;
    Ok(bytes)
}

/// Every problem in a line of its own, then the one line of the error.
fn refuse(problems: &[RowProblem]) -> Error {
    tell(problems);
    let s = if problems.len() == 1 { "" } else { "s" };
    Error::Refused(format!("{} problem{s} in the file: nothing was imported", problems.len()))
}

fn tell(problems: &[RowProblem]) {
    for problem in problems {
        say(&printable(&problem.to_string()));
    }
}

fn write(db: &Db, bytes: &[u8], parsed: &Arc<Parsed>, now: Timestamp, dry_run: bool) -> Result<Summary, Error> {
    let bar = progress_bar(parsed.products.len());
    let (progress, parsed) = (|done| bar.set_position(done as u64), Arc::clone(parsed));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let outcome = if dry_run {
        runtime.block_on(import::try_out(db, parsed, now, progress))
    } else {
        let turn = import::turn(db)?.ok_or_else(|| Error::Refused(String::from("another file is being imported")))?;
        runtime.block_on(import::import(db, turn, actor(), bytes, parsed, now, progress))
    };
    bar.finish_and_clear();
    outcome.map_err(|error| match error {
        import::Error::Problems { problems, .. } => refuse(&problems),
        error @ (import::Error::Db(_) | import::Error::CutOff { .. }) => Error::Refused(error.to_string()),
    })
}

/// On standard error, and only when that is a terminal.
fn progress_bar(products: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} products")
        .expect("the template is a constant that the test below shows to be sound");
    ProgressBar::new(products as u64).with_style(style)
}

fn print(out: &mut impl Write, parsed: &Parsed, summary: &Summary, dry_run: bool) -> io::Result<()> {
    let Summary { created, changed, unchanged, left_out, problems, notes, .. } = summary;
    for line in note_lines(parsed.notes.iter().chain(notes)) {
        say(&line);
    }
    tell(problems);
    let whose = match parsed.format {
        Format::Manetes => "manetes",
        Format::Shopify => "Shopify",
        Format::WooCommerce => "WooCommerce",
    };
    writeln!(out, "{whose} file, {} products", parsed.products.len() + parsed.left_out)?;
    writeln!(out, "created: {created}\nchanged: {changed}\nunchanged: {unchanged}")?;
    if parsed.policy == Policy::RowByRow {
        writeln!(out, "left out: {left_out}")?;
    }
    writeln!(out, "missing pictures: {}", parsed.missing_pictures.len())?;
    for picture in &parsed.missing_pictures {
        writeln!(out, "  row {}, {}: {}", picture.row, printable(&picture.slug), printable(&picture.url))?;
    }
    if dry_run {
        writeln!(out, "This was a dry run: nothing was written")?;
    }
    if let Some(id) = &summary.id {
        writeln!(out, "import: {id} (undo-import takes it back for seven days)")?;
    }
    Ok(())
}

/// One line per remark, with the rows it is about.
fn note_lines<'a>(notes: impl Iterator<Item = &'a Note>) -> Vec<String> {
    let mut rows_of: Vec<(&Remark, Vec<u64>)> = Vec::new();
    let mut places: HashMap<&Remark, usize> = HashMap::new();
    for note in notes {
        let place = *places.entry(&note.remark).or_insert_with(|| {
            rows_of.push((&note.remark, Vec::new()));
            rows_of.len() - 1
        });
        rows_of[place].1.push(note.row);
    }
    let line = |(remark, rows): &(&Remark, Vec<u64>)| {
        let s = if rows.len() == 1 { "" } else { "s" };
        let shown: Vec<String> = rows.iter().take(ROWS_SHOWN).map(ToString::to_string).collect();
        let more = match rows.len().saturating_sub(ROWS_SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("row{s} {}{more}: {}", shown.join(", "), printable(&remark.to_string()))
    };
    rows_of.iter().map(line).collect()
}

fn print_json(out: &mut impl Write, parsed: &Parsed, summary: &Summary, dry_run: bool) -> Result<(), Error> {
    let note = |note: &Note| json!({ "row": note.row, "message": note.remark.to_string() });
    let result = json!({
        "dry_run": dry_run,
        "id": summary.id,
        "format": parsed.format,
        "created": summary.created,
        "changed": summary.changed,
        "unchanged": summary.unchanged,
        "left_out": summary.left_out,
        "problems": summary.problems,
        "missing_pictures": parsed.missing_pictures,
        "notes": parsed.notes.iter().chain(&summary.notes).map(note).collect::<Vec<_>>(),
    });
    write_json(out, &result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_bar_has_a_sound_template() {
        assert_eq!(progress_bar(3).length(), Some(3));
    }

    fn run(global: &Global, file: &str, dry_run: bool, json: bool) -> Result<String, Error> {
        let path = global.data_dir.join("products.csv");
        std::fs::write(&path, file).unwrap();
        let mut out = Vec::new();
        Args { file: path, dry_run, row_by_row: false, form: Form { json } }.run(global, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn the_same_note_on_many_rows_is_one_line() {
        let mut notes: Vec<Note> = (2..14).map(|row| Note { row, remark: Remark::SaleOver }).collect();
        let title = String::from("a\u{1b}[2Jb");
        notes.push(Note { row: 20, remark: Remark::NoPrice { title } });
        assert_eq!(
            note_lines(notes.iter()),
            [
                "rows 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more: the sale is over: imported without it",
                "row 20: a\u{fffd}[2Jb has no price: imported as a draft that cannot be bought",
            ]
        );
    }

    const FILE: &str = include_str!("../../tests/fixtures/shopify-home-and-garden.csv");

    #[test]
    fn a_file_is_tried_imported_and_not_imported_twice() {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().to_owned() };
        for (dry_run, expected) in [
            (true, "created: 20\nchanged: 0\nunchanged: 0\nmissing pictures: 21"),
            (false, "created: 20\nchanged: 0\nunchanged: 0\nmissing pictures: 21"),
            (false, "created: 0\nchanged: 0\nunchanged: 20\nmissing pictures: 21"),
        ] {
            let told = run(&global, FILE, dry_run, false).unwrap();
            assert!(told.contains(expected), "{told}");
            assert_eq!(told.contains("nothing was written"), dry_run);
        }
        let told: serde_json::Value = serde_json::from_str(&run(&global, FILE, true, true).unwrap()).unwrap();
        assert_eq!((&told["format"], &told["unchanged"]), (&json!("shopify"), &json!(20)));
        assert_eq!(told["missing_pictures"][0]["slug"], "clay-plant-pot");
    }

    #[test]
    fn a_file_with_a_problem_imports_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().to_owned() };
        let error = run(&global, &FILE.replace(",9.99,", ",nine,"), false, false).unwrap_err();
        assert_eq!(error.to_string(), "1 problem in the file: nothing was imported");
        let drafts = existing_or_new(&global).unwrap().read_blocking(crate::catalogue::export_all).unwrap();
        assert!(drafts.is_empty());
    }
}
