//! Checkout.
