//! What is sent to the tax agency, compared with its own schemas.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::tax_agency::xml;

/// A thousand records at most.
pub(super) fn assert_as_the_agency_wants(records: &[String]) {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/verifactu");
    let envelope = xml::submission("Manetes", "A58818501", false, records.iter().map(String::as_str));
    let (_, body) = envelope.split_once("<soapenv:Body>").unwrap();
    let mut xmllint = Command::new("xmllint")
        .args(["--noout", "--nonet", "--huge", "--schema"])
        .arg(schemas.join("SuministroLR.xsd"))
        .arg("-")
        .env("XML_CATALOG_FILES", schemas.join("catalog.xml"))
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("xmllint is installed");
    xmllint.stdin.take().unwrap().write_all(body.split_once("</soapenv:Body>").unwrap().0.as_bytes()).unwrap();
    assert!(xmllint.wait().unwrap().success(), "not as the agency wants them: {body}");
}
