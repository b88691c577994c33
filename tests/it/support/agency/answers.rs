//! What the stand-in says, as the agency's schemas have it.

use quick_xml::escape::escape;

use super::books::{Books, Kept, Taken, Verdict};
use crate::support::agency::node::Node;

const SOAP: &str = "http://schemas.xmlsoap.org/soap/envelope/";
const HOME: &str =
    "https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws";
const PRESENTED: &str = "2027-01-02T10:00:05+01:00";

fn envelope(body: &str) -> String {
    format!(
        "<?xml version='1.0' encoding='UTF-8'?><env:Envelope xmlns:env='{SOAP}'><env:Header/><env:Body>{body}</env:Body>\
         </env:Envelope>"
    )
}

/// A refusal of everything.
pub fn fault(code: &str, text: &str) -> String {
    let text = escape(text);
    envelope(&format!(
        "<env:Fault><faultcode>env:Client</faultcode><faultstring>Codigo[{code}].{text}</faultstring></env:Fault>"
    ))
}

/// What became of each record of a submission.
pub fn judged(header: &Node, nif: &str, wait_seconds: u32, verdicts: &[Verdict], csv: usize) -> String {
    let accepted = verdicts.iter().filter(|verdict| verdict.accepted).count();
    let state = match accepted {
        0 => "Incorrecto",
        all if all == verdicts.len() && verdicts.iter().all(|verdict| verdict.error.is_none()) => "Correcto",
        _ => "ParcialmenteCorrecto",
    };
    let proof = if accepted == 0 {
        String::new()
    } else {
        format!(
            "<sfR:CSV>A-STANDIN{csv:07}</sfR:CSV><sfR:DatosPresentacion><sf:NIFPresentador>{nif}</sf:NIFPresentador>\
             <sf:TimestampPresentacion>{PRESENTED}</sf:TimestampPresentacion></sfR:DatosPresentacion>"
        )
    };
    let header = header.write("sfR");
    let lines: String = verdicts.iter().map(line).collect();
    envelope(&format!(
        "<sfR:RespuestaRegFactuSistemaFacturacion xmlns:sfR='{HOME}/RespuestaSuministro.xsd' \
         xmlns:sf='{HOME}/SuministroInformacion.xsd'>{proof}{header}<sfR:TiempoEsperaEnvio>{wait_seconds}\
         </sfR:TiempoEsperaEnvio><sfR:EstadoEnvio>{state}</sfR:EstadoEnvio>{lines}\
         </sfR:RespuestaRegFactuSistemaFacturacion>"
    ))
}

fn line(verdict: &Verdict) -> String {
    let Verdict { record, accepted, error, duplicate } = verdict;
    let kind = if record.is_annulment { "Anulacion" } else { "Alta" };
    let more: String = ["Subsanacion", "RechazoPrevio", "SinRegistroPrevio"]
        .iter()
        .filter_map(|name| record.whole.find(name))
        .map(|node| node.write("sf"))
        .collect();
    let state = match (accepted, error) {
        (false, _) => "Incorrecto",
        (true, Some(_)) => "AceptadoConErrores",
        (true, None) => "Correcto",
    };
    let duplicate = duplicate.map_or_else(String::new, |kept| {
        let state = match kept {
            Kept::Accepted => "Correcta",
            Kept::WithErrors => "AceptadaConErrores",
            Kept::Annulled => "Anulada",
        };
        format!(
            "<sfR:RegistroDuplicado><sf:IdPeticionRegistroDuplicado>20270102100005000001</sf:IdPeticionRegistroDuplicado>\
             <sf:EstadoRegistroDuplicado>{state}</sf:EstadoRegistroDuplicado></sfR:RegistroDuplicado>"
        )
    });
    format!(
        "<sfR:RespuestaLinea><sfR:IDFactura>{id}</sfR:IDFactura><sfR:Operacion><sf:TipoOperacion>{kind}</sf:TipoOperacion>\
         {more}</sfR:Operacion>{reference}<sfR:EstadoRegistro>{state}</sfR:EstadoRegistro>{errors}{duplicate}\
         </sfR:RespuestaLinea>",
        id = id(record),
        reference = reference(record, "sfR"),
        errors = errors("sfR", error.as_ref()),
    )
}

/// The records of the month that is asked for, a page of them.
pub fn page(books: &Books, query: &Node, page_size: usize) -> String {
    let asked = |path: &str| query.says(path).unwrap_or_default().to_owned();
    let (year, month) = ("FiltroConsulta/PeriodoImputacion/Ejercicio", "FiltroConsulta/PeriodoImputacion/Periodo");
    let (year, month) = (asked(year), asked(month));
    let issuer = asked("Cabecera/ObligadoEmision/NIF");
    let of_month = |taken: &&Taken| taken.issuer == issuer && taken.period() == (&year, &month);
    let mut numbers: Vec<&str> = Vec::new();
    for taken in books.accepted.iter().filter(of_month) {
        if !numbers.contains(&taken.number.as_str()) {
            numbers.push(&taken.number);
        }
    }
    let after = query.says("FiltroConsulta/ClavePaginacion/NumSerieFactura");
    let start = after.and_then(|after| numbers.iter().position(|number| *number == after)).map_or(0, |last| last + 1);
    let newest = |number: &&str| books.accepted.iter().rfind(|taken| taken.number == **number).unwrap();
    let rows: Vec<&Taken> = numbers[start..].iter().take(page_size).map(newest).collect();
    // Nothing says that a page is in the order of the chain.
    let shows_system = query.says("DatosAdicionalesRespuesta/MostrarSistemaInformatico") == Some("S");
    let more = start + rows.len() < numbers.len();
    let next = rows.last().filter(|_| more).map(|last| format!("<q:ClavePaginacion>{}</q:ClavePaginacion>", id(last)));
    envelope(&format!(
        "<q:RespuestaConsultaFactuSistemaFacturacion xmlns:q='{HOME}/RespuestaConsultaLR.xsd' \
         xmlns:sf='{HOME}/SuministroInformacion.xsd'>{header}<q:PeriodoImputacion><q:Ejercicio>{year}</q:Ejercicio>\
         <q:Periodo>{month}</q:Periodo></q:PeriodoImputacion><q:IndicadorPaginacion>{paged}</q:IndicadorPaginacion>\
         <q:ResultadoConsulta>{result}</q:ResultadoConsulta>{rows}{next}\
         </q:RespuestaConsultaFactuSistemaFacturacion>",
        header = query.find("Cabecera").unwrap().write("q"),
        paged = if more { "S" } else { "N" },
        result = if rows.is_empty() { "SinDatos" } else { "ConDatos" },
        rows = rows.into_iter().rev().map(|taken| row(books, taken, shows_system)).collect::<String>(),
        next = next.unwrap_or_default(),
    ))
}

fn row(books: &Books, taken: &Taken, shows_system: bool) -> String {
    // Of these the schema of the answer has its own, of all others that of the records.
    const ITS_OWN: [&str; 4] = ["Encadenamiento", "Destinatarios", "FacturasRectificadas", "FacturasSustituidas"];
    let hidden = |name: &str| match name {
        "IDVersion" | "IDFactura" | "NombreRazonEmisor" => true,
        "SistemaInformatico" => !shows_system,
        _ => false,
    };
    let data: String = taken
        .whole
        .inside
        .iter()
        .filter(|node| !hidden(&node.name))
        .map(|node| node.write_with("q", |_| if ITS_OWN.contains(&node.name.as_str()) { "q" } else { "sf" }))
        .collect();
    let state = match books.kept(&taken.number).unwrap() {
        Kept::Accepted => "Correcto",
        Kept::WithErrors => "AceptadoConErrores",
        Kept::Annulled => "Anulado",
    };
    format!(
        "<q:RegistroRespuestaConsultaFactuSistemaFacturacion><q:IDFactura>{id}</q:IDFactura>\
         <q:DatosRegistroFacturacion>{data}</q:DatosRegistroFacturacion>\
         <q:DatosPresentacion><sf:NIFPresentador>{nif}</sf:NIFPresentador>\
         <sf:TimestampPresentacion>{PRESENTED}</sf:TimestampPresentacion><sf:IdPeticion>1</sf:IdPeticion>\
         </q:DatosPresentacion><q:EstadoRegistro>\
         <q:TimestampUltimaModificacion>{PRESENTED}</q:TimestampUltimaModificacion>\
         <q:EstadoRegistro>{state}</q:EstadoRegistro>{errors}</q:EstadoRegistro>\
         </q:RegistroRespuestaConsultaFactuSistemaFacturacion>",
        id = id(taken),
        nif = taken.issuer,
        errors = errors("q", taken.errors.as_ref()),
    )
}

fn id(record: &Taken) -> String {
    format!(
        "<sf:IDEmisorFactura>{}</sf:IDEmisorFactura><sf:NumSerieFactura>{}</sf:NumSerieFactura>\
         <sf:FechaExpedicionFactura>{}</sf:FechaExpedicionFactura>",
        escape(&record.issuer),
        escape(&record.number),
        record.date
    )
}

fn reference(record: &Taken, prefix: &str) -> String {
    record.whole.find("RefExterna").map_or_else(String::new, |node| node.write(prefix))
}

fn errors(prefix: &str, error: Option<&(String, String)>) -> String {
    error.map_or_else(String::new, |(code, text)| {
        let text = escape(text);
        format!(
            "<{prefix}:CodigoErrorRegistro>{code}</{prefix}:CodigoErrorRegistro>\
             <{prefix}:DescripcionErrorRegistro>{text}</{prefix}:DescripcionErrorRegistro>"
        )
    })
}
