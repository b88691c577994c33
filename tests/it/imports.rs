//! Product files as other shops export them, with their dirt: each is imported with notes, a second time changes nothing,
//! and what is exported is imported again without a change.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// File, products in it, pictures that are elsewhere, and what must be among the notes.
const EXPORTS: [(&str, usize, usize, &[&str]); 11] = [
    (
        "shopify-old-names.csv",
        18,
        3,
        &[
            "the SKU \"0012\" is that of row 2 too",
            "no inventory tracker and a quantity of -31: imported as always available",
            "the price 9999999.99 is too high",
            "a sale at 12.00 instead of 12000000.00 is none",
            "there is too much of \"tags\"",
        ],
    ),
    (
        "shopify-current-names.csv",
        5,
        3,
        &["the amount \"60.005\" is rounded to 60.01", "the status \"suspended\" is not known"],
    ),
    ("shopify-few-columns.csv", 3, 0, &["the variant is the same as that of row 2: left out"]),
    ("shopify-spanish-spreadsheet.csv", 3, 0, &["the row has 15 cells for 18 columns"]),
    (
        "woocommerce-english.csv",
        28,
        3,
        &[
            "Conjunto de obra is of the kind \"grouped\"",
            "Andamio de alquiler is sold elsewhere or downloaded",
            "the sale is over",
            "the sale ends before it begins",
            "its parent \"id:999\" is no product with variations",
            "the column \"Meta: _yoast_wpseo_title\" is there twice",
        ],
    ),
    ("woocommerce-few-columns.csv", 3, 0, &["the row has 3 cells for 4 columns"]),
    ("woocommerce-spanish.csv", 3, 0, &[]),
    ("woocommerce-german.csv", 3, 0, &[]),
    ("woocommerce-french.csv", 3, 0, &[]),
    ("woocommerce-dutch.csv", 3, 0, &[]),
    ("woocommerce-another-language.csv", 3, 0, &[]),
];

/// The program in a data directory of its own.
struct Shop(tempfile::TempDir);

impl Shop {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// What a command prints on standard output and on standard error; it must succeed.
    #[track_caller]
    fn run(&self, words: &[&str]) -> (String, String) {
        let done = Command::new(env!("CARGO_BIN_EXE_manetes")).args(words).current_dir(self.0.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        assert!(done.status.success(), "{words:?}: {}", text(done.stderr));
        (text(done.stdout), text(done.stderr))
    }

    #[track_caller]
    fn import(&self, file: &Path) -> Value {
        serde_json::from_str(&self.run(&["import-products", "--json", file.to_str().unwrap()]).0).unwrap()
    }

    fn export(&self, name: &str) -> PathBuf {
        self.run(&["export-products", name]);
        self.0.path().join(name)
    }
}

fn counts(report: &Value) -> [usize; 3] {
    ["created", "changed", "unchanged"].map(|count| usize::try_from(report[count].as_u64().unwrap()).unwrap())
}

#[test]
fn every_export_of_another_shop_is_imported_with_notes_and_comes_out_again() {
    for (name, products, pictures, told) in EXPORTS {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/exports").join(name);
        let shop = Shop::new();
        let tried = shop.run(&["import-products", "--dry-run", file.to_str().unwrap()]);
        for words in told {
            assert!(tried.1.contains(words), "{name}: {words}\n in\n{}", tried.1);
        }
        if told.is_empty() {
            assert_eq!(tried.1, "", "{name}");
        }
        let report = shop.import(&file);
        assert_eq!(counts(&report), [products, 0, 0], "{name}: {report:#}");
        assert_eq!(report["missing_pictures"].as_array().unwrap().len(), pictures, "{name}");
        assert_eq!(counts(&shop.import(&file)), [0, 0, products], "{name}, a second time");

        let export = shop.export("all.csv");
        assert_eq!(counts(&shop.import(&export)), [0, 0, products], "{name}, exported and imported again");
        let other = Shop::new();
        assert_eq!(counts(&other.import(&export)), [products, 0, 0], "{name}, in another shop");
        assert_eq!(fs::read(&export).unwrap(), fs::read(other.export("all.csv")).unwrap(), "{name}");
    }
}

#[test]
fn files_of_many_shops_live_in_one() {
    let shop = Shop::new();
    for round in 0..2 {
        for (name, products, ..) in EXPORTS {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/exports").join(name);
            let report = shop.import(&file);
            assert_eq!(counts(&report).iter().sum::<usize>(), products, "{name}, round {round}: {report:#}");
        }
    }
    let checked = shop.run(&["check", "--invariants"]);
    assert!(!checked.0.contains("violated"), "{}", checked.0);
}

#[test]
fn thousands_of_rows_are_imported_and_a_second_time_change_nothing() {
    let row =
        |n: usize| format!("p{},Producto {},Medida,{},S{},shopify,{n},{}.5\n", n / 4, n / 4, n % 4, n / 5, n % 900);
    let header = String::from(
        "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price\n",
    );
    let shop = Shop::new();
    let file = shop.0.path().join("many.csv");
    fs::write(&file, [header].into_iter().chain((0..4000).map(row)).collect::<String>()).unwrap();
    let report = shop.import(&file);
    assert_eq!(counts(&report), [1000, 0, 0]);
    assert_eq!(report["notes"].as_array().unwrap().len(), 3200, "four of five SKUs are those of a row before");
    assert_eq!(counts(&shop.import(&file)), [0, 0, 1000]);
}
