//! The circuit breaker before the mail server: while it does not work, mails wait for it and not each for itself.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::clock::Timestamp;

/// Mails that may be on their way at once.
const AT_ONCE: usize = 4;

/// Conversations that broke off in the middle of a mail, in a row, until it is taken for the server's fault: one may be
/// the mail's.
const INTERRUPTIONS: u32 = 3;

/// How long nothing is tried, in seconds: at first, and at most.
const FIRST_PAUSE: i64 = 10;
const LONGEST_PAUSE: i64 = 600;

/// Closed while the server works, open while it does not, and half open for the one mail that tries it again.
#[derive(Default)]
pub struct CircuitBreaker(Mutex<State>);

#[derive(Default)]
struct State {
    /// In a row; open or half open when there are any.
    failures: u32,
    interruptions: u32,
    open_until: Option<Timestamp>,
}

impl CircuitBreaker {
    /// How many mails may be on their way.
    pub fn permits(&self, now: Timestamp) -> usize {
        match self.lock().open_until {
            None => AT_ONCE,
            Some(until) if is_before(now, until) => 0,
            Some(_) => 1,
        }
    }

    /// The server works; whether it did not before.
    pub fn succeeded(&self) -> bool {
        let was_open = self.lock().open_until.is_some();
        *self.lock() = State::default();
        was_open
    }

    /// A conversation broke off in the middle of a mail; whether that opened the breaker.
    pub fn interrupted(&self, now: Timestamp) -> bool {
        let mut state = self.lock();
        state.interruptions += 1;
        state.interruptions >= INTERRUPTIONS && state.open(now)
    }

    /// The server does not work; whether that opened the breaker. Those who were on their way together find the same.
    pub fn failed(&self, now: Timestamp) -> bool {
        self.lock().open(now)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn open(&mut self, now: Timestamp) -> bool {
        if self.open_until.is_some_and(|until| is_before(now, until)) {
            return false;
        }
        let pause = (FIRST_PAUSE << self.failures.min(20)).min(LONGEST_PAUSE);
        (self.failures, self.open_until) = (self.failures + 1, Some(now.plus_seconds(pause)));
        true
    }
}

/// Whether it is not yet `until`. Longer than the longest pause it never is: then the clock was put back.
fn is_before(now: Timestamp, until: Timestamp) -> bool {
    now < until && until <= now.plus_seconds(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    #[test]
    fn a_server_that_does_not_work_is_tried_by_one_mail_at_a_time_and_less_and_less_often() {
        let breaker = CircuitBreaker::default();
        assert_eq!(breaker.permits(at(0)), AT_ONCE);
        let (mut now, mut pauses) = (0, Vec::new());
        for _ in 0..8 {
            assert!(breaker.failed(at(now)));
            assert!(!breaker.failed(at(now)), "those on their way together find the same");
            assert_eq!(breaker.permits(at(now)), 0);
            let pause = (1..=LONGEST_PAUSE).find(|pause| breaker.permits(at(now + pause)) > 0).unwrap();
            assert_eq!(breaker.permits(at(now + pause)), 1);
            pauses.push(pause);
            now += pause;
        }
        assert_eq!(pauses, [10, 20, 40, 80, 160, 320, 600, 600]);
        assert!(breaker.succeeded());
        assert_eq!(breaker.permits(at(now)), AT_ONCE);
        assert!(!breaker.succeeded());
    }

    #[test]
    fn a_clock_that_is_put_back_keeps_no_mail_waiting() {
        let breaker = CircuitBreaker::default();
        assert!(breaker.failed(at(3600)));
        assert_eq!(breaker.permits(at(0)), 1);
        assert!(breaker.failed(at(0)));
        assert_eq!((breaker.permits(at(1)), breaker.permits(at(20))), (0, 1));
    }

    #[test]
    fn a_mail_that_breaks_conversations_off_does_not_stop_the_others() {
        let breaker = CircuitBreaker::default();
        for _ in 0..10 {
            assert!(!breaker.interrupted(at(0)) && !breaker.interrupted(at(0)));
            breaker.succeeded();
        }
        assert!(!breaker.interrupted(at(0)) && !breaker.interrupted(at(0)) && breaker.interrupted(at(0)));
        assert_eq!(breaker.permits(at(0)), 0);
    }
}
