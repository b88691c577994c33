//! `manetes top`: how the shop is, live: what `/metrics` says, for a terminal.

mod figures;
mod frame;
mod scrape;

use std::io::Write;
use std::time::{Duration, Instant};

use clap::builder::BoolishValueParser;
use console::Term;
use reqwest::{Client, StatusCode};

use self::figures::Figures;
use self::scrape::Scrape;
use super::env_file::EnvFile;
use super::output::{Form, write_json};
use super::{Error, data_dir};
use crate::clock::Clock;
use crate::config::{BaseUrl, Global, Secret, parse_base_url};
use crate::outside;

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of it, at most.
const MAX_BYTES: usize = 8 << 20;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    env_file: EnvFile,
    /// The shop to look at, where it is not the one of the data directory
    #[arg(long, env = "MANETES_BASE_URL", value_name = "URL", value_parser = parse_base_url)]
    base_url: Option<BaseUrl>,
    /// What the shop wants to see before it tells, as `manetes serve` takes it
    #[arg(long, env = "MANETES_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    metrics_token: Option<Secret>,
    /// Seconds from one look to the next
    #[arg(long, env = "MANETES_EVERY", default_value_t = 2, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    every: u64,
    /// Print one frame, of what happens in that time, and end
    #[arg(long, env = "MANETES_ONCE", value_parser = BoolishValueParser::new())]
    once: bool,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        self.env_file.take(&mut std::io::stderr())?;
        let shop = Shop::find(global, self.base_url, self.metrics_token)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let every = Duration::from_secs(self.every);
        runtime.block_on(async {
            let watching = watch(&shop, every, self.once || self.form.json, self.form.json, out);
            tokio::select! {
                watched = watching => watched,
                ended = tokio::signal::ctrl_c() => Ok(ended?),
            }
        })
    }
}

/// Where a shop tells how it is.
struct Shop {
    client: Client,
    address: String,
    token: Option<Secret>,
    /// As people call it.
    place: String,
}

impl Shop {
    /// The one that is served from the data directory here, under the name it has, or that of an address.
    fn find(global: &Global, base_url: Option<BaseUrl>, token: Option<Secret>) -> Result<Self, Error> {
        let here = data_dir::served_at(global);
        let (address, place) = match (here, base_url) {
            (Ok(here), base_url) => (here.clone(), base_url.map_or(here, |url| url.origin())),
            (Err(_), Some(url)) => (url.origin(), url.origin()),
            (Err(nobody), None) => return Err(nobody),
        };
        let address = format!("{address}/metrics");
        Ok(Self { client: outside::client(PATIENCE), address, token, place })
    }

    async fn look(&self) -> Result<Scrape, Error> {
        let nobody = |why: String| Error::Refused(format!("{} does not tell: {why}", self.address));
        let mut request = self.client.get(&self.address);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token.expose());
        }
        let answer = request.send().await.map_err(|error| nobody(outside::reason(&error.without_url())))?;
        let status = answer.status();
        let text =
            outside::body(answer, MAX_BYTES).await.ok_or_else(|| nobody(String::from("the answer breaks off")))?;
        match status {
            StatusCode::OK => Ok(Scrape::read(&String::from_utf8_lossy(&text), Instant::now())),
            StatusCode::FORBIDDEN => Err(nobody(String::from("it wants MANETES_METRICS_TOKEN"))),
            other => Err(nobody(other.to_string())),
        }
    }
}

/// Looks again and again, or once; a shop that does not tell is asked again, unless it never has.
async fn watch(shop: &Shop, every: Duration, once: bool, json: bool, out: &mut impl Write) -> Result<(), Error> {
    let (clock, screen) = (Clock::system(), Screen::of_terminal());
    let mut before = shop.look().await?;
    loop {
        tokio::time::sleep(every).await;
        match shop.look().await {
            Ok(now) => {
                let figures = Figures::between(&before, &now, clock.now());
                before = now;
                if json {
                    return write_json(out, &figures);
                }
                let in_colour = screen.is_terminal && console::colors_enabled();
                screen.show(&frame::draw(&figures, &shop.place, screen.columns(once), in_colour), once, out)?;
            }
            Err(error) if once => return Err(error),
            Err(error) => screen.show(&[error.to_string(), String::from("It is asked again.")], once, out)?,
        }
        if once {
            return Ok(());
        }
    }
}

/// A terminal, or whatever the results go to.
struct Screen {
    is_terminal: bool,
}

impl Screen {
    fn of_terminal() -> Self {
        Self { is_terminal: Term::stdout().is_term() }
    }

    /// Whether frames stand where the one before stood.
    fn is_live(&self, once: bool) -> bool {
        self.is_terminal && !once
    }

    /// How wide lines may be that stand where others stood; elsewhere none is cut.
    fn columns(&self, once: bool) -> Option<usize> {
        self.is_live(once).then(|| usize::from(Term::stdout().size().1))
    }

    /// Writes over what was there, line by line, so that nothing flickers.
    fn show(&self, lines: &[String], once: bool, out: &mut impl Write) -> Result<(), Error> {
        let is_live = self.is_live(once);
        let mut text = String::from(if is_live { "\u{1b}[H" } else { "" });
        for line in lines {
            text.push_str(line);
            text.push_str(if is_live { "\u{1b}[K\r\n" } else { "\n" });
        }
        // Below it nothing is left of a longer one.
        text.push_str(if is_live { "\u{1b}[J" } else { "" });
        if !is_live && !once {
            text.push('\n');
        }
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }
}
