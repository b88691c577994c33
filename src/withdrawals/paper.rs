//! The acknowledgement of a statement of withdrawal as a paper, which its sender keeps (Directive 2011/83 art. 11a(4)). It is
//! the same for whoever has it, and names an order only where it goes to the buyer alone: to whom it was sold, or to the order's
//! own address.

use serde::Deserialize;

use super::{Proof, State, Withdrawal};
use crate::db::{self, Conn};
use crate::id;
use crate::lang::{self, Texts};
use crate::mail::GoesBack;
use crate::orders;
use crate::paper::{Error, Fonts, Paper, Party, Table, draw};
use crate::settings::Settings;
use crate::text::{self, hex};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    title: String,
    /// Short, so that the name of the file stays on the line that mails have for it.
    file: String,
    received: String,
    order: String,
    sender: String,
    statement: String,
    erased: String,
    keep: String,
    keep_cancelled: String,
    money: String,
    no_shipping: String,
    seal: String,
}

static WORDS: Texts<Words> = Texts::section("acknowledgement");

/// A statement with what its paper says beside it.
pub struct Acknowledgement {
    made: Withdrawal,
    /// What people call its order by.
    order: Option<String>,
    /// What its sender was told that it comes to.
    back: Option<GoesBack>,
    settings: Settings,
}

impl Acknowledgement {
    /// Of a statement; `None` where there is no such statement.
    pub fn find(conn: &Conn, id: &str) -> db::Result<Option<Self>> {
        let Some(made) = super::find(conn, id)? else { return Ok(None) };
        let known = made.order_id.as_deref().filter(|_| made.proof != Proof::None);
        let order = known.map(|id| orders::find(conn, id)).transpose()?.flatten();
        let back = orders::withdrawn(conn, id)?.filter(|_| order.is_some()).and_then(|withdrawn| withdrawn.back);
        let order = order.map(|order| order.number.to_string());
        Ok(Some(Self { made, order, back, settings: Settings::load(conn)? }))
    }

    /// Such as `desistimiento-1a2b3c4d.pdf`, in the statement's language.
    pub fn file_name(&self) -> String {
        format!("{}-{}.pdf", text::file_stem(&self.words().file), id::short(&self.made.id))
    }

    /// The paper as a PDF, some 10 ms of work.
    pub fn pdf(&self) -> Result<Vec<u8>, Error> {
        draw(&self.paper(), Fonts::site()?)
    }

    fn words(&self) -> &'static Words {
        WORDS.of(self.made.lang.on_paper())
    }

    fn paper(&self) -> Paper {
        let (Self { made, order, back, settings }, words) = (self, self.words());
        let received = (words.received.clone(), made.received_at.to_local_with_offset());
        let order = order.as_ref().map(|number| (words.order.clone(), number.clone()));
        let money = back.map(|back| (words.money.clone(), back.amount.format(made.lang.on_paper())));
        let no_shipping = back.filter(|back| back.keeps_shipping).map(|_| words.no_shipping.clone());
        let statement = if made.statement.is_empty() { &words.erased } else { &made.statement };
        let is_cancelled = made.state == State::Cancelled && matches!(made.proof, Proof::Session | Proof::Key);
        let keep = if is_cancelled { &words.keep_cancelled } else { &words.keep };
        // Whoever was forgotten has no address any more, and no name.
        let sender = vec![made.name.clone(), made.email.clone()];
        Paper {
            lang: made.lang.on_paper().code(),
            issued: jiff::Timestamp::from_second(made.received_at.seconds()).unwrap_or_default(),
            title: words.title.clone(),
            number: id::short(&made.id).to_owned(),
            brand: settings.brand.clone(),
            seller: settings.letterhead(),
            buyer: (!made.email.is_empty()).then(|| Party { heading: words.sender.clone(), lines: sender }),
            facts: [received].into_iter().chain(order).chain(money).collect(),
            table: Table {
                header: vec![words.statement.clone()],
                rows: statement.lines().map(|line| vec![line.to_owned()]).collect(),
            },
            notes: no_shipping.into_iter().chain([keep.clone(), lang::fill(&words.seal, &hex(&made.seal))]).collect(),
            footer: settings.legal_name.clone(),
            ..Paper::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;

    #[test]
    fn every_language_has_its_words_and_an_arabic_statement_the_spanish_ones() {
        for lang in Lang::ALL {
            assert!(WORDS.read(lang).is_ok(), "{lang}");
            let name = text::file_stem(&WORDS.of(lang.on_paper()).file);
            assert!((1..=18).contains(&name.len()), "{lang}: {name}");
        }
        assert_eq!(WORDS.of(Lang::Ar.on_paper()).title, WORDS.of(Lang::Es).title);
    }
}
