//! What comes from outside is read for what it is, or refused.

use manetes::tax_agency::answer::{Kept, NotAnswer, State, answer, found};

const LINE: &str = "<a:RespuestaLinea><a:IDFactura><b:IDEmisorFactura>B12345674</b:IDEmisorFactura>\
     <b:NumSerieFactura> T-1 </b:NumSerieFactura><b:FechaExpedicionFactura>02-01-2027</b:FechaExpedicionFactura></a:IDFactura>\
     <a:Operacion><b:TipoOperacion>Alta</b:TipoOperacion></a:Operacion><a:EstadoRegistro>Incorrecto</a:EstadoRegistro>\
     <a:CodigoErrorRegistro>3000</a:CodigoErrorRegistro><a:DescripcionErrorRegistro>a &amp; b<![CDATA[ <c>]]>&#33;</a:DescripcionErrorRegistro>\
     <a:RegistroDuplicado><b:IdPeticionRegistroDuplicado>1</b:IdPeticionRegistroDuplicado>\
     <b:EstadoRegistroDuplicado>AceptadaConErrores</b:EstadoRegistroDuplicado><b:CodigoErrorRegistro>2005</b:CodigoErrorRegistro>\
     </a:RegistroDuplicado></a:RespuestaLinea>";

fn enveloped(body: &str) -> String {
    format!(r#"<?xml version="1.0"?><e:Envelope xmlns:e="x"><e:Header/><e:Body>{body}</e:Body></e:Envelope>"#)
}

fn answered(lines: &str) -> String {
    enveloped(&format!(
        "<a:RespuestaRegFactuSistemaFacturacion xmlns:a='y' xmlns:b='z'><a:Cabecera/><a:TiempoEsperaEnvio>60</a:TiempoEsperaEnvio>\
         <a:EstadoEnvio>Incorrecto</a:EstadoEnvio>{lines}</a:RespuestaRegFactuSistemaFacturacion>"
    ))
}

#[track_caller]
fn assert_garbage(body: &[u8]) {
    for error in [answer(body).unwrap_err(), found(body).unwrap_err()] {
        assert!(matches!(error, NotAnswer::Garbage(_)), "{error}");
    }
}

#[test]
fn a_line_is_read_whatever_the_prefixes_and_the_error_of_the_duplicate_is_not_its_own() {
    let answer = answer(format!("\u{feff}{}\n", answered(LINE)).as_bytes()).unwrap();
    assert_eq!((answer.csv, answer.wait_seconds), (None, 60));
    let [line] = &answer.lines[..] else { panic!("{:?}", answer.lines) };
    assert_eq!((line.number.as_str(), line.is_annulment, line.state), ("T-1", false, State::Rejected));
    assert_eq!((line.code.as_deref(), line.text.as_deref()), (Some("3000"), Some("a & b <c>!")));
    assert_eq!(line.duplicate, Some(Kept::AcceptedWithErrors));
}

#[test]
fn an_answer_that_says_no_time_means_a_minute() {
    let text = answered(LINE);
    assert_eq!(answer(text.replace(">60<", "><").as_bytes()).unwrap().wait_seconds, 60);
    assert!(answer(text.replace(">60<", ">soon<").as_bytes()).is_err());
}

#[test]
fn a_fault_without_a_number_has_the_word_of_soap() {
    for (text, code) in [("Codigo[20009].No", "20009"), ("No autorizado", "env:Server"), ("Codigo[", "env:Server")] {
        let body = format!("<e:Fault><faultcode>env:Server</faultcode><faultstring>{text}</faultstring></e:Fault>");
        let expected = NotAnswer::Fault { code: code.to_owned(), text: text.to_owned() };
        assert_eq!(answer(enveloped(&body).as_bytes()), Err(expected));
    }
}

#[test]
fn an_answer_cut_anywhere_is_no_answer() {
    let whole = answered(LINE);
    for end in 0..whole.len() {
        assert_garbage(&whole.as_bytes()[..end]);
    }
}

#[test]
fn what_is_no_answer_is_refused() {
    let deep = format!("{}{}", "<a>".repeat(10_000), "</a>".repeat(10_000));
    let wide = enveloped(&"<a/>".repeat(100_000));
    let whole = answered(LINE);
    let texts = [
        "",
        "503",
        "<html><body>Mantenimiento</body></html>",
        "<a/>",
        &enveloped(""),
        &enveloped("<Otra/>"),
        &format!("<!DOCTYPE a [<!ENTITY b \"c\">]>{whole}"),
        &format!("{whole}{whole}"),
        &format!("{whole}<a/>"),
        &format!("{whole}and more"),
        &whole.replace("&amp;", "&unknown;"),
        &whole.replace(">Alta<", ">Otra<"),
        &whole.replace(">Incorrecto</a:EstadoRegistro>", ">Quizá</a:EstadoRegistro>"),
        &whole.replace("NumSerieFactura", "Otra"),
        &deep,
        &wide,
    ];
    for text in texts {
        assert_garbage(text.as_bytes());
    }
    assert_garbage(b"<a>\xff</a>");
}

#[test]
fn an_answer_of_more_than_eight_mebibytes_is_refused_unread() {
    let error = answer(&vec![b' '; (8 << 20) + 1]).unwrap_err();
    assert!(error.to_string().contains("8388609 bytes"), "{error}");
}

#[test]
fn a_thousand_lines_are_read() {
    let answer = answer(answered(&LINE.repeat(1000)).as_bytes()).unwrap();
    assert_eq!(answer.lines.len(), 1000);
}

#[test]
fn a_page_of_ten_thousand_records_is_read() {
    let row = "<q:RegistroRespuestaConsultaFactuSistemaFacturacion><q:IDFactura><b:IDEmisorFactura>B12345674</b:IDEmisorFactura>\
         <b:NumSerieFactura>T-1</b:NumSerieFactura><b:FechaExpedicionFactura>02-01-2027</b:FechaExpedicionFactura></q:IDFactura>\
         <q:DatosRegistroFacturacion><q:Huella>AB</q:Huella></q:DatosRegistroFacturacion>\
         <q:EstadoRegistro><q:EstadoRegistro>Anulado</q:EstadoRegistro></q:EstadoRegistro>\
         </q:RegistroRespuestaConsultaFactuSistemaFacturacion>";
    let page = |paged: &str, key: &str| {
        let rows = row.repeat(10_000);
        enveloped(&format!(
            "<q:RespuestaConsultaFactuSistemaFacturacion><q:IndicadorPaginacion>{paged}</q:IndicadorPaginacion>{rows}{key}\
             </q:RespuestaConsultaFactuSistemaFacturacion>"
        ))
    };
    let read = found(page("N", "").as_bytes()).unwrap();
    assert_eq!((read.records.len(), read.next), (10_000, None));
    assert!(read.records[0].state == Kept::Annulled);
    assert_eq!(read.records[0].hash.as_deref(), Some("AB"));
    assert!(matches!(found(page("S", "").as_bytes()), Err(NotAnswer::Garbage(_))));
}
