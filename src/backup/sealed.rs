//! The seal at the end of a backup: the SHA-256 of all before it, in a frame that `zstd` skips. A byte that was changed
//! anywhere, also where a decoder would not notice, breaks it.

use std::io::{self, Read, Write};

use sha2::{Digest, Sha256};

/// A frame for whoever knows it, and how many bytes follow: `zstd`'s own number for those it skips.
const FRAME: [u8; 8] = [0x5e, 0x2a, 0x4d, 0x18, 32, 0, 0, 0];
const SEAL: usize = FRAME.len() + 32;

/// Writes through, and a seal at the end.
pub(super) struct Sealing<W> {
    inner: W,
    hash: Sha256,
}

impl<W: Write> Sealing<W> {
    pub(super) fn new(inner: W) -> Self {
        Self { inner, hash: Sha256::new() }
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.inner.write_all(&FRAME)?;
        self.inner.write_all(&self.hash.finalize())?;
        Ok(self.inner)
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(buf)?;
        self.hash.update(&buf[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Reads what was sealed; its end comes only after the seal was found sound.
pub(super) struct Unsealing<R> {
    inner: R,
    hash: Sha256,
    /// Read and not given out: the last bytes may be the seal.
    held: Vec<u8>,
    /// How many of these were given out.
    given: usize,
    is_over: bool,
}

const CHUNK: usize = 64 << 10;

impl<R: Read> Unsealing<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, hash: Sha256::new(), held: Vec::with_capacity(CHUNK + SEAL), given: 0, is_over: false }
    }

    /// Reads until there is something to give out, or the end.
    fn fill(&mut self) -> io::Result<()> {
        self.held.drain(..self.given);
        self.given = 0;
        while !self.is_over && self.held.len() <= SEAL {
            let begin = self.held.len();
            self.held.resize(begin + CHUNK, 0);
            let read = self.inner.read(&mut self.held[begin..]);
            self.held.truncate(begin + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => {
                    self.is_over = true;
                    self.check()?;
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn check(&mut self) -> io::Result<()> {
        let hash = self.hash.clone().finalize();
        let is_sound = self.held.strip_prefix(&FRAME).is_some_and(|seal| seal == hash.as_slice());
        self.held.clear();
        if is_sound { Ok(()) } else { Err(io::Error::new(io::ErrorKind::InvalidData, "its seal is broken")) }
    }
}

impl<R: Read> Read for Unsealing<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.held.len() - self.given <= SEAL && !self.is_over {
            self.fill()?;
        }
        if self.is_over {
            return Ok(0);
        }
        let free = self.held.len() - self.given - SEAL;
        let count = free.min(buf.len());
        buf[..count].copy_from_slice(&self.held[self.given..self.given + count]);
        self.hash.update(&buf[..count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(content: &[u8]) -> Vec<u8> {
        let mut sealing = Sealing::new(Vec::new());
        sealing.write_all(content).unwrap();
        sealing.finish().unwrap()
    }

    fn unsealed(file: &[u8]) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        Unsealing::new(file).read_to_end(&mut content).map(|_| content)
    }

    #[test]
    fn what_was_sealed_is_read_whatever_its_size() {
        for size in [0, 1, SEAL - 1, SEAL, SEAL + 1, CHUNK - SEAL, CHUNK, CHUNK + 1, 3 * CHUNK + 7] {
            let content: Vec<u8> = (0..size).map(|n| u8::try_from(n % 251).unwrap()).collect();
            assert_eq!(unsealed(&sealed(&content)).unwrap(), content, "{size}");
        }
    }

    #[test]
    fn every_changed_byte_and_every_cut_breaks_the_seal() {
        let file = sealed(b"all that is in a shop");
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert!(unsealed(&changed).is_err(), "byte {at}");
            assert!(unsealed(&file[..at]).is_err(), "cut at {at}");
        }
        assert!(unsealed(&[&file[..], b"x"].concat()).is_err(), "more at the end");
    }
}
