//! HTTP: the route table, the middleware order, and what every request must pass.

pub mod limits;
