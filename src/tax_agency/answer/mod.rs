//! RULE: what the tax agency answers, by its `RespuestaSuministro.xsd` and `RespuestaConsultaLR.xsd`; prefixes say nothing.

mod tree;

use thiserror::Error;

use tree::Element;

/// A submission has at most 1000 lines, a page of records 10,000 of some 3 KB each.
const LARGEST_ANSWER: usize = 8 << 20;
const LARGEST_PAGE: usize = 32 << 20;

/// Seconds to wait where an answer says nothing (Orden HAC/1177/2024, art. 16).
const USUAL_WAIT: u32 = 60;

#[derive(Debug, Error, PartialEq, Eq)]
pub enum NotAnswer {
    /// It took none of it; the same again would fare no better. `code` is the agency's own number if it gave one, else
    /// SOAP's word.
    #[error("the tax agency refused the whole of it: {text} ({code})")]
    Fault { code: String, text: String },
    /// Whether it took anything is not known.
    #[error("what came is no answer of the tax agency: {0}")]
    Garbage(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The proof of the submission; none when it was refused.
    pub csv: Option<String>,
    /// Until the next submission, 0 to 9999.
    pub wait_seconds: u32,
    pub lines: Vec<Line>,
}

/// What became of one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub number: String,
    pub is_annulment: bool,
    pub state: State,
    pub code: Option<String>,
    pub text: Option<String>,
    /// How the agency already has it, if that is why it refused.
    pub duplicate: Option<Kept>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Accepted,
    AcceptedWithErrors,
    Rejected,
}

/// How the agency has a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    Accepted,
    AcceptedWithErrors,
    Annulled,
}

/// Where the next page starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageKey {
    pub issuer: String,
    pub number: String,
    /// `02-01-2027`
    pub date: String,
}

/// A page of what the agency has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub records: Vec<AtAgency>,
    pub next: Option<PageKey>,
}

/// A record as the agency has it: of an invoice that was annulled the annulment. All but the first three and the state may be
/// missing by the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtAgency {
    pub issuer: String,
    pub number: String,
    /// `02-01-2027`
    pub date: String,
    pub hash: Option<String>,
    /// The hash of the record before; none for the first of a chain.
    pub previous: Option<String>,
    /// `2027-01-02T10:00:00+01:00`
    pub generated_at: Option<String>,
    /// Which installation made it, hence whose chain it is in.
    pub installation: Option<String>,
    pub reference: Option<String>,
    /// The tax number of who it is made out to.
    pub buyer: Option<String>,
    /// The number of the invoice that it corrects or replaces.
    pub about: Option<String>,
    pub kind: Option<String>,
    pub total: Option<String>,
    pub tax: Option<String>,
    pub state: Kept,
    pub code: Option<String>,
    pub text: Option<String>,
}

/// What became of a submission.
pub fn answer(body: &[u8]) -> Result<Answer, NotAnswer> {
    let mut lines = Vec::new();
    let each = |row: &Element| line(row).map(|line| lines.push(line));
    let whole = document(body, LARGEST_ANSWER, "RespuestaRegFactuSistemaFacturacion", "RespuestaLinea", each)?;
    let wait_seconds = match whole.optional("TiempoEsperaEnvio") {
        None => USUAL_WAIT,
        Some(text) => text.parse().map_err(|_| strange("TiempoEsperaEnvio", &text))?,
    };
    // Nothing is made of it: the lines say the same, each for itself.
    whole.required("EstadoEnvio")?;
    Ok(Answer { csv: whole.optional("CSV"), wait_seconds, lines })
}

/// A page of what was asked for with [`super::xml::query`].
pub fn found(body: &[u8]) -> Result<Found, NotAnswer> {
    let mut records = Vec::new();
    let each = |row: &Element| record(row).map(|record| records.push(record));
    let (kind, row) = ("RespuestaConsultaFactuSistemaFacturacion", "RegistroRespuestaConsultaFactuSistemaFacturacion");
    let whole = document(body, LARGEST_PAGE, kind, row, each)?;
    let next = match whole.required("IndicadorPaginacion")?.as_str() {
        "N" => None,
        "S" => Some(page_key(whole.child("ClavePaginacion")?)?),
        other => return Err(strange("IndicadorPaginacion", other)),
    };
    Ok(Found { records, next })
}

/// The only thing in the envelope, which must be of that kind; its rows have gone to `each`.
fn document(
    body: &[u8],
    largest: usize,
    kind: &str,
    row: &str,
    each: impl FnMut(&Element) -> Result<(), NotAnswer>,
) -> Result<Element, NotAnswer> {
    if body.len() > largest {
        return Err(NotAnswer::Garbage(format!("{} bytes, more than {largest}", body.len())));
    }
    let envelope = tree::read(body, row, each)?;
    if envelope.name != "Envelope" {
        return Err(NotAnswer::Garbage(format!("a document {}", envelope.name)));
    }
    let inside = envelope.into_child("Body")?.into_first()?;
    match inside.name.as_str() {
        "Fault" => Err(fault(&inside)),
        name if name == kind => Ok(inside),
        other => Err(NotAnswer::Garbage(format!("a document {other}"))),
    }
}

/// The agency writes its number into the words: `Codigo[4102].El XML no cumple el esquema.`
fn fault(fault: &Element) -> NotAnswer {
    let text = fault.optional("faultstring").unwrap_or_default();
    let numbered = text.split_once("Codigo[").and_then(|(_, rest)| rest.split_once(']'));
    let code = numbered.map(|(code, _)| code.to_owned()).or_else(|| fault.optional("faultcode"));
    NotAnswer::Fault { code: code.unwrap_or_default(), text }
}

fn line(row: &Element) -> Result<Line, NotAnswer> {
    let operation = row.child("Operacion")?.required("TipoOperacion")?;
    let state = match row.required("EstadoRegistro")?.as_str() {
        "Correcto" => State::Accepted,
        "AceptadoConErrores" => State::AcceptedWithErrors,
        "Incorrecto" => State::Rejected,
        other => return Err(strange("EstadoRegistro", other)),
    };
    let duplicate = row.child("RegistroDuplicado").ok();
    Ok(Line {
        number: row.child("IDFactura")?.required("NumSerieFactura")?,
        is_annulment: match operation.as_str() {
            "Alta" => false,
            "Anulacion" => true,
            other => return Err(strange("TipoOperacion", other)),
        },
        state,
        code: row.optional("CodigoErrorRegistro"),
        text: row.optional("DescripcionErrorRegistro"),
        duplicate: duplicate.map(|found| kept(&found.required("EstadoRegistroDuplicado")?)).transpose()?,
    })
}

fn record(row: &Element) -> Result<AtAgency, NotAnswer> {
    let (id, data, state) =
        (row.child("IDFactura")?, row.child("DatosRegistroFacturacion")?, row.child("EstadoRegistro")?);
    let PageKey { issuer, number, date } = page_key(id)?;
    let previous = data.child("Encadenamiento").and_then(|chain| chain.child("RegistroAnterior")).ok();
    let system = data.child("SistemaInformatico").ok();
    Ok(AtAgency {
        issuer,
        number,
        date,
        hash: data.optional("Huella"),
        previous: previous.and_then(|previous| previous.optional("Huella")),
        generated_at: data.optional("FechaHoraHusoGenRegistro"),
        installation: system.and_then(|system| system.optional("NumeroInstalacion")),
        reference: data.optional("RefExterna"),
        buyer: data.child("Destinatarios").and_then(|all| all.child("IDDestinatario")).ok().and_then(buyer),
        about: [("FacturasRectificadas", "IDFacturaRectificada"), ("FacturasSustituidas", "IDFacturaSustituida")]
            .iter()
            .find_map(|(all, one)| data.child(all).ok()?.child(one).ok()?.optional("NumSerieFactura")),
        kind: data.optional("TipoFactura"),
        total: data.optional("ImporteTotal"),
        tax: data.optional("CuotaTotal"),
        state: kept(&state.required("EstadoRegistro")?)?,
        code: state.optional("CodigoErrorRegistro"),
        text: state.optional("DescripcionErrorRegistro"),
    })
}

fn buyer(recipient: &Element) -> Option<String> {
    recipient.optional("NIF").or_else(|| recipient.child("IDOtro").ok()?.optional("ID"))
}

fn page_key(id: &Element) -> Result<PageKey, NotAnswer> {
    Ok(PageKey {
        issuer: id.required("IDEmisorFactura")?,
        number: id.required("NumSerieFactura")?,
        date: id.required("FechaExpedicionFactura")?,
    })
}

/// The schema of an answer has it feminine, that of a query masculine, and its words the other way round.
fn kept(state: &str) -> Result<Kept, NotAnswer> {
    match state {
        "Correcto" | "Correcta" => Ok(Kept::Accepted),
        "AceptadoConErrores" | "AceptadaConErrores" => Ok(Kept::AcceptedWithErrors),
        "Anulado" | "Anulada" => Ok(Kept::Annulled),
        other => Err(strange("EstadoRegistro", other)),
    }
}

fn strange(name: &str, text: &str) -> NotAnswer {
    NotAnswer::Garbage(format!("{name} is {text:?}"))
}
