//! Everything the program writes is what the tax agency's schemas say.

use manetes::tax_agency::answer::PageKey;
use manetes::tax_agency::xml::{Correction, Issued, Recipient, query};

use super::sample::{Chain, DATE, Facts, NAME, NIF, given_back, rate, sold, submission};
use crate::support::agency::schema::{body, validate};

const COMPANY: Recipient = Recipient::Spanish { name: "Obres & Reformes \"Nord\" <S.L.>", nif: "A28083806" };

#[track_caller]
fn assert_record(facts: &Facts) -> String {
    let mut chain = Chain::new();
    let first = chain.register(&sold("T-2027-000001"));
    let record = chain.register(facts);
    validate("SuministroInformacion.xsd", &record).unwrap();
    validate("SuministroLR.xsd", body(&submission(false, &[first, record.clone()]))).unwrap();
    record
}

#[test]
fn an_invoice_to_a_spanish_company_is_as_the_schema_says() {
    let record = assert_record(&Facts { kind: "F1", recipient: Some(COMPANY), ..sold("F-2027-000001") });
    assert!(record.contains("Obres &amp; Reformes &quot;Nord&quot; &lt;S.L.&gt;"), "{record}");
}

#[test]
fn an_invoice_to_a_foreign_buyer_is_as_the_schema_says() {
    for id_type in ["02", "03", "04", "05", "06", "07"] {
        let recipient = Recipient::Foreign { name: "Müller GmbH", country: "DE", id_type, id: "DE811128135" };
        assert_record(&Facts { kind: "F1", recipient: Some(recipient), ..sold("F-2027-000002") });
    }
}

#[test]
fn a_simplified_invoice_of_several_rates_is_as_the_schema_says() {
    let rates = vec![rate("21.00", "41.31", "8.68"), rate("10.00", "10.00", "1.00"), rate("5.20", "1.00", "0.05")];
    let facts = sold("T-2027-000002");
    assert_record(&Facts { rates, reference: Some("order 77"), operation_date: Some("01-01-2027"), ..facts });
}

#[test]
fn an_invoice_in_place_of_a_simplified_one_is_as_the_schema_says() {
    let replaces = Some(Issued { number: "T-2027-000001", date: DATE });
    let record = assert_record(&Facts { kind: "F3", replaces, recipient: Some(COMPANY), ..sold("F-2027-000003") });
    assert!(record.contains("<sf:FacturasSustituidas><sf:IDFacturaSustituida>"), "{record}");
}

#[test]
fn money_back_is_as_the_schema_says() {
    for (kind, recipient) in [("R5", None), ("R1", Some(COMPANY))] {
        let record = assert_record(&Facts { recipient, ..given_back("R-2027-000001", kind, "T-2027-000001") });
        assert!(record.contains("<sf:TipoRectificativa>I</sf:TipoRectificativa>"), "{record}");
        assert!(record.contains("<sf:ImporteTotal>-49.99</sf:ImporteTotal>"), "{record}");
    }
}

#[test]
fn a_record_made_anew_is_as_the_schema_says() {
    let codes = [(Correction::Accepted, "N"), (Correction::RejectedBefore, "S"), (Correction::Unknown, "X")];
    for (correction, code) in codes {
        let record = assert_record(&Facts { correction: Some(correction), ..sold("T-2027-000003") });
        let both = format!("<sf:Subsanacion>S</sf:Subsanacion><sf:RechazoPrevio>{code}</sf:RechazoPrevio>");
        assert!(record.contains(&both), "{record}");
    }
}

#[test]
fn an_annulment_is_as_the_schema_says() {
    let mut chain = Chain::new();
    for (without_record, count) in [(true, 1), (false, 0)] {
        let record = chain.annul("T-2027-000001", without_record);
        validate("SuministroInformacion.xsd", &record).unwrap();
        validate("SuministroLR.xsd", body(&submission(true, std::slice::from_ref(&record)))).unwrap();
        assert_eq!(record.matches("SinRegistroPrevio>S<").count(), count);
    }
}

#[test]
fn an_annulment_has_the_hash_that_the_agency_published() {
    // The third of its three; its chain is in the shop's own tests.
    let text = "IDEmisorFacturaAnulada=89890001K&NumSerieFacturaAnulada=12345679/G34&FechaExpedicionFacturaAnulada=01-01-2024\
                &Huella=F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97\
                &FechaHoraHusoGenRegistro=2024-01-01T19:20:40+01:00";
    let hash = super::sample::hash(text);
    assert_eq!(hash, "177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68");
}

#[test]
fn submissions_of_one_and_of_three_are_as_the_schema_says_late_or_not() {
    for incident in [false, true] {
        let mut chain = Chain::new();
        let records = ["T-1", "T-2", "T-3"].map(|number| chain.register(&sold(number)));
        for records in [&records[..1], &records[..]] {
            let envelope = submission(incident, records);
            validate("SuministroLR.xsd", body(&envelope)).unwrap();
            assert_eq!(envelope.matches("<sfLR:RegistroFactura>").count(), records.len());
            assert_eq!(envelope.contains("<sf:Incidencia>S</sf:Incidencia>"), incident);
        }
    }
}

#[test]
fn questions_are_as_the_schema_says() {
    let key = PageKey { issuer: NIF.to_owned(), number: String::from("A&B <1>"), date: DATE.to_owned() };
    for after in [None, Some(&key)] {
        let envelope = query(NAME, NIF, 2027, 1, after);
        validate("ConsultaLR.xsd", body(&envelope)).unwrap();
        assert_eq!(envelope.contains("A&amp;B &lt;1&gt;"), after.is_some());
    }
}

#[test]
fn text_that_xml_cannot_hold_is_left_out_and_what_is_too_long_is_cut() {
    let nasty = "a\u{0}b\u{8}c\u{b}d\u{1f}e\u{fffe}f\u{ffff}g\t]]> \r\n🔧";
    let record = assert_record(&Facts { description: format!("{nasty}{}", "ñ".repeat(600)), ..sold("T-2027-000004") });
    assert!(record.contains("abcdefg\t]]&gt; &#13;\n🔧ñ"), "{record}");
    assert_eq!(record.matches('ñ').count(), 500 - 15);
}

#[test]
fn what_is_no_record_does_not_pass() {
    let record = Chain::new().register(&Facts { total: "49,99", ..sold("T-2027-000005") });
    assert!(validate("SuministroInformacion.xsd", &record).unwrap_err().contains("ImporteTotal"));
}
