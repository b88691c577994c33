//! Where the frames of HTTP/2 begin in what is said (RFC 9113, 4.1).

/// Bytes of what every client says first (RFC 9113, 3.4), which is no frame.
const PREFACE: usize = 24;
/// Bytes in front of what a frame holds: its length in three, its kind, its flags, its stream.
const HEAD: usize = 9;

/// How far into a frame the next byte is.
pub(super) struct Frames {
    /// Bytes of its head that have come, and how long they say that the rest is.
    head: usize,
    length: usize,
    /// Bytes that are still to come of what it holds.
    to_come: usize,
}

impl Default for Frames {
    fn default() -> Self {
        Self { head: 0, length: 0, to_come: PREFACE }
    }
}

impl Frames {
    /// How many heads of frames end in what was said now.
    pub(super) fn ended_in(&mut self, mut said: &[u8]) -> usize {
        let mut ended = 0;
        loop {
            let passed = self.to_come.min(said.len());
            self.to_come -= passed;
            said = &said[passed..];
            let Some((&byte, rest)) = said.split_first() else { return ended };
            said = rest;
            if self.head < 3 {
                self.length = self.length << 8 | usize::from(byte);
            }
            self.head += 1;
            if self.head == HEAD {
                ended += 1;
                *self = Self { head: 0, length: 0, to_come: self.length };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_counted_in_whatever_parts_they_come() {
        let frame = |length: usize| [&length.to_be_bytes()[5..], &[0; 6], &vec![1; length]].concat();
        let said = [vec![7; PREFACE], frame(0), frame(300), frame(70_000), frame(0), frame(0)].concat();
        for size in [1, 2, 8, 9, 10, 300, said.len()] {
            let mut frames = Frames::default();
            let counted: usize = said.chunks(size).map(|part| frames.ended_in(part)).sum();
            assert_eq!(counted, 5, "{size}");
        }
        let mut cut = Frames::default();
        assert_eq!(cut.ended_in(&said[..PREFACE + HEAD - 1]), 0);
        assert_eq!(cut.ended_in(&said[PREFACE + HEAD - 1..]), 5);
    }
}
