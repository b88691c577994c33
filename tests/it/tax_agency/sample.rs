//! Records as the shop would make them, each with its right place in the chain.

use std::fmt::Write as _;

use manetes::tax_agency::xml::{self, Annulment, Correction, Issued, Previous, Rate, Recipient, Registration, System};
use sha2::{Digest, Sha256};

pub const NIF: &str = "B12345674";
pub const NAME: &str = r#"Pérez & <Fills> "S.L.""#;
pub const DATE: &str = "02-01-2027";
const AT: &str = "2027-01-02T10:00:00+01:00";

/// What differs from one record to another.
#[derive(Clone)]
pub struct Facts {
    pub number: &'static str,
    pub date: &'static str,
    pub kind: &'static str,
    pub reference: Option<&'static str>,
    pub correction: Option<Correction>,
    pub corrects: Option<Issued<'static>>,
    pub replaces: Option<Issued<'static>>,
    pub operation_date: Option<&'static str>,
    pub description: String,
    pub recipient: Option<Recipient<'static>>,
    pub rates: Vec<Rate>,
    pub tax: &'static str,
    pub total: &'static str,
}

pub fn rate(percent: &str, base: &str, tax: &str) -> Rate {
    Rate { percent: percent.to_owned(), base: base.to_owned(), tax: tax.to_owned() }
}

/// A simplified invoice of 49.99 €.
pub fn sold(number: &'static str) -> Facts {
    Facts {
        number,
        date: DATE,
        kind: "F2",
        reference: None,
        correction: None,
        corrects: None,
        replaces: None,
        operation_date: None,
        description: String::from("Venta de artículos de ferretería"),
        recipient: None,
        rates: vec![rate("21.00", "41.31", "8.68")],
        tax: "8.68",
        total: "49.99",
    }
}

/// The money of it back.
pub fn given_back(number: &'static str, kind: &'static str, corrects: &'static str) -> Facts {
    Facts {
        kind,
        corrects: Some(Issued { number: corrects, date: DATE }),
        rates: vec![rate("21.00", "-41.31", "-8.68")],
        tax: "-8.68",
        total: "-49.99",
        ..sold(number)
    }
}

/// A chain that grows by each record made; a clone of it goes its own way.
#[derive(Clone)]
pub struct Chain {
    system: System,
    last: Option<(String, &'static str, String)>,
}

impl Chain {
    pub fn new() -> Self {
        let system = System {
            producer_name: String::from("Manetes & Cía"),
            producer_nif: String::from("B12345674"),
            name: String::from("manetes"),
            id: String::from("MN"),
            version: String::from("0.1.0"),
            installation: String::from("1"),
        };
        Self { system, last: None }
    }

    pub fn of_installation(installation: &str) -> Self {
        let mut chain = Self::new();
        installation.clone_into(&mut chain.system.installation);
        chain
    }

    /// The hash of the last record made.
    pub fn hash(&self) -> &str {
        self.last.as_ref().map_or("", |(.., hash)| hash)
    }

    fn previous(&self) -> Option<Previous<'_>> {
        self.last.as_ref().map(|(number, date, hash)| Previous { issuer: NIF, number, date, hash })
    }

    pub fn register(&mut self, facts: &Facts) -> String {
        let Facts { number, date, kind, tax, total, .. } = *facts;
        let hash = hash(&format!(
            "IDEmisorFactura={NIF}&NumSerieFactura={number}&FechaExpedicionFactura={date}&TipoFactura={kind}\
             &CuotaTotal={tax}&ImporteTotal={total}&Huella={}&FechaHoraHusoGenRegistro={AT}",
            self.hash()
        ));
        let xml = xml::registration(&Registration {
            issuer_nif: NIF,
            issuer_name: NAME,
            number,
            date,
            reference: facts.reference,
            correction: facts.correction,
            kind,
            corrects: facts.corrects,
            replaces: facts.replaces,
            operation_date: facts.operation_date,
            description: &facts.description,
            recipient: facts.recipient,
            rates: &facts.rates,
            tax,
            total,
            previous: self.previous(),
            system: &self.system,
            generated_at: AT,
            hash: &hash,
        });
        self.last = Some((number.to_owned(), date, hash));
        xml
    }

    pub fn annul(&mut self, number: &str, without_record: bool) -> String {
        let hash = hash(&format!(
            "IDEmisorFacturaAnulada={NIF}&NumSerieFacturaAnulada={number}&FechaExpedicionFacturaAnulada={DATE}\
             &Huella={}&FechaHoraHusoGenRegistro={AT}",
            self.hash()
        ));
        let xml = xml::annulment(&Annulment {
            issuer_nif: NIF,
            number,
            date: DATE,
            reference: Some("a-1"),
            without_record,
            rejected_before: false,
            previous: self.previous(),
            system: &self.system,
            generated_at: AT,
            hash: &hash,
        });
        self.last = Some((number.to_owned(), DATE, hash));
        xml
    }
}

pub fn submission(incident: bool, records: &[String]) -> String {
    xml::submission(NAME, NIF, incident, records.iter().map(String::as_str))
}

pub fn hash(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02X}").unwrap();
        hex
    })
}
