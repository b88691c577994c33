//! A shop of one's own for each test, and the people who visit it.

mod people;
mod shop;

pub use people::{Person, Reply, address};
pub use shop::{OWNER, TestShop};
