//! The bounded pool that hashes passwords: two threads and a short queue, so that a storm of sign-ins cannot slow the
//! shop. argon2id, 19 MiB, two passes (OWASP's first choice).

use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, Params, PasswordHasher, PasswordVerifier};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::password::Password;

const THREADS: usize = 2;
const QUEUE: usize = 64;
/// An answer that would come later than this is not worth its work.
const DEADLINE: Duration = Duration::from_secs(3);

const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// More passwords are waiting than can be hashed in time; the same request may succeed in a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many passwords are waiting to be hashed")]
pub struct Overloaded;

/// What comparing a password with a stored hash told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is not the password.
    Wrong,
    /// It is the password.
    Right,
    /// It is the password, and its hash is weaker than today's: hash it anew.
    RightButWeak,
}

type Job = Box<dyn FnOnce() + Send>;

/// The pool. Its threads end when it is dropped.
pub struct HashPool {
    jobs: SyncSender<Job>,
    places: Arc<Semaphore>,
    patience: Duration,
}

/// A request's place in the pool, given back when dropped.
pub struct Place(#[expect(dead_code, reason = "it is held, not read")] OwnedSemaphorePermit);

impl HashPool {
    /// Starts the threads.
    pub fn start() -> std::io::Result<Self> {
        Self::start_with(DEADLINE)
    }

    /// With another time within which each answer must come.
    pub fn start_with(patience: Duration) -> std::io::Result<Self> {
        let (jobs, waiting) = mpsc::sync_channel::<Job>(QUEUE);
        let waiting = Arc::new(Mutex::new(waiting));
        for n in 0..THREADS {
            let waiting = Arc::clone(&waiting);
            std::thread::Builder::new().name(format!("hash-{n}")).spawn(move || work(&waiting))?;
        }
        Ok(Self { jobs, places: Arc::new(Semaphore::new(THREADS + QUEUE)), patience })
    }

    /// A place for a request that will want a password hashed, to be held until it is answered. Taken before anything
    /// else is done for the request, so that those too many cost nothing.
    pub fn place(&self) -> Result<Place, Overloaded> {
        Arc::clone(&self.places).try_acquire_owned().map(Place).map_err(|_| Overloaded)
    }

    /// The PHC string of a password, salted anew.
    pub async fn hash(&self, password: Password) -> Result<String, Overloaded> {
        self.run(move || hash(&password)).await
    }

    /// Compares a password with a stored hash. Without one (nobody has that address, or an account has no password) it
    /// works as long and says [`Verdict::Wrong`].
    pub async fn verify(&self, password: Password, stored: Option<String>) -> Result<Verdict, Overloaded> {
        let stored = stored.filter(|hash| !hash.is_empty());
        self.run(move || {
            let verdict = verify(&password, stored.as_deref().unwrap_or(&nobodys_hash()));
            if stored.is_some() { verdict } else { Verdict::Wrong }
        })
        .await
    }

    async fn run<T: Send + 'static>(&self, f: impl FnOnce() -> T + Send + 'static) -> Result<T, Overloaded> {
        let (answer, asked) = oneshot::channel();
        let job: Job = Box::new(move || {
            // Whoever asked may have given up meanwhile.
            if !answer.is_closed() {
                drop(answer.send(f()));
            }
        });
        self.jobs.try_send(job).map_err(|_| Overloaded)?;
        tokio::time::timeout(self.patience, asked).await.map_err(|_| Overloaded)?.map_err(|_| Overloaded)
    }
}

fn work(waiting: &Mutex<Receiver<Job>>) {
    loop {
        // The lock is held while waiting, and released before the work. Nothing panics under it.
        let job = waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv();
        match job {
            Ok(job) => job(),
            Err(_) => return,
        }
    }
}

/// [`HashPool::hash`] on the calling thread, for commands.
pub fn hash(password: &Password) -> String {
    argon2().hash_password(password.as_bytes()).expect("a password of at most 1024 bytes can be hashed").to_string()
}

fn verify(password: &Password, stored: &str) -> Verdict {
    let Ok(stored) = PasswordHash::new(stored) else { return Verdict::Wrong };
    if argon2().verify_password(password.as_bytes(), &stored).is_err() {
        return Verdict::Wrong;
    }
    let strong = Params::try_from(&stored).is_ok_and(|p| p.m_cost() >= MEMORY_KIB && p.t_cost() >= PASSES);
    if strong && stored.algorithm.as_str() == "argon2id" { Verdict::Right } else { Verdict::RightButWeak }
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).expect("the parameters are in argon2's range");
    Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params)
}

/// A hash of today's parameters that belongs to no password.
fn nobodys_hash() -> String {
    let (salt, output) = ("bm9ib2R5bm9ib2R5bm9ibw", "bm9ib2R5bm9ib2R5bm9ib2R5bm9ib2R5bm9ib2R5bm8");
    format!("$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p={LANES}${salt}${output}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::parse(text).unwrap()
    }

    #[tokio::test]
    async fn a_password_is_told_from_another() {
        let pool = HashPool::start().unwrap();
        let stored = pool.hash(password("tres gatos grises")).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        let verify = |text: &'static str| pool.verify(password(text), Some(stored.clone()));
        assert_eq!(verify("tres gatos grises").await, Ok(Verdict::Right));
        assert_eq!(verify("tres gatos pardos").await, Ok(Verdict::Wrong));
        assert_eq!(pool.verify(password("x"), Some(String::from("not a hash"))).await, Ok(Verdict::Wrong));
    }

    #[test]
    fn a_weaker_hash_is_noticed() {
        let weak =
            Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, Params::new(1024, 1, 1, None).unwrap());
        let stored = weak.hash_password(b"tres gatos grises").unwrap().to_string();
        assert_eq!(verify(&password("tres gatos grises"), &stored), Verdict::RightButWeak);
    }

    #[test]
    fn the_hash_of_nobody_costs_as_much_as_a_real_one() {
        let nobody = nobodys_hash();
        let parsed = PasswordHash::new(&nobody).unwrap();
        let real = hash(&password("tres gatos grises"));
        let real = PasswordHash::new(&real).unwrap();
        assert_eq!(parsed.params, real.params);
        assert_eq!(parsed.algorithm, real.algorithm);
        assert_eq!(parsed.hash.unwrap().len(), real.hash.unwrap().len());
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let pool = HashPool::start().unwrap();
        let (started, starting) = mpsc::channel();
        let mut gates = Vec::new();
        for _ in 0..THREADS {
            let (gate, closed) = mpsc::channel::<()>();
            let started = started.clone();
            let block = move || {
                started.send(()).unwrap();
                assert!(closed.recv().is_err(), "nothing is sent, the gate is dropped");
            };
            assert!(pool.jobs.try_send(Box::new(block)).is_ok());
            gates.push(gate);
        }
        for _ in 0..THREADS {
            starting.recv().unwrap();
        }
        for _ in 0..QUEUE {
            assert!(pool.jobs.try_send(Box::new(|| ())).is_ok());
        }
        assert_eq!(pool.verify(password("x"), None).await, Err(Overloaded));
    }

    #[test]
    fn there_are_as_many_places_as_can_be_hashed_in_time() {
        let pool = HashPool::start().unwrap();
        let mut places: Vec<_> = (0..THREADS + QUEUE).map(|_| pool.place().unwrap()).collect();
        assert!(pool.place().is_err());
        places.pop();
        assert!(pool.place().is_ok());
    }
}
