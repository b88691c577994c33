//! `manetes demo remove`: the demo's products, comments, people, prices, particulars and proof out of a shop that becomes a
//! real one; and how they came into it.

use std::collections::HashSet;
use std::io::Write;

use clap::Subcommand;
use serde_json::json;

use super::data_dir::existing;
use super::{Error, actor};
use crate::accounts::{self, NotRevoked, SecondFactor};
use crate::audit::{self, Actor};
use crate::auth;
use crate::auth::hashing;
use crate::auth::password::Password;
use crate::catalogue;
use crate::clock::{Clock, Timestamp};
use crate::comments;
use crate::config::Global;
use crate::db::{self, Conn, Db, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::orders;
use crate::proof;
use crate::settings;
use crate::tariff;

const DEMO_ADMIN: &str = "admin@manetes.example";
/// What the law wants told of the firm.
const PARTICULARS: &str = "the firm's tax number, address and register";
/// What shows that the firm is real.
const PROOF: &str = "the firm's licences, team and figures";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Delete what the demo brought and nobody has bought or changed, and say what stays and why
    Remove,
}

/// What is gone, and what stays, a line each.
struct Removed {
    products: usize,
    comments: usize,
    people: usize,
    /// Whether the prices of services were the demo's.
    prices: bool,
    /// Whether anything of [`PARTICULARS`] was the demo's.
    particulars: bool,
    /// What of that which shows that the firm is real was the demo's.
    proof: proof::demo::Removed,
    stays: Vec<String>,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (Act::Remove, now) = (self.act, Clock::system().now());
        let db = existing(global)?;
        // The many orders are looked at while nobody waits: one that comes meanwhile keeps what it knows of its products.
        let sold = db.read_blocking(sold)?;
        let Removed { products, comments, people, prices, particulars, proof, stays } =
            db.write_blocking(move |tx| remove(tx, &sold, &actor(), now))?;
        let prices = if prices { ", the prices of services" } else { "" };
        let particulars = if particulars { format!(", {PARTICULARS}") } else { String::new() };
        let proof = match (proof.any, proof.leaves_own) {
            (false, _) => String::new(),
            (true, false) => format!(", {PROOF}"),
            (true, true) => format!(", the demo's part of {PROOF}"),
        };
        writeln!(
            out,
            "removed: {products} products, {comments} comments, {people} accounts{prices}{particulars}{proof}"
        )?;
        for line in stays {
            writeln!(out, "stays: {line}")?;
        }
        Ok(())
    }
}

/// The products of all orders.
fn sold(conn: &Conn) -> db::Result<HashSet<String>> {
    let orders = orders::list(conn, None)?;
    Ok(orders.into_iter().flat_map(|order| order.items).map(|item| item.product_id).collect())
}

fn remove(tx: &Tx<'_>, sold: &HashSet<String>, actor: &Actor, now: Timestamp) -> Result<Removed, Error> {
    let refused = |error: &dyn std::fmt::Display| Error::Refused(error.to_string());
    let gone = catalogue::demo::remove(tx, actor, |id| sold.contains(id), now).map_err(|error| refused(&error))?;
    let (mut people, comments) = comments::demo::remove(tx, now).map_err(|error| refused(&error))?;
    let prices = tariff::demo::remove(tx, actor, now).map_err(|error| refused(&error))?;
    let particulars = settings::demo::remove(tx, now).map_err(|error| refused(&error))?;
    let proof = proof::demo::remove(tx, actor, now)?;
    let mut stays: Vec<String> = gone.sold.iter().map(|title| format!("{title}: it is in an order")).collect();
    stays.extend(gone.changed.iter().chain(&proof.changed).map(|title| format!("{title}: somebody has changed it")));
    stays.extend(own_proof(&proof).into_iter().map(|why| format!("{PROOF}: {why}")));
    match remove_admin(tx, actor, now)? {
        Admin::Gone => people += 1,
        Admin::Stays(why) => stays.push(format!("{DEMO_ADMIN}: {why}")),
        Admin::Never => {}
    }
    let products = gone.products;
    let detail = json!({ "products": products, "comments": comments, "accounts": people, "stays": stays.len() });
    if products + comments + people > 0 {
        audit::record(tx, actor, "demo.removed", "", &detail, now)?;
    }
    Ok(Removed { products, comments, people, prices, particulars, proof, stays })
}

/// Why a part of what shows that the firm is real stays; `None` where nothing was taken off, or nothing is left.
fn own_proof(proof: &proof::demo::Removed) -> Option<&'static str> {
    match (proof.any && proof.leaves_own, proof.moves_team) {
        (false, _) => None,
        (true, false) => Some("what is not the demo's"),
        (true, true) => Some("what is not the demo's; pictures of the team go by its order, which is another now"),
    }
}

enum Admin {
    Gone,
    Stays(&'static str),
    Never,
}

/// The administrator of the demo, whose role asks for no second factor.
fn remove_admin(tx: &Tx<'_>, actor: &Actor, now: Timestamp) -> Result<Admin, Error> {
    let email = EmailAddress::parse(DEMO_ADMIN).map_err(|error| Error::Refused(error.to_string()))?;
    let Some(user) = auth::user_by_email(tx, &email)? else { return Ok(Admin::Never) };
    if !accounts::administrators(tx)?.iter().any(|admin| admin.id != user.id) {
        return Ok(Admin::Stays("nobody else is an administrator; create-admin first, then again"));
    }
    if !orders::all_own(tx, &user.id)?.is_empty() {
        return Ok(Admin::Stays("it has ordered; create-admin --revoke takes the role away"));
    }
    match accounts::revoke_admin(tx, actor, &user.id, now) {
        Ok(()) | Err(NotRevoked::NoAdmin) => {}
        Err(error @ (NotRevoked::LastAdmin | NotRevoked::Db(_))) => return Err(Error::Refused(error.to_string())),
    }
    comments::forget_user(tx, &user.id)?;
    accounts::erase(tx, &user.id, false, now)?;
    Ok(Admin::Gone)
}

/// Whether that administrator is still one.
pub(super) fn has_admin(conn: &Conn) -> db::Result<bool> {
    Ok(accounts::administrators(conn)?.iter().any(|admin| admin.email == DEMO_ADMIN))
}

/// Fills an empty database; answers how to sign in when it did.
pub(super) async fn load(db: &Db, now: Timestamp) -> Result<Option<String>, Error> {
    if !db.read(catalogue::is_empty).await? {
        return Ok(None);
    }
    let text = id::new()[..18].to_owned();
    let password = Password::parse(&text).map_err(|error| Error::Refused(error.to_string()))?;
    let hash = hashing::hash(&password);
    db.write(move |tx| {
        catalogue::demo::load(tx, now).map_err(|error| Error::Refused(error.to_string()))?;
        let email = EmailAddress::parse(DEMO_ADMIN).map_err(|error| Error::Refused(error.to_string()))?;
        let user_id = accounts::create_confirmed(tx, &email, "Demo", &hash, now)
            .map_err(|error| Error::Refused(error.to_string()))?;
        comments::demo::load(tx, now).map_err(|error| Error::Refused(error.to_string()))?;
        tariff::demo::load(tx, now).map_err(|error| Error::Refused(error.to_string()))?;
        settings::demo::load(tx, now).map_err(|error| Error::Refused(error.to_string()))?;
        proof::demo::load(tx, now).map_err(|error| Error::Refused(error.to_string()))?;
        Ok::<_, Error>(accounts::grant_admin(tx, &Actor::System, &user_id, SecondFactor::Waived, now)?)
    })
    .await?;
    db.gather()?;
    Ok(Some(format!("{DEMO_ADMIN} with the password {text} (shown only this once)")))
}
