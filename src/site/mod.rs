//! The site: the pages people read, and the facts of the firm that come with them.

pub mod api;
mod captions;
pub mod counts_api;
pub mod feeds;
pub mod forms;
pub mod pages;
pub mod pictures_api;
mod rate;
pub mod settings_api;
pub mod suggest;
mod withdraw;
