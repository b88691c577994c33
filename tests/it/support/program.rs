//! The program itself, as a process.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use manetes::outside;
use reqwest::Method;

use super::{PATIENCE, Person};

/// The real program on a port of its own; killed when dropped.
pub struct Program {
    pub child: Child,
    pub base: String,
}

impl Program {
    pub async fn start(data_dir: &Path) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let child = Command::new(env!("CARGO_BIN_EXE_manetes"))
            .args(["serve", "--demo", "--data-dir"])
            .arg(data_dir)
            .args(["--limits", "relaxed", "--listen"])
            .arg(format!("127.0.0.1:{port}"))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let program = Self { child, base: format!("http://localhost:{port}") };
        program.visitor().until_ready().await;
        program
    }

    pub fn visitor(&self) -> Person {
        Person { base: self.base.clone(), client: outside::client(PATIENCE), token: None, user_id: String::new() }
    }

    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Person {
    /// Waits until the program answers; it is given up after ten seconds.
    async fn until_ready(&self) {
        let started = Instant::now();
        while self.request(Method::GET, "/readyz").send().await.is_err() {
            assert!(started.elapsed() < Duration::from_secs(10), "the program did not become ready");
            tokio::task::yield_now().await;
        }
    }
}
