//! What the law still asks, at the desk.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};

use super::{Basis, Error, Finding};
use crate::app::Shared;
use crate::auth::guard::Admin;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::problem::{Code, Problem};

/// `/api/admin/law`.
pub struct LawApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The owner's desk.
    Desk,
}

/// Every duty of the shop.
#[derive(Debug, Object)]
struct DutyList {
    /// How many are not met.
    owed: i64,
    duties: Vec<DutyBody>,
}

/// Something that the law asks for.
#[derive(Debug, Object)]
#[oai(rename = "LawDuty")]
struct DutyBody {
    /// What the desk's texts call it.
    id: String,
    /// Where it is written.
    article: String,
    basis: Basis,
    /// Whether it is.
    met: bool,
    /// How much is missing, such as products.
    missing: i64,
    /// The keys of the settings that are missing, or still the example's; left out where it does not ask for settings.
    #[oai(skip_serializing_if_is_empty, default)]
    lacks: Vec<String>,
    /// Where it is mended, below `/admin`; null where there is nothing to mend.
    place: Option<String>,
    /// Who said that it is met, of what no program can see.
    confirmed: Option<ConfirmedDuty>,
}

/// Somebody's word.
#[derive(Debug, Object)]
struct ConfirmedDuty {
    by: String,
    note: String,
    /// RFC 3339.
    at: String,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct ConfirmDuty {
    /// How it is met, for whoever asks next; at most 1,000 characters.
    #[oai(default)]
    note: String,
}

impl From<Finding> for DutyBody {
    fn from(finding: Finding) -> Self {
        let place = Some(finding.duty.place).filter(|place| !place.is_empty());
        Self {
            id: finding.duty.id.to_owned(),
            article: finding.duty.article.to_owned(),
            basis: finding.duty.basis,
            met: finding.is_met(),
            missing: finding.missing,
            lacks: finding.lacks.into_iter().map(str::to_owned).collect(),
            place: place.map(str::to_owned),
            confirmed: finding.confirmation.map(|said| ConfirmedDuty {
                by: said.by,
                note: said.note,
                at: said.at.to_rfc3339(),
            }),
        }
    }
}

#[OpenApi(tag = "Tag::Desk")]
impl LawApi {
    /// What the law asks of the shop, and whether it is met.
    #[oai(path = "/admin/law", method = "get", operation_id = "get_law")]
    async fn get(&self, _admin: Admin) -> Result<Json<DutyList>, Problem> {
        let (data_dir, now) = (self.app.data_dir.clone(), self.app.clock.now());
        let read = move |conn: &Conn| Ok::<_, db::Error>(list(super::findings(conn, &data_dir, now)?));
        Ok(Json(self.app.db.read(read).await?))
    }

    /// Says that a duty is met which no program can see.
    #[oai(path = "/admin/law/:duty", method = "put", operation_id = "confirm_duty")]
    async fn confirm(
        &self,
        admin: Admin,
        duty: Path<String>,
        body: Json<ConfirmDuty>,
    ) -> Result<Json<DutyList>, Problem> {
        let actor = admin.actor();
        self.change(move |tx, now| super::confirm(tx, &actor, &duty.0, &body.0.note, now)).await
    }

    /// Takes that back.
    #[oai(path = "/admin/law/:duty", method = "delete", operation_id = "take_back_duty")]
    async fn take_back(&self, admin: Admin, duty: Path<String>) -> Result<Json<DutyList>, Problem> {
        let actor = admin.actor();
        self.change(move |tx, now| super::take_back(tx, &actor, &duty.0, now)).await
    }
}

impl LawApi {
    async fn change<F>(&self, change: F) -> Result<Json<DutyList>, Problem>
    where
        F: FnOnce(&Tx<'_>, Timestamp) -> Result<(), Error> + Send + 'static,
    {
        let (data_dir, now) = (self.app.data_dir.clone(), self.app.clock.now());
        let write = move |tx: &Tx<'_>| {
            change(tx, now)?;
            Ok::<_, Error>(list(super::findings(tx, &data_dir, now)?))
        };
        Ok(Json(self.app.db.write(write).await?))
    }
}

fn list(findings: Vec<Finding>) -> DutyList {
    DutyList { owed: super::count_owed(&findings), duties: findings.into_iter().map(DutyBody::from).collect() }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NotFound => Self::new(Code::NotFound),
            Error::NotByWord => Self::invalid("duty", error.to_string()),
            Error::Note => Self::invalid("note", error.to_string()),
            Error::Db(error) => error.into(),
        }
    }
}
