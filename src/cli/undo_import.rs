//! `manetes undo-import [ID] [--dry-run] [--json]`: the products that an import changed are as they were.

use std::io::{self, Write};

use clap::builder::BoolishValueParser;
use serde_json::{Value, json};

use super::data_dir::existing;
use super::ids::{self, Kind};
use super::output::{Form, Table, left, minute, printable, right, write_json};
use super::{Error, actor};
use crate::catalogue::import;
use crate::catalogue::import::undo::{self, Import, NotUndone, Outcome, Report, State, Told};
use crate::clock::{Clock, Timestamp};
use crate::config::Global;
use crate::db::Db;
use crate::orders;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The import's id, as import-products prints it, or an unambiguous beginning; without one, the imports of the last
    /// seven days are listed
    id: Option<String>,
    /// Say how it would go, and write nothing
    #[arg(long, env = "MANETES_DRY_RUN", value_parser = BoolishValueParser::new())]
    dry_run: bool,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (db, now) = (existing(global)?, Clock::system().now());
        let imports = db.read_blocking(|conn| undo::imported(conn, now))?;
        let Some(given) = &self.id else { return list(out, &imports, self.form) };
        let kind = Kind { name: "import", list: "undo-import without an id" };
        let known = imports.iter().map(|import| &import.id);
        let id =
            ids::meant(&kind, given, |beginning| Ok(known.filter(|id| id.starts_with(beginning)).cloned().collect()))?;
        let report = if self.dry_run { look(&db, &id)? } else { undo(&db, id, now)? };
        if self.form.json { print_json(out, &report, self.dry_run) } else { Ok(print(out, &report, self.dry_run)?) }
    }
}

impl From<NotUndone> for Error {
    fn from(error: NotUndone) -> Self {
        Self::Refused(error.to_string())
    }
}

fn look(db: &Db, id: &str) -> Result<Report, Error> {
    let report = db.read_blocking(|conn| undo::report(conn, id, orders::is_ordered_since))?;
    match report.ok_or(NotUndone::NotFound)? {
        Report { import: Import { state: State::TooLarge, .. }, .. } => Err(NotUndone::TooLarge.into()),
        report => Ok(report),
    }
}

fn undo(db: &Db, id: String, now: Timestamp) -> Result<Report, Error> {
    let turn = import::turn(db)?.ok_or(NotUndone::Busy)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(undo::undo(db, turn, actor(), id, orders::is_ordered_since, now))?)
}

fn list(out: &mut impl Write, imports: &[Import], form: Form) -> Result<(), Error> {
    if form.json {
        return write_json(out, &imports.iter().map(json_of).collect::<Vec<_>>());
    }
    let mut table =
        Table::new([left("ID"), left("IMPORTED"), left("FORMAT"), right("CREATED"), right("CHANGED"), left("STATE")]);
    for import in imports {
        let Import { id, at, format, created, changed, state } = import.clone();
        let (format, state): (&str, &str) = (format.into(), state.into());
        table.row([
            id,
            minute(at),
            format.to_owned(),
            created.to_string(),
            changed.to_string(),
            state.replace('_', " "),
        ]);
    }
    Ok(table.write(out)?)
}

/// Why a product is not simply back.
const fn why(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Back => "is as it was",
        Outcome::BackButStock => "is as it was, but for its stock: that was counted or sold since",
        Outcome::Binned => "was new: deleted",
        Outcome::Changed => "left alone: saved since",
        Outcome::Ordered => "left alone: new, and ordered since",
        Outcome::Gone => "left alone: deleted since",
        Outcome::Refused => "left alone: another product has its address or a SKU",
    }
}

fn print(out: &mut impl Write, report: &Report, dry_run: bool) -> io::Result<()> {
    let Report { back, binned, left, told, .. } = report;
    writeln!(out, "as before: {back}\ndeleted: {binned}\nleft alone: {left}")?;
    for Told { product_id, title, outcome } in told {
        writeln!(out, "  {product_id} {}: {}", printable(title), why(*outcome))?;
    }
    if dry_run {
        writeln!(out, "This was a dry run: nothing was written")?;
    }
    Ok(())
}

fn json_of(import: &Import) -> Value {
    let Import { id, at, format, created, changed, state } = import;
    json!({
        "id": id,
        "at": at.to_rfc3339(),
        "format": format,
        "created": created,
        "changed": changed,
        "state": state,
        "kept_until": import.kept_until().to_rfc3339(),
    })
}

fn print_json(out: &mut impl Write, report: &Report, dry_run: bool) -> Result<(), Error> {
    let Report { import, total, done, back, binned, left, told } = report;
    let result = json!({
        "dry_run": dry_run,
        "import": json_of(import),
        "total": total,
        "done": done,
        "back": back,
        "binned": binned,
        "left": left,
        "told": told,
    });
    write_json(out, &result)
}
