//! What the producer of the program declares before the tax agency (RD 1007/2023, art. 13; Orden HAC/1177/2024, art. 15), in
//! Spanish, as the order wants it.

use super::told::{PROGRAM, PROGRAM_ID, VERSION};
use crate::tax_agency::options::Producer;

const TITLE: &str = "DECLARACIÓN RESPONSABLE DEL SISTEMA INFORMÁTICO DE FACTURACIÓN";

/// The twelve items in their order.
pub fn text(producer: &Producer) -> String {
    let Producer { name, nif, address, place, date } = producer;
    let signed = format!("{}, {place}", date.strftime("%d/%m/%Y"));
    let items = [
        ("Nombre del sistema informático", PROGRAM),
        ("Código identificador del sistema informático", PROGRAM_ID),
        ("Identificador completo de la versión", VERSION),
        (
            "Componentes y descripción del sistema informático",
            "Un programa único para servidores Linux con una base de datos SQLite incorporada: página web y tienda en línea de \
             una empresa. Emite, en el momento del cobro y de cada devolución, las facturas de la tienda y sus registros de \
             facturación, los encadena, los conserva inalterables y los remite a la Agencia Estatal de Administración Tributaria",
        ),
        (
            "Funcionamiento exclusivo como «VERI*FACTU»",
            "Sí: solo puede cumplir el Reglamento funcionando como «VERI*FACTU»",
        ),
        ("Uso por varios obligados tributarios", "No: cada instalación factura por un único obligado tributario"),
        (
            "Tipos de firma de los registros de facturación y de evento",
            "No procede: los registros se remiten todos y no se firman",
        ),
        ("Nombre y apellidos o razón social del productor", name),
        ("Número de identificación fiscal del productor", nif),
        ("Dirección postal completa de contacto del productor", address),
        (
            "Declaración de cumplimiento",
            "El productor hace constar que este sistema informático, en la versión que se indica, cumple lo dispuesto en el \
             artículo 29.2.j) de la Ley 58/2003, de 17 de diciembre, General Tributaria, en el Reglamento que establece los \
             requisitos que deben adoptar los sistemas y programas informáticos o electrónicos que soporten los procesos de \
             facturación de empresarios y profesionales, y la estandarización de formatos de los registros de facturación, \
             aprobado por el Real Decreto 1007/2023, de 5 de diciembre, en la Orden HAC/1177/2024, de 17 de octubre, y en la \
             sede electrónica de la Agencia Estatal de Administración Tributaria para todo aquello que complete las \
             especificaciones de dicha orden",
        ),
        ("Fecha y lugar en que se suscribe", &signed),
    ];
    let lines = items.iter().zip('a'..).map(|((what, said), letter)| format!("{letter}) {what}: {said}."));
    [TITLE.to_owned(), String::new()].into_iter().chain(lines).collect::<Vec<_>>().join("\n") + "\n"
}
