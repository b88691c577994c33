//! Rate limits: who asked how often. Kept in memory and bounded.

/// The limits in force.
pub struct RateLimits;
