//! What the law wants told of the firm, for the demo: plainly an example's, and true of nobody.

use super::{Error, Settings, read};
use crate::clock::Timestamp;
use crate::db::Tx;

/// Whose control sign is right, of a firm without a number.
const NIF: &str = "B00000000";
const ADDRESS: &str = "Carrer de l’Exemple, 1, 08630 Abrera";
const REGISTER: &str = "Registro Mercantil de Barcelona, tomo 00000, folio 0, hoja B-000000 (ejemplo)";

const PARTICULARS: [(&str, &str); 3] =
    [("company.nif", NIF), ("company.address", ADDRESS), ("company.register", REGISTER)];

/// Gives those that the owner did not give.
pub fn load(tx: &Tx<'_>, now: Timestamp) -> Result<(), Error> {
    for (key, example) in PARTICULARS {
        if read(tx, key)?.is_empty() {
            Settings::set(tx, key, example, now)?;
        }
    }
    Ok(())
}

/// Takes those back that are the demo's; whether any were.
pub fn remove(tx: &Tx<'_>, now: Timestamp) -> Result<bool, Error> {
    let mut any = false;
    for (key, example) in PARTICULARS {
        if read(tx, key)? == example {
            Settings::set(tx, key, "", now)?;
            any = true;
        }
    }
    Ok(any)
}

/// What the law wants told of the firm, in the order the desk shows it.
const TOLD: [&str; 6] =
    ["company.legal_name", "company.nif", "company.address", "company.register", "company.phone", "company.email"];

/// What a setting says of a firm that is nobody's; `None` where no value is an example's.
pub fn example(key: &str) -> Option<String> {
    let demo = PARTICULARS.iter().find(|(known, _)| *known == key).map(|(_, example)| (*example).to_owned());
    demo.or_else(|| if TOLD.contains(&key) { Settings::default().get(key).ok() } else { None })
}

impl Settings {
    /// The settings with what the law wants told of the firm that nobody has given, or that are still an example's.
    pub fn untold(&self) -> Vec<&'static str> {
        let is_untold = |key: &&str| {
            let given = self.get(key).unwrap_or_default();
            given.is_empty() || example(key).is_some_and(|example| example == given)
        };
        TOLD.into_iter().filter(is_untold).collect()
    }

    /// Whether tax number, registered office and register are given, in this order, and no example's.
    pub fn particulars(&self) -> [bool; 3] {
        let own = |given: &str, example: &str| !given.is_empty() && given != example;
        [own(&self.nif, NIF), own(&self.address, ADDRESS), own(&self.register, REGISTER)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;
    use crate::nif;

    #[test]
    fn the_demos_firm_is_complete_and_nobodys_and_leaves_without_what_the_owner_gave() {
        assert_eq!(nif::normalized(NIF).as_deref(), Some(NIF));
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
        let now = Timestamp::from_millis(1_795_195_391_250);
        let settings = || db.read_blocking(Settings::load).unwrap();
        db.write_blocking(move |tx| load(tx, now)).unwrap();
        assert_eq!((settings().nif, settings().particulars()), (String::from(NIF), [false; 3]));
        db.write_blocking(move |tx| Settings::set(tx, "company.nif", "B12345674", now)).unwrap();
        assert!(db.write_blocking(move |tx| remove(tx, now)).unwrap());
        assert_eq!((settings().address, settings().particulars()), (String::new(), [true, false, false]));
        assert!(!db.write_blocking(move |tx| remove(tx, now)).unwrap());
        assert_eq!(settings().nif, "B12345674");
    }
}
