//! Imports of the last days over HTTP: what each did, and the way back.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::api::Tag;
use crate::app::Shared;
use crate::auth::guard::{Admin, FreshAdmin};
use crate::catalogue::import::undo::{self, Import, NotUndone, Ordered, Outcome, Report, State};
use crate::catalogue::import::{self, Format};
use crate::problem::{Code, Problem};
use crate::trace;

/// The endpoints of imports that are taken back.
pub struct UndoApi {
    /// The program.
    pub app: Shared,
    /// What tells which products were ordered.
    pub ordered: Ordered,
}

/// An import of the last seven days.
#[derive(Object)]
struct PastImport {
    /// What it is taken back by.
    id: String,
    /// When it began.
    at: String,
    /// Whose file it was.
    format: Format,
    /// Products that were new.
    created: usize,
    /// Products that were there and differed.
    changed: usize,
    /// Where it stands.
    state: State,
    /// Until when it can be taken back.
    kept_until: String,
}

/// The imports of the last seven days.
#[derive(Object)]
struct PastImportList {
    /// How many there are.
    count: usize,
    /// The newest first.
    imports: Vec<PastImport>,
}

/// A product that does not simply go back.
#[derive(Object)]
struct UndoTold {
    /// The product.
    product_id: String,
    /// As it is called now.
    title: String,
    /// What becomes of it.
    outcome: Outcome,
}

/// What becomes of an import that is taken back, or became.
#[derive(Object)]
struct UndoReport {
    /// The import.
    import: PastImport,
    /// Products of which something is kept.
    total: usize,
    /// Products that are done.
    done: usize,
    /// Products that are as they were, or will be.
    back: usize,
    /// New ones that are deleted, or will be.
    binned: usize,
    /// Products that are left alone.
    left: usize,
    /// The first hundred of those, and of those whose stock is left alone.
    told: Vec<UndoTold>,
    /// How many there are in all.
    told_count: usize,
}

/// How many products are told one by one.
const TOLD: usize = 100;

/// It has begun, or was done before.
#[derive(ApiResponse)]
enum Begun {
    /// How far it is.
    #[oai(status = 202)]
    Begun(Json<UndoReport>),
}

#[OpenApi(tag = "Tag::Products")]
impl UndoApi {
    /// The imports of the last seven days, the newest first
    #[oai(path = "/admin/imports", method = "get", operation_id = "list_imports")]
    async fn list(&self, _admin: Admin) -> Result<Json<PastImportList>, Problem> {
        let now = self.app.clock.now();
        let imports = self.app.db.read(move |conn| undo::imported(conn, now)).await?;
        let imports: Vec<_> = imports.into_iter().map(PastImport::of).collect();
        Ok(Json(PastImportList { count: imports.len(), imports }))
    }

    /// What would become of each product of an import if it were taken back; while it is, and after, what has
    #[oai(path = "/admin/imports/:id", method = "get", operation_id = "get_past_import")]
    async fn get(&self, _admin: Admin, id: Path<String>) -> Result<Json<UndoReport>, Problem> {
        self.report(id.0).await
    }

    /// Begins to take an import back: what it changed is as it was, what it made is deleted
    ///
    /// A product that somebody saved or deleted since is left alone, and so is a new one that was ordered. Stock changes by
    /// what the import had changed it by. `get_past_import` tells how it goes on; once more does nothing more. 409
    /// `import_running` while a file is being imported or another import is being taken back, `import_too_large` for one
    /// that changed more than is kept.
    #[oai(path = "/admin/imports/:id/undo", method = "post", operation_id = "undo_import")]
    async fn undo(&self, admin: FreshAdmin, id: Path<String>) -> Result<Begun, Problem> {
        let (db, ordered, actor, now) = (self.app.db.clone(), self.ordered, admin.actor(), self.app.clock.now());
        let Some(turn) = import::turn(&db)? else { return self.begun_before(id.0).await };
        let asked = id.0.clone();
        db.write(move |tx| undo::begin(tx, &actor, &asked, now)).await?;
        tokio::spawn(trace::on(trace::current(), async move {
            if let Err(error) = undo::finish(&db, turn, ordered, now).await {
                tracing::warn!(%error, "an import that is being taken back is gone on with in a moment");
            }
        }));
        Ok(Begun::Begun(self.report(id.0).await?))
    }
}

impl UndoApi {
    /// While another has the turn: whoever has it may be taking back this very import.
    async fn begun_before(&self, id: String) -> Result<Begun, Problem> {
        let report = self.report(id).await?;
        match report.import.state {
            State::Undoing | State::Undone => Ok(Begun::Begun(report)),
            State::Kept | State::TooLarge => Err(NotUndone::Busy.into()),
        }
    }

    async fn report(&self, id: String) -> Result<Json<UndoReport>, Problem> {
        let ordered = self.ordered;
        let report = self.app.db.read_much(move |conn| undo::report(conn, &id, ordered)).await?;
        Ok(Json(UndoReport::of(report.ok_or_else(|| Problem::new(Code::NotFound))?)))
    }
}

impl PastImport {
    fn of(import: Import) -> Self {
        let kept_until = import.kept_until().to_rfc3339();
        let Import { id, at, format, created, changed, state } = import;
        Self { id, at: at.to_rfc3339(), format, created, changed, state, kept_until }
    }
}

impl UndoReport {
    fn of(report: Report) -> Self {
        let Report { import, total, done, back, binned, left, told } = report;
        let told_count = told.len();
        let told = told.into_iter().take(TOLD).map(|undo::Told { product_id, title, outcome }| UndoTold {
            product_id,
            title,
            outcome,
        });
        Self { import: PastImport::of(import), total, done, back, binned, left, told: told.collect(), told_count }
    }
}

impl From<NotUndone> for Problem {
    fn from(error: NotUndone) -> Self {
        match error {
            NotUndone::NotFound => Self::new(Code::NotFound),
            NotUndone::TooLarge => Self::new(Code::ImportTooLarge),
            NotUndone::Busy => Self::new(Code::ImportRunning),
            NotUndone::Db(error) => error.into(),
        }
    }
}
