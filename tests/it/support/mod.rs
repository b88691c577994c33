//! A shop of one's own for each test, and the people who visit it.

pub mod agency;
mod authenticator;
mod bucket;
mod dice;
pub mod names;
mod orders;
mod paper;
mod patience;
mod pebble;
mod people;
mod post;
mod program;
mod provider;
pub mod redsys;
mod shop;
pub mod stripe;
mod terminal;

pub use authenticator::Authenticator;
pub use bucket::BucketServer;
pub use dice::{Dice, Killer};
pub use orders::{SKU, TRACKING};
pub use paper::Paper;
pub use patience::{PATIENCE, until};
pub use pebble::{Pebble, free_port};
pub use people::{Person, Reply, address};
pub use post::{ANYWHERE, Act, Taken, Turn, converse, mail_server, odd_mail_server};
pub use program::{Program, mail_with};
pub use provider::Provider;
pub use redsys::Redsys;
pub use shop::{NOON, OWNER, PASSWORD, TestShop};
pub use stripe::Stripe;
pub use terminal::{Desk, Done, Typed};
