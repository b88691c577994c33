//! What is meant by an id on the command line: all of it, or a beginning that no other has.

use super::Error;
use crate::db;

/// Characters of a beginning, at least: with fewer, a slip of the finger means something else.
const FEWEST: usize = 4;

/// A kind of thing that is called by its id.
pub(super) struct Kind {
    /// As in "no order begins with".
    pub(super) name: &'static str,
    /// The command that shows them.
    pub(super) list: &'static str,
}

/// The id that is meant. `beginning` answers ids that begin so: two are as many as matter.
pub(super) fn meant(
    kind: &Kind,
    given: &str,
    beginning: impl FnOnce(&str) -> db::Result<Vec<String>>,
) -> Result<String, Error> {
    let Kind { name, list } = kind;
    let wanted = given.trim().trim_start_matches('#').to_lowercase();
    let mut ids = if wanted.is_empty() { Vec::new() } else { beginning(&wanted)? };
    if let Some(whole) = ids.iter().position(|id| *id == wanted) {
        return Ok(ids.swap_remove(whole));
    }
    if wanted.chars().count() < FEWEST {
        return Err(too_short(given));
    }
    match (ids.pop(), ids.is_empty()) {
        (Some(id), true) => Ok(id),
        (None, _) => Err(Error::Refused(format!("no {name} begins with {given:?}; {list} shows them"))),
        _ => Err(Error::Refused(format!("more than one {name} begins with {given:?}: give more of its id"))),
    }
}

/// Whether something is long enough to stand for an id.
pub(super) fn is_long_enough(given: &str) -> bool {
    given.chars().count() >= FEWEST
}

pub(super) fn too_short(given: &str) -> Error {
    Error::Refused(format!("{given:?} is too little of an id: give {FEWEST} characters or more"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_meant_by_all_of_it_or_by_an_unambiguous_beginning() {
        let all = ["12ab34cd-1", "12ab34cd-2", "34cd-1", "5"];
        let begins = |text: &str| Ok(all.iter().filter(|id| id.starts_with(text)).map(|id| (*id).to_owned()).collect());
        let meant = |given| meant(&Kind { name: "order", list: "list-orders" }, given, begins);
        for (given, id) in [("34cd", "34cd-1"), ("#34CD-", "34cd-1"), ("12ab34cd-2", all[1]), ("5", "5")] {
            assert_eq!(meant(given).unwrap(), id);
        }
        for (given, reason) in [
            ("", "too little"),
            ("34c", "too little"),
            ("12ab34", "more than one order begins with \"12ab34\""),
            ("9999", "no order begins with \"9999\"; list-orders shows them"),
            ("34cd-1x", "no order"),
            ("____", "no order"),
        ] {
            let error = meant(given).unwrap_err();
            assert!(matches!(error, Error::Refused(_)) && error.to_string().contains(reason), "{given}: {error}");
        }
    }
}
