//! DNS servers: a real one with the records a test names, and ones that are of no use.

use std::net::{SocketAddr, UdpSocket};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// dnsmasq on a port of its own; ended when dropped.
pub struct Names {
    server: Child,
    pub address: SocketAddr,
}

impl Names {
    /// With records as its options have them, such as `txt-record=puig.example,v=spf1 -all`.
    pub fn with(records: &[&str]) -> Self {
        // A port that is free for a moment may be somebody else's in the next.
        (0..5).find_map(|_| Self::try_with(records)).expect("dnsmasq does not answer")
    }

    fn try_with(records: &[&str]) -> Option<Self> {
        let port = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new("/usr/sbin/dnsmasq");
        command.args(["--keep-in-foreground", "--no-resolv", "--no-hosts", "--no-poll", "--conf-file=/dev/null"]);
        command.args(["--pid-file=", "--listen-address=127.0.0.1", "--bind-interfaces", "--user=root"]);
        command.args(["--local=/example/", "--local=/arpa/"]);
        command.arg(format!("--port={port}")).args(records.iter().map(|record| format!("--{record}")));
        let server = command.stdin(Stdio::null()).spawn().expect("dnsmasq is missing: apt-get install dnsmasq-base");
        let mut names = Self { server, address: SocketAddr::from(([127, 0, 0, 1], port)) };
        names.answers().then_some(names)
    }

    /// It takes a moment to begin; it ends where it has no port.
    fn answers(&mut self) -> bool {
        let asker = UdpSocket::bind("127.0.0.1:0").unwrap();
        asker.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        // `example.`, any kind.
        let question = b"\x00\x07\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07example\x00\x00\xff\x00\x01";
        for _ in 0..200 {
            if self.server.try_wait().unwrap().is_some() {
                return false;
            }
            drop(asker.send_to(question, self.address));
            if asker.recv(&mut [0; 512]).is_ok() {
                return true;
            }
        }
        false
    }
}

impl Drop for Names {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// A server that takes questions and never answers.
pub fn silent() -> UdpSocket {
    UdpSocket::bind("127.0.0.1:0").unwrap()
}

/// A server that answers everything with bytes of another conversation.
pub fn babbling() -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    thread::spawn(move || {
        let mut question = [0; 512];
        while let Ok((_, asker)) = socket.recv_from(&mut question) {
            for answer in [&b"no"[..], &[0xff; 40], &question[..12]] {
                drop(socket.send_to(answer, asker));
            }
        }
    });
    address
}
