//! The sheet of the demo, and how it leaves a shop that becomes a real one.

use super::{Error, Proof, Said, find, put, save};
use crate::audit::Actor;
use crate::clock::Timestamp;
use crate::db::{self, Tx};

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

/// What came off the sheet, and what is left on it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// Whether any of it was the demo's.
    pub any: bool,
    /// Whether there is something else, which the owner wrote.
    pub leaves_own: bool,
    /// Whether people of the owner's have another place now, and so another picture.
    pub moves_team: bool,
    /// What the demo gave and somebody has changed, as people call it.
    pub changed: Vec<String>,
}

/// Takes off the sheet what is the demo's, each entry by itself; what the owner wrote stays.
pub fn remove(tx: &Tx<'_>, actor: &Actor, now: Timestamp) -> db::Result<Removed> {
    let shown = find(tx)?;
    let own = without_demos(shown.clone());
    let removed = Removed {
        any: own != shown,
        leaves_own: own != Proof::default(),
        moves_team: !shown.team.starts_with(&own.team),
        changed: changed(&own),
    };
    if removed.any {
        put(tx, actor, &own, now)?;
    }
    Ok(removed)
}

fn without_demos(mut proof: Proof) -> Proof {
    let demo = sheet();
    let own = |given: Option<i64>, demos: Option<i64>| given.filter(|given| Some(*given) != demos);
    proof.since = own(proof.since, demo.since);
    proof.jobs = own(proof.jobs, demo.jobs);
    proof.guarantee_months = own(proof.guarantee_months, demo.guarantee_months);
    proof.insurance = proof.insurance.filter(|insurance| Some(insurance) != demo.insurance.as_ref());
    proof.licences.retain(|licence| !demo.licences.contains(licence));
    proof.team.retain(|member| !demo.team.contains(member));
    // Those from before their language was told are the demo's, too.
    proof.words.retain(|said| !demo.words.iter().any(|demos| *demos == Said { lang: demos.lang, ..said.clone() }));
    proof
}

/// What is still recognised as the demo's by its name, number or words, where all entries that equal the demo's are gone.
fn changed(own: &Proof) -> Vec<String> {
    let demo = sheet();
    let insurers = own.insurance.iter().map(|insurance| &insurance.insurer);
    let insurers = insurers.filter(|insurer| demo.insurance.iter().any(|demos| demos.insurer == **insurer)).cloned();
    let licences = own.licences.iter().map(|licence| &licence.number);
    let licences = licences.filter(|number| demo.licences.iter().any(|demos| demos.number == **number)).cloned();
    let team = own.team.iter();
    let team = team
        .filter(|member| demo.team.iter().any(|demos| demos.name == member.name && demos.trade == member.trade))
        .map(|member| format!("{} of the team", member.name));
    let words = own.words.iter();
    let words = words
        .filter(|said| demo.words.iter().any(|demos| demos.text == said.text || demos.author == said.author))
        .map(|said| format!("what {} said", said.author));
    insurers.chain(licences).chain(team).chain(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{LicenceKind, Member, Trade, check};

    #[test]
    fn the_demos_sheet_may_be_shown() {
        // The first day on which the demo's newest words are past.
        let now = Timestamp::from_millis(1_795_172_400_000);
        assert_eq!(check::checked(sheet(), now).unwrap(), sheet());
    }

    #[test]
    fn only_what_equals_the_demos_goes() {
        assert_eq!(without_demos(sheet()), Proof::default());
        let mut older = sheet();
        older.words.iter_mut().for_each(|said| said.lang = None);
        assert_eq!(without_demos(older), Proof::default(), "words from before their language was told");
        let mut edited = sheet();
        edited.since = Some(1987);
        edited.insurance.as_mut().unwrap().insurer = String::from("Mutua Puig");
        let own = Member { name: String::from("Ona"), trade: Trade::Painter, since: None };
        edited.team.push(own.clone());
        let kept = without_demos(edited.clone());
        let expected =
            Proof { since: Some(1987), insurance: edited.insurance.clone(), team: vec![own], ..Proof::default() };
        assert_eq!(kept, expected);
        assert!(changed(&kept).is_empty());
    }

    #[test]
    fn what_the_demo_gave_and_somebody_changed_is_named() {
        let mut edited = sheet();
        edited.insurance.as_mut().unwrap().cover_in_euros = 900_000;
        edited.licences[0].kind = LicenceKind::Gas;
        edited.team[1].since = None;
        edited.words[2].place = String::from("Olesa");
        let changed = changed(&without_demos(edited));
        assert_eq!(changed, ["Assegurances Exemple", "RASIC 080000000", "Aina of the team", "what Manuel G. said"]);
    }
}
