//! RULE: what a statement must say. It takes no more than who withdraws, from which contract, and where the
//! acknowledgement goes (Directive 2011/83 art. 11a(2)); whether it is true, a person judges.

use serde::{Deserialize, Serialize};

use crate::email::{EmailAddress, InvalidEmail};
use crate::lang::Lang;
use crate::text;

/// Characters of a name, at most, and of what says which contract.
pub const MAX_NAME: usize = 100;
pub const MAX_CONTRACT: usize = 200;
/// Characters of a comment, at most.
pub const MAX_COMMENT: usize = 2000;
/// Goods that are named one by one, at most, as in an order, and units of each.
const MAX_ITEMS: usize = 50;
const MAX_UNITS: i64 = 9999;
/// Bytes of a variant's id that are kept, more than any has: what is no id is as long as somebody likes, and stays for years.
const MAX_VARIANT: usize = 40;

/// Why something is no statement, and which field of it that stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Nothing stands there.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// More stands there than is kept.
    #[error("{0} is too long")]
    TooLong(&'static str),
    /// The address is none.
    #[error(transparent)]
    Email(#[from] InvalidEmail),
    /// So many units are in no order.
    #[error("items must be up to {MAX_ITEMS} variants, 1 to {MAX_UNITS} units of each")]
    Items,
    /// The site has no such language.
    #[error("lang must be a language of this site")]
    Lang,
}

impl Error {
    /// The field's name on the wire.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Missing(field) | Self::TooLong(field) => field,
            Self::Email(_) => "email",
            Self::Items => "items",
            Self::Lang => "lang",
        }
    }

    /// What is wrong with the field, for the interface's text.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Missing(_) => "missing",
            Self::TooLong(_) => "too_long",
            Self::Email(_) => "email",
            Self::Items | Self::Lang => "unknown",
        }
    }
}

/// What somebody typed, or a program sent.
#[derive(Debug, Clone, Default)]
pub struct Typed {
    pub name: String,
    pub contract: String,
    pub email: String,
    /// None for all of the contract.
    pub items: Vec<Goods>,
    pub comment: Option<String>,
    /// The language they named.
    pub lang: Option<String>,
}

/// Units of a variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goods {
    pub variant_id: String,
    /// 1 or more.
    pub quantity: i64,
}

/// A statement that can be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// Who withdraws: one line.
    pub name: String,
    /// What says which contract: one line.
    pub contract: String,
    /// Where the acknowledgement goes.
    pub email: EmailAddress,
    /// Each variant once; none for all of the contract.
    pub items: Vec<Goods>,
    pub comment: Option<String>,
    /// The language to answer in.
    pub lang: Lang,
}

impl Declaration {
    /// Cleans and checks what was typed; the first field that is wrong is the error. `spoken` is the language where none
    /// was named.
    pub fn parse(typed: &Typed, spoken: Lang) -> Result<Self, Error> {
        let name = required("name", &typed.name, MAX_NAME)?;
        let contract = required("contract", &typed.contract, MAX_CONTRACT)?;
        if typed.email.trim().is_empty() {
            return Err(Error::Missing("email"));
        }
        let email = EmailAddress::parse(&typed.email)?;
        let comment = typed.comment.as_deref().map(text::lines).filter(|comment| !text::is_blank(comment));
        if comment.as_ref().is_some_and(|comment| comment.chars().count() > MAX_COMMENT) {
            return Err(Error::TooLong("comment"));
        }
        let lang = typed.lang.as_deref().filter(|code| !code.is_empty());
        let lang = lang.map_or(Ok(spoken), |code| code.parse().map_err(|_| Error::Lang))?;
        Ok(Self { name, contract, email, items: goods(&typed.items)?, comment, lang })
    }
}

fn required(field: &'static str, typed: &str, most: usize) -> Result<String, Error> {
    let text = text::line(typed);
    match text.chars().count() {
        _ if text::is_blank(&text) => Err(Error::Missing(field)),
        count if count > most => Err(Error::TooLong(field)),
        _ => Ok(text),
    }
}

/// Each variant once, with all its units.
fn goods(named: &[Goods]) -> Result<Vec<Goods>, Error> {
    let mut goods: Vec<Goods> = Vec::new();
    for Goods { variant_id, quantity } in named {
        let mut variant_id = text::line(variant_id);
        variant_id.truncate(variant_id.floor_char_boundary(MAX_VARIANT));
        let is_fit = !variant_id.is_empty() && (1..=MAX_UNITS).contains(quantity);
        if !is_fit || goods.len() == MAX_ITEMS {
            return Err(Error::Items);
        }
        match goods.iter_mut().find(|other| other.variant_id == variant_id) {
            Some(other) if other.quantity + quantity > MAX_UNITS => return Err(Error::Items),
            Some(other) => other.quantity += quantity,
            None => goods.push(Goods { variant_id, quantity: *quantity }),
        }
    }
    Ok(goods)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed() -> Typed {
        Typed {
            name: String::from(" Núria\nPuig "),
            contract: String::from("pedido 2026-0042"),
            email: String::from(" Nuria@Example.com"),
            ..Typed::default()
        }
    }

    #[test]
    fn art_11a_2_three_fields_make_a_statement_and_no_reason_is_asked() {
        let declared = Declaration::parse(&typed(), Lang::Fr).unwrap();
        assert_eq!((declared.name.as_str(), declared.email.as_str()), ("Núria Puig", "nuria@example.com"));
        assert_eq!((declared.contract.as_str(), declared.lang), ("pedido 2026-0042", Lang::Fr));
        assert_eq!((declared.items, declared.comment), (Vec::new(), None));
    }

    #[test]
    fn the_first_field_that_is_wrong_is_named() {
        let long = "ñ".repeat(MAX_CONTRACT + 1);
        let goods = |quantity| vec![Goods { variant_id: String::from("v"), quantity }];
        for (typed, error) in [
            (Typed { name: String::from(" \u{202e}"), ..typed() }, Error::Missing("name")),
            (Typed { contract: String::new(), ..typed() }, Error::Missing("contract")),
            (Typed { contract: long, ..typed() }, Error::TooLong("contract")),
            (Typed { email: String::from(" "), ..typed() }, Error::Missing("email")),
            (Typed { email: String::from("nuria"), ..typed() }, Error::Email(InvalidEmail)),
            (Typed { comment: Some("a".repeat(MAX_COMMENT + 1)), ..typed() }, Error::TooLong("comment")),
            (Typed { items: goods(0), ..typed() }, Error::Items),
            (Typed { items: goods(MAX_UNITS + 1), ..typed() }, Error::Items),
            (Typed { items: vec![goods(MAX_UNITS).remove(0); 2], ..typed() }, Error::Items),
            (Typed { lang: Some(String::from("de")), ..typed() }, Error::Lang),
        ] {
            assert_eq!(Declaration::parse(&typed, Lang::Es), Err(error), "{error:?}");
        }
        let twice = Typed { items: vec![goods(2).remove(0); 2], ..typed() };
        assert_eq!(Declaration::parse(&twice, Lang::Es).unwrap().items, goods(4));
    }

    #[test]
    fn what_is_no_variant_of_any_shop_is_kept_in_few_words() {
        let named = |n: usize| Goods { variant_id: format!("{n}{}", "\u{1d11e}".repeat(64)), quantity: 1 };
        let of = |count: usize| Typed { items: (0..count).map(named).collect(), ..typed() };
        let kept = Declaration::parse(&of(MAX_ITEMS), Lang::Es).unwrap().items;
        assert_eq!(kept.len(), MAX_ITEMS);
        assert!(kept.iter().all(|goods| goods.variant_id.len() <= MAX_VARIANT), "{kept:?}");
        assert_eq!(Declaration::parse(&of(MAX_ITEMS + 1), Lang::Es), Err(Error::Items));
    }
}
