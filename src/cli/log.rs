//! `manetes log`: who did what, and whether the log is whole.

use std::io::Write;

use clap::builder::BoolishValueParser;
use serde_json::{Value, json};

use super::Error;
use super::data_dir::existing;
use super::output::{Form, Table, in_words, left, right, text, write_json};
use crate::audit::{self, Entry, Filter};
use crate::config::Global;
use crate::db::Db;
use crate::text::{hex, unhex};

/// Entries shown unless asked otherwise.
const USUAL: &str = "50";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only acts such as order.shipped, or on one kind of thing such as order
    #[arg(long, env = "MANETES_ACT", value_name = "ACT")]
    act: Option<String>,
    /// Only entries with these words in the actor, the act, the subject or the detail
    #[arg(long, env = "MANETES_SEARCH", value_name = "WORDS")]
    search: Option<String>,
    /// How many entries at most
    #[arg(long, env = "MANETES_LIMIT", value_name = "NUMBER", default_value = USUAL, value_parser = clap::value_parser!(i64).range(1..))]
    limit: i64,
    #[command(flatten)]
    form: Form,
    /// Follow the chain of hashes instead, and say whether every entry is as it was written
    #[arg(long, env = "MANETES_VERIFY", value_parser = BoolishValueParser::new())]
    verify: bool,
    /// A hash that --verify or a start of the server printed before: it must still stand in the chain
    #[arg(long, env = "MANETES_HEAD", value_name = "HASH", requires = "verify")]
    head: Option<String>,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let db = existing(global)?;
        if self.verify {
            return verify(&db, self.head.as_deref(), self.form.json, out);
        }
        let filter = Filter { act: self.act, q: self.search };
        let (_, entries) = db.read_blocking(|conn| audit::list(conn, &filter, 0, self.limit))?;
        if self.form.json {
            let entries: Vec<_> = entries.iter().map(json).collect();
            return write_json(out, &entries);
        }
        let mut table =
            Table::new([right("SEQ"), left("AT"), text("WHO"), left("ACT"), left("SUBJECT"), text("DETAIL")]);
        for Entry { seq, at, actor_label, act, subject, detail, .. } in entries {
            let detail = serde_json::from_str(&detail).map_or(detail, |told| in_words(&told));
            table.row([seq.to_string(), at.to_local(), actor_label, act, subject, detail]);
        }
        Ok(table.write(out)?)
    }
}

fn json(entry: &Entry) -> Value {
    json!({
        "seq": entry.seq,
        "at": entry.at.to_rfc3339(),
        "actor": { "kind": entry.actor_kind, "id": entry.actor_id, "label": entry.actor_label, "from": entry.address },
        "act": entry.act,
        "subject": entry.subject,
        "detail": serde_json::from_str::<Value>(&entry.detail).unwrap_or_default(),
    })
}

fn verify(db: &Db, known: Option<&str>, as_json: bool, out: &mut impl Write) -> Result<(), Error> {
    let wrong = || Error::Usage(String::from("MANETES_HEAD (--head): takes 64 hexadecimal digits"));
    let known = known.map(|head| unhex(head).ok_or_else(wrong)).transpose()?;
    let (found, stands) = db.read_blocking(move |conn| {
        let stands = known.map_or(Ok(true), |hash| audit::knows(conn, &hash))?;
        Ok::<_, Error>((audit::verify(conn)?, stands))
    })?;
    let head = found.map_err(|seq| Error::Refused(format!("entry {seq} of the log is not as it was written")))?;
    if !stands {
        return Err(Error::Refused(String::from(
            "that head is not in the log: entries were cut off, or it was made anew",
        )));
    }
    let hash = hex(&head.hash);
    if as_json {
        return write_json(out, &json!({ "entries": head.seq, "head": hash }));
    }
    writeln!(out, "{} entries, all as they were written; the head is {hash}", head.seq)?;
    Ok(())
}
