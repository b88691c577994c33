//! The sheet of the demo, and how it leaves a shop that becomes a real one.

use super::{Error, Proof, find, save};
use crate::audit::Actor;
use crate::clock::Timestamp;
use crate::db::Tx;

fn sheet() -> Proof {
    serde_json::from_str(include_str!("demo.json")).expect("a test reads it")
}

/// Gives the demo's sheet where the owner gave none.
pub fn load(tx: &Tx<'_>, now: Timestamp) -> Result<(), Error> {
    if find(tx)? == Proof::default() {
        save(tx, &Actor::System, sheet(), now)?;
    }
    Ok(())
}

/// Takes the demo's sheet away; whether it was the one that is shown.
pub fn remove(tx: &Tx<'_>, actor: &Actor, now: Timestamp) -> Result<bool, Error> {
    let is_shown = find(tx)? == sheet();
    if is_shown {
        save(tx, actor, Proof::default(), now)?;
    }
    Ok(is_shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::check;

    #[test]
    fn the_demos_sheet_may_be_shown() {
        // The first day on which the demo's newest words are past.
        let now = Timestamp::from_millis(1_795_172_400_000);
        assert_eq!(check::checked(sheet(), now).unwrap(), sheet());
    }
}
