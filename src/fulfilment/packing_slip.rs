//! What goes into the parcel, as a paper: to tick off, and to put in. No prices stand on it, in case it is a present.

use serde::Deserialize;

use crate::carrier::Carrier;
use crate::clock::Timestamp;
use crate::db::Conn;
use crate::lang::{self, Lang, Texts};
use crate::orders::{self, Item, Order, Status};
use crate::paper::{Error, Fonts, Paper, Party, Table, draw, draw_all};
use crate::settings::Settings;
use crate::text;

/// What orders hold in the place of a name and a street that were erased.
const ERASED: &str = "-";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    title: String,
    order: String,
    placed: String,
    to: String,
    fetched_by: String,
    item: String,
    sku: String,
    quantity: String,
    none: String,
    erased: String,
    thanks: String,
}

static WORDS: Texts<Words> = Texts::section("slip");

/// An order, and whose parcel it goes in.
pub struct PackingSlip {
    order: Order,
    settings: Settings,
}

impl PackingSlip {
    /// Of an order that was paid; nothing of another goes into a parcel.
    pub fn find(conn: &Conn, order_id: &str) -> Result<Self, super::Error> {
        let order = super::find(conn, order_id)?;
        if matches!(order.status, Status::Pending | Status::Cancelled) {
            return Err(super::Error::Illegal(order.status));
        }
        let mut order = orders::titled_in(conn, &order, order.lang.on_paper())?;
        // What has its money back since was in the parcel all the same.
        if let Some(left_out) = orders::left_out(conn, &order)? {
            for item in &mut order.items {
                item.refunded_quantity = left_out.get(&item.id).copied().unwrap_or(0).min(item.quantity);
            }
        }
        Ok(Self { order, settings: Settings::load(conn)? })
    }

    /// Whether its buyer comes for it, as far as that is known.
    fn is_fetched(&self) -> bool {
        self.order.carrier.unwrap_or_else(|| self.settings.usual_carrier()) == Carrier::PickUp
    }

    /// Such as `albaran-2026-0042.pdf`, in the order's language.
    pub fn file_name(&self) -> String {
        format!("{}-{}.pdf", text::file_stem(&self.words().title), self.order.number)
    }

    /// The paper as a PDF, some 10 ms of work.
    pub fn pdf(&self) -> Result<Vec<u8>, Error> {
        draw(&self.paper(), Fonts::site()?)
    }

    /// Such as `albaran-2026-11-27.pdf`, in the language of the first.
    pub fn file_name_of(slips: &[Self], now: Timestamp) -> String {
        let words = slips.first().map_or_else(|| WORDS.of(Lang::default()), Self::words);
        format!("{}-{}.pdf", text::file_stem(&words.title), now.date())
    }

    /// The papers as one PDF, each beginning on a page of its own; some 10 ms of work each.
    pub fn pdf_of(slips: &[Self]) -> Result<Vec<u8>, Error> {
        let papers: Vec<Paper> = slips.iter().map(Self::paper).collect();
        draw_all(&papers, Fonts::site()?)
    }

    fn words(&self) -> &'static Words {
        WORDS.of(self.order.lang.on_paper())
    }

    fn paper(&self) -> Paper {
        let (Self { order, settings }, words) = (self, self.words());
        let to_send = || order.items.iter().filter(|item| item.unrefunded() > 0);
        let is_erased = order.shipping_address.name == ERASED;
        let notes = [
            (&words.none, to_send().next().is_none()),
            (&words.erased, is_erased),
            (&lang::fill(&words.thanks, &settings.brand), !is_erased),
        ];
        Paper {
            lang: order.lang.on_paper().code(),
            issued: jiff::Timestamp::from_second(order.created_at.seconds()).unwrap_or_default(),
            title: words.title.clone(),
            number: order.number.to_string(),
            brand: settings.brand.clone(),
            seller: settings.letterhead(),
            buyer: Some(Party {
                heading: if self.is_fetched() { words.fetched_by.clone() } else { words.to.clone() },
                lines: address(order),
            }),
            facts: vec![
                (words.order.clone(), order.number.to_string()),
                (words.placed.clone(), order.created_at.date().strftime("%d/%m/%Y").to_string()),
            ],
            table: Table {
                header: [&words.item, &words.sku, &words.quantity].map(Clone::clone).to_vec(),
                rows: to_send().map(row).collect(),
            },
            notes: notes.into_iter().filter(|(_, is_said)| *is_said).map(|(note, _)| note.clone()).collect(),
            footer: settings.legal_name.clone(),
            ..Paper::default()
        }
    }
}

/// As it stands on the parcel, without what was erased of it.
fn address(order: &Order) -> Vec<String> {
    let to = &order.shipping_address;
    let town = format!("{} {}", to.postal_code, to.city);
    let lines = [to.name.clone(), to.address.clone(), town, to.country.clone(), to.phone.clone()];
    lines.into_iter().filter(|line| !line.is_empty() && line != ERASED).collect()
}

/// Below what it is called stands which of its variants it is, and what its buyer wrote for it.
fn row(item: &Item) -> Vec<String> {
    let variant = Some(&item.variant_title).filter(|title| !title.is_empty() && **title != item.product_title);
    let written = item.custom_field_values.iter().map(|field| format!("{}: {}", field.title, field.value));
    let lines: Vec<_> = [item.product_title.clone()].into_iter().chain(variant.cloned()).chain(written).collect();
    vec![lines.join("\n"), item.sku.clone().unwrap_or_default(), item.unrefunded().to_string()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_its_words_and_an_arabic_order_the_spanish_ones() {
        for lang in Lang::ALL {
            assert!(WORDS.read(lang).is_ok(), "{lang}");
            let name = text::file_stem(&WORDS.of(lang.on_paper()).title);
            assert!(!name.is_empty() && name.is_ascii(), "{lang}: {name}");
        }
        assert_eq!(WORDS.of(Lang::Ar.on_paper()).title, WORDS.of(Lang::Es).title);
    }
}
