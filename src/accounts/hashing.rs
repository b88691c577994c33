//! The bounded pool that hashes passwords.

/// Two threads and a short queue, so that a storm of sign-ins cannot slow the shop.
pub struct HashPool;
