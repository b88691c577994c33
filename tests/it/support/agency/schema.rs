//! The tax agency's own schemas, as it published them, asked through xmllint.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Whether a document is what a schema says, else what xmllint says of it. Schemas: `SuministroLR.xsd`, `ConsultaLR.xsd`,
/// `RespuestaSuministro.xsd`, `RespuestaConsultaLR.xsd`, and `SuministroInformacion.xsd` for a record alone.
pub fn validate(schema_file: &str, xml: &str) -> Result<(), String> {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/verifactu");
    let mut xmllint = Command::new("xmllint")
        .args(["--noout", "--nonet", "--schema"])
        .arg(schemas.join(schema_file))
        .arg("-")
        // The schema of signatures is asked for where the W3C has it.
        .env("XML_CATALOG_FILES", schemas.join("catalog.xml"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("xmllint is installed");
    // It may refuse before it has read everything; what it says then is the answer.
    let _ = xmllint.stdin.take().unwrap().write_all(xml.as_bytes());
    let done = xmllint.wait_with_output().unwrap();
    if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
}

/// What stands in a SOAP envelope, which no schema here knows.
pub fn body(envelope: &str) -> &str {
    let (_, rest) = envelope.split_once(":Body>").expect("an envelope has a body");
    let (body, _) = rest.rsplit_once(":Body>").expect("a body ends");
    body.rsplit_once("</").expect("a body ends").0
}
