//! The mails of an order that is on its way, or waits for its buyer: still, where it was said to have arrived.

use super::order::Told;
use super::text::{Block, Shop};
use super::words::{Words, days};
use crate::carrier::Carrier;
use crate::lang::Lang;
use crate::mail::OrderSummary;

pub(super) fn shipped(
    carrier: Carrier,
    number: Option<&str>,
    is_corrected: bool,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
) -> Told {
    let (subject, intro, note) = match (carrier, number) {
        (Carrier::PickUp, _) => (&w.pick_up_subject, &w.pick_up_intro, &w.pick_up_note),
        (Carrier::OwnVan, _) => (&w.shipped_subject, &w.own_van_intro, &w.shipped_note),
        (_, None) => (&w.shipped_subject, &w.unfollowed_intro, &w.shipped_note),
        (_, Some(_)) if is_corrected => (&w.tracking_subject, &w.tracking_intro, &w.shipped_note),
        (_, Some(_)) => (&w.shipped_subject, &w.shipped_intro, &w.shipped_note),
    };
    let extra = match (carrier, number) {
        (Carrier::PickUp, _) => vec![place(w, lang, shop)],
        (Carrier::OwnVan, _) => Vec::new(),
        (_, None) => vec![Block::Facts(vec![(&w.carrier, brand(carrier))])],
        (_, Some(number)) => {
            // The number is capitals and digits: nothing to encode.
            let url = format!("{}/tracking?number={number}&carrier={carrier}&lang={lang}", shop.origin);
            let facts = vec![(w.carrier.as_str(), brand(carrier)), (&w.tracking_number, number.to_owned())];
            vec![Block::Facts(facts), Block::Button { label: &w.track_button, url }]
        }
    };
    Told { subject, intro, note, extra, after: Vec::new() }
}

/// It is on no way after all.
pub(super) fn unshipped(order: &OrderSummary, w: &'static Words) -> Told {
    let (subject, intro, note) = if order.is_fetched {
        (&w.unready_subject, &w.unready_intro, &w.unready_note)
    } else {
        (&w.unshipped_subject, &w.unshipped_intro, &w.unshipped_note)
    };
    Told { subject, intro, note, extra: Vec::new(), after: Vec::new() }
}

/// It has not arrived after all.
pub(super) fn undelivered(order: &OrderSummary, w: &'static Words, lang: Lang, shop: &Shop<'_>) -> Told {
    let (subject, intro, extra) = if order.is_fetched {
        (&w.unfetched_subject, &w.unfetched_intro, vec![place(w, lang, shop)])
    } else {
        (&w.undelivered_subject, &w.undelivered_intro, Vec::new())
    };
    Told { subject, intro, note: &w.undelivered_note, extra, after: Vec::new() }
}

/// Where what is fetched waits, and when somebody is there.
fn place(w: &'static Words, lang: Lang, shop: &Shop<'_>) -> Block {
    let at = [shop.brand, shop.place].map(str::to_owned);
    let hours = shop.hours.iter().map(|period| days(lang).open(period));
    Block::Lines { title: &w.pick_up_at, lines: at.into_iter().chain(hours).collect() }
}

fn brand(carrier: Carrier) -> String {
    carrier.brand().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::{SHOP, order};
    use super::super::text::{Proof, render};
    use super::*;
    use crate::hours::Period;
    use crate::mail::Message;

    fn text(message: &Message, lang: Lang) -> String {
        render(message, lang, &SHOP, &Proof::default()).text
    }

    #[test]
    fn a_parcel_can_be_followed_from_its_mail() {
        let shipped = |carrier, number: Option<&str>| Message::OrderShipped {
            order: order(),
            carrier,
            tracking_number: number.map(str::to_owned),
            is_corrected: false,
        };
        let message = shipped(Carrier::Seur, Some("PQ4E8X0700012340108001A"));
        let said = text(&message, Lang::Ar);
        let page = "http://localhost:8080/tracking?number=PQ4E8X0700012340108001A&carrier=seur&lang=ar";
        assert!(said.contains(page) && said.contains("SEUR"), "{said}");
        assert!(said.contains("\u{2068}PQ4E8X0700012340108001A\u{2069}"), "{said}");
        let stored = serde_json::to_value(&message).unwrap();
        assert_eq!((&stored["kind"], &stored["order_id"]), (&"order_shipped".into(), &order().order_id.into()));
        assert_eq!(serde_json::from_value::<Message>(stored).unwrap(), message);
        for (carrier, words) in [
            (Carrier::Gls, "Transporte: GLS"),
            (Carrier::OwnVan, "nosotros mismos"),
            (Carrier::PickUp, "Puedes venir a recogerlo"),
        ] {
            let said = text(&shipped(carrier, None), Lang::Es);
            assert!(said.contains(words) && !said.contains("/tracking"), "{said}");
        }
    }

    #[test]
    fn who_comes_for_it_is_told_where_and_when_and_of_no_address_it_is_sent_to() {
        let order = OrderSummary { is_fetched: true, ..order() };
        let message = Message::OrderShipped {
            order: order.clone(),
            carrier: Carrier::PickUp,
            tracking_number: None,
            is_corrected: false,
        };
        let hours = [Period::new((0, 4), "08:30", "18:00").unwrap(), Period::new((5, 5), "09:00", "13:00").unwrap()];
        let shop = Shop { hours: &hours, ..SHOP };
        for (lang, words) in [
            (
                Lang::Es,
                "Dónde recogerlo:\nManetes\nCarrer Nou 2, 08630 Abrera\nDe lunes a viernes: 8:30–\u{2060}18:00\nSábado: 9:00–\u{2060}13:00\n",
            ),
            (Lang::Fr, "Du lundi au vendredi\u{a0}: de 8\u{a0}h\u{a0}30 à 18\u{a0}h\n"),
        ] {
            let said = render(&message, lang, &shop, &Proof::default()).text;
            assert!(said.contains(words) && !said.contains("Carrer Major 1"), "{said}");
        }
        // It was fetched: there is no way to be told of any more, and it went nowhere.
        let said = text(&Message::OrderDelivered(order.clone()), Lang::Es);
        assert!(!said.contains("Dirección de envío") && !said.contains("Carrer"), "{said}");
        // It was not, after all: it is on no way, and waits where it did.
        let said = render(&Message::OrderUndelivered(order), Lang::Es, &shop, &Proof::default());
        assert!(said.subject.contains("te sigue esperando en la tienda"), "{}", said.subject);
        assert!(said.text.contains("Dónde recogerlo:\nManetes\n") && !said.text.contains("en camino"), "{}", said.text);
        let said = text(&Message::OrderUndelivered(super::super::text::tests::order()), Lang::Es);
        assert!(said.contains("Sigue en camino") && !said.contains("Dónde recogerlo"), "{said}");
    }
}
