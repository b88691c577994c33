//! Who has the administrator's role, over HTTP: for other administrators who have just signed in.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::{Administrator, Invitation, SecondFactor};
use crate::app::Shared;
use crate::auth::guard::{Admin, FreshAdmin};
use crate::auth::user_by_email;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::problem::{Code, Problem};

/// The endpoints of roles.
pub struct PeopleApi {
    /// The program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The owner's desk: people.
    People,
}

/// An administrator.
#[derive(Object)]
struct Person {
    /// The account.
    id: String,
    /// Its address.
    email: String,
    /// Its name.
    name: String,
    /// When they got the role; RFC 3339.
    granted_at: String,
    /// Whether they have a second factor: without it the role is not in force.
    has_factor: bool,
    /// RFC 3339.
    last_sign_in_at: Option<String>,
    /// Whether it is the one who asks.
    is_me: bool,
}

/// Somebody who was offered the role.
#[derive(Object)]
struct Offer {
    /// Of the invitation.
    id: String,
    /// Where it was mailed to.
    email: String,
    /// Who offers it, by their address.
    invited_by: String,
    /// RFC 3339.
    invited_at: String,
}

/// Every administrator.
#[derive(Object)]
struct People {
    /// Who got the role first comes first.
    people: Vec<Person>,
    /// Who was offered it and has not accepted yet.
    invitations: Vec<Offer>,
}

/// The role was given or offered.
#[derive(ApiResponse)]
enum Granted {
    /// Everybody who has it or was offered it.
    #[oai(status = 201)]
    Granted(Json<People>),
}

/// Who is to get the role.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct GrantForm {
    /// Their address.
    email: String,
}

#[OpenApi(prefix_path = "/admin", tag = "Tag::People")]
impl PeopleApi {
    /// Who has the administrator's role
    #[oai(path = "/people", method = "get", operation_id = "list_people")]
    async fn list(&self, admin: Admin) -> Result<Json<People>, Problem> {
        self.everybody(admin.0.user_id).await
    }

    /// Gives an account the administrator's role, or offers it by mail where the address has none
    ///
    /// The sessions of the account end. Its owner and every administrator are told by mail.
    #[oai(path = "/people", method = "post", operation_id = "grant_admin")]
    async fn grant(&self, admin: FreshAdmin, Json(form): Json<GrantForm>) -> Result<Granted, Problem> {
        let email = EmailAddress::parse(&form.email)?;
        let (actor, now, secrets) = (admin.actor(), self.app.clock.now(), self.app.secrets.clone());
        let me = admin.0.user_id.clone();
        let write = move |tx: &Tx<'_>| {
            let found = user_by_email(tx, &email)?.filter(|user| user.email_confirmed_at.is_some());
            match found {
                Some(user) if user.is_admin => Ok(()),
                Some(user) => Ok(super::grant_admin(tx, &actor, &user.id, SecondFactor::RequiredByMail, now)?),
                None => super::invite(tx, &secrets, &actor, &me, &email, now),
            }
        };
        self.app.db.write(write).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(Granted::Granted(self.everybody(admin.0.user_id).await?))
    }

    /// Takes the administrator's role away; their sessions end. 409 `last_admin` for the only one.
    #[oai(path = "/people/:id", method = "delete", operation_id = "revoke_admin")]
    async fn revoke(&self, admin: FreshAdmin, id: Path<String>) -> Result<Json<People>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        self.app.db.write(move |tx| super::revoke_admin(tx, &actor, &id, now)).await?;
        self.everybody(admin.0.user_id).await
    }

    /// Takes an invitation back: its link opens nothing any more
    #[oai(path = "/invitations/:id", method = "delete", operation_id = "withdraw_invitation")]
    async fn withdraw(&self, admin: FreshAdmin, id: Path<String>) -> Result<Json<People>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        if !self.app.db.write(move |tx| super::withdraw(tx, &actor, &id, now)).await? {
            return Err(Problem::new(Code::NotFound));
        }
        self.everybody(admin.0.user_id).await
    }
}

impl PeopleApi {
    async fn everybody(&self, me: String) -> Result<Json<People>, Problem> {
        let now = self.app.clock.now();
        let read =
            move |conn: &Conn| Ok::<_, db::Error>((super::administrators(conn)?, super::invitations(conn, now)?));
        let (everybody, invited) = self.app.db.read(read).await?;
        let people = everybody.into_iter().map(|person| Person::new(person, &me)).collect();
        Ok(Json(People { people, invitations: invited.into_iter().map(Offer::from).collect() }))
    }
}

impl From<Invitation> for Offer {
    fn from(found: Invitation) -> Self {
        Self { id: found.id, email: found.email, invited_by: found.inviter, invited_at: found.invited_at.to_rfc3339() }
    }
}

impl Person {
    fn new(person: Administrator, me: &str) -> Self {
        Self {
            is_me: person.id == me,
            id: person.id,
            email: person.email,
            name: person.name,
            granted_at: person.granted_at.to_rfc3339(),
            has_factor: person.has_factor,
            last_sign_in_at: person.last_sign_in_at.map(Timestamp::to_rfc3339),
        }
    }
}
