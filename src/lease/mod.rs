//! Which of two machines writes: a lease in the bucket, taken by conditional writes alone. Each taking raises its
//! generation; whoever finds a later one of somebody else writes no more (decision 24).

mod note;
mod remote;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Clock;
use crate::config::{Backup, REPLICATED_WHERE, Target};
use crate::text::hex;
use crate::{files, id};

pub use note::{Note, is_standby, leave_standby, note_standby};
pub use remote::Held;
use remote::{Mode, Remote};
pub use watch::Watch;

/// How long a look may take, at most. With [`watch`]'s rest between two it is less than five seconds.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How long somebody who waits for it may wait: a start, a promotion.
const LONG_PATIENCE: Duration = Duration::from_secs(10);
/// How often somebody else may come between.
const MAX_TRIES: u32 = 5;

/// Why nothing is known of the lease.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be reached, or says something odd.
    #[error("{0}")]
    Bucket(String),
    /// A second writer would not be kept away.
    #[error(
        "{0} takes what it should refuse: it does not know conditional writes (If-None-Match), without which two machines could write"
    )]
    Unconditional(String),
    /// Another machine had it last, and it is gone.
    #[error("{0} is missing, and another machine had the shop last: `manetes promote` there writes it again")]
    Lost(String),
    /// Somebody else took it each time.
    #[error("others are taking the lease at this moment: try again")]
    Contended,
    /// What this machine knows of it could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
}

/// Whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// This machine's, of that generation.
    Ours(u64),
    /// Another machine's.
    Another(Held),
}

/// The lease of a shop, as one machine sees it.
pub struct Lease {
    remote: Remote,
    data_dir: PathBuf,
    clock: Clock,
    /// What this machine knows of it, read once: who it is does not change while it runs, whatever becomes of the file.
    own: Mutex<Option<Note>>,
}

impl Lease {
    /// The one below the place that backups go to. The error is one line.
    pub fn of(config: &Backup, data_dir: &Path, clock: &Clock) -> Result<Self, String> {
        let Some(Target::Bucket { bucket, prefix }) = &config.to else {
            return Err(String::from(REPLICATED_WHERE));
        };
        config.access.check(config.to.as_ref())?;
        let remote = Remote::open(bucket, prefix, &config.access, LONG_PATIENCE)?;
        Ok(Self { remote, data_dir: data_dir.to_owned(), clock: clock.clone(), own: Mutex::default() })
    }

    /// Where it is.
    pub fn place(&self) -> &str {
        self.remote.place()
    }

    /// Whose it is, for somebody who waits; made for this machine where there is none, for it is the first.
    pub async fn look(&self) -> Result<Standing, Error> {
        within(LONG_PATIENCE, self.look_or_make()).await
    }

    /// Who holds it; nothing is made.
    pub async fn holder(&self) -> Result<Option<Held>, Error> {
        Ok(within(LONG_PATIENCE, self.remote.read()).await?.map(|(held, _)| held))
    }

    async fn look_or_make(&self) -> Result<Standing, Error> {
        let own = self.own()?;
        for _ in 0..MAX_TRIES {
            let generation = own.generation.unwrap_or(0);
            match self.remote.read().await? {
                Some((held, _)) if held.holder == own.holder => return self.ours(own, held.generation),
                // Somebody has put an older one back.
                Some((held, version)) if held.generation < generation && !own.is_lost => {
                    self.remote.put(&self.held(&own, generation), Mode::Over(version)).await?;
                }
                Some((held, _)) => return Ok(Standing::Another(held)),
                None if own.is_lost => return Err(Error::Lost(self.place().to_owned())),
                None => {
                    self.begin(&own, generation.max(1)).await?;
                }
            }
        }
        Err(Error::Contended)
    }

    /// Makes it, and sees whether it keeps a second one away.
    async fn begin(&self, own: &Note, generation: u64) -> Result<(), Error> {
        let held = self.held(own, generation);
        if self.remote.put(&held, Mode::New).await? && self.remote.put(&held, Mode::New).await? {
            return Err(Error::Unconditional(self.place().to_owned()));
        }
        Ok(())
    }

    /// Takes it for this machine, whoever holds it: from then on they write no more. Its generation.
    pub async fn take_over(&self) -> Result<u64, Error> {
        let own = self.own()?;
        for _ in 0..MAX_TRIES {
            let taken = match within(LONG_PATIENCE, self.remote.read()).await? {
                // It was cut off after this step.
                Some((held, _)) if held.holder == own.holder => Some(held.generation),
                Some((held, version)) => self.put(&own, held.generation + 1, Mode::Over(version)).await?,
                None => self.put(&own, own.generation.unwrap_or(0) + 1, Mode::New).await?,
            };
            if let Some(generation) = taken {
                self.ours(own, generation)?;
                return Ok(generation);
            }
        }
        Err(Error::Contended)
    }

    async fn put(&self, own: &Note, generation: u64, mode: Mode) -> Result<Option<u64>, Error> {
        let put = within(LONG_PATIENCE, self.remote.put(&self.held(own, generation), mode)).await?;
        Ok(put.then_some(generation))
    }

    fn own(&self) -> Result<Note, Error> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = &*own {
            return Ok(own.clone());
        }
        Ok(own.insert(Note::read(&self.data_dir)?).clone())
    }

    fn note(&self, note: Note) -> Result<(), Error> {
        note.write(&self.data_dir)?;
        *self.own.lock().unwrap_or_else(PoisonError::into_inner) = Some(note);
        Ok(())
    }

    fn held(&self, own: &Note, generation: u64) -> Held {
        Held { generation, holder: own.holder.clone(), taken_at: self.clock.now().to_rfc3339() }
    }

    fn ours(&self, own: Note, generation: u64) -> Result<Standing, Error> {
        if own.generation != Some(generation) || own.is_lost {
            self.note(Note { generation: Some(generation), is_lost: false, ..own })?;
        }
        Ok(Standing::Ours(generation))
    }

    /// Writes down that another machine has it, so that nothing is written here by a command either.
    fn lose(&self) -> Result<(), Error> {
        self.note(Note { is_lost: true, ..self.own()? })
    }

    /// What to say to whoever starts the shop on a machine that is not its own; noted, for commands too.
    pub fn refusal(&self, held: &Held) -> Result<String, Error> {
        self.lose()?;
        Ok(format!(
            "the shop belongs to another machine since {} (generation {} of {}): a machine that had it before sets its data \
             aside and becomes the standby, another takes the shop over with `manetes promote`, as docs/OPERATIONS.md says",
            held.taken_at,
            held.generation,
            self.place()
        ))
    }
}

async fn within<T>(patience: Duration, asked: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let late = || Error::Bucket(String::from("the bucket does not answer in time"));
    tokio::time::timeout(patience, asked).await.unwrap_or_else(|_| Err(late()))
}
