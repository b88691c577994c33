//! Who has the administrator's role, over HTTP: for other administrators who have just signed in.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::email::EmailAddress;
use super::guard::{Admin, FreshAdmin};
use super::{Administrator, NotRevoked, SecondFactor};
use crate::app::Shared;
use crate::clock::Timestamp;
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

/// Every administrator.
#[derive(Object)]
struct People {
    /// Who got the role first comes first.
    people: Vec<Person>,
}

/// The role was given.
#[derive(ApiResponse)]
enum Granted {
    /// Everybody who has it.
    #[oai(status = 201)]
    Granted(Json<People>),
}

/// Who is to get the role.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct GrantForm {
    /// The address of an account that confirmed it.
    email: String,
}

#[OpenApi(prefix_path = "/admin", tag = "Tag::People")]
impl PeopleApi {
    /// Who has the administrator's role
    #[oai(path = "/people", method = "get", operation_id = "list_people")]
    async fn list(&self, admin: Admin) -> Result<Json<People>, Problem> {
        self.everybody(admin.0.user_id).await
    }

    /// Gives an account the administrator's role; its sessions end
    #[oai(path = "/people", method = "post", operation_id = "grant_admin")]
    async fn grant(&self, admin: FreshAdmin, Json(form): Json<GrantForm>) -> Result<Granted, Problem> {
        let unknown = || Problem::invalid("email", "is the address of no confirmed account");
        let email = EmailAddress::parse(&form.email).map_err(|_| unknown())?;
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let granted = self.app.db.write(move |tx| {
            let found = super::user_by_email(tx, &email)?.filter(|user| user.email_confirmed_at.is_some());
            match found {
                Some(user) if user.is_admin => Ok(true),
                Some(user) => super::grant_admin(tx, &actor, &user.id, SecondFactor::Required, now).map(|()| true),
                None => Ok(false),
            }
        });
        if granted.await? { Ok(Granted::Granted(self.everybody(admin.0.user_id).await?)) } else { Err(unknown()) }
    }

    /// Takes the administrator's role away; their sessions end. 409 `last_admin` for the only one.
    #[oai(path = "/people/:id", method = "delete", operation_id = "revoke_admin")]
    async fn revoke(&self, admin: FreshAdmin, id: Path<String>) -> Result<Json<People>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        self.app.db.write(move |tx| super::revoke_one_of_several(tx, &actor, &id, now)).await?;
        self.everybody(admin.0.user_id).await
    }
}

impl PeopleApi {
    async fn everybody(&self, me: String) -> Result<Json<People>, Problem> {
        let everybody = self.app.db.read(super::administrators).await?;
        let people = everybody.into_iter().map(|person| Person::new(person, &me)).collect();
        Ok(Json(People { people }))
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

impl From<NotRevoked> for Problem {
    fn from(error: NotRevoked) -> Self {
        match error {
            NotRevoked::NoAdmin => Self::new(Code::NotFound),
            NotRevoked::LastAdmin => Self::new(Code::LastAdmin),
            NotRevoked::Db(error) => error.into(),
        }
    }
}
