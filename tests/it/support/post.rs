//! A mail server that answers as it is told, and keeps what it takes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, Lines, split};
use tokio::net::TcpListener;

/// The mails a server took, headers and all.
pub type Taken = Arc<Mutex<Vec<String>>>;

/// Any free port of this machine.
pub const ANYWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// What a server does when it is its turn to speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// What a good server says.
    Behave,
    /// Something else.
    Say(&'static str),
    /// Nothing, ever.
    Hang,
    /// A letter now and then, and never a whole line.
    Dribble,
    /// It closes the connection.
    HangUp,
}

/// When it is a server's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn<'a> {
    /// The conversation, counted from 0.
    pub conversation: usize,
    /// `connect`, the word of a command such as `EHLO`, or `.` after a whole mail, which it has kept by then.
    pub word: &'a str,
}

/// A mail server on `address` that answers every recipient with `answer`.
pub async fn mail_server(address: SocketAddr, answer: &'static str) -> (SocketAddr, Taken) {
    odd_mail_server(address, move |turn| if turn.word == "RCPT" { Act::Say(answer) } else { Act::Behave }).await
}

/// A mail server on `address` that does as `act` says.
pub async fn odd_mail_server(
    address: SocketAddr,
    act: impl Fn(Turn<'_>) -> Act + Send + Sync + 'static,
) -> (SocketAddr, Taken) {
    let listener = TcpListener::bind(address).await.unwrap();
    let (address, taken, act, count) =
        (listener.local_addr().unwrap(), Taken::default(), Arc::new(act), AtomicUsize::new(0));
    let kept = taken.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (act, kept, conversation) = (act.clone(), kept.clone(), count.fetch_add(1, Ordering::Relaxed));
            tokio::spawn(async move { converse(stream, |word| act(Turn { conversation, word }), kept).await });
        }
    });
    (address, taken)
}

/// One conversation, on whatever it is held.
pub async fn converse<S: AsyncRead + AsyncWrite>(
    stream: S,
    act: impl Fn(&str) -> Act,
    taken: Taken,
) -> std::io::Result<()> {
    let (reader, mut writer) = split(stream);
    let mut lines = BufReader::new(reader).lines();
    if !speak(&mut writer, act("connect"), "220 mail.example.com").await? {
        return Ok(());
    }
    while let Some(line) = lines.next_line().await? {
        let word = line.split([' ', ':']).next().unwrap_or_default();
        let usual = match word {
            "EHLO" => "250-mail.example.com\r\n250-STARTTLS\r\n250-SMTPUTF8\r\n250 AUTH PLAIN LOGIN",
            "AUTH" => "235 welcome",
            "DATA" => "354 go on",
            _ => "250 ok",
        };
        if !speak(&mut writer, act(word), usual).await? {
            return Ok(());
        }
        if word == "DATA" {
            let Some(mail) = whole(&mut lines).await? else { return Ok(()) };
            taken.lock().unwrap().push(mail);
            if !speak(&mut writer, act("."), "250 taken").await? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Whether the conversation goes on.
async fn speak<W: AsyncWrite + Unpin>(writer: &mut W, act: Act, usual: &str) -> std::io::Result<bool> {
    let said = match act {
        Act::Behave => usual,
        Act::Say(said) => said,
        Act::HangUp => return Ok(false),
        Act::Hang => std::future::pending().await,
        Act::Dribble => loop {
            writer.write_all(b"2").await?;
            writer.flush().await?;
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        },
    };
    writer.write_all(format!("{said}\r\n").as_bytes()).await?;
    writer.flush().await?;
    Ok(true)
}

/// A mail up to its end; `None` when the sender broke off before.
async fn whole<R: tokio::io::AsyncBufRead + Unpin>(lines: &mut Lines<R>) -> std::io::Result<Option<String>> {
    let mut mail = String::new();
    while let Some(line) = lines.next_line().await? {
        if line == "." {
            return Ok(Some(mail));
        }
        mail += &line;
        mail.push('\n');
    }
    Ok(None)
}
