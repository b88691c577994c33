//! Behaviour, tested from outside: the real routes over real HTTP, a real database for each test.

mod accounts;
mod architecture;
mod buying;
mod captcha;
mod cli;
mod comments;
mod desk;
mod faults;
mod findable;
mod inbox;
mod legal;
mod mail;
mod matrix;
mod pages;
mod photos;
mod privacy;
mod products;
mod quotes;
mod redsys;
mod safety;
mod sales;
mod sso;
mod store;
mod stripe;
mod support;
mod wording;
