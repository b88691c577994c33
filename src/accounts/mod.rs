//! Accounts: people, their profiles and sessions. Owns every table of migration V0003.

pub mod guard;
pub mod hashing;
pub mod session;
