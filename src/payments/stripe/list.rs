//! What Stripe has on its lists since a moment: first the sessions, then the refunds, a hundred at a time.

use super::client::form;
use super::wire::{List, Refund, Session};
use super::{Stripe, is_id};
use crate::clock::Timestamp;
use crate::payments::{Error, FactKind, Page};

/// Of a list, at a time; Stripe gives no more.
const PAGE: &str = "100";

/// Where the refunds begin, and before the id of the last one that was read.
const REFUNDS: &str = "refunds:";

impl Stripe {
    /// A cursor is the id of the last session that was read, or [`REFUNDS`] and the id of the last refund, if one was.
    pub(super) async fn page(&self, since: Timestamp, cursor: Option<&str>) -> Result<Page, Error> {
        match cursor.map(|cursor| cursor.strip_prefix(REFUNDS).ok_or(cursor)) {
            None => self.sessions(since, "").await,
            Some(Err(last)) => self.sessions(since, last).await,
            Some(Ok(last)) => self.refunds(since, last).await,
        }
    }

    async fn sessions(&self, since: Timestamp, after: &str) -> Result<Page, Error> {
        let read: List<Session> = self.client.get(&path("checkout/sessions", since, after)).await?;
        let next = match read.data.last() {
            Some(last) if read.has_more => Some(id(&last.id)?.to_owned()),
            _ => Some(REFUNDS.to_owned()),
        };
        let mut page = Page { next, ..Page::default() };
        for session in read.data.iter().filter(|session| session.is_of(&self.account)) {
            match session.end() {
                Some(FactKind::Paid) => {
                    let id = format!("lookup:{}:{}", session.id, FactKind::Paid.as_str());
                    page.facts.extend(session.fact(id, FactKind::Paid, &self.account));
                }
                Some(_) => {}
                None => match session.if_open() {
                    Some(open) => page.open.push(open),
                    None => page.is_unsettled = true,
                },
            }
        }
        Ok(page)
    }

    /// Those of every site of the account: whose they are is told by the payment.
    async fn refunds(&self, since: Timestamp, after: &str) -> Result<Page, Error> {
        let read: List<Refund> = self.client.get(&path("refunds", since, after)).await?;
        let next = match read.data.last() {
            Some(last) if read.has_more => Some(format!("{REFUNDS}{}", id(&last.id)?)),
            _ => None,
        };
        // The list is of the mode of the key.
        let is_live = self.account.is_live;
        let facts = read.data.into_iter().filter_map(|refund| refund.fact(is_live, is_live)).collect();
        Ok(Page { facts, next, ..Page::default() })
    }
}

fn path(list: &str, since: Timestamp, after: &str) -> String {
    let mut fields = vec![("created[gte]", since.seconds().to_string()), ("limit", PAGE.to_owned())];
    if !after.is_empty() {
        fields.push(("starting_after", after.to_owned()));
    }
    format!("{list}?{}", form(fields))
}

fn id(text: &str) -> Result<&str, Error> {
    if is_id(text) { Ok(text) } else { Err(Error::Unavailable(String::from("an id that is not Stripe's"))) }
}
