//! The settings of backups.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::{BaseUrl, Secret, parse_api_base};

/// Copies of the whole shop, and where they go.
#[expect(clippy::doc_markdown, reason = "it is the help, and a target is typed as it stands")]
#[derive(Debug, Clone, Args)]
pub struct Backup {
    /// Where the server puts a backup by itself: a directory, best on another machine's disk, or s3://BUCKET/PREFIX;
    /// unset, it makes none
    #[arg(long = "backup-to", env = "MANETES_BACKUP_TO", value_name = "TARGET", id = "backup_to")]
    pub to: Option<Target>,
    /// Hours between two backups
    #[arg(
        long = "backup-every",
        env = "MANETES_BACKUP_EVERY",
        value_name = "HOURS",
        id = "backup_every",
        default_value = "24",
        value_parser = clap::value_parser!(u32).range(1..=720)
    )]
    pub every: u32,
    /// Of how many of the last days, weeks and months the newest backup is kept
    #[arg(
        long = "backup-keep",
        env = "MANETES_BACKUP_KEEP",
        value_name = "RULE",
        id = "backup_keep",
        default_value = "7d,4w,12m"
    )]
    pub keep: Keep,
    /// How backups are opened
    #[command(flatten)]
    pub access: BackupAccess,
}

impl Default for Backup {
    fn default() -> Self {
        let keep = Keep { days: 7, weeks: 4, months: 12 };
        Self { to: None, every: 24, keep, access: BackupAccess::default() }
    }
}

/// What it takes to read and write backups.
#[derive(Debug, Clone, Default, Args)]
pub struct BackupAccess {
    /// What backups are encrypted with, 16 characters or more, long and random as of `openssl rand -base64 24`; keep it
    /// where the backups are not. Without one, they are not encrypted, and hold no keys of second factors
    #[arg(
        long = "backup-passphrase",
        env = "MANETES_BACKUP_PASSPHRASE",
        value_name = "PASSPHRASE",
        id = "backup_passphrase",
        hide_env_values = true
    )]
    pub passphrase: Option<Secret>,
    /// Where the buckets are, if not at Amazon: the address of the service; plain http only on this machine
    #[arg(long = "s3-endpoint", env = "MANETES_S3_ENDPOINT", value_name = "URL", value_parser = parse_api_base)]
    pub s3_endpoint: Option<BaseUrl>,
    /// The region of the buckets
    #[arg(long = "s3-region", env = "MANETES_S3_REGION", value_name = "REGION", default_value = "us-east-1")]
    pub s3_region: String,
    /// The id of the key to the buckets
    #[arg(long = "s3-access-key", env = "MANETES_S3_ACCESS_KEY", value_name = "ID")]
    pub s3_access_key: Option<String>,
    /// The key itself
    #[arg(long = "s3-secret-key", env = "MANETES_S3_SECRET_KEY", value_name = "KEY", hide_env_values = true)]
    pub s3_secret_key: Option<Secret>,
}

/// Characters of a passphrase, at least.
const PASSPHRASE: usize = 16;

impl Backup {
    /// What cannot be; the error is one line.
    pub(super) fn check(&self) -> Result<(), String> {
        if matches!(self.to, Some(Target::Stream)) {
            return Err(String::from("MANETES_BACKUP_TO must be a directory or s3://BUCKET/PREFIX"));
        }
        self.access.check(self.to.as_ref())
    }
}

impl BackupAccess {
    /// Whether it opens `target`; the error is one line.
    pub fn check(&self, target: Option<&Target>) -> Result<(), String> {
        if self.passphrase().is_some_and(|passphrase| passphrase.chars().count() < PASSPHRASE) {
            return Err(format!("MANETES_BACKUP_PASSPHRASE needs {PASSPHRASE} characters or more"));
        }
        match target {
            Some(Target::Bucket { .. }) if self.s3_access_key.is_none() || self.s3_secret_key.is_none() => {
                Err(String::from("s3:// needs MANETES_S3_ACCESS_KEY and MANETES_S3_SECRET_KEY"))
            }
            _ => Ok(()),
        }
    }

    /// What backups are encrypted with.
    pub fn passphrase(&self) -> Option<&str> {
        self.passphrase.as_ref().map(Secret::expose)
    }
}

/// Where a backup goes to or comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// `-`: standard output or input.
    Stream,
    /// A file or a directory.
    Path(PathBuf),
    /// Objects in a bucket.
    Bucket {
        /// Its name.
        bucket: String,
        /// What the names of its objects begin with; may be empty.
        prefix: String,
    },
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bucket = text.strip_prefix("s3://").map(|rest| rest.split_once('/').unwrap_or((rest, "")));
        match (text, bucket) {
            ("" | "s3://", _) => Err(String::from("must be a file, a directory, - or s3://BUCKET/PREFIX")),
            ("-", _) => Ok(Self::Stream),
            (_, Some((bucket, prefix))) => {
                Ok(Self::Bucket { bucket: bucket.to_owned(), prefix: prefix.trim_matches('/').to_owned() })
            }
            (_, None) if text.split_once("://").is_some() => {
                Err(String::from("must be a file, a directory, - or s3://BUCKET/PREFIX"))
            }
            (path, None) => Ok(Self::Path(PathBuf::from(path))),
        }
    }
}

/// Of how many days, weeks and months a backup is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    pub days: usize,
    pub weeks: usize,
    pub months: usize,
}

impl FromStr for Keep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut keep = Self { days: 0, weeks: 0, months: 0 };
        for part in text.split(',').map(str::trim) {
            let unit = part.chars().last().unwrap_or_default();
            let place = match unit {
                'd' => Some(&mut keep.days),
                'w' => Some(&mut keep.weeks),
                'm' => Some(&mut keep.months),
                _ => None,
            };
            let number = part.strip_suffix(unit).and_then(|digits| digits.parse::<usize>().ok());
            let (Some(place), Some(number)) = (place, number.filter(|number| *number <= 1000)) else {
                return Err(String::from("must be days, weeks and months such as 7d,4w,12m"));
            };
            *place = number;
        }
        if keep.days + keep.weeks + keep.months == 0 {
            return Err(String::from("would keep no backup at all"));
        }
        Ok(keep)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::outcome;
    use super::*;

    #[test]
    fn a_rule_that_is_none_or_keeps_nothing_is_refused() {
        for wrong in ["", "7", "d", "7x", "7d,", "-1d", "0d", "0d,0w,0m", "7d;4w", "9999d", "é"] {
            assert!(wrong.parse::<Keep>().is_err(), "{wrong}");
        }
        assert_eq!("7d, 4w".parse::<Keep>().unwrap(), Keep { days: 7, weeks: 4, months: 0 });
    }

    #[test]
    fn a_target_is_a_path_a_stream_or_a_bucket() {
        let bucket = |bucket: &str, prefix: &str| -> Result<Target, String> {
            Ok(Target::Bucket { bucket: bucket.to_owned(), prefix: prefix.to_owned() })
        };
        assert_eq!("s3://shop".parse::<Target>(), bucket("shop", ""));
        assert_eq!("s3://shop/a/b/".parse::<Target>(), bucket("shop", "a/b"));
        assert_eq!("-".parse::<Target>(), Ok(Target::Stream));
        assert_eq!("./-".parse::<Target>(), Ok(Target::Path(PathBuf::from("./-"))));
        for wrong in ["", "s3://", "https://example.com/a", "sftp://x"] {
            assert!(wrong.parse::<Target>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_cannot_be_written_or_opened_is_refused_at_the_start() {
        let keys = ["--s3-access-key", "id", "--s3-secret-key", "key"];
        assert_eq!(outcome(&["--backup-to", "/mnt/backups"]), Ok(()));
        assert_eq!(outcome(&[&["--backup-to", "s3://shop"], &keys[..]].concat()), Ok(()));
        for wrong in [
            &["--backup-to", "-"][..],
            &["--backup-to", "s3://shop"],
            &["--backup-to", "/mnt", "--backup-passphrase", "too short"],
            &["--backup-every", "0"],
            &["--s3-endpoint", "http://minio.example"],
        ] {
            assert!(outcome(wrong).is_err(), "{wrong:?}");
        }
    }
}
