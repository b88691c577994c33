//! Rate limits: who asked how often. In memory, bounded, on a clock that only goes forward.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::Limits;
use crate::problem::{Code, Problem};

/// What is limited. The quotas stand in [`Action::quota`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Any request that is not a static file.
    Request,
    /// Signing in, per address of the network.
    SignIn,
    /// Signing in, per account.
    SignInAccount,
    /// Signing up.
    SignUp,
    /// Asking for a mail.
    SendMail,
    /// Trying a mailed token.
    Verify,
    /// Ordering, per account.
    Order,
    /// Ordering, per address of the network.
    OrderIp,
    /// Writing to the firm, per address of the network.
    Contact,
    /// Writing to the firm, per address for mail: each gets a mail.
    ContactAddress,
    /// A provider's notification, before its signature is checked.
    Webhook,
}

const ALL: [Action; 11] = [
    Action::Request,
    Action::SignIn,
    Action::SignInAccount,
    Action::SignUp,
    Action::SendMail,
    Action::Verify,
    Action::Order,
    Action::OrderIp,
    Action::Contact,
    Action::ContactAddress,
    Action::Webhook,
];

impl Action {
    /// How many at once, and how long until one more is allowed.
    const fn quota(self) -> (u32, Duration) {
        match self {
            Self::Request => (300, Duration::from_millis(100)),
            Self::SignIn => (10, Duration::from_secs(6)),
            Self::SignInAccount => (10, Duration::from_secs(90)),
            Self::SignUp => (5, Duration::from_secs(720)),
            Self::SendMail => (10, Duration::from_secs(360)),
            Self::Verify => (15, Duration::from_secs(20)),
            Self::Order => (10, Duration::from_secs(360)),
            Self::OrderIp => (20, Duration::from_secs(180)),
            Self::Contact => (5, Duration::from_secs(720)),
            Self::ContactAddress => (3, Duration::from_secs(8 * 3600)),
            Self::Webhook => (600, Duration::from_millis(100)),
        }
    }
}

/// More keys than this and the idle ones are forgotten.
const KEYS: usize = 20_000;

/// The limits in force.
pub struct RateLimits {
    /// Empty when limits are relaxed.
    limiters: Vec<(Action, DefaultKeyedRateLimiter<String>)>,
}

impl RateLimits {
    /// Everything starts allowed.
    pub fn new(limits: Limits) -> Self {
        let limiter = |action: Action| {
            let (burst, every) = action.quota();
            let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
            let quota = Quota::with_period(every).unwrap_or(Quota::per_second(burst)).allow_burst(burst);
            (action, RateLimiter::keyed(quota))
        };
        let limiters = match limits {
            Limits::Normal => ALL.into_iter().map(limiter).collect(),
            Limits::Relaxed => Vec::new(),
        };
        Self { limiters }
    }

    /// Counts one `action` of `key`, or says how long to wait.
    pub fn check(&self, action: Action, key: &str) -> Result<(), Problem> {
        let Some((_, limiter)) = self.limiters.iter().find(|(a, _)| *a == action) else { return Ok(()) };
        if limiter.len() > KEYS {
            limiter.retain_recent();
        }
        limiter.check_key(&key.to_owned()).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            Problem::new(Code::OverRequestRateLimit).retry_after(wait.as_secs() + 1)
        })
    }
}

/// The key of a network address: an IPv6 customer owns a whole /64.
pub fn ip_key(ip: IpAddr) -> String {
    match ip.to_canonical() {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => format!("{:x?}", &v6.segments()[..4]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_too_many_is_told_to_wait_and_others_are_not() {
        let limits = RateLimits::new(Limits::Normal);
        for _ in 0..5 {
            assert!(limits.check(Action::SignUp, "a").is_ok());
        }
        assert_eq!(limits.check(Action::SignUp, "a").unwrap_err().code(), Code::OverRequestRateLimit);
        assert!(limits.check(Action::SignUp, "b").is_ok());
    }

    #[test]
    fn relaxed_limits_do_not_limit() {
        let limits = RateLimits::new(Limits::Relaxed);
        assert!((0..1000).all(|_| limits.check(Action::SignUp, "a").is_ok()));
    }

    #[test]
    fn neighbours_in_one_ipv6_network_share_a_key() {
        let key = |ip: &str| ip_key(ip.parse().unwrap());
        assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff::9"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_eq!(key("::ffff:10.0.0.1"), key("10.0.0.1"));
    }
}
