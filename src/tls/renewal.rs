//! RULE: when a certificate is renewed, and when it is tried again. Nothing here asks anybody or reads a clock.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;

const MINUTE: i64 = 60;
const HOUR: i64 = 3600;

/// Parts of a certificate's life: it is renewed after two thirds where the authority says nothing,
/// after three quarters whatever it says, and the owner is told when the last quarter has begun.
const USUAL: (i64, i64) = (2, 3);
const LATEST: (i64, i64) = (3, 4);

/// How often the authority is asked when it wants it renewed (RFC 9773, 4.3): as it says itself, within these.
const ASKED_AGAIN: (i64, i64) = (MINUTE, 24 * HOUR);
/// And so long after it did not say it.
pub(super) const ASKED_AGAIN_AFTER_NO_WORD: i64 = 6 * HOUR;

/// What is known of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Tells it from others: the digits of its serial number.
    pub serial: String,
    /// The names it is for.
    pub names: Vec<String>,
    pub begins_at: Timestamp,
    pub ends_at: Timestamp,
}

impl Facts {
    /// Whether it is for each of these.
    pub fn covers(&self, names: &[String]) -> bool {
        names.iter().all(|name| self.names.iter().any(|own| own.eq_ignore_ascii_case(name)))
    }

    /// When so much of its life is over.
    fn after(&self, (part, whole): (i64, i64)) -> Timestamp {
        let life = self.ends_at.millis() - self.begins_at.millis();
        self.begins_at.plus_millis(life / whole * part)
    }

    /// Whether so little of its life is left that somebody should know, if it is not renewed.
    pub fn is_running_out(&self, now: Timestamp) -> bool {
        self.after(LATEST) <= now
    }
}

/// Why there is no certificate yet, or no newer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The program ended in the middle.
    Unfinished,
    /// The authority looked at the names and did not find this machine, or will not certify them: it counts that.
    Refused,
    /// The authority was asked too often.
    TooOften,
    /// It could not be asked, or did not say anything of use.
    Unreachable,
    /// This machine cannot keep what it would get.
    Disk,
}

impl Kind {
    /// Seconds after which it is tried again, at first; a start of the program may come no sooner. What counts at the
    /// authority is first tried where it does not (`rehearses`), or four times an hour at most: five are allowed.
    fn first_rest(self, rehearses: bool) -> i64 {
        match self {
            Self::Refused if !rehearses => 15 * MINUTE,
            Self::TooOften => HOUR,
            _ => MINUTE,
        }
    }

    /// At most.
    fn longest_rest(self, rehearses: bool) -> i64 {
        match self {
            Self::Refused if !rehearses => 12 * HOUR,
            Self::TooOften => 12 * HOUR,
            _ => HOUR,
        }
    }
}

/// What is remembered from one try to the next, and over restarts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// Tries in a row that led to nothing.
    pub failures: u32,
    pub last: Option<Failure>,
    /// Not before this is it tried again.
    pub not_before: Option<Timestamp>,
    /// Whether the names were found where looking counts for nothing, since they last were not.
    pub is_rehearsed: bool,
    /// What the authority says of the certificate there is.
    pub word: Option<Word>,
    /// When it is asked for that next.
    pub ask_at: Option<Timestamp>,
    /// When the certificate was got.
    pub got_at: Option<Timestamp>,
}

/// The last try.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    pub kind: Kind,
    pub at: Timestamp,
    /// In one line, for people.
    pub error: String,
    /// The authority said itself when it may be asked again.
    pub is_told_when: bool,
}

/// When the authority wants a certificate renewed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// Which.
    pub serial: String,
    pub begins_at: Timestamp,
    pub ends_at: Timestamp,
    /// The moment that was chosen of these, so that not everybody comes at once.
    pub chosen: Timestamp,
}

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Nothing yet.
    Rest,
    /// Ask the authority when it wants the certificate renewed.
    Ask,
    /// Have the names looked at where it counts for nothing.
    Rehearse,
    /// Get a certificate.
    Issue,
}

/// What is to be done now. `rehearses`: there is an authority where trying counts for nothing.
pub fn step(facts: Option<&Facts>, names: &[String], memory: &Memory, rehearses: bool, now: Timestamp) -> Step {
    let (fits, memory) = (facts.filter(|facts| facts.covers(names)), &memory.without_what_is_to_come(now));
    let is_due = fits.is_none_or(|facts| renewal_at(facts, memory) <= now);
    if !is_due {
        let is_asked = memory.ask_at.is_some_and(|at| now < at);
        return if is_asked { Step::Rest } else { Step::Ask };
    }
    if memory.not_before.is_some_and(|at| now < at) {
        return Step::Rest;
    }
    let is_doubtful = fits.is_none() || memory.last.as_ref().is_some_and(|last| last.kind == Kind::Refused);
    if rehearses && is_doubtful && !memory.is_rehearsed { Step::Rehearse } else { Step::Issue }
}

/// When a certificate is renewed. One that was just got is not, whatever its life and the authority say: that would go on
/// for ever.
pub fn renewal_at(facts: &Facts, memory: &Memory) -> Timestamp {
    let word = memory.word.as_ref().filter(|word| word.serial == facts.serial);
    let at = word.map_or_else(|| facts.after(USUAL), |word| word.chosen.min(facts.after(LATEST)));
    let quarter = (facts.ends_at.millis() - facts.begins_at.millis()) / 4;
    memory.got_at.map_or(at, |got_at| at.max(got_at.plus_millis(quarter.min(HOUR * 1000))))
}

impl Memory {
    /// A try begins; should the program end in its middle, that is what is known of it.
    pub fn begin(&mut self, now: Timestamp) {
        // What was refused stays so until it is known to be otherwise.
        let was_refused = self.last.as_ref().is_some_and(|last| last.kind == Kind::Refused);
        let kind = if was_refused { Kind::Refused } else { Kind::Unfinished };
        let error = String::from("the last try was cut off");
        self.last = Some(Failure { kind, at: now, error, is_told_when: false });
        self.not_before = Some(now.plus_seconds(MINUTE));
    }

    /// A try led to nothing. `told`: the authority is to be left alone until then. `luck`: 0 to 1, so that not everybody
    /// comes at once.
    pub fn fail(
        &mut self,
        failed: (Kind, String),
        told: Option<Timestamp>,
        rehearses: bool,
        luck: f64,
        now: Timestamp,
    ) {
        let (kind, error) = failed;
        self.failures = self.failures.saturating_add(1);
        let rest = kind.first_rest(rehearses) << self.failures.saturating_sub(1).min(12);
        let rest = rest.min(kind.longest_rest(rehearses));
        let own = now.plus_millis(share(rest * 1000, 1.0 + luck / 4.0));
        let told = told.map(|told| told.min(now.plus_days(7)));
        self.not_before = Some(told.map_or(own, |told| told.max(now.plus_seconds(MINUTE))));
        self.is_rehearsed = self.is_rehearsed && kind != Kind::Refused;
        self.last = Some(Failure { kind, at: now, error, is_told_when: told.is_some() });
    }

    /// The names were found; the next try is a real one, and at once.
    pub fn rehearsed(&mut self) {
        self.is_rehearsed = true;
        self.not_before = None;
    }

    /// There is a certificate.
    pub fn succeed(&mut self, now: Timestamp) {
        *self = Self { got_at: Some(now), ..Self::default() };
    }

    /// A clock that was ahead wrote down moments that are still to come: until then nothing would be tried.
    fn without_what_is_to_come(&self, now: Timestamp) -> Self {
        let is_ahead = self.last.as_ref().is_some_and(|last| last.at > now);
        let not_before = self.not_before.filter(|_| !is_ahead);
        Self { not_before, got_at: self.got_at.filter(|at| *at <= now), ..self.clone() }
    }

    /// The program starts: whoever has mended something need not wait as long as the program by itself, unless the
    /// authority said so.
    pub fn start(&mut self, rehearses: bool) {
        let Some(last) = self.last.as_ref().filter(|last| !last.is_told_when) else { return };
        let soon = last.at.plus_seconds(last.kind.first_rest(rehearses));
        self.not_before = self.not_before.map(|at| at.min(soon));
    }

    /// The authority said when it wants a certificate renewed, and in how many seconds it may be asked again.
    pub fn hear(&mut self, facts: &Facts, window: (Timestamp, Timestamp), again: i64, luck: f64, now: Timestamp) {
        let ((begins_at, ends_at), serial) = (window, facts.serial.clone());
        self.ask_at = Some(now.plus_seconds(again.clamp(ASKED_AGAIN.0, ASKED_AGAIN.1)));
        let same = |word: &Word| (&word.serial, word.begins_at, word.ends_at) == (&serial, begins_at, ends_at);
        if self.word.as_ref().is_some_and(same) {
            return;
        }
        // An end that is none is as if nothing was said (RFC 9773, 4.2).
        self.word = (begins_at < ends_at).then(|| {
            let chosen = begins_at.plus_millis(share(ends_at.millis() - begins_at.millis(), luck));
            Word { serial, begins_at, ends_at, chosen }
        });
    }
}

/// A part of a number of milliseconds.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "times of a few years, to the second")]
fn share(millis: i64, part: f64) -> i64 {
    (millis as f64 * part) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * HOUR;
    const START: Timestamp = Timestamp::from_millis(1_795_172_400_000);

    fn names() -> Vec<String> {
        vec![String::from("example.com"), String::from("www.example.com")]
    }

    fn of_days(days: i64) -> Facts {
        let names = names();
        Facts { serial: String::from("1"), names, begins_at: START, ends_at: START.plus_seconds(days * DAY) }
    }

    /// What is to be done with a certificate of so many days after so many of them.
    fn after(days: i64, seconds: i64, memory: &Memory) -> Step {
        step(Some(&of_days(days)), &names(), memory, true, START.plus_seconds(seconds))
    }

    /// A memory that has asked the authority and heard nothing.
    fn quiet() -> Memory {
        Memory { ask_at: Some(START.plus_days(1000)), ..Memory::default() }
    }

    #[test]
    fn without_a_word_it_is_renewed_at_two_thirds_of_whatever_life_it_has() {
        for days in [90, 64, 45, 6, 1] {
            let at = days * DAY * 2 / 3;
            assert_eq!(after(days, at - 1, &quiet()), Step::Rest, "{days}");
            assert_eq!(after(days, at, &quiet()), Step::Issue, "{days}");
        }
    }

    #[test]
    fn it_is_renewed_when_the_authority_wants_it_and_never_too_late() {
        let told = |from: i64, until: i64, luck: f64| {
            let mut memory = quiet();
            let window = (START.plus_seconds(from * DAY), START.plus_seconds(until * DAY));
            memory.hear(&of_days(60), window, 1000 * DAY, luck, START);
            memory.ask_at = quiet().ask_at;
            memory
        };
        for (from, until, luck, due) in [
            (20, 30, 0.0, 20),
            (20, 30, 0.5, 25),
            (-10, -5, 0.9, 0), // revoked: at once
            (44, 50, 0.9, 45), // three quarters are over
            (900, 901, 0.0, 45),
            (30, 20, 0.5, 40), // no word at all
            (30, 30, 0.5, 40),
        ] {
            let memory = told(from, until, luck);
            assert_eq!(after(60, due * DAY, &memory), Step::Issue, "{from} to {until}");
            assert_eq!(after(60, due * DAY - 2, &memory) == Step::Issue, due == 0, "{from} to {until}");
        }
        let of_another = Memory { word: told(-10, -5, 0.0).word, ..quiet() };
        let newer = Facts { serial: String::from("2"), ..of_days(60) };
        assert_eq!(step(Some(&newer), &names(), &of_another, true, START), Step::Rest);
    }

    #[test]
    fn one_that_was_just_got_is_not_got_again_whatever_is_said_of_it() {
        let mut memory = Memory::default();
        memory.succeed(START.plus_seconds(50 * DAY));
        memory.ask_at = quiet().ask_at;
        assert_eq!(after(60, 50 * DAY + HOUR - 1, &memory), Step::Rest);
        assert_eq!(after(60, 50 * DAY + HOUR, &memory), Step::Issue);
    }

    #[test]
    fn the_moment_stays_until_the_authority_says_another() {
        let mut memory = Memory::default();
        let window = (START.plus_days(10), START.plus_days(20));
        memory.hear(&of_days(60), window, 0, 0.1, START);
        let chosen = memory.word.clone();
        memory.hear(&of_days(60), window, HOUR, 0.9, START.plus_days(1));
        assert_eq!(memory.word, chosen);
        memory.hear(&of_days(60), (START.plus_days(1), START.plus_days(20)), HOUR, 0.9, START.plus_days(1));
        assert_ne!(memory.word, chosen);
    }

    #[test]
    fn the_authority_is_asked_as_often_as_it_says_within_bounds() {
        let mut memory = Memory::default();
        assert_eq!(after(60, 0, &memory), Step::Ask);
        for (again, seconds) in [(0, 60), (3 * HOUR, 3 * HOUR), (1000 * DAY, DAY)] {
            memory.hear(&of_days(60), (START.plus_days(30), START.plus_days(31)), again, 0.5, START);
            assert_eq!(memory.ask_at, Some(START.plus_seconds(seconds)));
            assert_eq!(after(60, seconds - 1, &memory), Step::Rest);
            assert_eq!(after(60, seconds, &memory), Step::Ask);
        }
    }

    #[test]
    fn a_certificate_that_is_not_there_or_lacks_a_name_is_got_at_once_and_the_names_are_tried_first() {
        let now = START.plus_days(1);
        let first = |facts: Option<&Facts>, rehearses| step(facts, &names(), &quiet(), rehearses, now);
        assert_eq!((first(None, true), first(None, false)), (Step::Rehearse, Step::Issue));
        let lacking = Facts { names: vec![String::from("example.com")], ..of_days(60) };
        assert_eq!(first(Some(&lacking), true), Step::Rehearse);
        let mut memory = quiet();
        memory.begin(now);
        memory.rehearsed();
        assert_eq!(step(None, &names(), &memory, true, now), Step::Issue);
    }

    #[test]
    fn what_was_refused_is_tried_where_it_counts_for_nothing_before_it_is_tried_again() {
        let mut memory = Memory { is_rehearsed: true, ..quiet() };
        memory.fail((Kind::Refused, String::new()), None, true, 0.0, START);
        assert_eq!(step(None, &names(), &memory, true, START.plus_seconds(59)), Step::Rest);
        assert_eq!(step(None, &names(), &memory, true, START.plus_seconds(60)), Step::Rehearse);
        // Cut off in the middle, it is still doubtful.
        memory.begin(START.plus_seconds(60));
        let due = after(60, 40 * DAY, &memory);
        assert_eq!(due, Step::Rehearse);
    }

    #[test]
    fn each_failure_in_a_row_doubles_the_rest_up_to_a_bound() {
        let rest = |kind, rehearses, failures, luck| {
            let mut memory = Memory { failures: failures - 1, ..Memory::default() };
            memory.fail((kind, String::new()), None, rehearses, luck, START);
            (memory.not_before.unwrap().millis() - START.millis()) / 1000
        };
        for (kind, rehearses, failures, seconds) in [
            (Kind::Unreachable, true, 1, MINUTE),
            (Kind::Unreachable, true, 3, 4 * MINUTE),
            (Kind::Unreachable, true, 50, HOUR),
            (Kind::Refused, true, 1, MINUTE),
            (Kind::Refused, true, 50, HOUR),
            (Kind::Refused, false, 1, 15 * MINUTE),
            (Kind::Refused, false, 2, 30 * MINUTE),
            (Kind::Refused, false, u32::MAX, 12 * HOUR),
            (Kind::TooOften, true, 1, HOUR),
            (Kind::Disk, true, 1, MINUTE),
        ] {
            assert_eq!(rest(kind, rehearses, failures, 0.0), seconds, "{kind:?} {failures}");
            assert_eq!(rest(kind, rehearses, failures, 1.0), seconds + seconds / 4, "{kind:?} {failures}");
        }
    }

    #[test]
    fn the_authority_is_left_alone_as_long_as_it_says_within_a_week() {
        let rest = |told: i64| {
            let (mut memory, told) = (Memory::default(), START.plus_seconds(told));
            memory.fail((Kind::TooOften, String::new()), Some(told), true, 0.0, START);
            memory.start(true);
            memory.not_before.unwrap().seconds() - START.seconds()
        };
        assert_eq!([rest(2 * DAY), rest(5), rest(-5), rest(900 * DAY)], [2 * DAY, MINUTE, MINUTE, 7 * DAY]);
    }

    #[test]
    fn a_start_need_not_wait_as_long_and_a_program_that_starts_again_and_again_asks_no_more_often() {
        let after_start = |kind, rehearses, failures| {
            let mut memory = Memory { failures, ..Memory::default() };
            memory.fail((kind, String::new()), None, rehearses, 0.5, START);
            memory.start(rehearses);
            memory.not_before.unwrap().seconds() - START.seconds()
        };
        assert_eq!(after_start(Kind::Refused, true, 20), MINUTE);
        assert_eq!(after_start(Kind::Refused, false, 20), 15 * MINUTE);
        assert_eq!(after_start(Kind::Unreachable, true, 20), MINUTE);
        let mut memory = Memory::default();
        memory.begin(START);
        memory.start(true);
        assert_eq!(memory.not_before, Some(START.plus_seconds(MINUTE)));
    }

    #[test]
    fn what_a_clock_that_was_ahead_wrote_down_holds_nothing_up() {
        let due = 50 * DAY;
        let mut failed = quiet();
        failed.fail((Kind::Unreachable, String::new()), None, true, 0.5, START.plus_seconds(due + 400 * DAY));
        assert_eq!(after(60, due, &failed), Step::Issue);
        let got = Memory { got_at: Some(START.plus_seconds(due + 400 * DAY)), ..quiet() };
        assert_eq!(after(60, due, &got), Step::Issue);
        failed.fail((Kind::Unreachable, String::new()), None, true, 0.5, START.plus_seconds(due));
        assert_eq!(after(60, due + 1, &failed), Step::Rest);
    }

    #[test]
    fn somebody_should_know_in_the_last_quarter() {
        let facts = of_days(60);
        assert!(!facts.is_running_out(START.plus_seconds(45 * DAY - 1)));
        assert!(facts.is_running_out(START.plus_seconds(45 * DAY)));
    }
}
