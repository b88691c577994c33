//! What the mails of an order say of the contract: until when it waits for its payment, to whom it is invoiced, who sells and
//! under which terms. The confirmation is kept, and so are these (Directive 2011/83 art. 8(7)).

use super::OrderSummary;
use super::text::{Block, Shop};
use super::words::{Words, days};
use crate::lang::{Lang, fill};

/// Until when it is kept unpaid, on the firm's clocks. Mails from before they said the day say nothing of it.
pub(super) fn kept_until(order: &OrderSummary, w: &'static Words, lang: Lang) -> Option<Block> {
    let (day, time) = order.kept_until.as_deref()?.split_once(' ')?;
    let days = days(lang);
    let until = fill(&w.reminder_until, &days.day_month(day.parse().ok()?));
    Some(Block::Text(fill(&until, &days.time_of_day(time))))
}

/// To whom it is invoiced, so that a mistake is seen in time, and that the invoice goes along.
pub(super) fn invoice(order: &OrderSummary, w: &'static Words, shop: &Shop<'_>) -> Vec<Block> {
    let to =
        (!order.invoice_to.is_empty()).then(|| Block::Lines { title: &w.invoice_to, lines: order.invoice_to.clone() });
    let along = shop.has_invoice.then(|| Block::Text(w.invoice_attached.clone()));
    to.into_iter().chain(along).collect()
}

/// Who sells, and the terms that were agreed to.
pub(super) fn seller(order: &OrderSummary, w: &'static Words, lang: Lang, shop: &Shop<'_>) -> Vec<Block> {
    let page = order
        .terms_version
        .map_or_else(|| String::from("terms-and-conditions"), |version| format!("legal/terms-{version}"));
    let url = format!("{}/{page}?lang={lang}", shop.origin);
    vec![
        Block::Lines { title: &w.seller, lines: shop.letterhead.to_vec() },
        Block::Link { label: &w.terms_button, url },
    ]
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::{SHOP, order};
    use super::super::text::{Proof, render};
    use super::*;
    use crate::mail::Message;

    #[test]
    fn the_confirmation_names_the_seller_the_terms_and_to_whom_it_is_invoiced() {
        let letterhead = ["Manetes Abrera, S.L.", "NIF B12345674", "Carrer Nou 2"].map(String::from);
        let shop = Shop { letterhead: &letterhead, has_invoice: true, ..SHOP };
        let invoice_to = vec![String::from("Obres Puig, S.L."), String::from("NIF A58818501")];
        let paid = Message::OrderPaid(OrderSummary { invoice_to, ..order() });
        for lang in Lang::ALL {
            let text = render(&paid, lang, &shop, &Proof::default()).text;
            for said in ["NIF B12345674", "Carrer Nou 2", "NIF A58818501", "/legal/terms-3?lang="] {
                assert!(text.contains(said), "{lang}: {said} in {text}");
            }
        }
        let spanish = |message, shop: &Shop<'_>| render(message, Lang::Es, shop, &Proof::default()).text;
        assert!(spanish(&paid, &shop).contains("Te adjuntamos la factura."));
        assert!(!spanish(&paid, &SHOP).contains("Te adjuntamos"), "nothing goes along");
        assert!(!spanish(&Message::OrderDelivered(order()), &SHOP).contains("Factura a nombre de"));
    }

    #[test]
    fn an_order_that_waits_says_until_which_day_and_hour() {
        let received =
            |until| Message::OrderReceived(OrderSummary { kept_until: Some(String::from(until)), ..order() });
        let text = |until| render(&received(until), Lang::Es, &SHOP, &Proof::default()).text;
        let told = text("2026-12-01 01:06");
        assert!(told.contains("Te lo guardamos hasta el 1 de diciembre, 1:06 h."), "{told}");
        assert!(!text("01:06").contains("Te lo guardamos"), "a mail that an older version queued");
    }
}
