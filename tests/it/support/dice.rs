//! Chance that can be repeated.

use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A small deterministic generator (xorshift64*).
pub struct Dice(u64);

impl Dice {
    /// The same seed is the same sequence.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// From 0 to less than `sides`.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % sides
    }

    /// An index of something of this length.
    pub fn pick(&mut self, length: usize) -> usize {
        usize::try_from(self.roll(length as u64)).unwrap()
    }
}

/// Kills programs around the moment at which their work is done. It looks for that moment, for a machine may be slow.
pub struct Killer {
    dice: Dice,
    moment: Duration,
    seen: [u32; 2],
}

impl Killer {
    /// `guess` is how long the work may take.
    pub fn new(seed: u32, guess: Duration) -> Self {
        Self { dice: Dice::new(u64::from(seed)), moment: guess, seen: [0; 2] }
    }

    /// Kills a program, unless it ends before.
    pub fn kill(&mut self, mut child: Child) {
        let part = 500 + u32::try_from(self.dice.roll(1000)).unwrap();
        let (started, until) = (Instant::now(), self.moment * part / 1000);
        while started.elapsed() < until && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_micros(200));
        }
        _ = child.kill();
        child.wait().unwrap();
    }

    /// Hears whether the work of the one that was killed last was done, and comes earlier or later from now on.
    pub fn hear(&mut self, is_done: bool) {
        self.seen[usize::from(is_done)] += 1;
        self.moment = if is_done { self.moment * 4 / 5 } else { self.moment * 5 / 4 };
    }

    /// How often it came before and after that moment; in a long series both are a good part.
    pub fn told(&self) -> String {
        let [before, after] = self.seen;
        assert!(before + after < 20 || before.min(after) >= 5, "{before} × before, {after} × after");
        format!("{before} × before, {after} × after")
    }
}
