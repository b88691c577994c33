//! What the mails say, in every language.

use super::*;
use crate::carrier::Carrier;
use crate::mail::{
    ComplaintDue, ComplaintNotice, ComplaintReceipt, MailedFile, OrderLine, OrderSummary, RefundOf, RefundParts,
    Unsent, WithdrawalNotice, WithdrawalReceipt,
};
use crate::money::Cents;

pub(in crate::mail) const SHOP: Shop<'_> = Shop {
    brand: "Manetes",
    legal_name: "Manetes Abrera, S.L.",
    phone: "600 000 000",
    origin: "http://localhost:8080",
    place: "Carrer Nou 2, 08630 Abrera",
    hours: &[],
    letterhead: &[],
    has_invoice: false,
    has_guarantee_notice: false,
    answers_from_mailbox: false,
};

fn refunded(amount: Cents, of: RefundOf) -> Message {
    Message::OrderRefunded { order: order(), amount, of, parts: RefundParts::default() }
}

pub(in crate::mail) fn order() -> OrderSummary {
    OrderSummary {
        order_id: String::from("1a2b3c4d-0000-4000-8000-000000000000"),
        number: Some(String::from("2026-0042")),
        key_nonce: None,
        name: String::from("Núria <b>"),
        lines: vec![OrderLine { title: String::from("Cilindro"), quantity: 2, total: Cents(7980) }],
        items: Cents(7980),
        shipping: Cents::ZERO,
        total: Cents(7980),
        refunded: Cents::ZERO,
        tax: Cents(1385),
        address: vec![String::from("Carrer Major 1"), String::from("08630 Abrera")],
        arrival: Some((jiff::civil::date(2026, 11, 27), jiff::civil::date(2026, 12, 1))),
        is_made: false,
        is_fetched: false,
        kept_until: None,
        invoice_to: Vec::new(),
        terms_version: Some(3),
    }
}

fn proof() -> Proof {
    let text = String::from;
    Proof { token: text("s3cret"), code: text("042137"), email: text("n+x@example.com"), order_key: String::new() }
}

fn inquiry() -> Inquiry {
    Inquiry {
        id: String::from("1a2b3c4d-0000-4000-8000-000000000000"),
        number: String::from("1a2b3c4d"),
        name: String::from("<img src=x>"),
        email: String::from("nuria@example.com"),
        phone: Some(String::from("600 111 222")),
        service: None,
        town: Some(String::from("</table>Abrera")),
        when: None,
        lang: Lang::Fr,
        message: String::from("Una puerta\n<script>alert(1)</script>"),
        attachments: vec![String::from("quote-photos/1.jpg"), String::from("quote-photos/2.jpg")],
    }
}

fn complaint(takes_part: bool) -> ComplaintReceipt {
    ComplaintReceipt {
        number: String::from("1a2b3c4d"),
        key: String::from("R-2026-0042"),
        name: String::from("Núria <b>"),
        order: Some(String::from("2026-0007")),
        text: vec![String::from("El cilindro llegó roto."), String::from("<i>Nadie contesta.</i>")],
        at: String::from("20/11/2026 12:00:00 (UTC+01:00)"),
        due: String::from("05/12/2026"),
        takes_part,
        body: String::from("Junta Arbitral, Carrer Major, 1"),
    }
}

fn complained() -> ComplaintNotice {
    let text = String::from;
    ComplaintNotice { inquiry: inquiry(), key: text("R-2026-0042"), order: None, due: text("05/12/2026") }
}

fn complaint_due(is_overdue: bool) -> ComplaintDue {
    let text = String::from;
    ComplaintDue { id: text("1a2b3c4d-0000"), key: text("R-2026-0042"), due: text("05/12/2026"), is_overdue }
}

fn receipt() -> WithdrawalReceipt {
    WithdrawalReceipt {
        id: String::new(),
        number: String::from("1a2b3c4d"),
        order_id: None,
        name: String::from("Núria"),
        contract: String::from("2026-0042"),
        items: vec![String::from("2 × Cilindro")],
        statement: vec![String::from("A la atención de Manetes:")],
        at: String::from("20/11/2026 12:00:00 (UTC+01:00)"),
        send_to: vec![String::from("Carrer Major, 1")],
        until: String::from("04/12/2026"),
        unsent: None,
        back: None,
    }
}

fn withdrawal() -> WithdrawalNotice {
    let marks = ["unmatched", "unproven", "late", "excluded", "other_goods", "cancelled"];
    WithdrawalNotice {
        id: String::from("1a2b3c4d-0000"),
        number: String::from("1a2b3c4d"),
        order: Some(String::from("2026-0042")),
        name: String::from("Núria"),
        email: String::from("n@example.com"),
        contract: String::from("2026-0042"),
        items: Vec::new(),
        marks: marks.map(String::from).to_vec(),
        message: String::from("hola"),
    }
}

fn about_complaints() -> Vec<Message> {
    vec![
        Message::ComplaintReceived(complaint(true)),
        Message::ComplaintReceived(complaint(false)),
        Message::ComplaintForOwner(Box::new(complained())),
        Message::ComplaintDue(complaint_due(false)),
        Message::ComplaintDue(complaint_due(true)),
    ]
}

fn acknowledgements() -> [Message; 3] {
    [None, Some(Unsent::Cancelled), Some(Unsent::Waits)]
        .map(|unsent| Message::WithdrawalReceived(WithdrawalReceipt { unsent, ..receipt() }))
}

#[test]
fn every_message_has_words_in_every_language() {
    let name = String::from("Núria");
    let tracked = || String::from("PQ4E8X0700012340108001A");
    for lang in Lang::ALL {
        for message in [
            Message::ConfirmEmail { name: name.clone(), token_id: String::from("t") },
            Message::AlreadyRegistered { name: name.clone() },
            Message::StockQuestion { title: String::from("Candado, 40 mm"), token_id: String::from("t") },
            Message::BackInStock {
                title: String::from("Candado, 40 mm"),
                product_id: String::from("p"),
                variant_id: String::from("v"),
            },
            Message::SignIn { name: name.clone(), token_id: String::from("t") },
            Message::Recover { name: name.clone(), token_id: String::from("t") },
            Message::ConfirmNewEmail { name: name.clone(), token_id: String::from("t") },
            Message::Reauthenticate { name: name.clone(), token_id: String::from("t") },
            Message::AdminInvitation { inviter: String::from("n@example.com"), token_id: String::from("t") },
            Message::OrderReceived(order()),
            Message::OrderPaid(order()),
            Message::OrderLink(order()),
            Message::OrderReminder(order()),
            Message::OrderShipped {
                order: order(),
                carrier: Carrier::Seur,
                tracking_number: Some(tracked()),
                is_corrected: false,
            },
            Message::OrderShipped {
                order: order(),
                carrier: Carrier::Seur,
                tracking_number: Some(tracked()),
                is_corrected: true,
            },
            Message::OrderShipped { order: order(), carrier: Carrier::Gls, tracking_number: None, is_corrected: false },
            Message::OrderShipped {
                order: order(),
                carrier: Carrier::OwnVan,
                tracking_number: None,
                is_corrected: false,
            },
            Message::OrderShipped {
                order: order(),
                carrier: Carrier::PickUp,
                tracking_number: None,
                is_corrected: false,
            },
            Message::OrderUnshipped(order()),
            Message::OrderUnshipped(OrderSummary { is_fetched: true, ..order() }),
            Message::OrderDelivered(order()),
            Message::OrderUndelivered(order()),
            Message::OrderUndelivered(OrderSummary { is_fetched: true, ..order() }),
            Message::OrderCancelled { order: order(), refund: Cents(7980), is_uncharged: false, by_buyer: true },
            Message::OrderCancelled { order: order(), refund: Cents::ZERO, is_uncharged: true, by_buyer: false },
            refunded(Cents(1250), RefundOf::Part),
            refunded(Cents(7980), RefundOf::Whole),
            refunded(Cents(7980), RefundOf::WholeUnsent),
            refunded(Cents(7980), RefundOf::SecondPayment),
            Message::OrderForOwner { order: order(), email: String::from("n@example.com") },
            Message::OrderFlagged { order: order(), why: String::from("disputed") },
            Message::LowStock { lines: Vec::new() },
            Message::MailsNotSent { count: 2, error: String::from("550") },
            Message::UpkeepOverdue { is_drill: false, since: String::from("2026-11-20"), error: String::from("full") },
            Message::CertificateNotRenewed { until: String::from("2027-02-01"), error: String::from("DNS") },
            Message::CertificateNotRenewed { until: String::new(), error: String::new() },
            Message::InvoicesNotTaken { unsent: 3, wrong: 1, error: String::from("HTTP 503") },
            Message::PaymentsByHand {
                provider: String::from("redsys"),
                since: String::from("2026-11-20"),
                until: String::from("2026-11-21"),
            },
            Message::UpkeepOverdue { is_drill: true, since: String::from("2026-11-20"), error: String::new() },
            Message::WithdrawalForOwner(withdrawal()),
            Message::QuoteReceived { name: String::new(), number: String::from("1a2b3c4d"), service: None },
            Message::MessageReceived { name: String::from("Núria"), number: String::from("1a2b3c4d") },
            Message::QuoteForOwner(inquiry()),
            Message::MessageForOwner(inquiry()),
        ]
        .into_iter()
        .chain(about_complaints())
        .chain(account::notices())
        .chain(acknowledgements())
        {
            let mail = render(&message, lang, &SHOP, &proof());
            assert!(!mail.text.contains("{{") && !mail.subject.contains("{{"), "{mail:?}");
            assert!(mail.html.contains(&format!("lang=\"{lang}\" dir=\"{}\"", lang.dir())));
            if lang != Lang::Es {
                assert_ne!(mail.subject, render(&message, Lang::Es, &SHOP, &proof()).subject);
            }
        }
    }
}

#[test]
fn the_confirmation_link_keeps_its_token_out_of_the_servers_log() {
    let message = Message::ConfirmEmail { name: String::new(), token_id: String::from("t") };
    let mail = render(&message, Lang::Fr, &SHOP, &proof());
    assert!(mail.text.contains("http://localhost:8080/welcome?lang=fr#token_hash=s3cret&type=signup"));
    assert!(mail.text.contains("Code\u{a0}: 042137"), "{}", mail.text);
    let message = Message::SignIn { name: String::new(), token_id: String::from("t") };
    let mail = render(&message, Lang::Ar, &SHOP, &proof());
    let link =
        "http://localhost:8080/verify?lang=ar#token_hash=s3cret&type=magiclink&email=n%2Bx%40example.com&lang=ar";
    assert!(mail.text.contains(link), "{}", mail.text);
}

#[test]
fn the_buyers_mails_carry_the_orders_key_and_the_owners_never() {
    let proof = Proof { order_key: String::from("0rder-key"), ..proof() };
    let cancelled =
        Message::OrderCancelled { order: order(), refund: Cents::ZERO, is_uncharged: true, by_buyer: false };
    for (message, has_claim) in [
        (Message::OrderReceived(order()), false),
        (Message::OrderPaid(order()), true),
        (Message::OrderLink(order()), true),
        (Message::OrderReminder(order()), false),
        (cancelled, false),
    ] {
        let text = render(&message, Lang::Fr, &SHOP, &proof).text;
        let link = "http://localhost:8080/order/1a2b3c4d-0000-4000-8000-000000000000?lang=fr&key=0rder-key";
        assert!(text.contains(link), "{text}");
        assert_eq!(text.contains(&format!("{link}#claim=s3cret")), has_claim, "{text}");
        let of_account = render(&message, Lang::Fr, &SHOP, &Proof::default()).text;
        assert!(!of_account.contains("key=") && !of_account.contains("claim"), "{of_account}");
    }
    for message in [
        Message::OrderForOwner { order: order(), email: String::from("n@example.com") },
        Message::OrderFlagged { order: order(), why: String::from("disputed") },
    ] {
        assert!(!render(&message, Lang::Fr, &SHOP, &proof).text.contains("0rder-key"));
    }
}

#[test]
fn numbers_keep_their_order_in_a_text_written_right_to_left() {
    let mail = render(&Message::OrderPaid(order()), Lang::Ar, &SHOP, &Proof::default());
    for told in ["\u{2068}600\u{a0}000\u{a0}000\u{2069}", "\u{2068}Manetes Abrera, S.L.\u{2069}"] {
        assert!(mail.text.contains(told) && mail.html.contains(told), "{told}: {}", mail.text);
    }
    assert!(mail.text.contains("يصلك بين 27 نوفمبر و1 ديسمبر."), "{}", mail.text);
    assert!(mail.html.contains("<bdi>08630 Abrera</bdi>"));
    assert!(mail.text.contains(": \u{2068}79,80\u{a0}€\u{2069}\n"));
    assert!(!render(&Message::OrderPaid(order()), Lang::Fr, &SHOP, &Proof::default()).text.contains('\u{2068}'));
}

#[test]
fn a_french_colon_stands_apart() {
    let mail = render(&Message::OrderPaid(order()), Lang::Fr, &SHOP, &Proof::default());
    assert!(mail.text.contains("Livraison\u{a0}: Gratuite") && mail.text.contains("Voir la commande\u{a0}:\n"));
}

#[test]
fn a_catalan_mail_speaks_as_the_pages_do() {
    let mail = render(&Message::OrderPaid(order()), Lang::Ca, &SHOP, &Proof::default());
    assert!(mail.html.contains("<html lang=\"ca\" dir=\"ltr\""));
    for words in ["Hola, Núria", "IVA inclòs", "Desistir del contracte aquí", "Adreça d’enviament", "79,80\u{a0}€"]
    {
        assert!(mail.text.contains(words), "{words}: {}", mail.text);
    }
}

#[test]
fn what_people_typed_cannot_become_markup() {
    let mail = render(&Message::OrderPaid(order()), Lang::Es, &SHOP, &Proof::default());
    let lines = vec![OrderLine { title: String::from("Cilindro <b> (30 × 30 mm)"), quantity: 1, total: Cents(7980) }];
    let named = OrderSummary { name: String::from("<b>Núria"), lines, ..order() };
    let html = render(&Message::OrderPaid(named), Lang::Es, &SHOP, &Proof::default()).html;
    assert!(html.contains("Hola, &lt;b&gt;Núria") && html.contains("Cilindro &lt;b&gt; (30 × 30\u{a0}mm)"), "{html}");
    assert!(mail.text.contains("2 × Cilindro: 79,80\u{a0}€"));
    assert!(mail.text.contains("Envío: Gratis"));

    let mail = render(&Message::QuoteForOwner(inquiry()), Lang::Es, &SHOP, &Proof::default());
    for tag in ["<img", "<script", "</table>A"] {
        assert!(!mail.html.contains(tag), "{tag} in {}", mail.html);
    }
    assert!(mail.html.contains("<bdi>Una puerta</bdi><br><bdi>&lt;script&gt;"));
}

#[test]
fn the_owner_is_led_to_the_conversation_and_answers_from_the_mailbox_only_by_choice() {
    let page = "http://localhost:8080/admin/inbox/messages/1a2b3c4d-0000-4000-8000-000000000000";
    let by_choice = Shop { answers_from_mailbox: true, ..SHOP };
    let render = |message: &Message, shop: &Shop<'_>| render(message, Lang::Es, shop, &Proof::default());
    let mail = render(&Message::MessageForOwner(inquiry()), &SHOP);
    assert!(mail.text.contains(page) && mail.html.contains(page), "{}", mail.text);
    assert!(mail.text.contains("no le llega a quien ha escrito"), "{}", mail.text);
    assert_eq!(mail.reply_to, None);
    let chosen = render(&Message::MessageForOwner(inquiry()), &by_choice);
    assert!(chosen.text.contains(page) && chosen.text.contains("no queda en la conversación"), "{}", chosen.text);
    assert_eq!(chosen.reply_to.as_deref(), Some("nuria@example.com"));
    let quote = render(&Message::QuoteForOwner(inquiry()), &SHOP).text;
    assert!(quote.contains("/admin/inbox/quotes/1a2b3c4d-0000-4000-8000-000000000000\n"), "{quote}");
    let older = Message::QuoteForOwner(Inquiry { id: String::new(), ..inquiry() });
    assert!(render(&older, &SHOP).text.contains("/admin/inbox\n"));
    for shop in [&SHOP, &by_choice] {
        assert_eq!(render(&Message::OrderPaid(order()), shop).reply_to, None);
    }
}

#[test]
fn the_owner_reads_what_somebody_wrote() {
    let mail = render(&Message::MessageForOwner(inquiry()), Lang::Es, &SHOP, &Proof::default());
    assert!(mail.text.contains("Teléfono: 600 111 222\nPoblación"), "{}", mail.text);
    assert!(mail.text.contains("Fotos adjuntas: 2"), "{}", mail.text);
    let foreign = Message::MessageForOwner(Inquiry { lang: Lang::Ca, ..inquiry() });
    assert!(render(&foreign, Lang::Es, &SHOP, &Proof::default()).text.contains("Idioma: Català"));
}

#[test]
fn a_receipt_of_a_complaint_says_its_content_the_minute_its_key_and_the_day_of_the_answer() {
    for lang in Lang::ALL {
        let mail = render(&Message::ComplaintReceived(complaint(false)), lang, &SHOP, &Proof::default());
        assert!(mail.subject.contains("R-2026-0042"), "{lang}: {}", mail.subject);
        for said in [
            "R-2026-0042",
            "20/11/2026 12:00",
            "05/12/2026",
            "2026-0007",
            "El cilindro llegó roto.",
            "https://consum.gencat.cat",
            "Junta Arbitral, Carrer Major, 1",
        ] {
            assert!(mail.text.contains(said) && mail.html.contains(said), "{lang}: {said} in {}", mail.text);
        }
        assert!(!mail.html.contains("<i>Nadie") && !mail.html.contains("<bdi>Núria <b>"), "{lang}");
        let part = render(&Message::ComplaintReceived(complaint(true)), lang, &SHOP, &Proof::default());
        assert_ne!(part.text, mail.text, "{lang}: whether the firm takes part");
    }
}

#[test]
fn an_answer_to_a_complaint_stays_in_the_thread_of_its_receipt() {
    let answer = Message::Answer {
        number: String::from("1a2b3c4d"),
        about_quote: false,
        name: String::from("Núria"),
        text: String::from("Te lo cambiamos."),
        asked: String::from("Llegó roto."),
        thread: None,
        complaint: Some(String::from("R-2026-0042")),
        files: vec![MailedFile { path: String::from("quote-photos/1.pdf"), name: String::from("vale.pdf") }],
    };
    let receipt = render(&Message::ComplaintReceived(complaint(false)), Lang::Es, &SHOP, &Proof::default());
    let answer = render(&answer, Lang::Es, &SHOP, &Proof::default());
    assert_eq!(answer.subject, format!("Re: {}", receipt.subject));
    assert!(answer.text.contains("Adjunto") && answer.text.contains("vale.pdf"), "{}", answer.text);
}

#[test]
fn a_mail_greets_by_one_word_that_is_a_name_or_by_none() {
    for (typed, greeted) in [
        ("Marta Vila", "Marta"),
        (" Núria ", "Núria"),
        ("Jean-Luc d’Arc", "Jean-Luc"),
        ("عمر الأمراني", "عمر"),
        ("عبد الله", ""),
        ("www.example.com gana dinero", ""),
        ("P. Ribas", ""),
        ("2x1", ""),
        ("", ""),
        ("Aprovechaestaofertaahoramismo", ""),
    ] {
        assert_eq!(first_name(typed), greeted, "{typed}");
    }
    let greeting = |name: &str| {
        let named = OrderSummary { name: name.to_owned(), ..order() };
        render(&Message::OrderPaid(named), Lang::Es, &SHOP, &Proof::default()).text.lines().next().unwrap().to_owned()
    };
    assert_eq!(greeting("Núria Puig Casademunt"), "Hola, Núria:");
    assert_eq!(greeting("P. Ribas"), "Hola, P. Ribas:");
}

#[test]
fn what_is_read_in_one_piece_stays_on_one_line_of_a_mail() {
    let whole = |number: &str| format!("<span style=\"white-space:nowrap\">{number}</span>");
    for lang in Lang::ALL {
        let paid = render(&Message::OrderPaid(order()), lang, &SHOP, &Proof::default());
        let (heading, rest) = paid.html.split_once("</h1>").unwrap();
        assert!(heading.contains(&whole("2026-0042")) && rest.contains(&whole("2026-0042")), "{lang}: {}", paid.html);
        assert!(paid.text.contains("2026-0042") && !paid.text.contains("<span"), "{lang}");
        let complaint = render(&Message::ComplaintReceived(complaint(false)), lang, &SHOP, &Proof::default());
        assert_eq!(complaint.html.matches(&whole("R-2026-0042")).count(), 2, "{lang}: heading and facts");
    }
    let paid = render(&Message::OrderPaid(order()), Lang::Ar, &SHOP, &Proof::default());
    assert!(
        paid.html.contains("<bdi style=\"display:inline-block\">(Desistir del contrato aquí)</bdi>"),
        "{}",
        paid.html
    );
    assert!(paid.text.contains("(Desistir del contrato aquí)"), "{}", paid.text);
}

#[test]
fn withdrawing_stands_back_behind_following_the_parcel() {
    let shipped = Message::OrderShipped {
        order: order(),
        carrier: Carrier::Correos,
        tracking_number: Some(String::from("PQ4E8X0700012340108001A")),
        is_corrected: false,
    };
    let html = render(&shipped, Lang::Es, &SHOP, &Proof::default()).html;
    let look_of = |label: &str| html.split("<p style").find(|part| part.contains(label)).unwrap().to_owned();
    assert!(look_of("Seguir el paquete").contains("background:#f4b335"), "{html}");
    assert!(!look_of("Desistir del contrato aquí").contains("background"), "{html}");
}
