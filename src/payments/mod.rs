//! Payments.
