//! The mails of orders, and what the owner is told of the shop.

use jiff::civil::Date;

use super::contract;
use super::shipped::{shipped, undelivered, unshipped};
use super::text::{Block, Mail, Proof, Shop};
use super::words::{Words, days};
use super::{InvoiceOf, Message, OrderSummary, RefundOf, RefundParts, StockLine};
use crate::id;
use crate::lang::{Lang, fill};
use crate::money::Cents;
use crate::pictures::GUARANTEE_NOTICE;

/// What an order's mail says of what happened to it.
pub(super) struct Told {
    pub(super) subject: &'static str,
    pub(super) intro: &'static str,
    pub(super) note: &'static str,
    /// Between the introduction and the lines.
    pub(super) extra: Vec<Block>,
    /// After the way to the order's page.
    pub(super) after: Vec<Block>,
}

/// A mail to whoever bought: what happened, what it is about, and the way to the order's page.
pub(super) fn to_buyer<'a>(
    message: &Message,
    order: &'a OrderSummary,
    w: &'static Words,
    (lang, shop): (Lang, &Shop<'_>),
    proof: &Proof,
) -> Mail<'a> {
    let number = &called(order, lang);
    let Told { subject, intro, note, extra, after } = told(message, w, lang, shop);
    let mut blocks = vec![Block::Text(fill(intro, number))];
    blocks.extend(contract::kept_until(order, w, lang));
    blocks.extend(extra);
    match message {
        Message::OrderInvoiced { of: InvoiceOf::Correction, .. } => blocks.push(corrected(order, w, lang)),
        // What goes back has just been said line by line: the whole order below it would look like more of the same.
        Message::OrderRefunded { parts, .. } if !parts.lines.is_empty() => {}
        Message::OrderRefunded { amount: said, .. } | Message::OrderCancelled { refund: said, .. } => {
            blocks.extend(contents(order, *said, w, lang));
        }
        _ => blocks.extend(contents(order, Cents::ZERO, w, lang)),
    }
    blocks.extend(contract::invoice(order, w, shop));
    let page = format!("{}/order/{}?lang={lang}", shop.origin, order.order_id);
    // The page takes the key out of its address at once; the fragment stays in the browser: no log holds it.
    let of_guest = (!proof.order_key.is_empty()).then(|| format!("{page}&key={}", proof.order_key));
    blocks.push(Block::Button { label: &w.order_button, url: of_guest.clone().unwrap_or(page) });
    blocks.extend(after);
    if !note.is_empty() {
        blocks.push(Block::Note(note));
    }
    if let Message::OrderPaid(_) | Message::OrderShipped { .. } | Message::OrderDelivered(_) = message {
        let page = format!("{}/withdrawal?order={}&lang={lang}", shop.origin, order.order_id);
        let key = if proof.order_key.is_empty() { String::new() } else { format!("&key={}", proof.order_key) };
        blocks.push(Block::Secondary { label: &w.withdraw_button, url: format!("{page}{key}") });
    }
    if let Message::OrderPaid(_) = message {
        blocks.extend(contract::seller(order, w, lang, shop));
    }
    if let Some(page) = of_guest {
        if matches!(message, Message::OrderPaid(_) | Message::OrderLink(_)) {
            blocks.push(Block::Secondary { label: &w.claim_button, url: format!("{page}#claim={}", proof.token) });
        }
        blocks.push(Block::Note(&w.guest_note));
    }
    (fill(subject, number), order.name.as_str(), blocks)
}

fn told(message: &Message, w: &'static Words, lang: Lang, shop: &Shop<'_>) -> Told {
    let plain = |subject, intro, note| Told { subject, intro, note, extra: Vec::new(), after: Vec::new() };
    match message {
        Message::OrderReminder(_) => plain(&w.reminder_subject, &w.reminder_intro, &w.reminder_note),
        Message::OrderLink(_) => plain(&w.link_subject, &w.link_intro, ""),
        Message::OrderPaid(order) => {
            let extra = order.arrival.map(|days| arrival(days, lang)).or_else(|| order.is_made.then(|| made(lang)));
            let extra = extra.into_iter().collect();
            Told { extra, after: guarantee(w, shop), ..plain(&w.paid_subject, &w.paid_intro, &w.paid_note) }
        }
        Message::OrderShipped { carrier, tracking_number, is_corrected, .. } => {
            shipped(*carrier, tracking_number.as_deref(), *is_corrected, w, lang, shop)
        }
        Message::OrderUnshipped(order) => unshipped(order, w),
        Message::OrderDelivered(_) => plain(&w.delivered_subject, &w.delivered_intro, &w.delivered_note),
        Message::OrderUndelivered(order) => undelivered(order, w, lang, shop),
        Message::OrderCancelled { order, refund, is_uncharged, by_buyer } => {
            let intro = if *by_buyer { &w.cancelled_by_buyer_intro } else { &w.cancelled_intro };
            let note = match (refund.0 > 0 || order.refunded.0 > 0, is_uncharged) {
                (true, _) => w.refunded_note.as_str(),
                (false, true) => &w.unpaid_note,
                (false, false) => "",
            };
            let amount = (refund.0 > 0).then(|| Block::Facts(vec![(&w.refund, refund.format(lang))]));
            Told { extra: amount.into_iter().collect(), ..plain(&w.cancelled_subject, intro, note) }
        }
        Message::OrderRefunded { amount, of, parts, .. } if parts.is_elsewhere => {
            let note = if *of == RefundOf::WholeUnsent { w.refunded_unsent_note.as_str() } else { "" };
            Told {
                extra: vec![refund_of(parts, *amount, w, lang)],
                ..plain(&w.refunded_subject, &w.refunded_elsewhere_intro, note)
            }
        }
        Message::OrderRefunded { amount, of, parts, .. } => {
            let extra = vec![refund_of(parts, *amount, w, lang)];
            let intro = match of {
                RefundOf::Part => &w.refunded_intro,
                RefundOf::Whole => &w.refunded_whole_intro,
                RefundOf::WholeUnsent => &w.refunded_unsent_intro,
                RefundOf::SecondPayment => &w.refunded_twice_intro,
            };
            Told { extra, ..plain(&w.refunded_subject, intro, &w.refunded_note) }
        }
        Message::OrderInvoiced { invoice, of, .. } => {
            let (subject, intro) = match of {
                InvoiceOf::Sale => (&w.invoiced_subject, &w.invoiced_intro),
                InvoiceOf::Replacement => (&w.invoiced_subject, &w.invoiced_instead_intro),
                InvoiceOf::Correction => (&w.invoice_corrected_subject, &w.invoice_corrected_intro),
            };
            let number = Block::Facts(vec![(&w.invoice_number, lang.isolate(invoice))]);
            Told { extra: vec![number], ..plain(subject, intro, "") }
        }
        _ => plain(&w.received_subject, &w.received_intro, &w.received_note),
    }
}

/// That it leaves once everything in it is made.
fn made(lang: Lang) -> Block {
    Block::Text(format!("{}.", days(lang).made))
}

/// Between which days it comes.
fn arrival((first, last): (Date, Date), lang: Lang) -> Block {
    Block::Text(format!("{}.", days(lang).arrival(first, last)))
}

/// The legal guarantee (Directive (EU) 2024/825; TRLGDCU, art. 120), with the way to the Union's notice where the shop has it.
fn guarantee(w: &'static Words, shop: &Shop<'_>) -> Vec<Block> {
    let mut blocks = vec![Block::Lines { title: &w.guarantee_title, lines: vec![w.guarantee_text.clone()] }];
    if shop.has_guarantee_notice {
        let url = format!("{}/pictures/{GUARANTEE_NOTICE}", shop.origin);
        blocks.push(Block::Link { label: &w.guarantee_button, url });
    }
    blocks
}

/// What goes back: line by line where that is known.
fn refund_of(parts: &RefundParts, amount: Cents, w: &'static Words, lang: Lang) -> Block {
    let RefundParts { lines, shipping, .. } = parts;
    if lines.is_empty() && *shipping == Cents::ZERO {
        return Block::Facts(vec![(&w.refund, amount.format(lang))]);
    }
    let mut rows: Vec<_> =
        lines.iter().map(|line| (format!("{} × {}", line.quantity, line.title), line.total.format(lang))).collect();
    if *shipping > Cents::ZERO {
        rows.push((w.shipping.clone(), shipping.format(lang)));
    }
    rows.push((w.refund.clone(), amount.format(lang)));
    Block::Amounts { total: rows.len() - 1, rows }
}

/// What an order is called by: its number, and the beginning of its id, which stands in addresses.
fn called(order: &OrderSummary, lang: Lang) -> String {
    let short = id::short(&order.order_id);
    order.number.as_ref().map_or_else(|| short.to_owned(), |number| lang.isolate(&format!("{number} ({short})")))
}

/// The lines of an order with what they come to and what went back of it, unless that is the amount which the mail has `said`
/// already; and where it goes, unless its buyer comes for it.
fn contents(order: &OrderSummary, said: Cents, w: &'static Words, lang: Lang) -> Vec<Block> {
    let mut amounts = goods(order, lang);
    let shipping = if order.shipping.0 == 0 { w.free.clone() } else { order.shipping.format(lang) };
    amounts.push((w.shipping.clone(), shipping));
    amounts.push((w.total.clone(), order.total.format(lang)));
    amounts.push((w.tax.clone(), order.tax.format(lang)));
    let total = amounts.len() - 2;
    if order.refunded.0 > 0 && order.refunded != said {
        amounts.push((w.refunded.clone(), order.refunded.format(lang)));
    }
    let to = (!order.is_fetched).then(|| Block::Lines { title: &w.ships_to, lines: order.address.clone() });
    [Block::Amounts { rows: amounts, total }].into_iter().chain(to).collect()
}

/// A row for each line.
fn goods(order: &OrderSummary, lang: Lang) -> Vec<(String, String)> {
    order.lines.iter().map(|line| (format!("{} × {}", line.quantity, line.title), line.total.format(lang))).collect()
}

/// What a corrective invoice is about, and what that comes to.
fn corrected(order: &OrderSummary, w: &'static Words, lang: Lang) -> Block {
    let mut rows = goods(order, lang);
    if order.shipping != Cents::ZERO {
        rows.push((w.shipping.clone(), order.shipping.format(lang)));
    }
    rows.push((w.total.clone(), order.total.format(lang)));
    rows.push((w.tax.clone(), order.tax.format(lang)));
    Block::Amounts { total: rows.len() - 2, rows }
}

/// An order that was paid, as the owner reads of it.
pub(super) fn to_owner(order: &OrderSummary, w: &'static Words, lang: Lang, shop: &Shop<'_>) -> Mail<'static> {
    let number = &called(order, lang);
    let mut blocks = vec![Block::Text(fill(&w.owner_order_intro, number))];
    blocks.extend(contents(order, Cents::ZERO, w, lang));
    blocks.push(desk(w, shop, &format!("/orders/{}", order.order_id)));
    (fill(&w.owner_order_subject, number), "", blocks)
}

/// An order that needs somebody.
pub(super) fn flagged(
    order: &OrderSummary,
    why: &str,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
) -> Mail<'static> {
    let why = match why {
        "recovered" => &w.flag_recovered,
        "paid_late" => &w.flag_paid_late,
        "paid_twice" => &w.flag_paid_twice,
        "payment_unknown" => &w.flag_payment_unknown,
        "refund_differs" => &w.flag_refund_differs,
        "dispute_won" => &w.flag_dispute_won,
        "dispute_lost" => &w.flag_dispute_lost,
        "disputed" => &w.flag_disputed,
        "refund_failed" => &w.flag_refund_failed,
        _ => &w.flag_amount_differs,
    };
    let mut blocks = vec![Block::Text(why.clone())];
    blocks.extend(contents(order, Cents::ZERO, w, lang));
    blocks.push(desk(w, shop, &format!("/orders/{}", order.order_id)));
    (fill(&w.owner_flag_subject, &called(order, lang)), "", blocks)
}

/// What is running out.
pub(super) fn low_stock(lines: &[StockLine], w: &'static Words, lang: Lang, shop: &Shop<'_>) -> Mail<'static> {
    let line = |line: &StockLine| match &line.sku {
        Some(sku) => format!("{} [{}]: {}", line.title, lang.isolate(sku), line.left),
        None => format!("{}: {}", line.title, line.left),
    };
    let lines = Block::Lines { title: &w.owner_stock_left, lines: lines.iter().map(line).collect() };
    let blocks = vec![Block::Text(w.owner_stock_intro.clone()), lines, desk(w, shop, "")];
    (w.owner_stock_subject.clone(), "", blocks)
}

/// How many mails could not be sent, and what was said of the last.
pub(super) fn not_sent(count: i64, error: &str, w: &'static Words, lang: Lang, shop: &Shop<'_>) -> Mail<'static> {
    let intro = Block::Text(fill(&w.owner_mail_intro, &count.to_string()));
    let said = Block::Facts(vec![(&w.owner_mail_error, lang.isolate(error))]);
    (w.owner_mail_subject.clone(), "", vec![intro, said, desk(w, shop, "")])
}

pub(super) fn overdue(
    is_drill: bool,
    since: &str,
    error: &str,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
) -> Mail<'static> {
    let (subject, intro) = if is_drill {
        (&w.drill_overdue_subject, &w.drill_overdue_intro)
    } else {
        (&w.backup_overdue_subject, &w.backup_overdue_intro)
    };
    let mut blocks = vec![Block::Text(fill(intro, since))];
    if !error.is_empty() {
        blocks.push(Block::Facts(vec![(&w.overdue_error, lang.isolate(error))]));
    }
    blocks.push(desk(w, shop, ""));
    (subject.clone(), "", blocks)
}

/// The certificate, which lasts `until` then; empty where there is none.
pub(super) fn not_renewed(until: &str, error: &str, w: &'static Words, lang: Lang, shop: &Shop<'_>) -> Mail<'static> {
    let intro = if until.is_empty() { w.no_certificate_intro.clone() } else { fill(&w.certificate_intro, until) };
    let mut blocks = vec![Block::Text(intro)];
    if !error.is_empty() {
        blocks.push(Block::Facts(vec![(&w.overdue_error, lang.isolate(error))]));
    }
    blocks.push(desk(w, shop, ""));
    (w.certificate_subject.clone(), "", blocks)
}

/// Invoices that wait to be sent to the tax agency, and those it finds wrong.
pub(super) fn not_taken(
    (unsent, wrong): (i64, i64),
    error: &str,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
) -> Mail<'static> {
    let mut facts = vec![
        (w.not_taken_unsent.as_str(), unsent.to_string()),
        (w.not_taken_wrong.as_str(), wrong.to_string()),
        (w.overdue_error.as_str(), lang.isolate(error)),
    ];
    facts.retain(|(name, said)| said != "0" && (*name != w.overdue_error || !error.is_empty()));
    let blocks = vec![Block::Text(w.not_taken_intro.clone()), Block::Facts(facts), desk(w, shop, "/invoices")];
    (w.not_taken_subject.clone(), "", blocks)
}

/// Payments that a person must look for.
pub(super) fn by_hand(
    provider: &str,
    since: &str,
    until: &str,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
) -> Mail<'static> {
    let facts = vec![
        (w.by_hand_provider.as_str(), lang.isolate(provider)),
        (w.by_hand_since.as_str(), lang.isolate(since)),
        (w.by_hand_until.as_str(), lang.isolate(until)),
    ];
    let blocks = vec![Block::Text(w.by_hand_intro.clone()), Block::Facts(facts), desk(w, shop, "/orders")];
    (w.by_hand_subject.clone(), "", blocks)
}

fn desk(w: &'static Words, shop: &Shop<'_>, page: &str) -> Block {
    Block::Button { label: &w.desk_button, url: format!("{}/admin{page}", shop.origin) }
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::{SHOP, order};
    use super::super::text::{Proof, render};
    use super::*;
    use crate::mail::OrderLine;

    fn text(message: &Message, lang: Lang) -> String {
        render(message, lang, &SHOP, &Proof::default()).text
    }

    #[test]
    fn directive_2024_825_the_confirmation_tells_the_legal_guarantee_and_links_the_notice_where_there_is_one() {
        let paid = Message::OrderPaid(order());
        let told = |has_guarantee_notice| {
            render(&paid, Lang::Es, &Shop { has_guarantee_notice, ..SHOP }, &Proof::default()).text
        };
        assert!(told(false).contains("En España: 3 años") && !told(false).contains("/pictures/"), "{}", told(false));
        assert!(told(true).contains("http://localhost:8080/pictures/guarantee-notice"), "{}", told(true));
        assert!(told(true).contains("En España: 3 años"));
        for lang in Lang::ALL {
            assert!(text(&paid, lang).contains('3'), "{lang}");
        }
    }

    #[test]
    fn what_a_buyer_had_written_on_it_stands_below_its_name_a_line_each() {
        let title = String::from("Placa (Latón)\nTexto: Familia <Puig>\nSegunda línea: 2.º 1.ª");
        let line = OrderLine { title, quantity: 1, total: Cents(3490) };
        let paid = Message::OrderPaid(OrderSummary { lines: vec![line], ..order() });
        let mail = render(&paid, Lang::Es, &SHOP, &Proof::default());
        let below = "1 × Placa (Latón): 34,90\u{a0}€\n  Texto: Familia <Puig>\n  Segunda línea: 2.º 1.ª\n";
        assert!(mail.text.contains(below), "{}", mail.text);
        assert!(mail.html.contains("1 × Placa (Latón)<br><span"), "{}", mail.html);
        assert!(mail.html.contains(">Texto: Familia &lt;Puig&gt;</span><br><span"), "{}", mail.html);
    }

    #[test]
    fn a_mail_from_before_carriers_still_goes_out() {
        let mut stored = serde_json::to_value(Message::OrderPaid(order())).unwrap();
        stored["kind"] = "order_shipped".into();
        stored["tracking_number"] = "PQ4E8X0700012340108001A".into();
        stored.as_object_mut().unwrap().remove("number");
        let said = text(&serde_json::from_value(stored).unwrap(), Lang::En);
        assert!(said.contains("carrier=correos") && said.contains("order 1a2b3c4d."), "{said}");
    }

    #[test]
    fn a_cancelled_order_says_what_goes_back() {
        let cancelled = |refund| {
            text(&Message::OrderCancelled { order: order(), refund, is_uncharged: false, by_buyer: false }, Lang::Es)
        };
        assert!(cancelled(Cents(7980)).contains("Importe de la devolución: 79,80\u{a0}€"));
        assert!(!cancelled(Cents::ZERO).contains("devolución"));
        assert!(!cancelled(Cents::ZERO).contains("No se te ha cobrado nada"));
        let unpaid =
            Message::OrderCancelled { order: order(), refund: Cents::ZERO, is_uncharged: true, by_buyer: false };
        assert!(text(&unpaid, Lang::Es).contains("No se te ha cobrado nada"));
        let by_buyer =
            Message::OrderCancelled { order: order(), refund: Cents(7980), is_uncharged: false, by_buyer: true };
        let said = text(&by_buyer, Lang::Es);
        assert!(said.contains("has desistido") && said.contains("Importe de la devolución: 79,80"), "{said}");
        let refund = |parts, of| Message::OrderRefunded { order: order(), amount: Cents(1250), of, parts };
        let refunded = text(&refund(RefundParts::default(), RefundOf::Part), Lang::En);
        assert!(refunded.contains("Refund: €12.50"), "{refunded}");
        let line = OrderLine { title: String::from("Broca"), quantity: 3, total: Cents(755) };
        let parts = RefundParts { lines: vec![line], shipping: Cents(495), is_elsewhere: false };
        let by_line = text(&refund(parts.clone(), RefundOf::Part), Lang::En);
        assert!(by_line.contains("3 × Broca: €7.55") && by_line.contains("€4.95"), "{by_line}");
        assert!(!by_line.contains("Cilindro"), "only what goes back: {by_line}");
        let by_hand = text(&refund(RefundParts { is_elsewhere: true, ..parts }, RefundOf::WholeUnsent), Lang::Es);
        assert!(by_hand.contains("en efectivo o por transferencia"), "{by_hand}");
        assert!(by_hand.contains("No te enviaremos") && !by_hand.contains("mismo medio"), "{by_hand}");
    }

    #[test]
    fn the_owner_is_led_to_the_desk_and_answers_the_buyer() {
        let message = Message::OrderForOwner { order: order(), email: String::from("n@example.com") };
        let mail = render(&message, Lang::Es, &SHOP, &Proof::default());
        assert!(mail.text.contains("http://localhost:8080/admin/orders/1a2b3c4d-"), "{}", mail.text);
        assert_eq!(mail.reply_to.as_deref(), Some("n@example.com"));
        let line = StockLine { title: String::from("Cilindro (30)"), sku: Some(String::from("CIL-30")), left: 2 };
        assert!(text(&Message::LowStock { lines: vec![line] }, Lang::Es).contains("Cilindro (30) [CIL-30]: 2"));
    }
}
