//! Comments over HTTP: what everybody reads, what customers write, what administrators decide.

use poem::Request;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::{Act, Comment, Content, Error, Filter, Invalid, Status};
use crate::app::Shared;
use crate::auth::guard::{Admin, Customer, Visitor, as_admin};
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::limits::Action;
use crate::page::Page;
use crate::problem::{Code, Problem};
use crate::text;

/// Comments of one decision, at most.
const MAX_AT_ONCE: usize = 200;

/// Characters of a search.
const MAX_SEARCH: usize = 100;

/// The endpoints of comments.
pub struct CommentsApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What customers write about products.
    Comments,
}

/// Comments, newest first.
#[derive(Debug, Object)]
pub struct CommentList {
    /// How many there are in all.
    count: i64,
    /// How many were skipped.
    offset: i64,
    /// How many this page holds at most.
    limit: i64,
    /// This page.
    comments: Vec<CommentBody>,
}

/// A comment.
#[derive(Debug, Object)]
#[oai(rename = "Comment")]
struct CommentBody {
    /// The comment.
    id: String,
    /// The product.
    item_id: String,
    /// The product's Spanish title; for administrators.
    #[oai(skip_serializing_if_is_none)]
    product_title: Option<String>,
    /// Who wrote it; null without an account.
    user_id: Option<String>,
    /// The name in their profile, or the one they signed with; null when there is none.
    author: Option<String>,
    /// Plain text in lines.
    content: String,
    /// Where it stands.
    status: Status,
    /// Why it was rejected; for administrators.
    #[oai(skip_serializing_if_is_none)]
    reason: Option<String>,
    /// RFC 3339.
    created_at: String,
    /// Whether it is of somebody who bought the product here, and was not given all of the money back.
    verified: bool,
    /// The stars they gave, 1–5; left out where they gave none.
    #[oai(skip_serializing_if_is_none)]
    stars: Option<i64>,
    /// What the firm answers; left out where it does not.
    #[oai(skip_serializing_if_is_none)]
    reply: Option<String>,
    /// RFC 3339.
    #[oai(skip_serializing_if_is_none)]
    replied_at: Option<String>,
    /// The order that brought them the product; for administrators.
    #[oai(skip_serializing_if_is_none)]
    order_id: Option<String>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields, rename = "CommentReply")]
struct Reply {
    /// Plain text, 1–2,000 characters once what stands around it is gone.
    text: String,
    /// Whether the comment is approved with it.
    #[oai(default)]
    publish: bool,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct NewComment {
    /// The product.
    item_id: String,
    /// Plain text, 1–2,000 characters once what stands around it is gone.
    content: String,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct Decision {
    /// `pending`, `approved` or `rejected`.
    status: String,
    /// Why it is rejected, at most 500 characters; administrators see it.
    reason: Option<String>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct Bulk {
    /// Which comments, 1–200.
    ids: Vec<String>,
    /// `pending`, `approved` or `rejected`; absent when they are deleted.
    status: Option<String>,
    /// Why they are rejected, at most 500 characters.
    reason: Option<String>,
    /// Whether they are deleted.
    #[oai(default)]
    delete: bool,
}

/// How many comments a decision was about.
#[derive(Debug, Object)]
struct Decided {
    /// How many.
    count: usize,
}

/// Whether somebody may comment on a product.
#[derive(Debug, Object)]
struct CommentPermission {
    /// Where it is not, a comment is refused with `purchase_needed`.
    allowed: bool,
}

#[derive(ApiResponse)]
enum Posted {
    /// It waits until an administrator has read it.
    #[oai(status = 201)]
    Created(Json<CommentBody>),
}

#[derive(ApiResponse)]
enum Gone {
    /// It is deleted.
    #[oai(status = 204)]
    Done,
}

#[OpenApi(tag = "Tag::Comments")]
impl CommentsApi {
    /// With `item_id` alone, the approved comments on a product, for everybody. Otherwise all comments, for
    /// administrators.
    #[oai(path = "/comments", method = "get", operation_id = "list_comments")]
    async fn list(
        &self,
        visitor: Visitor,
        /// A product.
        item_id: Query<Option<String>>,
        /// `pending`, `approved` or `rejected`; for administrators.
        status: Query<Option<String>>,
        /// What to search for in texts, titles and names, at most 100 characters; for administrators.
        q: Query<Option<String>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<CommentList>, Problem> {
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        let filter = match (item_id.0, status.0, q.0) {
            (Some(item_id), None, None) => {
                let list = self.app.db.read(move |conn| approved(conn, &item_id, offset, limit)).await?;
                return Ok(Json(list));
            }
            (item_id, status, search) => {
                let who = visitor.0.ok_or_else(|| Problem::new(Code::Unauthorized))?;
                as_admin(&who, self.app.clock.now())?;
                wanted(item_id, status.as_deref(), search.as_deref())?
            }
        };
        let (count, comments) = self.app.db.read(move |conn| super::list(conn, &filter, offset, limit)).await?;
        let comments = comments.into_iter().map(CommentBody::whole).collect();
        Ok(Json(CommentList { count, offset, limit, comments }))
    }

    /// Writes a comment on a product. It is shown once an administrator has approved it.
    #[oai(path = "/comments", method = "post", operation_id = "post_comment")]
    async fn post(
        &self,
        customer: Customer,
        request: &Request,
        Json(body): Json<NewComment>,
    ) -> Result<Posted, Problem> {
        let content = Content::parse(&body.content).map_err(Error::from)?;
        self.app.limits.check_ip(request, Action::Comment)?;
        let (user_id, now) = (customer.0.user_id, self.app.clock.now());
        let post = move |tx: &db::Tx<'_>| super::post(tx, &user_id, &body.item_id, &content, now);
        Ok(Posted::Created(Json(CommentBody::public(self.app.db.write(post).await?))))
    }

    /// Whether the person who asks may comment on a product, so that nobody writes in vain where only buyers do.
    #[oai(path = "/comments/permission", method = "get", operation_id = "get_comment_permission")]
    async fn permission(
        &self,
        customer: Customer,
        /// The product.
        item_id: Query<String>,
    ) -> Result<Json<CommentPermission>, Problem> {
        let (user_id, now) = (customer.0.user_id, self.app.clock.now());
        let allowed = self.app.db.read(move |conn| super::may_comment(conn, &user_id, &item_id, now)).await?;
        Ok(Json(CommentPermission { allowed }))
    }

    /// Decides about a comment.
    #[oai(path = "/comments/:id", method = "patch", operation_id = "moderate_comment")]
    async fn moderate(
        &self,
        admin: Admin,
        id: Path<String>,
        Json(body): Json<Decision>,
    ) -> Result<Json<CommentBody>, Problem> {
        let act = decision(&body.status, body.reason.as_deref())?;
        let comment = self.act(&admin, vec![id.0], act).await?.pop();
        comment.map(|comment| Json(CommentBody::whole(comment))).ok_or_else(|| Problem::new(Code::NotFound))
    }

    /// Deletes a comment.
    #[oai(path = "/comments/:id", method = "delete", operation_id = "delete_comment")]
    async fn delete(&self, admin: Admin, id: Path<String>) -> Result<Gone, Problem> {
        self.act(&admin, vec![id.0], Act::Delete).await?;
        Ok(Gone::Done)
    }

    /// Writes the firm's answer below an approved comment, in place of the one before. Whoever wrote the comment is told of
    /// the first.
    #[oai(path = "/comments/:id/reply", method = "put", operation_id = "reply_to_comment")]
    async fn reply(
        &self,
        admin: Admin,
        id: Path<String>,
        Json(body): Json<Reply>,
    ) -> Result<Json<CommentBody>, Problem> {
        let words = Content::parse(&body.text).map_err(|error| Problem::invalid("text", error.to_string()))?;
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let answer = move |tx: &db::Tx<'_>| {
            if body.publish {
                let approved = Act::Decide { status: Status::Approved, reason: None };
                super::moderate(tx, &actor, std::slice::from_ref(&id.0), &approved, now)?;
            }
            super::reply(tx, &actor, &id, Some(&words), now)
        };
        let comment = self.app.db.write(answer).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(Json(CommentBody::whole(comment)))
    }

    /// Takes the firm's answer away.
    #[oai(path = "/comments/:id/reply", method = "delete", operation_id = "remove_comment_reply")]
    async fn remove_reply(&self, admin: Admin, id: Path<String>) -> Result<Gone, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        self.app.db.write(move |tx| super::reply(tx, &actor, &id, None, now)).await?;
        Ok(Gone::Done)
    }

    /// Decides about several comments, or deletes them: all, or none when one of them is not there.
    #[oai(path = "/admin/comments", method = "post", operation_id = "moderate_comments")]
    async fn moderate_several(&self, admin: Admin, Json(body): Json<Bulk>) -> Result<Json<Decided>, Problem> {
        if !(1..=MAX_AT_ONCE).contains(&body.ids.len()) {
            return Err(Problem::invalid("ids", "ids are 1 to 200"));
        }
        let act = match (&body.status, body.delete) {
            (Some(status), false) => decision(status, body.reason.as_deref())?,
            (None, true) if body.reason.is_none() => Act::Delete,
            _ => return Err(Problem::invalid("status", "give either a status or delete")),
        };
        Ok(Json(Decided { count: self.act(&admin, body.ids, act).await?.len() }))
    }
}

impl CommentsApi {
    async fn act(&self, admin: &Admin, ids: Vec<String>, act: Act) -> Result<Vec<Comment>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        Ok(self.app.db.write(move |tx| super::moderate(tx, &actor, &ids, &act, now)).await?)
    }
}

/// The approved comments on a product, as the list answers them.
pub fn approved(conn: &Conn, item_id: &str, offset: i64, limit: i64) -> db::Result<CommentList> {
    let (count, comments) = super::approved(conn, item_id, offset, limit)?;
    Ok(CommentList { count, offset, limit, comments: comments.into_iter().map(CommentBody::public).collect() })
}

impl CommentBody {
    fn public(comment: Comment) -> Self {
        Self { product_title: None, reason: None, order_id: None, ..Self::whole(comment) }
    }

    fn whole(comment: Comment) -> Self {
        Self {
            id: comment.id,
            item_id: comment.item_id,
            product_title: Some(comment.product_title),
            user_id: comment.user_id,
            author: comment.author,
            content: comment.content,
            status: comment.status,
            reason: comment.reason,
            created_at: comment.created_at.to_rfc3339(),
            verified: comment.verified,
            stars: comment.stars,
            reply: comment.reply,
            replied_at: comment.replied_at.map(Timestamp::to_rfc3339),
            order_id: comment.order_id,
        }
    }
}

fn wanted(item_id: Option<String>, status: Option<&str>, search: Option<&str>) -> Result<Filter, Problem> {
    let wrong = |field, detail: String| Problem::new(Code::BadRequest).detail(detail).with("field", field);
    let status = status.filter(|status| !status.is_empty()).map(str::parse).transpose();
    let status = status.map_err(|error: Invalid| wrong("status", error.to_string()))?;
    let search = text::wanted(search);
    if search.as_ref().is_some_and(|search| search.chars().count() > MAX_SEARCH) {
        return Err(wrong("q", format!("q has at most {MAX_SEARCH} characters")));
    }
    Ok(Filter { status, item_id, search })
}

fn decision(status: &str, reason: Option<&str>) -> Result<Act, Error> {
    Ok(Act::decide(status.parse()?, reason)?)
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let detail = error.to_string();
        match error {
            Error::Invalid(error) => Self::invalid(error.field(), detail),
            Error::NoProduct => Self::new(Code::NotFound).detail(detail).with("field", "item_id"),
            Error::NotFound(id) => Self::new(Code::NotFound).detail(detail).with("id", id),
            Error::TooMany { retry_after } => {
                Self::new(Code::OverRequestRateLimit).detail(detail).retry_after(retry_after)
            }
            Error::TooManyPending => {
                Self::new(Code::OverRequestRateLimit).detail(detail).with("reason", "pending_comments")
            }
            Error::NotBought => Self::new(Code::PurchaseNeeded).detail(detail),
            Error::NotShown => Self::invalid("status", detail),
            Error::Db(error) => error.into(),
        }
    }
}
