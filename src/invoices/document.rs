//! An invoice as a paper: in Catalan for whoever bought in Catalan and in Spanish for everybody else, so that it serves
//! before any office here. Products are called what the invoice calls them, which is in its language.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::breakdown::percent;
use super::{Invoice, Kind, Line, What, day};
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::money::Cents;
use crate::paper::{Error, Fonts, Paper, Party, Qr, Table, draw};
use crate::settings::Settings;
use crate::tax_agency::Mode;

/// What stands on the paper beside what was typed and reckoned.
struct Words {
    full: &'static str,
    simplified: &'static str,
    corrective: &'static str,
    simplified_corrective: &'static str,
    date: &'static str,
    paid_on: &'static str,
    order: &'static str,
    buyer: &'static str,
    item: &'static str,
    quantity: &'static str,
    rate: &'static str,
    amount: &'static str,
    base: &'static str,
    tax: &'static str,
    total: &'static str,
    shipping: &'static str,
    back: &'static str,
    not_back: &'static str,
    unit_price: &'static str,
    corrects: &'static str,
    replaces: &'static str,
    replaced: &'static str,
    /// After the title.
    annulled: &'static str,
    void: &'static str,
    trial: &'static str,
}

const SPANISH: Words = Words {
    full: "Factura",
    simplified: "Factura simplificada",
    corrective: "Factura rectificativa",
    simplified_corrective: "Factura simplificada rectificativa",
    date: "Fecha de expedición",
    paid_on: "Fecha de la operación",
    order: "Pedido",
    buyer: "Cliente",
    item: "Concepto",
    quantity: "Cantidad",
    rate: "IVA",
    amount: "Importe",
    base: "Base imponible",
    tax: "Cuota de IVA",
    total: "Total, IVA incluido",
    shipping: "Envío",
    back: "Devolución del importe",
    not_back: "Devolución no efectuada",
    unit_price: "Precio sin IVA",
    corrects: "Rectifica por diferencias la factura",
    replaces: "Se emite en sustitución de la factura simplificada",
    replaced: "La sustituye otra factura, a nombre de quien compró.",
    annulled: "anulada",
    void: "Esta factura está anulada: no tiene validez.",
    trial: "Documento de prueba, sin validez: no se ha cobrado nada.",
};

const CATALAN: Words = Words {
    full: "Factura",
    simplified: "Factura simplificada",
    corrective: "Factura rectificativa",
    simplified_corrective: "Factura simplificada rectificativa",
    date: "Data d’expedició",
    paid_on: "Data de l’operació",
    order: "Comanda",
    buyer: "Client",
    item: "Concepte",
    quantity: "Quantitat",
    rate: "IVA",
    amount: "Import",
    base: "Base imposable",
    tax: "Quota d’IVA",
    total: "Total, IVA inclòs",
    shipping: "Enviament",
    back: "Devolució de l’import",
    not_back: "Devolució no efectuada",
    unit_price: "Preu sense IVA",
    corrects: "Rectifica per diferències la factura",
    replaces: "S’emet en substitució de la factura simplificada",
    replaced: "La substitueix una altra factura, a nom de qui va comprar.",
    annulled: "anul·lada",
    void: "Aquesta factura està anul·lada: no té validesa.",
    trial: "Document de prova, sense validesa: no s’ha cobrat res.",
};

/// The paper as a PDF, some 10 ms of work. `order_number` and `brand` are what people call the order and the firm by.
pub fn pdf(invoice: &Invoice, order_number: &str, brand: &str) -> Result<Vec<u8>, Error> {
    draw(&paper(invoice, order_number, brand), Fonts::site()?)
}

/// The invoice of an order's payment, its newest that stands, with what people call the firm by.
pub fn of_order(conn: &Conn, order_id: &str) -> db::Result<Option<(Invoice, String)>> {
    let stands = |invoice: &Invoice| invoice.corrects.is_none() && !invoice.is_replaced && !invoice.is_annulled;
    let standing = super::of_order(conn, order_id)?.into_iter().rfind(stands);
    standing.map(|invoice| Ok((invoice, Settings::load(conn)?.brand))).transpose()
}

/// An invoice, with what people call the firm by; `None` where there is none of this number.
pub fn by_number(conn: &Conn, number: &str) -> db::Result<Option<(Invoice, String)>> {
    let found = number.parse().ok().map(|number| super::find(conn, &number)).transpose()?.flatten();
    found.map(|invoice| Ok((invoice, Settings::load(conn)?.brand))).transpose()
}

/// The language of the paper of an order's language.
pub(super) fn lang_of(order: Lang) -> Lang {
    if order == Lang::Ca { Lang::Ca } else { Lang::Es }
}

fn paper(invoice: &Invoice, order_number: &str, brand: &str) -> Paper {
    let lang = lang_of(invoice.lang);
    let words = if lang == Lang::Ca { CATALAN } else { SPANISH };
    let title = match invoice.kind {
        Kind::F1 | Kind::F3 => words.full,
        Kind::F2 => words.simplified,
        Kind::R1 => words.corrective,
        Kind::R5 => words.simplified_corrective,
    };
    let printed = |at: Timestamp| at.date().strftime("%d/%m/%Y").to_string();
    let mut facts = vec![(words.date, printed(invoice.issued_at))];
    if printed(invoice.sold_at) != printed(invoice.issued_at) {
        facts.push((words.paid_on, printed(invoice.sold_at)));
    }
    facts.push((words.order, order_number.to_owned()));
    let about = [(words.corrects, &invoice.corrects), (words.replaces, &invoice.replaces)];
    let about = about.into_iter().filter_map(|(said, number)| Some(format!("{said} {}.", number.as_ref()?)));
    let said =
        [(words.void, invoice.is_annulled), (words.replaced, invoice.is_replaced), (words.trial, invoice.is_trial)];
    let seller = &invoice.seller;
    // A full invoice says what one costs without its tax (RD 1619/2012, art. 6.1.f).
    let is_full = invoice.buyer.is_some();
    let columns = [
        (words.item, true),
        (words.quantity, true),
        (words.unit_price, is_full),
        (words.rate, true),
        (words.amount, true),
    ];
    let columns = columns.into_iter().filter(|(_, is_shown)| *is_shown);
    Paper {
        lang: lang.code(),
        issued: jiff::Timestamp::from_second(invoice.issued_at.seconds()).unwrap_or_default(),
        title: if invoice.is_annulled { format!("{title} {}", words.annulled) } else { title.to_owned() },
        number: invoice.number.to_string(),
        brand: brand.to_owned(),
        seller: vec![seller.name.clone(), format!("NIF {}", seller.nif), seller.address.clone()],
        buyer: invoice.buyer.as_ref().map(|buyer| Party {
            heading: words.buyer.to_owned(),
            lines: vec![
                buyer.name.clone(),
                format!("NIF {}", buyer.nif),
                buyer.address.clone(),
                format!("{} {}, {}", buyer.postal_code, buyer.city, buyer.country),
            ],
        }),
        facts: facts.into_iter().map(|(said, value)| (said.to_owned(), value)).collect(),
        qr: to_scan(invoice),
        table: Table {
            header: columns.map(|(header, _)| header.to_owned()).collect(),
            rows: invoice.lines.iter().map(|line| row(line, lang, &words, is_full)).collect(),
        },
        sums: Table {
            header: [words.rate, words.base, words.tax].map(str::to_owned).to_vec(),
            rows: invoice
                .shares
                .iter()
                .map(|share| vec![percent(share.rate_bp), share.base().format(lang), share.tax.format(lang)])
                .collect(),
        },
        total: (words.total.to_owned(), invoice.total.format(lang)),
        notes: said.into_iter().filter(|(_, is_so)| *is_so).map(|(note, _)| note.to_owned()).chain(about).collect(),
        footer: format!("{} · NIF {}", seller.name, seller.nif),
    }
}

/// What anybody may scan to see whether the tax agency has the invoice; none where it is not sent. Its words are the law's
/// (Orden HAC/1177/2024, art. 20 and 21; the agency's "características del QR").
fn to_scan(invoice: &Invoice) -> Option<Qr> {
    // What the test environment has of a real sale, nobody finds who scans it.
    if invoice.record.chain == Mode::Test && !invoice.is_trial {
        return None;
    }
    let host = invoice.record.chain.code_host()?;
    let escaped = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let (nif, number) = (escaped(&invoice.seller.nif), escaped(&invoice.number.to_string()).replace("%2D", "-"));
    let content = format!(
        "{host}/wlpl/TIKE-CONT/ValidarQR?nif={nif}&numserie={number}&fecha={}&importe={}",
        day(invoice.issued_at),
        invoice.total
    );
    Some(Qr { content, above: String::from("QR tributario:"), below: Some(String::from("VERI*FACTU")) })
}

fn row(line: &Line, lang: Lang, words: &Words, is_full: bool) -> Vec<String> {
    let (text, quantity) = match &line.what {
        What::Item { title, quantity } => (title.as_str(), Some(*quantity)),
        What::Shipping => (words.shipping, None),
        What::Amount if line.total < Cents::ZERO => (words.back, None),
        What::Amount => (words.not_back, None),
    };
    let mut cells = vec![text.to_owned(), quantity.map(|quantity| quantity.to_string()).unwrap_or_default()];
    if is_full {
        cells.push(line.unit_base().map(|base| base.format(lang)).unwrap_or_default());
    }
    cells.extend([line.rate_bp.map(percent).unwrap_or_default(), line.total.format(lang)]);
    cells
}
