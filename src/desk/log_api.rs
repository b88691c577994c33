//! `GET /admin/log`: who did what.

use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::Any;
use poem_openapi::{Enum, Object, OpenApi, Tags};
use serde_json::Value;

use crate::app::Shared;
use crate::audit::{Entry, Filter, list};
use crate::auth::guard::Admin;
use crate::db::{self, Conn};
use crate::page::Page;
use crate::problem::Problem;
use crate::text;
use crate::wire::NameOf;

/// The endpoint of the log.
pub struct LogApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What administrators do.
    Admin,
}

/// Entries of the log, newest first.
#[derive(Debug, Object)]
struct Log {
    /// How many there are in all.
    count: i64,
    /// How many were skipped.
    offset: i64,
    /// How many this page holds at most.
    limit: i64,
    /// This page.
    entries: Vec<EntryBody>,
}

/// What somebody did.
#[derive(Debug, Object)]
#[oai(rename = "LogEntry")]
struct EntryBody {
    /// Its place in the log, from 1 and without a gap.
    seq: i64,
    /// RFC 3339.
    at: String,
    /// Who.
    actor: ActorBody,
    /// What, such as `order.shipped`.
    act: String,
    /// The id of what it was done to.
    subject: String,
    /// What people call that, while the shop knows it: an order's number, a product's title, a sender's name.
    name: Option<String>,
    /// Whether it is still there to be looked at.
    is_there: bool,
    /// What else there is to know; its members depend on the act.
    detail: Any<Value>,
}

/// From where somebody acts.
#[derive(Debug, Enum)]
#[oai(rename_all = "snake_case")]
enum ActorKind {
    /// The desk.
    Admin,
    /// The machine.
    CommandLine,
    /// The program itself.
    System,
}

/// Who acted.
#[derive(Debug, Object)]
#[oai(rename = "LogActor")]
struct ActorBody {
    /// From where.
    kind: NameOf<ActorKind>,
    /// The account, or the user of the machine.
    id: String,
    /// The account's address as it was, or the name of the machine's user.
    label: String,
    /// The network address of the request, at the desk.
    from: Option<String>,
}

impl EntryBody {
    fn new(entry: Entry, called: Option<super::Called>) -> Self {
        let (name, is_there) = called.map_or((None, false), |called| (called.name, called.is_there));
        Self {
            name,
            is_there,
            seq: entry.seq,
            at: entry.at.to_rfc3339(),
            actor: ActorBody {
                kind: entry.actor_kind.into(),
                id: entry.actor_id,
                label: entry.actor_label,
                from: entry.address,
            },
            act: entry.act,
            subject: entry.subject,
            detail: Any(serde_json::from_str(&entry.detail).unwrap_or_default()),
        }
    }
}

#[OpenApi(tag = "Tag::Admin")]
impl LogApi {
    /// Who did what, when and from where, newest first.
    #[oai(path = "/admin/log", method = "get", operation_id = "list_log")]
    async fn log(
        &self,
        _admin: Admin,
        /// Words in the actor, the act, the subject or the detail.
        q: Query<Option<String>>,
        /// An act such as `order.shipped`, or the kind of thing it is done to, such as `order`.
        act: Query<Option<String>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<Log>, Problem> {
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        let filter = Filter { act: text::wanted(act.as_deref()), q: text::wanted(q.as_deref()) };
        let now = self.app.clock.now();
        let read = move |conn: &Conn| {
            let (count, entries) = list(conn, &filter, offset, limit)?;
            let named = entries.into_iter().map(|entry| {
                let called = super::called(conn, &entry.act, &entry.subject, now)?;
                Ok(EntryBody::new(entry, called))
            });
            Ok::<_, db::Error>(Log { count, offset, limit, entries: named.collect::<db::Result<_>>()? })
        };
        Ok(Json(self.app.db.read(read).await?))
    }
}
