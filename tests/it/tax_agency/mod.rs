//! The tax agency: what is written to it and read of it, and the stand-in that the other tests send to.

mod answers;
mod certificates;
mod documents;
mod sample;
mod stand_in;
