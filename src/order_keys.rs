//! What opens the order of somebody without an account: a key, which its mails and its browser carry, and a token, which
//! only a mail carries and which proves the mailbox. Both are derived from a secret in a file beside the database and
//! from the order's nonce, so that a copy of the database opens nothing, and nothing opens an order without a nonce. From
//! the same secret comes what lets stars be given, and nothing else, see [`Rated`].

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::clock::{Clock, Timestamp};
use crate::secrets::{hmac_sha256, hmac_sha256_verifies};
use crate::text::{hex, unhex};
use crate::{files, id};

/// The secret's file in the data directory: 64 hexadecimal digits.
pub const FILE: &str = "order.key";
/// For so long after its mail went out a token proves the mailbox, in days.
const CLAIM_DAYS: i64 = 7;

/// Bytes of the file, at most.
const MAX_FILE: u64 = 1000;
/// So many former secrets are remembered.
const MAX_FORMER: usize = 4;

/// Makes and checks what opens orders.
#[derive(Clone)]
pub struct OrderKeys {
    secret: [u8; 32],
    /// Secrets that were in force before, each with the moment until which what it opened is still opened.
    former: Vec<([u8; 32], Timestamp)>,
    clock: Clock,
}

/// What stars are given for by who brings its key: a mail carries it, whether there is an account or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rated {
    /// The products of an order.
    Order,
    /// The firm, for the work that a request for a quote led to.
    Quote,
}

/// The token proves nothing: it is another order's, was made up, or is too old.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotProven;

impl OrderKeys {
    /// Reads the secret of a data directory, making it where there is none. Not for an async thread.
    pub fn load(data_dir: &Path) -> io::Result<Self> {
        if let Some(keys) = Self::find(data_dir)? {
            return Ok(keys);
        }
        let keys = Self::passing();
        keys.write(data_dir)?;
        Ok(keys)
    }

    /// Reads the secret of a data directory; `None` where there is none.
    pub fn find(data_dir: &Path) -> io::Result<Option<Self>> {
        let path = data_dir.join(FILE);
        let mut text = String::new();
        match File::open(&path) {
            Ok(file) => file.take(MAX_FILE).read_to_string(&mut text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let broken = || io::Error::other(format!("{} holds no key of 64 hexadecimal digits", path.display()));
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let secret = lines.next().and_then(unhex).ok_or_else(broken)?;
        let former = lines.map(|line| {
            let (secret, until) = line.split_once(" until ")?;
            Some((unhex(secret)?, Timestamp::from_millis(until.parse::<i64>().ok()?.checked_mul(1000)?)))
        });
        let former = former.collect::<Option<_>>().ok_or_else(broken)?;
        Ok(Some(Self { secret, former, clock: Clock::system() }))
    }

    /// Puts another secret in the place of a data directory's. What that opened is opened until a moment, which may be
    /// now. In force for whoever reads it afterwards.
    pub fn rotate(data_dir: &Path, until: Timestamp, now: Timestamp) -> io::Result<()> {
        let before = Self::load(data_dir)?;
        let former = std::iter::once((before.secret, until)).chain(before.former);
        let former = former.map(|(secret, its)| (secret, its.min(until))).filter(|(_, until)| *until > now);
        Self { former: former.take(MAX_FORMER).collect(), ..Self::passing() }.write(data_dir)
    }

    fn write(&self, data_dir: &Path) -> io::Result<()> {
        let former = self.former.iter().map(|(secret, until)| format!("{} until {}\n", hex(secret), until.seconds()));
        let text = former.fold(format!("{}\n", hex(&self.secret)), |text, line| text + &line);
        files::put(&data_dir.join(FILE), text.as_bytes(), 0o600)
    }

    /// A secret that nobody else has and that ends with the program.
    pub fn passing() -> Self {
        Self { secret: id::random_bytes(), former: Vec::new(), clock: Clock::system() }
    }

    /// Whether a tag was made with a secret that counts.
    fn made(&self, message: &[u8], tag: &[u8]) -> bool {
        let now = self.clock.now();
        let former = self.former.iter().filter(|(_, until)| now < *until).map(|(secret, _)| secret);
        std::iter::once(&self.secret).chain(former).any(|secret| hmac_sha256_verifies(secret, message, tag))
    }

    /// The key of an order.
    pub fn key(&self, order_id: &str, nonce: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac_sha256(&self.secret, &of_key(order_id, nonce)))
    }

    /// Whether this is the key of an order.
    pub fn opens(&self, order_id: &str, nonce: &str, key: &str) -> bool {
        let Ok(tag) = URL_SAFE_NO_PAD.decode(key) else { return false };
        self.made(&of_key(order_id, nonce), &tag)
    }

    /// The token that a mail about an order carries, queued at a moment.
    pub fn claim_token(&self, order_id: &str, nonce: &str, queued_at: Timestamp) -> String {
        let until = queued_at.plus_days(CLAIM_DAYS).seconds();
        format!("{until}.{}", URL_SAFE_NO_PAD.encode(hmac_sha256(&self.secret, &of_claim(order_id, nonce, until))))
    }

    /// Whether somebody has read a mail about an order.
    pub fn prove_mailbox(&self, order_id: &str, nonce: &str, token: &str, now: Timestamp) -> Result<(), NotProven> {
        let (until, tag) = token.split_once('.').ok_or(NotProven)?;
        let until: i64 = until.parse().map_err(|_| NotProven)?;
        let tag = URL_SAFE_NO_PAD.decode(tag).map_err(|_| NotProven)?;
        let is_ours = self.made(&of_claim(order_id, nonce, until), &tag);
        if is_ours && now.seconds() < until { Ok(()) } else { Err(NotProven) }
    }

    /// What lets stars be given, and opens nothing else.
    pub fn rating_key(&self, what: Rated, id: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac_sha256(&self.secret, &of_rating(what, id)))
    }

    /// Whether this is the key of [`Self::rating_key`].
    pub fn lets_rate(&self, what: Rated, id: &str, key: &str) -> bool {
        let Ok(tag) = URL_SAFE_NO_PAD.decode(key) else { return false };
        self.made(&of_rating(what, id), &tag)
    }
}

fn of_rating(what: Rated, id: &str) -> Vec<u8> {
    let what = match what {
        Rated::Order => "order",
        Rated::Quote => "quote",
    };
    format!("rate {what} {id}").into_bytes()
}

fn of_key(order_id: &str, nonce: &str) -> Vec<u8> {
    format!("key {order_id} {nonce}").into_bytes()
}

fn of_claim(order_id: &str, nonce: &str, until: i64) -> Vec<u8> {
    format!("claim {order_id} {nonce} {until}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_795_195_391_000);

    fn of(byte: u8) -> OrderKeys {
        OrderKeys { secret: [byte; 32], ..OrderKeys::passing() }
    }

    #[test]
    fn a_key_opens_its_own_order_under_its_own_secret_and_nonce() {
        let (keys, other) = (of(7), of(8));
        let key = keys.key("o1", "n1");
        assert_eq!(key.len(), 43);
        assert!(keys.opens("o1", "n1", &key));
        for (keys, order, nonce) in
            [(&keys, "o2", "n1"), (&keys, "o1", "n2"), (&other, "o1", "n1"), (&keys, "o1 n1", "")]
        {
            assert!(!keys.opens(order, nonce, &key), "{order} {nonce}");
        }
        for wrong in ["", "x", &key[..42], &format!("{key}A"), &key.to_lowercase()] {
            assert!(!keys.opens("o1", "n1", wrong), "{wrong}");
        }
    }

    #[test]
    fn a_token_proves_its_mailbox_for_a_week_and_a_key_never_does() {
        let keys = of(7);
        let token = keys.claim_token("o1", "n1", NOW);
        assert_eq!(keys.prove_mailbox("o1", "n1", &token, NOW.plus_days(6)), Ok(()));
        assert_eq!(keys.prove_mailbox("o1", "n1", &token, NOW.plus_days(7)), Err(NotProven));
        let (until, tag) = token.split_once('.').unwrap();
        let later = format!("{}.{tag}", until.parse::<i64>().unwrap() + 60);
        for wrong in [&keys.key("o1", "n1"), &later, until, tag, "", ".", &format!("{until}.")] {
            assert_eq!(keys.prove_mailbox("o1", "n1", wrong, NOW), Err(NotProven), "{wrong}");
        }
        assert_eq!(keys.prove_mailbox("o2", "n1", &token, NOW), Err(NotProven));
        assert_eq!(keys.prove_mailbox("o1", "n2", &token, NOW), Err(NotProven));
    }

    #[test]
    fn what_lets_stars_be_given_opens_nothing_else_and_no_other_key_lets_stars_be_given() {
        let (keys, other) = (of(7), of(8));
        let key = keys.rating_key(Rated::Order, "o1");
        assert!(keys.lets_rate(Rated::Order, "o1", &key));
        assert!(!keys.lets_rate(Rated::Quote, "o1", &key) && !keys.lets_rate(Rated::Order, "o2", &key));
        assert!(!other.lets_rate(Rated::Order, "o1", &key) && !keys.lets_rate(Rated::Order, "o1", &key[..42]));
        assert!(!keys.opens("o1", "", &key) && !keys.lets_rate(Rated::Order, "o1", &keys.key("o1", "n1")));
        assert_eq!(keys.prove_mailbox("o1", "n1", &key, NOW), Err(NotProven));
    }

    #[test]
    fn the_secret_is_made_once_for_its_owner_alone_and_one_that_is_broken_is_said() {
        use std::os::unix::fs::MetadataExt;
        let dir = tempfile::tempdir().unwrap();
        assert!(OrderKeys::find(dir.path()).unwrap().is_none());
        let made = OrderKeys::load(dir.path()).unwrap();
        assert_eq!(OrderKeys::load(dir.path()).unwrap().secret, made.secret);
        let file = dir.path().join(FILE);
        assert_eq!(std::fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
        std::fs::write(&file, "").unwrap();
        assert!(OrderKeys::load(dir.path()).is_err());
    }

    #[test]
    fn what_a_former_secret_opened_is_opened_until_its_moment_and_no_longer() {
        let dir = tempfile::tempdir().unwrap();
        let at = |days| OrderKeys {
            clock: Clock::fixed(NOW.plus_days(days)),
            ..OrderKeys::find(dir.path()).unwrap().unwrap()
        };
        let first = OrderKeys::load(dir.path()).unwrap();
        let (key, token) = (first.key("o1", "n1"), first.claim_token("o1", "n1", NOW));
        OrderKeys::rotate(dir.path(), NOW.plus_days(90), NOW).unwrap();
        let newer = at(0).key("o1", "n1");
        assert_ne!(newer, key);
        assert!(at(89).opens("o1", "n1", &key) && !at(90).opens("o1", "n1", &key) && !at(0).opens("o2", "n1", &key));
        assert_eq!(at(6).prove_mailbox("o1", "n1", &token, NOW.plus_days(6)), Ok(()));
        // Once more: both are remembered, the older one no longer than the newer.
        OrderKeys::rotate(dir.path(), NOW.plus_days(30), NOW).unwrap();
        for key in [&key, &newer] {
            assert!(at(29).opens("o1", "n1", key) && !at(30).opens("o1", "n1", key));
        }
        // At once: none is.
        OrderKeys::rotate(dir.path(), NOW, NOW).unwrap();
        assert!(at(0).former.is_empty() && !at(0).opens("o1", "n1", &key));
        std::fs::write(dir.path().join(FILE), format!("{}\nhalf\n", hex(&[7; 32]))).unwrap();
        assert!(OrderKeys::find(dir.path()).is_err());
    }
}
