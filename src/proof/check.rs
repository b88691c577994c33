//! RULE: what the sheet may say. Texts are cleaned first.

use super::{Error, Insurance, LEAST_GUARANTEE_MONTHS, Licence, Member, Proof, Said};
use crate::clock::Timestamp;
use crate::text;

/// How many there may be of what.
const LICENCES: usize = 20;
const MEMBERS: usize = 12;
const WORDS: usize = 12;
/// Characters.
const NAME: usize = 80;
const SAID: usize = 400;
/// No firm that has customers is older.
const FIRST_YEAR: i64 = 1850;
const MOST_JOBS: i64 = 1_000_000;
const MOST_EUROS: i64 = 100_000_000;
/// The law's own, and what nobody promises.
const MONTHS: std::ops::RangeInclusive<i64> = LEAST_GUARANTEE_MONTHS..=600;

/// The sheet as it is stored, or the first value that is not acceptable.
pub(super) fn checked(proof: Proof, now: Timestamp) -> Result<Proof, Error> {
    let today = now.date();
    let year = i64::from(today.year());
    let is_year = |field: &str, given: Option<i64>| {
        require(field, given.is_none_or(|given| (FIRST_YEAR..=year).contains(&given)), "must be a year until now")
    };
    is_year("since", proof.since)?;
    require("jobs", proof.jobs.is_none_or(|jobs| (1..=MOST_JOBS).contains(&jobs)), "must be from 1 to 1,000,000")?;
    let months = proof.guarantee_months.is_none_or(|months| MONTHS.contains(&months));
    require("guarantee_months", months, "must be from 6 to 600")?;
    require("licences", proof.licences.len() <= LICENCES, "must be at most 20")?;
    require("team", proof.team.len() <= MEMBERS, "must be at most 12")?;
    require("words", proof.words.len() <= WORDS, "must be at most 12")?;
    for (n, member) in proof.team.iter().enumerate() {
        is_year(&format!("team/{n}/since"), member.since)?;
    }
    let this_month = format!("{:04}-{:02}", today.year(), today.month());
    Ok(Proof {
        insurance: proof.insurance.map(insurance).transpose()?,
        licences: each(proof.licences, |n, Licence { kind, number }| {
            Ok(Licence { kind, number: line(&format!("licences/{n}/number"), &number)? })
        })?,
        team: each(proof.team, |n, member| {
            Ok(Member { name: line(&format!("team/{n}/name"), &member.name)?, ..member })
        })?,
        words: each(proof.words, |n, said| words(n, said, &this_month))?,
        ..proof
    })
}

fn insurance(Insurance { insurer, cover_in_euros }: Insurance) -> Result<Insurance, Error> {
    let is_sum = (1..=MOST_EUROS).contains(&cover_in_euros);
    require("insurance/cover_in_euros", is_sum, "must be from 1 to 100,000,000")?;
    Ok(Insurance { insurer: line("insurance/insurer", &insurer)?, cover_in_euros })
}

fn words(n: usize, said: Said, this_month: &str) -> Result<Said, Error> {
    let at = |name: &str| format!("words/{n}/{name}");
    let text = text::lines(&said.text);
    require(&at("text"), (1..=SAID).contains(&text.chars().count()), "must have from 1 to 400 characters")?;
    let is_month = matches!(said.month.as_bytes(), [y1, y2, y3, y4, b'-', m1, m2]
        if [y1, y2, y3, y4, m1, m2].iter().all(|digit| digit.is_ascii_digit()));
    let number = said.month.get(5..).and_then(|month| month.parse::<u8>().ok());
    let is_past = is_month && number.is_some_and(|month| (1..=12).contains(&month)) && *said.month <= *this_month;
    require(&at("month"), is_past, "must be a month until now, such as 2026-09")?;
    Ok(Said { text, author: line(&at("author"), &said.author)?, place: line(&at("place"), &said.place)?, ..said })
}

fn each<T>(given: Vec<T>, read: impl Fn(usize, T) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    given.into_iter().enumerate().map(|(n, one)| read(n, one)).collect()
}

fn line(field: &str, given: &str) -> Result<String, Error> {
    let cleaned = text::line(given);
    require(field, (1..=NAME).contains(&cleaned.chars().count()), "must have from 1 to 80 characters")?;
    Ok(cleaned)
}

fn require(field: &str, holds: bool, reason: &'static str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::Invalid { field: field.to_owned(), reason }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::Trade;

    /// 20 November 2026.
    const NOW: Timestamp = Timestamp::from_millis(1_795_172_400_000);

    fn refused(proof: Proof) -> String {
        match checked(proof, NOW) {
            Err(Error::Invalid { field, .. }) => field,
            other => panic!("{other:?}"),
        }
    }

    fn said(month: &str) -> Said {
        Said {
            text: String::from(" Muy  bien. "),
            lang: None,
            author: String::from("Núria"),
            place: String::from("Abrera"),
            month: month.to_owned(),
            trade: Trade::Plumber,
        }
    }

    #[test]
    fn nothing_is_promised_for_a_time_to_come() {
        assert_eq!(refused(Proof { since: Some(2027), ..Proof::default() }), "since");
        for month in ["2026-12", "2026-13", "2026-00", "2026-1", "26-09", "2026/09", "ahora"] {
            assert_eq!(refused(Proof { words: vec![said(month)], ..Proof::default() }), "words/0/month", "{month}");
        }
        let kept = checked(Proof { since: Some(2009), words: vec![said("2026-11")], ..Proof::default() }, NOW).unwrap();
        assert_eq!(kept.words[0].text, "Muy  bien.");
    }

    #[test]
    fn less_than_the_law_gives_is_no_guarantee() {
        assert_eq!(refused(Proof { guarantee_months: Some(3), ..Proof::default() }), "guarantee_months");
    }

    #[test]
    fn what_has_no_words_is_refused() {
        let blank = Said { author: String::from(" "), ..said("2026-09") };
        assert_eq!(refused(Proof { words: vec![said("2026-09"), blank], ..Proof::default() }), "words/1/author");
    }
}
