//! Cart.
