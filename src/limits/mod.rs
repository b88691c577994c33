//! Rate limits: who asked how often. In memory, bounded, on a clock that only goes forward. Only what was done counts:
//! whoever is told that the server could not is not told later that they have had their share.

pub mod client_ip;
mod networks;
pub mod proxies;
mod strikes;

use std::cell::RefCell;
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use poem::{Request, Response};

use client_ip::ClientIp;
use strikes::{Key, Strikes};

use crate::config::Limits;
use crate::problem::{Code, Problem};

pub use networks::{Held, Hold, Network, line_key, networks};

/// What is limited. The quotas stand in [`Action::quota`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Any request that is not a static file.
    Request,
    /// Signing in, per address of the network.
    SignIn,
    /// Signing in to one account from one address of the network.
    SignInHere,
    /// Signing in, per account, from everywhere together but known devices.
    SignInAccount,
    /// Signing in from a browser that has signed in to the account before.
    SignInDevice,
    /// Giving a second factor to one account from one address of the network.
    FactorHere,
    /// Giving a second factor, per account, from everywhere together but known devices.
    Factor,
    /// Giving a second factor from a browser that has signed in to the account before.
    FactorDevice,
    /// Asking what a passkey is to sign, which is remembered for minutes.
    Passkey,
    /// Refreshing a session, which leaves a row behind each time.
    Refresh,
    SignUp,
    /// Asking for a mail.
    SendMail,
    /// Trying a mailed token.
    Verify,
    /// Placing an order; orders of one account are counted in the database.
    Order,
    /// Writing to the firm, per address of the network.
    Contact,
    /// Writing to the firm, per address for mail: each gets a mail.
    ContactAddress,
    /// Withdrawing from a contract, per address of the network.
    Withdrawal,
    /// Withdrawing, per address for mail: each gets a mail.
    WithdrawalAddress,
    /// Complaining, per address of the network.
    Complaint,
    /// Complaining, per address for mail: each gets a mail.
    ComplaintAddress,
    /// Writing a comment; those of one account are counted in the database.
    Comment,
    /// Sending a photo.
    Photo,
    /// A provider's notification, before its signature is checked.
    Webhook,
}

const ALL: [Action; 23] = [
    Action::Request,
    Action::SignIn,
    Action::SignInHere,
    Action::SignInAccount,
    Action::SignInDevice,
    Action::FactorHere,
    Action::Factor,
    Action::FactorDevice,
    Action::Passkey,
    Action::Refresh,
    Action::SignUp,
    Action::SendMail,
    Action::Verify,
    Action::Order,
    Action::Contact,
    Action::ContactAddress,
    Action::Withdrawal,
    Action::WithdrawalAddress,
    Action::Complaint,
    Action::ComplaintAddress,
    Action::Comment,
    Action::Photo,
    Action::Webhook,
];

impl Action {
    /// How many at once, and how long until one more is allowed.
    const fn quota(self) -> (u32, Duration) {
        match self {
            Self::Request => (300, Duration::from_millis(100)),
            Self::SignIn => (10, Duration::from_secs(6)),
            Self::SignInHere => (10, Duration::from_secs(90)),
            // With what becomes free meanwhile, 50 in 15 minutes.
            Self::SignInAccount => (20, Duration::from_secs(30)),
            Self::SignInDevice => (10, Duration::from_secs(90)),
            // From one place slower than the account's becomes free, or one place could use it up.
            Self::FactorHere => (10, Duration::from_secs(3600)),
            Self::Factor => (20, Duration::from_secs(1800)),
            Self::FactorDevice => (10, Duration::from_secs(1800)),
            Self::Passkey | Self::Refresh => (60, Duration::from_secs(2)),
            Self::SignUp => (5, Duration::from_secs(720)),
            Self::SendMail => (10, Duration::from_secs(360)),
            Self::Verify => (15, Duration::from_secs(20)),
            Self::Order => (20, Duration::from_secs(180)),
            Self::Contact => (5, Duration::from_secs(720)),
            Self::ContactAddress => (3, Duration::from_secs(8 * 3600)),
            // Nobody has so many contracts; a right is not to be limited more than that.
            Self::Withdrawal => (30, Duration::from_secs(1800)),
            Self::WithdrawalAddress => (20, Duration::from_secs(3600)),
            // More than one customer has to complain of; a receipt repeats what somebody typed, and goes where they say.
            Self::Complaint => (10, Duration::from_secs(3600)),
            Self::ComplaintAddress => (20, Duration::from_secs(3600)),
            Self::Comment => (10, Duration::from_secs(360)),
            Self::Photo => (18, Duration::from_secs(240)),
            Self::Webhook => (600, Duration::from_millis(100)),
        }
    }
}

/// What of an action counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counts {
    /// Every request, whatever becomes of it.
    All,
    /// Every try that was judged, for tries are what is limited; not one that failed on our side.
    Tries,
    /// What was done.
    Done,
}

impl Action {
    const fn counts(self) -> Counts {
        match self {
            Self::Request | Self::Webhook => Counts::All,
            Self::SignIn
            | Self::SignInHere
            | Self::SignInAccount
            | Self::SignInDevice
            | Self::FactorHere
            | Self::Factor
            | Self::FactorDevice
            | Self::Passkey
            | Self::Refresh
            | Self::Verify
            // To judge a picture takes as long as to keep it.
            | Self::Photo => Counts::Tries,
            Self::SignUp
            | Self::SendMail
            | Self::Order
            | Self::Contact
            | Self::ContactAddress
            | Self::Withdrawal
            | Self::WithdrawalAddress
            | Self::Complaint
            | Self::ComplaintAddress
            | Self::Comment => Counts::Done,
        }
    }
}

tokio::task_local! {
    /// What the request in hand was counted for.
    static COUNTED: RefCell<Vec<(Action, Vec<Key>)>>;
}

/// Keys that are known for each action: 3 MB.
const MAX_KEYS: usize = 100_000;

/// The limits in force.
pub struct RateLimits {
    /// Empty when limits are relaxed.
    limiters: Vec<(Action, Mutex<Strikes>)>,
    /// Shortens keys: whoever comes from a hundred thousand addresses fills less memory. Nobody outside knows which
    /// keys become the same.
    shorten: RandomState,
    /// What times are counted from.
    start: Instant,
}

impl RateLimits {
    /// Everything starts allowed.
    pub fn new(limits: Limits) -> Self {
        let limiter = |action: Action| {
            let (burst, every) = action.quota();
            (action, Mutex::new(Strikes::new(burst, every, MAX_KEYS)))
        };
        let limiters = match limits {
            Limits::Normal => ALL.into_iter().map(limiter).collect(),
            Limits::Relaxed => Vec::new(),
        };
        Self { limiters, shorten: RandomState::new(), start: Instant::now() }
    }

    /// Counts one `action` of `key`, or says how long to wait.
    pub fn check(&self, action: Action, key: &str) -> Result<(), Problem> {
        self.count(action, vec![self.key(key, 1)])
    }

    /// [`RateLimits::check`] for an address of the network and the blocks around it.
    pub fn check_from(&self, ip: IpAddr, action: Action) -> Result<(), Problem> {
        self.count(action, networks(ip).iter().map(|network| self.key(network.block, network.share)).collect())
    }

    /// [`RateLimits::check`] of tries at `what`, which is one person's, from one place: there all networks of a line count as
    /// one visitor, or a line could use up what everybody together may try.
    pub fn check_at(&self, ip: Option<IpAddr>, action: Action, what: &str) -> Result<(), Problem> {
        let places =
            ip.map_or_else(|| vec![None], |ip| networks(ip).into_iter().map(|network| Some(network.block)).collect());
        self.count(action, places.into_iter().map(|place| self.key((what, place), 1)).collect())
    }

    /// [`RateLimits::check_from`] for where a request came from.
    pub fn check_ip(&self, request: &Request, action: Action) -> Result<(), Problem> {
        request.data::<ClientIp>().map_or(Ok(()), |ip| self.check_from(ip.0, action))
    }

    fn key(&self, key: impl Hash, share: u32) -> Key {
        Key { hash: self.shorten.hash_one(key), share }
    }

    fn count(&self, action: Action, keys: Vec<Key>) -> Result<(), Problem> {
        let Some(mut strikes) = self.strikes(action) else { return Ok(()) };
        let counted = strikes.count(&keys, self.start.elapsed());
        counted.map_err(|wait| Problem::new(Code::OverRequestRateLimit).retry_after(wait.as_secs() + 1))?;
        // Outside of a request nothing is given back.
        _ = COUNTED.try_with(|counted| counted.borrow_mut().push((action, keys)));
        Ok(())
    }

    /// Answers a request; what it was counted for while nothing came of it is given back.
    pub async fn answer(&self, answer: impl Future<Output = Response>) -> Response {
        COUNTED
            .scope(RefCell::default(), async {
                let response = answer.await;
                let counted = COUNTED.with(RefCell::take);
                for (action, keys) in counted {
                    let came_to_nothing = match action.counts() {
                        Counts::All => false,
                        Counts::Tries => response.status().is_server_error(),
                        Counts::Done => response.status().is_server_error() || response.status().is_client_error(),
                    };
                    if let Some(mut strikes) = self.strikes(action).filter(|_| came_to_nothing) {
                        for key in keys {
                            strikes.give_back(key);
                        }
                    }
                }
                response
            })
            .await
    }

    /// `None` when limits are relaxed.
    fn strikes(&self, action: Action) -> Option<MutexGuard<'_, Strikes>> {
        let (_, strikes) = self.limiters.iter().find(|(limited, _)| *limited == action)?;
        Some(strikes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use poem::IntoResponse;
    use poem::http::StatusCode;

    use super::*;
    use crate::clock::processor_time;

    #[test]
    fn one_too_many_is_told_to_wait_and_others_are_not() {
        let limits = RateLimits::new(Limits::Normal);
        for _ in 0..5 {
            assert!(limits.check(Action::SignUp, "a").is_ok());
        }
        assert_eq!(limits.check(Action::SignUp, "a").unwrap_err().code(), Code::OverRequestRateLimit);
        assert!(limits.check(Action::SignUp, "b").is_ok());
    }

    #[tokio::test]
    async fn only_what_was_done_counts_and_only_guesses_that_were_judged() {
        let limits = RateLimits::new(Limits::Normal);
        let ask = async |action: Action, status: StatusCode| {
            let answer = limits.answer(async {
                match limits.check(action, "a") {
                    Ok(()) => Response::builder().status(status).finish(),
                    Err(problem) => problem.into_response(),
                }
            });
            answer.await.status().as_u16()
        };
        for _ in 0..50 {
            assert_eq!(ask(Action::ContactAddress, StatusCode::SERVICE_UNAVAILABLE).await, 503);
            assert_eq!(ask(Action::Contact, StatusCode::UNPROCESSABLE_ENTITY).await, 422);
            assert_eq!(ask(Action::SignInHere, StatusCode::SERVICE_UNAVAILABLE).await, 503);
        }
        for _ in 0..3 {
            assert_eq!(ask(Action::ContactAddress, StatusCode::ACCEPTED).await, 202);
        }
        assert_eq!(ask(Action::ContactAddress, StatusCode::ACCEPTED).await, 429);
        for _ in 0..10 {
            assert_eq!(ask(Action::SignInHere, StatusCode::BAD_REQUEST).await, 400);
        }
        assert_eq!(ask(Action::SignInHere, StatusCode::BAD_REQUEST).await, 429);
    }

    #[test]
    fn many_clients_are_all_let_in_and_not_looked_through_at_every_request() {
        let (limits, before) = (RateLimits::new(Limits::Normal), processor_time());
        let many = 2 * MAX_KEYS;
        assert!((0..many).all(|n| limits.check(Action::SignUp, &n.to_string()).is_ok()));
        assert!(processor_time() < before + Duration::from_secs(30), "every request looks at every key");
        assert!(limits.check(Action::SignIn, "0").is_ok());
    }

    #[test]
    fn relaxed_limits_do_not_limit() {
        let limits = RateLimits::new(Limits::Relaxed);
        assert!((0..1000).all(|_| limits.check(Action::SignUp, "a").is_ok()));
    }

    #[test]
    fn one_line_has_no_quota_for_each_of_its_ipv6_networks() {
        let limits = RateLimits::new(Limits::Normal);
        let done = |first: u16, count: u16| {
            let asks = (first..first + count).map(|n| format!("2001:db8:1:{n:x}::1").parse().unwrap());
            asks.filter(|ip| limits.check_from(*ip, Action::SignUp).is_ok()).count()
        };
        assert_eq!(done(0, 256), 4 * 5, "a /56");
        assert_eq!(done(0, 256), 0, "and no more of it");
        assert_eq!(done(0x100, 0x1000), 12 * 5, "a /48, with what its first /56 did");
        assert!(limits.check_from("2001:db8:2::1".parse().unwrap(), Action::SignUp).is_ok(), "somebody else");
    }

    #[test]
    fn what_is_one_persons_is_tried_from_one_line_as_by_one_visitor() {
        let limits = RateLimits::new(Limits::Normal);
        let tries = |what: &str, line: u16| {
            let from = (0..100).map(|n: u16| format!("2001:db8:{line:x}:{:x}::1", n << 8).parse().unwrap());
            from.filter(|ip| limits.check_at(Some(*ip), Action::SignInHere, what).is_ok()).count()
        };
        assert_eq!([tries("ana", 1), tries("ana", 2), tries("eva", 1)], [10; 3]);
        assert!(limits.check_at(None, Action::SignInHere, "ana").is_ok());
    }

    #[tokio::test]
    async fn what_a_wide_network_is_refused_or_given_back_counts_for_none_of_its_parts() {
        let limits = RateLimits::new(Limits::Normal);
        let ip = |n: u16| format!("2001:db8:1:{n:x}::1").parse::<IpAddr>().unwrap();
        for n in 0..100 {
            let failed = limits.answer(async {
                limits.check_from(ip(n), Action::SignUp).unwrap();
                Response::builder().status(StatusCode::SERVICE_UNAVAILABLE).finish()
            });
            failed.await;
        }
        // One network is refused after its five, which is no try of the wider one.
        assert_eq!((0..50).filter(|_| limits.check_from(ip(0), Action::SignUp).is_ok()).count(), 5);
        assert_eq!((1..50).filter(|n| limits.check_from(ip(*n), Action::SignUp).is_ok()).count(), 15);
    }
}
