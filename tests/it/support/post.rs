//! A mail server that answers as it is told, and keeps what it takes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// The mails a server took, headers and all.
pub type Taken = Arc<Mutex<Vec<String>>>;

/// Any free port of this machine.
pub const ANYWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// A mail server on `address` that answers every recipient with `answer`.
pub async fn mail_server(address: SocketAddr, answer: &'static str) -> (SocketAddr, Taken) {
    let listener = TcpListener::bind(address).await.unwrap();
    let (address, taken) = (listener.local_addr().unwrap(), Taken::default());
    let kept = taken.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(converse(stream, answer, kept.clone()));
        }
    });
    (address, taken)
}

async fn converse(stream: TcpStream, answer: &'static str, taken: Taken) -> std::io::Result<()> {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 mail.example.com\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let said = match line.split([' ', ':']).next().unwrap_or_default() {
            "RCPT" => answer,
            "DATA" => {
                writer.write_all(b"354 go on\r\n").await?;
                let Some(mail) = whole(&mut lines).await? else { return Ok(()) };
                taken.lock().unwrap().push(mail);
                "250 taken"
            }
            _ => "250 ok",
        };
        writer.write_all(format!("{said}\r\n").as_bytes()).await?;
    }
    Ok(())
}

/// A mail up to its end; `None` when the sender broke off before.
async fn whole<R: tokio::io::AsyncBufRead + Unpin>(lines: &mut tokio::io::Lines<R>) -> std::io::Result<Option<String>> {
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
