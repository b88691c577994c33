//! Behaviour over the endpoints, on a real database.

mod addresses;
mod contested;
mod factors;
mod http;
mod invitations;
mod own;
mod programs;
