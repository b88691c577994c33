//! The server's own keys, made at first start and kept in the database: whoever can read the file, or a copy of it, can
//! make what is derived from them, which are the links and codes of mails and the codes of second factors.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use rusqlite::OptionalExtension;
use sha2::{Digest, Sha256};

use crate::db::{self, Conn, Tx};
use crate::id;
use crate::text::hex;

/// Keys of 32 bytes, one per purpose, so that nothing made for one can be used for another.
#[derive(Clone)]
pub struct Secrets {
    /// Signs access tokens.
    pub session: [u8; 32],
    /// Derives the tokens that are mailed.
    pub mail: [u8; 32],
    /// Signs the sandbox provider's notifications.
    pub sandbox: [u8; 32],
    /// Derives the secrets of second factors, and hashes their recovery codes.
    pub factor: [u8; 32],
}

impl Secrets {
    /// Reads the keys; `None` where no server has made them yet.
    pub fn find(conn: &Conn) -> db::Result<Option<Self>> {
        let keys = (known(conn, "session")?, known(conn, "mail")?, known(conn, "sandbox")?, known(conn, "factor")?);
        let (Some(session), Some(mail), Some(sandbox), Some(factor)) = keys else { return Ok(None) };
        Ok(Some(Self { session, mail, sandbox, factor }))
    }

    /// Reads the keys, making what is missing.
    pub fn load(tx: &Tx<'_>) -> db::Result<Self> {
        Ok(Self {
            session: key(tx, "session")?,
            mail: key(tx, "mail")?,
            sandbox: key(tx, "sandbox")?,
            factor: key(tx, "factor")?,
        })
    }
}

fn known(conn: &Conn, name: &str) -> db::Result<Option<[u8; 32]>> {
    let mut key = conn.prepare_cached("SELECT value FROM secrets WHERE name = ?1")?;
    Ok(key.query_row([name], |row| row.get(0)).optional()?)
}

fn key(tx: &Tx<'_>, name: &str) -> db::Result<[u8; 32]> {
    if let Some(key) = known(tx, name)? {
        return Ok(key);
    }
    let key = id::random_bytes();
    tx.execute("INSERT INTO secrets (name, value) VALUES (?1, ?2)", (name, key))?;
    Ok(key)
}

impl Secrets {
    /// What this shop is known by, to whoever has its data as well: made of its keys, and tells nothing of them.
    pub fn mark(&self) -> String {
        hex(&hmac_sha256(&self.session, b"which shop this is")[..8])
    }

    /// Under what an address for mail is counted: memory holds no address.
    pub fn address_key(&self, email: &str) -> String {
        format!("{:02x?}", &hmac_sha256(&self.session, email.as_bytes())[..16])
    }

    /// The token in a mailed link, made from its row's id: only its hash is stored, and a mail that is sent twice
    /// carries the same link.
    pub fn mailed_token(&self, token_id: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac_sha256(&self.mail, token_id.as_bytes()))
    }

    /// The six digits that stand in a mail beside its link, made from the same id.
    pub fn mailed_code(&self, token_id: &str) -> String {
        let tag = hmac_sha256(&self.mail, format!("code:{token_id}").as_bytes());
        let number = tag.iter().fold(0, |rest, byte| (rest * 256 + u64::from(*byte)) % 1_000_000);
        format!("{number:06}")
    }
}

/// HMAC-SHA256.
pub fn hmac_sha256(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

/// Whether `tag` is the HMAC-SHA256 of `message`, in constant time. An empty key never verifies.
pub fn hmac_sha256_verifies(key: &[u8], message: &[u8], tag: &[u8]) -> bool {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(message);
    !key.is_empty() && mac.verify_slice(tag).is_ok()
}

/// SHA-256, for tokens at rest: they are random, so they need no salt.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}
