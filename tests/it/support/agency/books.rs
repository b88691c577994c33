//! What the stand-in has been told, and how it judges what it is told now.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::support::agency::node::Node;

/// A record it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub issuer: String,
    pub number: String,
    pub date: String,
    pub is_annulment: bool,
    /// Of an annulment there are no kind, tax and total.
    pub kind: Option<String>,
    pub tax: Option<String>,
    pub total: Option<String>,
    pub reference: Option<String>,
    /// `RechazoPrevio` of one that corrects.
    pub correction: Option<String>,
    /// None for the first of a chain.
    pub previous: Option<String>,
    pub previous_number: Option<String>,
    pub installation: String,
    pub generated_at: String,
    pub hash: String,
    /// It came in a submission that said it was late.
    pub incident: bool,
    /// Code and text it was accepted with all the same.
    pub errors: Option<(String, String)>,
    /// All of it.
    pub whole: Node,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    Accepted,
    WithErrors,
    Annulled,
}

/// What becomes of one record.
#[derive(Debug)]
pub struct Verdict {
    pub record: Taken,
    pub accepted: bool,
    pub error: Option<(String, String)>,
    pub duplicate: Option<Kept>,
}

/// The end of a chain: number and hash.
type End = (String, String);

#[derive(Default)]
pub struct Books {
    pub accepted: Vec<Taken>,
    pub forks: Vec<String>,
    /// By issuer and installation. A record that is refused for what it says is in its chain none the less.
    ends: BTreeMap<(String, String), End>,
    /// Hashes of records in their chain that were refused, and may come again as they are.
    refused: HashSet<String>,
    /// By number, for one time.
    pub rejects: HashMap<String, (String, String)>,
    pub errors: HashMap<String, (String, String)>,
}

impl Taken {
    /// Of a `RegistroAlta` or `RegistroAnulacion`.
    fn of(whole: &Node, incident: bool) -> Self {
        let is_annulment = whole.name == "RegistroAnulacion";
        let of_what = if is_annulment { "Anulada" } else { "" };
        let says = |path: &str| whole.says(path).map(str::to_owned);
        let id = |name: &str| says(&format!("IDFactura/{name}{of_what}")).unwrap_or_default();
        Self {
            issuer: id("IDEmisorFactura"),
            number: id("NumSerieFactura"),
            date: id("FechaExpedicionFactura"),
            is_annulment,
            kind: says("TipoFactura"),
            tax: says("CuotaTotal"),
            total: says("ImporteTotal"),
            reference: says("RefExterna"),
            correction: says("Subsanacion").filter(|yes| yes == "S").map(|_| says("RechazoPrevio").unwrap_or_default()),
            previous: says("Encadenamiento/RegistroAnterior/Huella"),
            previous_number: says("Encadenamiento/RegistroAnterior/NumSerieFactura"),
            installation: says("SistemaInformatico/NumeroInstalacion").unwrap_or_default(),
            generated_at: says("FechaHoraHusoGenRegistro").unwrap_or_default(),
            hash: says("Huella").unwrap_or_default(),
            incident,
            errors: None,
            whole: whole.clone(),
        }
    }

    /// What its hash ought to be (Orden HAC/1177/2024, art. 13).
    fn right_hash(&self) -> String {
        let (issuer, number, date) = (&self.issuer, &self.number, &self.date);
        let end = format!(
            "Huella={}&FechaHoraHusoGenRegistro={}",
            self.previous.as_deref().unwrap_or_default(),
            self.generated_at
        );
        let text = if self.is_annulment {
            format!(
                "IDEmisorFacturaAnulada={issuer}&NumSerieFacturaAnulada={number}&FechaExpedicionFacturaAnulada={date}&{end}"
            )
        } else {
            let [kind, tax, total] =
                [&self.kind, &self.tax, &self.total].map(|field| field.as_deref().unwrap_or_default());
            format!(
                "IDEmisorFactura={issuer}&NumSerieFactura={number}&FechaExpedicionFactura={date}&TipoFactura={kind}\
                 &CuotaTotal={tax}&ImporteTotal={total}&{end}"
            )
        };
        Sha256::digest(text).iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02X}").unwrap();
            hex
        })
    }

    /// Year and month of what was sold: `("2027", "01")`
    pub fn period(&self) -> (&str, &str) {
        let date = self.whole.says("FechaOperacion").unwrap_or(&self.date);
        (date.get(6..).unwrap_or_default(), date.get(3..5).unwrap_or_default())
    }
}

impl Books {
    /// Judges records one after the other, and takes those that are right.
    pub fn judge(&mut self, records: &[Node], issuer: &str, incident: bool) -> Vec<Verdict> {
        records.iter().map(|record| self.judge_one(Taken::of(record, incident), issuer)).collect()
    }

    fn judge_one(&mut self, mut record: Taken, issuer: &str) -> Verdict {
        let refused = |record, (code, text): (&str, String), duplicate| {
            let error = Some((code.to_owned(), text));
            Verdict { record, accepted: false, error, duplicate }
        };
        if record.issuer != issuer {
            return refused(record, ("1110", String::from("El emisor no es el obligado de la cabecera")), None);
        }
        if record.hash != record.right_hash() {
            let text = format!("El cálculo de la huella suministrada es incorrecta: sería {}", record.right_hash());
            return refused(record, ("2000", text), None);
        }
        if let Some(kept) = self.known(&record) {
            return refused(record, ("3000", String::from("Registro de facturación duplicado.")), Some(kept));
        }
        let chain = (record.issuer.clone(), record.installation.clone());
        let again = self.refused.remove(&record.hash);
        if let Some(fork) = fork(&record, self.ends.get(&chain)).filter(|_| !again) {
            self.forks.push(fork.clone());
            return refused(record, ("2007", fork), None);
        }
        if !again {
            self.ends.insert(chain, (record.number.clone(), record.hash.clone()));
        }
        let told = self.rejects.remove(&record.number);
        if let Some((code, text)) = told.or_else(|| self.out_of_place(&record)) {
            self.refused.insert(record.hash.clone());
            return refused(record, (&code, text), None);
        }
        record.errors = self.errors.remove(&record.number);
        self.accepted.push(record.clone());
        Verdict { error: record.errors.clone(), record, accepted: true, duplicate: None }
    }

    /// How it has an invoice, the newest word of it.
    pub fn kept(&self, number: &str) -> Option<Kept> {
        let newest = self.accepted.iter().rfind(|taken| taken.number == number)?;
        Some(match (newest.is_annulment, &newest.errors) {
            (true, _) => Kept::Annulled,
            (false, Some(_)) => Kept::WithErrors,
            (false, None) => Kept::Accepted,
        })
    }

    /// It has this very record, or the invoice it registers: two records of one number are a fork besides.
    fn known(&mut self, record: &Taken) -> Option<Kept> {
        let kept = self.kept(&record.number)?;
        if self.accepted.iter().any(|taken| taken.hash == record.hash) {
            return Some(kept);
        }
        if record.is_annulment || record.correction.is_some() {
            return None;
        }
        self.forks.push(format!("{} was registered before as another record", record.number));
        Some(kept)
    }

    /// Corrections and annulments of what it does not have, or has though they say it does not.
    fn out_of_place(&self, record: &Taken) -> Option<(String, String)> {
        let kept = self.kept(&record.number);
        let says_unknown =
            record.correction.as_deref() == Some("X") || record.whole.says("SinRegistroPrevio") == Some("S");
        let refers = record.is_annulment || record.correction.is_some();
        let (code, text) = match kept {
            None if refers && !says_unknown => ("3002", "No existe el registro de facturación."),
            Some(_) if says_unknown => ("3003", "El registro de facturación existe."),
            Some(Kept::Annulled) if record.is_annulment => {
                ("3001", "El registro de facturación ya ha sido dado de baja.")
            }
            _ => return None,
        };
        Some((code.to_owned(), text.to_owned()))
    }
}

/// Why a record is not the next of its chain.
fn fork(record: &Taken, end: Option<&End>) -> Option<String> {
    let number = &record.number;
    match (end, &record.previous) {
        (None, None) => None,
        (None, Some(_)) => Some(format!("{number} is the first, and follows another")),
        (Some((last, _)), None) => Some(format!("{number} is said to be the first, after {last}")),
        (Some((last, hash)), Some(previous)) => {
            let follows = hash == previous && record.previous_number.as_ref() == Some(last);
            (!follows).then(|| format!("{number} does not follow {last}"))
        }
    }
}
