//! manetes: the website and online store of a local trade firm, in one binary.
//!
//! The map, leaves first; a module uses those above it and no other (`tests/it/architecture.rs` holds the layers).
//!
//! - kernel: [`money`], [`lang`], [`text`], [`trace`], [`id`], [`clock`], [`db`], [`config`], [`secrets`], [`nif`], [`metrics`],
//!   [`carrier`], [`upkeep`], [`bucket`], [`lease`], [`email`], [`files`], [`health`], [`hours`], [`holidays`], [`logging`], [`outside`], [`wording`],
//!   [`settings`], [`problem`], [`page`], [`paper`], [`printing`], [`wire`]
//! - what handlers and jobs are given, as one [`app`]: [`audit`], [`limits`], [`pictures`], [`payments`], [`mail`],
//!   [`oidc`], [`uploads`], [`auth`]
//! - the shop: [`accounts`], [`sso`], [`catalogue`], [`proof`], [`quotes`], [`tariff`], [`cart`], [`comments`], [`orders`], [`wishlist`], [`invoices`],
//!   [`checkout`], [`ratings`], [`fulfilment`], [`alerts`], [`withdrawals`], [`enclosures`], [`privacy`], [`desk`], [`gotrue`], [`invariants`], [`site`], [`backup`]
//! - edges: [`http`], [`jobs`], [`service`], [`cli`]
//!
//! Invariants: money is whole cents; the server decides prices, owners and states; every write that matters is one
//! transaction; a mail or a refund is a row before it is a call; only `checkout::fact::apply_fact`
//! writes `paid`.

pub mod accounts;
pub mod alerts;
pub mod app;
pub mod audit;
pub mod auth;
pub mod backup;
pub mod bucket;
pub mod carrier;
pub mod cart;
pub mod catalogue;
pub mod checkout;
pub mod cli;
pub mod clock;
pub mod comments;
pub mod config;
pub mod counts;
pub mod db;
pub mod desk;
pub mod dispatch;
pub mod email;
pub mod enclosures;
pub mod files;
pub mod fulfilment;
pub mod gotrue;
pub mod health;
pub mod holidays;
pub mod hours;
pub mod http;
pub mod id;
pub mod invariants;
pub mod invoices;
pub mod jobs;
pub mod lang;
pub mod law;
pub mod lease;
pub mod legal;
pub mod limits;
pub mod logging;
pub mod mail;
pub mod metrics;
pub mod mirror;
pub mod money;
pub mod nif;
pub mod oidc;
pub mod order_keys;
pub mod orders;
pub mod outside;
pub mod page;
pub mod pager;
pub mod paper;
pub mod payments;
pub mod pictures;
pub mod printing;
pub mod privacy;
pub mod problem;
pub mod proof;
pub mod quotes;
pub mod ratings;
pub mod secrets;
pub mod service;
pub mod settings;
pub mod site;
pub mod sso;
pub mod tariff;
pub mod tax_agency;
pub mod text;
pub mod tls;
pub mod trace;
pub mod upgrade;
pub mod upkeep;
pub mod uploads;
pub mod wire;
pub mod wishlist;
pub mod withdrawals;
pub mod wording;
