//! Where connections come from: an address of our own, or a socket that a service manager holds. The latter stays open
//! between one run of the program and the next, so that whoever connects meanwhile waits and is refused by nobody.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;

use listenfd::ListenFd;
use tokio::net::TcpListener;

/// A socket that takes connections.
pub struct Listener {
    pub(super) socket: TcpListener,
    /// Whether somebody else holds it, too.
    pub(super) is_held: bool,
}

impl Listener {
    /// At an address of this program's own.
    pub async fn bind(address: SocketAddr) -> io::Result<Self> {
        Ok(Self { socket: TcpListener::bind(address).await?, is_held: false })
    }

    /// Where it listens.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }
}

/// What comes to a socket, which is told by its name (`FileDescriptorName=` of a socket unit).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Every other name: the shop in HTTP.
    Plain,
    /// `https`.
    Https,
    /// `http`: beside `https`.
    Http,
}

impl Purpose {
    fn named(name: &str) -> Self {
        match name {
            "https" => Self::Https,
            "http" => Self::Http,
            _ => Self::Plain,
        }
    }
}

/// The sockets that a service manager has handed over (`sd_listen_fds(3)`).
pub struct Sockets(VecDeque<(Purpose, std::net::TcpListener)>);

impl Sockets {
    /// Those of this process. It takes them out of the environment: before there are threads, and once.
    #[expect(clippy::disallowed_methods, reason = "what a service manager says is no setting")]
    pub fn handed_over() -> io::Result<Self> {
        let names = std::env::var("LISTEN_FDNAMES").unwrap_or_default();
        let mut handed_over = ListenFd::from_env();
        let mut names = names.split(':');
        let sockets = (0..handed_over.len()).filter_map(|at| {
            let purpose = Purpose::named(names.next().unwrap_or_default());
            let socket = handed_over.take_tcp_listener(at).transpose()?;
            Some(socket.map(|socket| (purpose, socket)))
        });
        Ok(Self(sockets.collect::<io::Result<_>>()?))
    }

    /// The next socket for a purpose. Needs a tokio runtime.
    pub fn take(&mut self, purpose: Purpose) -> io::Result<Option<Listener>> {
        let Some(at) = self.0.iter().position(|(of, _)| *of == purpose) else { return Ok(None) };
        let Some((_, socket)) = self.0.remove(at) else { return Ok(None) };
        socket.set_nonblocking(true)?;
        Ok(Some(Listener { socket: TcpListener::from_std(socket)?, is_held: true }))
    }

    /// What nobody has taken: who connects there would wait for ever.
    pub fn left(&self) -> Vec<SocketAddr> {
        self.0.iter().filter_map(|(_, socket)| socket.local_addr().ok()).collect()
    }
}
