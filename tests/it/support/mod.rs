//! A shop of one's own for each test, and the people who visit it.

mod people;
mod program;
mod provider;
mod shop;

pub use people::{Person, Reply, address};
pub use program::Program;
pub use provider::Provider;
pub use shop::{NOON, OWNER, PASSWORD, PATIENCE, TestShop};
