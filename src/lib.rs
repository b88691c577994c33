//! manetes: the website and online store of a local trade firm, in one binary.
//!
//! The map, leaves first; a module may use those above it (`tests/it/architecture.rs` holds the exact table).
//!
//! - kernel: [`money`], [`lang`], [`text`], [`id`], [`clock`], [`db`], [`config`], [`secrets`], [`nif`],
//!   [`carrier`], [`health`], [`hours`], [`holidays`], [`outside`], [`wording`], [`settings`], [`problem`], [`page`]
//! - features: [`audit`], [`pictures`], [`mail`], [`payments`], [`catalogue`], [`accounts`], [`cart`], [`orders`],
//!   [`checkout`], [`fulfilment`], [`comments`], [`quotes`], [`alerts`], [`desk`], [`invariants`],
//!   [`privacy`], [`site`]
//! - edges: [`app`], [`http`], [`jobs`], [`cli`]
//!
//! Invariants: money is whole cents; the server decides prices, owners and states; every write that matters is one
//! transaction; a mail or a refund is a row before it is a call; only `checkout::fact::apply_fact`
//! writes `paid`.

pub mod accounts;
pub mod alerts;
pub mod app;
pub mod audit;
pub mod carrier;
pub mod cart;
pub mod catalogue;
pub mod checkout;
pub mod cli;
pub mod clock;
pub mod comments;
pub mod config;
pub mod db;
pub mod desk;
pub mod fulfilment;
pub mod health;
pub mod holidays;
pub mod hours;
pub mod http;
pub mod id;
pub mod invariants;
pub mod jobs;
pub mod lang;
pub mod mail;
pub mod money;
pub mod nif;
pub mod orders;
pub mod outside;
pub mod page;
pub mod payments;
pub mod pictures;
pub mod privacy;
pub mod problem;
pub mod quotes;
pub mod secrets;
pub mod settings;
pub mod site;
pub mod text;
pub mod wording;
