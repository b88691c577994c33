//! Pebble, an authority as Let's Encrypt is one (Debian package `pebble`), with a name service that leads every name to
//! this machine until it is told otherwise.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::PATIENCE;

/// An authority that looks at a port of the test's as port 80; killed when dropped.
pub struct Pebble {
    children: Vec<Child>,
    dir: TempDir,
    api: u16,
    management: u16,
    names: u16,
    /// Where it looks.
    pub looks_at: u16,
}

impl Drop for Pebble {
    fn drop(&mut self) {
        for child in &mut self.children {
            drop(child.kill());
            drop(child.wait());
        }
    }
}

pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Pebble {
    /// Its certificates last so many seconds; so many of a hundred nonces are wrong.
    pub fn start(seconds: u64, wrong_nonces: u32) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let key = rcgen::KeyPair::generate().unwrap();
        let own = rcgen::CertificateParams::new([String::from("127.0.0.1")]).unwrap().self_signed(&key).unwrap();
        fs::write(dir.path().join("key.pem"), key.serialize_pem()).unwrap();
        fs::write(dir.path().join("api.pem"), own.pem()).unwrap();
        let [api, management, names, questions, looks_at] = std::array::from_fn(|_| free_port());
        let config = json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{api}"), "managementListenAddress": format!("127.0.0.1:{management}"),
            "certificate": "api.pem", "privateKey": "key.pem", "httpPort": looks_at, "tlsPort": free_port(),
            "ocspResponderURL": "", "externalAccountBindingRequired": false, "certificateValidityPeriod": seconds,
        }});
        fs::write(dir.path().join("config.json"), config.to_string()).unwrap();
        let mut lookup = Command::new("pebble-challtestsrv");
        lookup.args(["-defaultIPv6=", "-http01=", "-https01=", "-tlsalpn01="]);
        lookup.arg(format!("-dns01=127.0.0.1:{questions}")).arg(format!("-management=127.0.0.1:{names}"));
        let mut authority = Command::new("pebble");
        authority.args(["-config=config.json", &format!("-dnsserver=127.0.0.1:{questions}")]).current_dir(dir.path());
        authority.env("PEBBLE_VA_NOSLEEP", "1").env("PEBBLE_WFE_NONCEREJECT", wrong_nonces.to_string());
        let start = |command: &mut Command| {
            let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            child.expect("apt-get install pebble")
        };
        let children = vec![start(&mut lookup), start(&mut authority)];
        let begun = Instant::now();
        for port in [names, api, management] {
            while TcpStream::connect(("127.0.0.1", port)).is_err() {
                assert!(begun.elapsed() < PATIENCE, "Pebble does not listen at {port}");
            }
        }
        Self { children, dir, api, management, names, looks_at }
    }

    /// The options by which a program finds it; who vouches for it is put into the program's data directory, where it may
    /// read.
    pub fn options(&self, data: &Path) -> [String; 2] {
        let voucher = data.join("authority.pem");
        fs::copy(self.dir.path().join("api.pem"), &voucher).unwrap();
        [
            format!("--acme-directory=https://127.0.0.1:{}/dir", self.api),
            format!("--acme-ca-file={}", voucher.display()),
        ]
    }

    /// Who vouches for its certificates, as a PEM file.
    pub fn root(&self) -> PathBuf {
        let file = self.dir.path().join("root.pem");
        let url = format!("https://127.0.0.1:{}/roots/0", self.management);
        let api = self.dir.path().join("api.pem");
        let got = Command::new("curl").args(["-sf", "--cacert"]).arg(api).arg("-o").arg(&file).arg(url).status();
        assert!(got.unwrap().success());
        file
    }

    /// From now on a name leads to another address.
    pub fn lead(&self, name: &str, address: &str) {
        self.tell("clear-a", &json!({ "host": format!("{name}.") }));
        self.tell("add-a", &json!({ "host": format!("{name}."), "addresses": [address] }));
    }

    fn tell(&self, what: &str, of: &Value) {
        let url = format!("http://127.0.0.1:{}/{what}", self.names);
        let told = Command::new("curl").args(["-sf", "-d", &of.to_string(), &url]).status();
        assert!(told.unwrap().success());
    }
}
