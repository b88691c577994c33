//! RULE: invoices as the tax agency takes them: the documents of its `SuministroLR.xsd` and `ConsultaLR.xsd`, whose order of
//! elements is binding.
//!
//! Nothing here checks lengths or forms: whoever makes a record has. Only words of people (names, what was sold) are cut to
//! what the schema takes, for one text that is too long would have the whole batch refused.

use super::answer::PageKey;

const SOAP: &str = "http://schemas.xmlsoap.org/soap/envelope/";
macro_rules! namespace {
    ($schema:literal) => {
        concat!(
            "https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/",
            $schema
        )
    };
}

const RECORDS: &str = namespace!("SuministroInformacion.xsd");
const SUBMISSION: &str = namespace!("SuministroLR.xsd");
const QUERY: &str = namespace!("ConsultaLR.xsd");

/// Characters the schema takes of a name, and of what was sold.
const NAME: usize = 120;
const DESCRIPTION: usize = 500;

/// The program that makes the records. It serves one taxpayer and sends everything, which is written as such.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct System {
    pub producer_name: String,
    pub producer_nif: String,
    /// At most 30 characters.
    pub name: String,
    /// At most two characters.
    pub id: String,
    /// At most 50 characters.
    pub version: String,
    /// At most 100 characters; each installation has its own chain.
    pub installation: String,
}

/// Another invoice of the same issuer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Issued<'a> {
    pub number: &'a str,
    /// `02-01-2027`
    pub date: &'a str,
}

/// The record before in the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Previous<'a> {
    pub issuer: &'a str,
    pub number: &'a str,
    /// `02-01-2027`
    pub date: &'a str,
    /// 64 hexadecimal digits in capitals.
    pub hash: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipient<'a> {
    Spanish {
        name: &'a str,
        nif: &'a str,
    },
    Foreign {
        name: &'a str,
        /// ISO 3166-1, two letters.
        country: &'a str,
        /// 02 a VAT number, 03 a passport, 04 the country's own identity, 05 a certificate of residence, 06 another, 07 not
        /// in the census.
        id_type: &'a str,
        /// At most 20 characters.
        id: &'a str,
    },
}

/// What falls to one rate of VAT; of money that goes back base and tax are below nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// Per cent: `21.00`
    pub percent: String,
    /// Euros without tax: `41.31`
    pub base: String,
    /// Euros.
    pub tax: String,
}

/// A record made anew because the one before it was wrong (the invoice was right), by what the agency did with that one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Correction {
    /// It has it.
    Accepted,
    /// It has it, and refused a correction of it.
    RejectedBefore,
    /// It has no record of this invoice: the first was refused.
    Unknown,
}

impl Correction {
    const fn code(self) -> &'static str {
        match self {
            Self::Accepted => "N",
            Self::RejectedBefore => "S",
            Self::Unknown => "X",
        }
    }
}

/// The record of an invoice. What is hashed of it is written as the very text given here.
#[derive(Debug, Clone, Copy)]
pub struct Registration<'a> {
    pub issuer_nif: &'a str,
    pub issuer_name: &'a str,
    /// 1 to 60 characters.
    pub number: &'a str,
    /// `02-01-2027`
    pub date: &'a str,
    /// Ours, comes back in answers; at most 60 characters.
    pub reference: Option<&'a str>,
    pub correction: Option<Correction>,
    /// F1, F2, F3, R1 or R5; one that starts with R corrects by difference.
    pub kind: &'a str,
    pub corrects: Option<Issued<'a>>,
    /// The simplified invoice an F3 stands in for.
    pub replaces: Option<Issued<'a>>,
    /// When it is not the date of the invoice.
    pub operation_date: Option<&'a str>,
    pub description: &'a str,
    /// None for F2 and R5, which the agency refuses with one.
    pub recipient: Option<Recipient<'a>>,
    /// 1 to 12.
    pub rates: &'a [Rate],
    /// Euros: `8.68`
    pub tax: &'a str,
    /// Euros, tax included.
    pub total: &'a str,
    /// None for the first of the chain.
    pub previous: Option<Previous<'a>>,
    pub system: &'a System,
    /// `2027-01-02T10:00:00+01:00`
    pub generated_at: &'a str,
    pub hash: &'a str,
}

/// The record that an invoice ought never to have existed.
#[derive(Debug, Clone, Copy)]
pub struct Annulment<'a> {
    pub issuer_nif: &'a str,
    pub number: &'a str,
    /// `02-01-2027`
    pub date: &'a str,
    /// Ours, comes back in answers; at most 60 characters.
    pub reference: Option<&'a str>,
    /// The agency has no record of the invoice.
    pub without_record: bool,
    /// It has refused an annulment of it.
    pub rejected_before: bool,
    /// None for the first of the chain.
    pub previous: Option<Previous<'a>>,
    pub system: &'a System,
    /// `2027-01-02T10:00:00+01:00`
    pub generated_at: &'a str,
    pub hash: &'a str,
}

/// A `RegistroAlta` that can stand by itself.
pub fn registration(record: &Registration) -> String {
    let mut xml = Writer::default();
    xml.root("sf:RegistroAlta", &[("sf", RECORDS)], |xml| {
        xml.text("sf:IDVersion", "1.0");
        xml.within("sf:IDFactura", |xml| xml.invoice(record.issuer_nif, record.number, record.date));
        xml.optional("sf:RefExterna", record.reference);
        xml.words("sf:NombreRazonEmisor", record.issuer_name, NAME);
        if let Some(correction) = record.correction {
            xml.text("sf:Subsanacion", "S");
            xml.text("sf:RechazoPrevio", correction.code());
        }
        xml.text("sf:TipoFactura", record.kind);
        xml.others(record);
        xml.optional("sf:FechaOperacion", record.operation_date);
        xml.words("sf:DescripcionOperacion", record.description, DESCRIPTION);
        if let Some(recipient) = record.recipient {
            xml.within("sf:Destinatarios", |xml| xml.within("sf:IDDestinatario", |xml| xml.recipient(recipient)));
        }
        xml.within("sf:Desglose", |xml| record.rates.iter().for_each(|rate| xml.rate(rate)));
        xml.text("sf:CuotaTotal", record.tax);
        xml.text("sf:ImporteTotal", record.total);
        xml.chain(record.previous);
        xml.system(record.system);
        xml.hashed(record.generated_at, record.hash);
    });
    xml.0
}

/// A `RegistroAnulacion` that can stand by itself.
pub fn annulment(record: &Annulment) -> String {
    let mut xml = Writer::default();
    xml.root("sf:RegistroAnulacion", &[("sf", RECORDS)], |xml| {
        xml.text("sf:IDVersion", "1.0");
        xml.within("sf:IDFactura", |xml| {
            xml.text("sf:IDEmisorFacturaAnulada", record.issuer_nif);
            xml.text("sf:NumSerieFacturaAnulada", record.number);
            xml.text("sf:FechaExpedicionFacturaAnulada", record.date);
        });
        xml.optional("sf:RefExterna", record.reference);
        xml.optional("sf:SinRegistroPrevio", record.without_record.then_some("S"));
        xml.optional("sf:RechazoPrevio", record.rejected_before.then_some("S"));
        xml.chain(record.previous);
        xml.system(record.system);
        xml.hashed(record.generated_at, record.hash);
    });
    xml.0
}

/// An envelope with 1 to 1000 records in the order of their chain, each from [`registration`] or [`annulment`]. `incident`
/// says that they come late because something did not work.
pub fn submission<'a>(
    issuer_name: &str,
    issuer_nif: &str,
    incident: bool,
    records: impl IntoIterator<Item = &'a str>,
) -> String {
    enveloped(|xml| {
        xml.root("sfLR:RegFactuSistemaFacturacion", &[("sfLR", SUBMISSION), ("sf", RECORDS)], |xml| {
            xml.within("sfLR:Cabecera", |xml| {
                xml.within("sf:ObligadoEmision", |xml| xml.party(issuer_name, issuer_nif));
                if incident {
                    xml.within("sf:RemisionVoluntaria", |xml| xml.text("sf:Incidencia", "S"));
                }
            });
            for record in records {
                xml.within("sfLR:RegistroFactura", |xml| xml.0.push_str(record));
            }
        });
    })
}

/// An envelope that asks for the issuer's own records of a month, with the program that made each; `after` asks for what
/// follows a page. The hashes come without being asked for.
pub fn query(issuer_name: &str, issuer_nif: &str, year: i16, month: i8, after: Option<&PageKey>) -> String {
    enveloped(|xml| {
        xml.root("sfLRC:ConsultaFactuSistemaFacturacion", &[("sfLRC", QUERY), ("sf", RECORDS)], |xml| {
            xml.within("sfLRC:Cabecera", |xml| {
                xml.text("sf:IDVersion", "1.0");
                xml.within("sf:ObligadoEmision", |xml| xml.party(issuer_name, issuer_nif));
            });
            xml.within("sfLRC:FiltroConsulta", |xml| {
                xml.within("sfLRC:PeriodoImputacion", |xml| {
                    xml.text("sf:Ejercicio", &format!("{year:04}"));
                    xml.text("sf:Periodo", &format!("{month:02}"));
                });
                if let Some(PageKey { issuer, number, date }) = after {
                    xml.within("sfLRC:ClavePaginacion", |xml| xml.invoice(issuer, number, date));
                }
            });
            xml.within("sfLRC:DatosAdicionalesRespuesta", |xml| xml.text("sfLRC:MostrarSistemaInformatico", "S"));
        });
    })
}

fn enveloped(body: impl FnOnce(&mut Writer)) -> String {
    let mut xml = Writer(String::from(r#"<?xml version="1.0" encoding="UTF-8"?>"#));
    xml.root("soapenv:Envelope", &[("soapenv", SOAP)], |xml| {
        xml.text("soapenv:Header", "");
        xml.within("soapenv:Body", body);
    });
    xml.0
}

#[derive(Default)]
struct Writer(String);

impl Writer {
    fn root(&mut self, name: &str, namespaces: &[(&str, &str)], inside: impl FnOnce(&mut Self)) {
        self.0.push('<');
        self.0.push_str(name);
        for (prefix, namespace) in namespaces {
            self.0.extend([" xmlns:", prefix, "=\"", namespace, "\""]);
        }
        self.0.push('>');
        inside(self);
        self.0.extend(["</", name, ">"]);
    }

    fn within(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.root(name, &[], inside);
    }

    fn text(&mut self, name: &str, text: &str) {
        self.words(name, text, usize::MAX);
    }

    fn optional(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(name, text);
        }
    }

    /// At most so many characters of it.
    fn words(&mut self, name: &str, text: &str, longest: usize) {
        self.within(name, |xml| {
            for char in text.chars().filter(|char| permitted(*char)).take(longest) {
                match char {
                    '&' => xml.0.push_str("&amp;"),
                    '<' => xml.0.push_str("&lt;"),
                    '>' => xml.0.push_str("&gt;"),
                    '"' => xml.0.push_str("&quot;"),
                    // As itself it would be read as a line feed.
                    '\r' => xml.0.push_str("&#13;"),
                    char => xml.0.push(char),
                }
            }
        });
    }

    fn invoice(&mut self, issuer: &str, number: &str, date: &str) {
        self.text("sf:IDEmisorFactura", issuer);
        self.text("sf:NumSerieFactura", number);
        self.text("sf:FechaExpedicionFactura", date);
    }

    /// The invoices it corrects or stands in for.
    fn others(&mut self, record: &Registration) {
        if record.kind.starts_with('R') {
            self.text("sf:TipoRectificativa", "I");
        }
        let groups = [
            ("sf:FacturasRectificadas", "sf:IDFacturaRectificada", record.corrects),
            ("sf:FacturasSustituidas", "sf:IDFacturaSustituida", record.replaces),
        ];
        for (group, each, other) in groups {
            if let Some(Issued { number, date }) = other {
                self.within(group, |xml| xml.within(each, |xml| xml.invoice(record.issuer_nif, number, date)));
            }
        }
    }

    fn party(&mut self, name: &str, nif: &str) {
        self.words("sf:NombreRazon", name, NAME);
        self.text("sf:NIF", nif);
    }

    fn recipient(&mut self, recipient: Recipient) {
        match recipient {
            Recipient::Spanish { name, nif } => self.party(name, nif),
            Recipient::Foreign { name, country, id_type, id } => {
                self.words("sf:NombreRazon", name, NAME);
                self.within("sf:IDOtro", |xml| {
                    xml.text("sf:CodigoPais", country);
                    xml.text("sf:IDType", id_type);
                    xml.text("sf:ID", id);
                });
            }
        }
    }

    fn rate(&mut self, rate: &Rate) {
        self.within("sf:DetalleDesglose", |xml| {
            xml.text("sf:Impuesto", "01");
            xml.text("sf:ClaveRegimen", "01");
            xml.text("sf:CalificacionOperacion", "S1");
            xml.text("sf:TipoImpositivo", &rate.percent);
            xml.text("sf:BaseImponibleOimporteNoSujeto", &rate.base);
            xml.text("sf:CuotaRepercutida", &rate.tax);
        });
    }

    fn chain(&mut self, previous: Option<Previous>) {
        self.within("sf:Encadenamiento", |xml| match previous {
            None => xml.text("sf:PrimerRegistro", "S"),
            Some(Previous { issuer, number, date, hash }) => xml.within("sf:RegistroAnterior", |xml| {
                xml.invoice(issuer, number, date);
                xml.text("sf:Huella", hash);
            }),
        });
    }

    fn system(&mut self, system: &System) {
        self.within("sf:SistemaInformatico", |xml| {
            xml.party(&system.producer_name, &system.producer_nif);
            xml.text("sf:NombreSistemaInformatico", &system.name);
            xml.text("sf:IdSistemaInformatico", &system.id);
            xml.text("sf:Version", &system.version);
            xml.text("sf:NumeroInstalacion", &system.installation);
            xml.text("sf:TipoUsoPosibleSoloVerifactu", "S");
            xml.text("sf:TipoUsoPosibleMultiOT", "N");
            xml.text("sf:IndicadorMultiplesOT", "N");
        });
    }

    fn hashed(&mut self, generated_at: &str, hash: &str) {
        self.text("sf:FechaHoraHusoGenRegistro", generated_at);
        self.text("sf:TipoHuella", "01");
        self.text("sf:Huella", hash);
    }
}

/// Whether XML 1.0 can hold it at all, be it as a reference.
const fn permitted(char: char) -> bool {
    matches!(char, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..)
}
