//! `manetes health`: whether the server of a data directory is ready, for images that hold no other program to ask it.

use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

use serde::Deserialize;

use super::Error;
use super::data_dir;
use crate::config::Global;
use crate::outside;

/// The whole answer is there within this time, or the server is not ready.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of an answer that are read, at most.
const MAX_BYTES: usize = 4096;

/// What a running server says of itself.
pub(super) struct Answer {
    pub is_ready: bool,
    /// In its own words, on one line.
    pub said: String,
}

#[derive(Deserialize)]
struct Problem {
    title: String,
}

/// Prints what the server says.
pub(super) fn run(global: &Global, out: &mut impl Write) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let Answer { is_ready, said } = runtime.block_on(ask(global))?;
    if is_ready { Ok(writeln!(out, "{said}")?) } else { Err(Error::Refused(said)) }
}

/// Asks the server of this data directory; the error says that none answers.
pub(super) async fn ask(global: &Global) -> Result<Answer, Error> {
    let address = data_dir::served_at(global)?;
    let nobody = |why: &dyn Display| Error::Refused(format!("nothing answers at {address}: {why}"));
    let sent = outside::client(PATIENCE).get(format!("{address}/readyz")).send().await;
    let answer = sent.map_err(|error| nobody(&outside::reason(&error.without_url())))?;
    let is_ready = answer.status().is_success();
    let body = outside::body(answer, MAX_BYTES).await.ok_or_else(|| nobody(&"the answer breaks off"))?;
    let said = match serde_json::from_slice::<Problem>(&body) {
        Ok(problem) => problem.title,
        Err(_) => String::from_utf8_lossy(&body).lines().next().unwrap_or_default().to_owned(),
    };
    Ok(Answer { is_ready, said })
}
