//! How often each of many keys did something, in bounded memory.

use std::collections::HashMap;
use std::time::Duration;

/// Whose an action is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) hash: u64,
    /// How many times the quota it has, 1 or more.
    pub(super) share: u32,
}

/// What is known of the keys of one kind of action.
///
/// An action puts its keys into debt for a while, each the less the greater its share, and time pays debts off; who owes as
/// much as `burst` actions of one share waits (the generic cell rate algorithm). When there are too many keys, those that
/// owe least are forgotten, so nobody is turned away for what others do, and nobody can have `n` actions of one key
/// forgotten without `n` of most others.
pub(super) struct Strikes {
    every: Duration,
    most_debt: Duration,
    most_keys: usize,
    /// When each key has paid off. Who is not here owes nothing.
    paid_off: HashMap<u64, Duration>,
}

impl Strikes {
    /// Lets `burst` actions of a key through at once, and one more after each `every`.
    pub(super) fn new(burst: u32, every: Duration, most_keys: usize) -> Self {
        Self { every, most_debt: every * burst, most_keys, paid_off: HashMap::new() }
    }

    /// Counts an action of each of these keys at `now`, or says how long it has to wait; then it counts for none. Times are
    /// counted from any moment that stays the same.
    pub(super) fn count(&mut self, keys: &[Key], now: Duration) -> Result<(), Duration> {
        let waits = keys.iter().map(|key| self.owes_after(*key, now).saturating_sub(now + self.most_debt));
        let wait = waits.max().unwrap_or_default();
        if !wait.is_zero() {
            return Err(wait);
        }
        for key in keys {
            let paid_off = self.owes_after(*key, now);
            if self.paid_off.len() >= self.most_keys && !self.paid_off.contains_key(&key.hash) {
                self.forgive();
            }
            self.paid_off.insert(key.hash, paid_off);
        }
        Ok(())
    }

    /// Until when a key owes once one more action of it is counted.
    fn owes_after(&self, key: Key, now: Duration) -> Duration {
        self.paid_off.get(&key.hash).copied().unwrap_or_default().max(now) + self.every / key.share
    }

    /// Takes one action of `key` back, as if it had not been counted.
    pub(super) fn give_back(&mut self, key: Key) {
        if let Some(paid_off) = self.paid_off.get_mut(&key.hash) {
            *paid_off = paid_off.saturating_sub(self.every / key.share);
        }
    }

    /// Forgets an eighth of the keys: that looks at every key, so it is not done for each new one.
    fn forgive(&mut self) {
        let mut all: Vec<Duration> = self.paid_off.values().copied().collect();
        let (less, limit, _) = all.select_nth_unstable(self.most_keys / 8);
        let (mut left, limit) = (less.len() + 1, *limit);
        self.paid_off.retain(|_, paid_off| {
            let forgiven = left > 0 && *paid_off <= limit;
            left -= usize::from(forgiven);
            !forgiven
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);
    const KEYS: u64 = 1000;

    fn strikes() -> Strikes {
        Strikes::new(5, MINUTE, usize::try_from(KEYS).unwrap())
    }

    fn key(hash: u64) -> Key {
        Key { hash, share: 1 }
    }

    /// How many actions of a key are let through at once.
    fn left(strikes: &mut Strikes, of: u64, now: Duration) -> usize {
        (0..10).take_while(|_| strikes.count(&[key(of)], now).is_ok()).count()
    }

    #[test]
    fn so_many_are_let_through_at_once_and_one_more_each_time() {
        let (mut strikes, start) = (strikes(), MINUTE);
        assert_eq!(left(&mut strikes, 1, start), 5);
        assert_eq!(strikes.count(&[key(1)], start), Err(MINUTE));
        assert_eq!(strikes.count(&[key(1)], start + MINUTE / 4), Err(MINUTE * 3 / 4));
        assert_eq!(left(&mut strikes, 1, start + MINUTE), 1);
        assert_eq!(left(&mut strikes, 1, start + 3 * MINUTE), 2);
        assert_eq!(left(&mut strikes, 1, start + 100 * MINUTE), 5, "nobody saves up more");
        assert_eq!(left(&mut strikes, 2, start), 5);
    }

    #[test]
    fn what_is_given_back_was_never_counted() {
        let (mut strikes, start) = (strikes(), MINUTE);
        for _ in 0..100 {
            strikes.count(&[key(1)], start).unwrap();
            strikes.give_back(key(1));
        }
        strikes.give_back(key(2));
        assert_eq!(left(&mut strikes, 1, start), 5);
        assert_eq!(left(&mut strikes, 2, start), 5);
    }

    #[test]
    fn a_flood_of_others_turns_nobody_away_takes_no_more_memory_and_does_not_wash_a_key_clean() {
        let (mut strikes, start) = (strikes(), MINUTE);
        assert_eq!(left(&mut strikes, 0, start), 5);
        for other in 1..50 * KEYS {
            // All within the minute that pays off one action.
            let now = start + Duration::from_millis(other);
            assert_eq!(strikes.count(&[key(other)], now), Ok(()));
            assert!(strikes.paid_off.len() <= 1000);
        }
        assert_eq!(left(&mut strikes, 0, start + Duration::from_secs(59)), 0);
    }

    #[test]
    fn to_have_an_action_forgotten_takes_one_of_most_others() {
        for (each, left_of_first) in [(1, 2), (2, 2), (4, 5)] {
            let (mut strikes, start) = (strikes(), MINUTE);
            for _ in 0..3 {
                strikes.count(&[key(0)], start).unwrap();
            }
            for other in 1..2 * KEYS {
                for _ in 0..each {
                    strikes.count(&[key(other)], start + Duration::from_millis(other)).unwrap();
                }
            }
            assert_eq!(left(&mut strikes, 0, start + Duration::from_secs(2)), left_of_first, "{each} of each");
        }
    }
}
