//! The books of a quarter as files: a table, and a folder of it with every paper.

use std::io::{self, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::Entry;
use crate::catalogue::import::formula::guard;
use crate::clock::Timestamp;
use crate::invoices::breakdown::Share;
use crate::invoices::wire::{InvoiceBody, State};
use crate::money::Cents;

/// A row for each rate of each invoice. The last but one three are what of it counts in the quarter: their sums are its
/// totals.
const COLUMNS: [&str; 21] = [
    "Número",
    "Fecha de expedición",
    "Fecha de operación",
    "Tipo",
    "Rectifica a",
    "Sustituye a",
    "Sustituida",
    "Anulada",
    "Pedido",
    "Cliente",
    "NIF del cliente",
    "País",
    "Tipo de IVA",
    "Base imponible",
    "Cuota de IVA",
    "Total",
    "Estado en la Agencia Tributaria",
    "Base que cuenta",
    "Cuota que cuenta",
    "Total que cuenta",
    "Moneda",
];

/// As a spreadsheet in Spain opens it with a double click (decision 54): semicolons between cells, commas before cents, days
/// before months, and a byte order mark, so that accents show. No cell is a formula; amounts are numbers, below nothing too.
pub(super) fn csv(entries: &[Entry], out: &mut impl Write) -> io::Result<()> {
    out.write_all("\u{feff}".as_bytes())?;
    let mut csv = csv::WriterBuilder::new().delimiter(b';').from_writer(out);
    csv.write_record(COLUMNS)?;
    for entry in entries {
        let counted = entry.counted();
        let face = face(entry);
        for share in &entry.invoice.shares {
            let of_rate = |counted: &Vec<Share>| counted.iter().copied().find(|other| other.rate_bp == share.rate_bp);
            let counts = counted.as_ref().and_then(of_rate);
            let nothing = Share { gross: Cents::ZERO, tax: Cents::ZERO, ..*share };
            let [base, tax, total] = amounts(*share);
            let [counted_base, counted_tax, counted_total] = amounts(counts.unwrap_or(nothing));
            let rate = Cents(share.rate_bp).with_comma();
            let state = state(entry).to_owned();
            let sums = [rate, base, tax, total, state, counted_base, counted_tax, counted_total, String::from("EUR")];
            csv.write_record(face.iter().chain(&sums))?;
        }
    }
    csv.flush()
}

fn face(entry: &Entry) -> Vec<String> {
    let invoice = &entry.invoice;
    let day = |at: Timestamp| at.date().strftime("%d/%m/%Y").to_string();
    let yes = |is_so| String::from(if is_so { "sí" } else { "no" });
    let kind: &str = invoice.kind.into_str();
    let buyer = invoice.buyer.as_ref();
    vec![
        invoice.number.to_string(),
        day(invoice.issued_at),
        day(invoice.sold_at),
        kind.to_owned(),
        invoice.corrects.clone().unwrap_or_default(),
        invoice.replaces.clone().unwrap_or_default(),
        yes(invoice.is_replaced),
        yes(invoice.is_annulled),
        entry.order.clone(),
        buyer.map(|buyer| guard(&buyer.name)).unwrap_or_default(),
        buyer.map(|buyer| guard(&buyer.nif)).unwrap_or_default(),
        buyer.map(|buyer| guard(&buyer.country)).unwrap_or_default(),
    ]
}

fn amounts(share: Share) -> [String; 3] {
    [share.base(), share.tax, share.gross].map(Cents::with_comma)
}

fn state(entry: &Entry) -> &'static str {
    match InvoiceBody::from(&entry.invoice).state {
        State::Issued => "no se envía",
        State::Waiting => "por enviar",
        State::Accepted => "aceptada",
        State::AcceptedWithErrors => "aceptada con errores",
        State::Rejected => "rechazada",
    }
}

/// A ZIP that is written from its beginning to its end, one file after the other.
pub(super) struct Folder<W: Write> {
    zip: ZipWriter<zip::write::StreamWriter<W>>,
    options: SimpleFileOptions,
}

impl<W: Write> Folder<W> {
    /// Its files are dated as the moment on the firm's clocks.
    pub(super) fn new(out: W, now: Timestamp) -> Self {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(dated(now))
            .unix_permissions(0o644);
        Self { zip: ZipWriter::new_stream(out), options }
    }

    pub(super) fn put(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.zip.start_file(name, self.options)?;
        self.zip.write_all(bytes)
    }

    /// Without this nobody takes it for whole.
    pub(super) fn end(self) -> io::Result<()> {
        self.zip.finish()?.flush()
    }
}

/// The format knows 1980 to 2107.
fn dated(at: Timestamp) -> DateTime {
    let local = at.local();
    let part = |value: i8| u8::try_from(value).unwrap_or_default();
    let (month, day, hour) = (part(local.month()), part(local.day()), part(local.hour()));
    let year = u16::try_from(local.year()).unwrap_or_default();
    DateTime::from_date_and_time(year, month, day, hour, part(local.minute()), part(local.second())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::super::tests::entry;
    use super::*;
    use crate::invoices::{Buyer, Kind};

    fn table(entries: &[Entry]) -> Vec<Vec<String>> {
        let mut file = Vec::new();
        csv(entries, &mut file).unwrap();
        assert!(file.starts_with("\u{feff}".as_bytes()));
        let mut reader = csv::ReaderBuilder::new().has_headers(false).delimiter(b';').from_reader(&file[3..]);
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn each_rate_is_a_row_and_what_people_typed_is_no_formula() {
        let share = |rate_bp, gross, tax| Share { rate_bp, gross: Cents(gross), tax: Cents(tax) };
        let mut sold = entry(Kind::F1, "2026-11-02", &[share(2100, 1210, 210), share(520, 526, 26)]);
        sold.invoice.buyer = Some(Buyer {
            name: String::from("=1+1"),
            nif: String::from("B12345674"),
            address: String::from("C"),
            city: String::from("A"),
            postal_code: String::from("08630"),
            country: String::from("ES"),
        });
        let back = entry(Kind::R1, "2026-11-03", &[share(2100, -121, -21)]);
        let rows = table(&[sold, back]);
        assert_eq!((rows[0].as_slice(), rows.len()), (COLUMNS.map(String::from).as_slice(), 4));
        assert_eq!(rows[1][..4], ["T-2026-000001", "02/11/2026", "02/11/2026", "F1"]);
        assert_eq!(rows[1][9..17], ["'=1+1", "B12345674", "ES", "21,00", "10,00", "2,10", "12,10", "no se envía"]);
        assert_eq!(rows[2][12..16], ["5,20", "5,00", "0,26", "5,26"]);
        assert_eq!(rows[3][13..], ["-1,00", "-0,21", "-1,21", "no se envía", "-1,00", "-0,21", "-1,21", "EUR"]);
    }

    #[test]
    fn what_another_stands_for_counts_nothing() {
        let mut sold = entry(Kind::F2, "2026-11-02", &[Share { rate_bp: 2100, gross: Cents(121), tax: Cents(21) }]);
        (sold.replaced_at, sold.invoice.is_replaced) = (Some(sold.invoice.issued_at), true);
        let rows = table(&[sold]);
        assert_eq!(
            (rows[1][6].as_str(), rows[1][7].as_str(), &rows[1][15..20]),
            ("sí", "no", &["1,21", "no se envía", "0,00", "0,00", "0,00"].map(String::from)[..])
        );
    }

    #[test]
    fn a_folder_that_is_written_in_one_go_can_be_opened() {
        let mut out = Vec::new();
        let mut folder = Folder::new(&mut out, Timestamp::parse_local("2026-11-24 12:30:00").unwrap());
        folder.put("a.csv", b"a,b").unwrap();
        folder.put("b.pdf", &vec![7; 100_000]).unwrap();
        folder.end().unwrap();
        let mut read = zip::ZipArchive::new(Cursor::new(out)).unwrap();
        let mut text = String::new();
        read.by_name("a.csv").unwrap().read_to_string(&mut text).unwrap();
        let modified = read.by_name("b.pdf").unwrap().last_modified().unwrap();
        assert_eq!((text.as_str(), read.len(), modified.hour()), ("a,b", 2, 12));
    }
}
