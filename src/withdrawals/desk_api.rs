//! Statements of withdrawal as the owner sees them.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{OpenApi, Tags};

use super::State;
use super::wire::{WithdrawalBody, WithdrawalList};
use crate::app::Shared;
use crate::auth::guard::Admin;
use crate::db;
use crate::page::Page;
use crate::problem::{Code, Problem};

/// `/api/admin/withdrawals`.
pub struct DeskApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The owner's desk.
    Desk,
}

#[OpenApi(tag = "Tag::Desk")]
impl DeskApi {
    /// Statements of withdrawal, newest first.
    #[oai(path = "/admin/withdrawals", method = "get", operation_id = "list_withdrawals")]
    async fn list(
        &self,
        _admin: Admin,
        /// Only those whose case is so far.
        state: Query<Option<State>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<WithdrawalList>, Problem> {
        let page = Page::parse(offset.0, limit.0)?;
        let read = move |conn: &db::Conn| {
            let (count, found) = super::list(conn, state.0, page)?;
            let bodies = found.into_iter().map(|made| WithdrawalBody::read(conn, made));
            Ok::<_, db::Error>((count, bodies.collect::<db::Result<Vec<_>>>()?))
        };
        let (count, withdrawals) = self.app.db.read(read).await?;
        Ok(Json(WithdrawalList { count, offset: page.offset, limit: page.limit, withdrawals }))
    }

    /// One statement of withdrawal.
    #[oai(path = "/admin/withdrawals/:id", method = "get", operation_id = "get_withdrawal")]
    async fn get(&self, _admin: Admin, id: Path<String>) -> Result<Json<WithdrawalBody>, Problem> {
        let read = move |conn: &db::Conn| {
            let found = super::find(conn, &id.0)?;
            found.map(|made| WithdrawalBody::read(conn, made)).transpose()
        };
        self.app.db.read(read).await?.map(Json).ok_or_else(|| Problem::new(Code::NotFound))
    }
}
