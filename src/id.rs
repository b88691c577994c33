//! Identifiers: random, 128 bits, never guessable and never counted.

use uuid::Uuid;

/// A new random identifier in the usual form, `2f1c…-…`.
pub fn new() -> String {
    Uuid::new_v4().to_string()
}

/// The first 8 characters, as people see an order's number.
pub fn short(id: &str) -> &str {
    id.get(..8).unwrap_or(id)
}

/// 32 random bytes from the operating system, for keys and tokens.
pub fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}
