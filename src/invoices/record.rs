//! RULE: the record of an invoice as the tax agency hashes it (Orden HAC/1177/2024, art. 13).

use crate::money::Cents;
use crate::secrets::sha256;
use crate::text::hex;

/// What of an invoice goes into its hash, each as the very text that is told the tax agency.
#[derive(Debug, Clone, Copy)]
pub struct Hashed<'a> {
    /// The seller's NIF.
    pub issuer: &'a str,
    pub number: &'a str,
    /// `02-01-2027`
    pub date: &'a str,
    /// `F2`
    pub kind: &'a str,
    pub tax: Cents,
    pub total: Cents,
    /// The hash of the record before; `None` for the first.
    pub previous: Option<&'a str>,
    /// `2027-01-02T10:00:00+01:00`
    pub generated_at: &'a str,
}

impl Hashed<'_> {
    /// The text that is hashed.
    pub fn text(&self) -> String {
        let Self { issuer, number, date, kind, tax, total, previous, generated_at } = self;
        let previous = previous.unwrap_or_default();
        format!(
            "IDEmisorFactura={issuer}&NumSerieFactura={number}&FechaExpedicionFactura={date}&TipoFactura={kind}\
             &CuotaTotal={tax}&ImporteTotal={total}&Huella={previous}&FechaHoraHusoGenRegistro={generated_at}"
        )
    }
}

/// What of the annulment of an invoice goes into its hash.
#[derive(Debug, Clone, Copy)]
pub struct Annulled<'a> {
    /// The seller's NIF.
    pub issuer: &'a str,
    /// Of the invoice that is annulled.
    pub number: &'a str,
    /// Its date, `02-01-2027`.
    pub date: &'a str,
    /// The hash of the record before; `None` for the first.
    pub previous: Option<&'a str>,
    /// `2027-01-02T10:00:00+01:00`
    pub generated_at: &'a str,
}

impl Annulled<'_> {
    /// The text that is hashed.
    pub fn text(&self) -> String {
        let Self { issuer, number, date, previous, generated_at } = self;
        let previous = previous.unwrap_or_default();
        format!(
            "IDEmisorFacturaAnulada={issuer}&NumSerieFacturaAnulada={number}&FechaExpedicionFacturaAnulada={date}\
             &Huella={previous}&FechaHoraHusoGenRegistro={generated_at}"
        )
    }
}

/// SHA-256 in capitals.
pub fn hash(text: &str) -> String {
    hex(&sha256(text.as_bytes())).to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issuer, number, date, type, tax, total, the hash before and the moment, then the hash: two that the tax agency has
    /// published, two that others have, and two of ours.
    const VECTORS: [([&str; 8], &str); 6] = [
        (
            ["89890001K", "12345678/G33", "01-01-2024", "F1", "12.35", "123.45", "", "2024-01-01T19:20:30+01:00"],
            "3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60",
        ),
        (
            [
                "89890001K",
                "12345679/G34",
                "01-01-2024",
                "F1",
                "12.35",
                "123.45",
                "3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60",
                "2024-01-01T19:20:35+01:00",
            ],
            "F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97",
        ),
        (
            ["B08194359", "SAMPLE-003", "12-11-2024", "F1", "500.00", "2500.00", "", "2024-11-20T20:00:55+01:00"],
            "8077BD9EE0A9EA26AB0FB86762B20379264B7DC8F8DBE2972D7FEBC5D6B0B915",
        ),
        (
            [
                "A28083806",
                "SAMPLE-002",
                "12-11-2024",
                "R3",
                "500.50",
                "2502.55",
                // 63 characters, as it was published.
                "4B0A5C1D3F28E6A79B8C2D1E0F3A4B5C6D7E8F9A0B1C2D3E4F5A6B7C8D9E0F1",
                "2024-11-20T20:00:55+01:00",
            ],
            "7482C035254A112DE6359FF01A43ABBA4E7318D434A243D79F2915768AB07E06",
        ),
        (
            ["B12345674", "T-2027-000001", "02-01-2027", "F2", "8.68", "49.99", "", "2027-01-02T10:00:00+01:00"],
            "39EC33CEAFFB92B660DC07A8EEE5B2FB249DAD34C720A5FB693AF6714CA66C76",
        ),
        (
            [
                "B12345674",
                "R-2027-000001",
                "05-01-2027",
                "R5",
                "-8.68",
                "-49.99",
                "39EC33CEAFFB92B660DC07A8EEE5B2FB249DAD34C720A5FB693AF6714CA66C76",
                "2027-01-05T09:30:00+01:00",
            ],
            "4EBA82ECA769252242613B21B69FB90507993586C03FAB13BFB938F48B843226",
        ),
    ];

    #[test]
    fn a_published_annulment_has_its_published_hash() {
        let record = Annulled {
            issuer: "89890001K",
            number: "12345679/G34",
            date: "01-01-2024",
            previous: Some(VECTORS[1].1),
            generated_at: "2024-01-01T19:20:40+01:00",
        };
        assert_eq!(hash(&record.text()), "177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68");
    }

    #[test]
    fn published_records_have_their_published_hashes() {
        for ([issuer, number, date, kind, tax, total, previous, generated_at], expected) in VECTORS {
            let cents = |text: &str| Cents(text.replace('.', "").parse().unwrap());
            let previous = Some(previous).filter(|previous| !previous.is_empty());
            let (tax, total) = (cents(tax), cents(total));
            let record = Hashed { issuer, number, date, kind, tax, total, previous, generated_at };
            assert_eq!(hash(&record.text()), expected, "{number}");
        }
    }
}
