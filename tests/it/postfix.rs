//! A real mail server: Postfix with a configuration of its own in a directory of its own, on a port of its own.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::process::{Command, Stdio};

use manetes::clock::Clock;
use manetes::db::Db;
use manetes::lang::Lang;
use manetes::mail::{self, Message};

use crate::support::{Program, until};
use crate::trust::Authority;

const MAILS: usize = 40;

struct Postfix {
    dir: tempfile::TempDir,
    port: u16,
}

impl Postfix {
    /// Takes mails for two people at shop.test, one of whom is busy, over TLS alone.
    fn new(authority: &Authority) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path();
        let (user, group) = (id("-u"), id("-g"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        for folder in ["conf", "queue", "data", "mail"] {
            fs::create_dir(path.join(folder)).unwrap();
        }
        for folder in ["data", "mail"] {
            chown(path.join(folder), Some(user), Some(group)).unwrap();
        }
        fs::write(path.join("certificate.pem"), &authority.certificate).unwrap();
        fs::write(path.join("key.pem"), &authority.key).unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let at = path.display();
        let main = format!(
            "compatibility_level = 3.6
queue_directory = {at}/queue
data_directory = {at}/data
maillog_file = /dev/stdout
inet_interfaces = loopback-only
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
mydestination =
virtual_mailbox_domains = shop.test
virtual_mailbox_base = {at}/mail
virtual_mailbox_maps = inline:{{ {{ ana@shop.test = ana/ }}, {{ busy@shop.test = busy/ }} }}
virtual_uid_maps = static:{user}
virtual_gid_maps = static:{group}
virtual_minimum_uid = 1
virtual_mailbox_limit = 0
message_size_limit = 100000
smtpd_tls_security_level = encrypt
smtpd_tls_cert_file = {at}/certificate.pem
smtpd_tls_key_file = {at}/key.pem
smtpd_tls_received_header = yes
smtpd_recipient_restrictions =
  check_recipient_access inline:{{ {{ busy@shop.test = 450 4.2.1 busy }} }}, permit_mynetworks, reject
"
        );
        fs::write(path.join("conf/main.cf"), main).unwrap();
        fs::write(path.join("conf/master.cf"), format!("127.0.0.1:{port} inet n - n - - smtpd\n{SERVICES}")).unwrap();
        Self { dir, port }
    }

    fn command(&self, word: &str) {
        let mut command = Command::new("postfix");
        command.arg("-c").arg(self.dir.path().join("conf")).arg(word);
        let done = command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        assert!(done.success(), "postfix {word}: {done}");
    }

    /// What it has delivered to somebody.
    fn delivered(&self, name: &str) -> Vec<String> {
        let mails = fs::read_dir(self.dir.path().join("mail").join(name).join("new"));
        mails.into_iter().flatten().map(|mail| fs::read_to_string(mail.unwrap().path()).unwrap()).collect()
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        let stop = Command::new("postfix").arg("-c").arg(self.dir.path().join("conf")).arg("stop").output();
        drop(stop);
    }
}

const SERVICES: &str = "cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
virtual unix - n n - - virtual
error unix - - n - - error
retry unix - - n - - error
postlog unix-dgram n - n - 1 postlogd
";

fn id(option: &str) -> u32 {
    let said = Command::new("id").args([option, "postfix"]).output().expect("there is a user postfix");
    String::from_utf8(said.stdout).unwrap().trim().parse().expect("there is a user postfix")
}

fn queue(db: &Db, recipient: &str, message: Message) {
    let (recipient, now) = (recipient.to_owned(), Clock::system().now());
    db.write_blocking(move |tx| mail::enqueue(tx, &recipient, Lang::Ar, &message, now)).unwrap();
}

fn greeting() -> Message {
    Message::AlreadyRegistered { name: String::from("Núria ابن رشد") }
}

fn long() -> Message {
    let text = "Una línea que se repite.\n".repeat(10_000);
    let (number, name, asked) = (String::from("1a2b3c4d"), String::from("Ana"), String::from("?"));
    Message::Answer { number, about_quote: true, name, text, asked, thread: None, complaint: None, files: Vec::new() }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Postfix, and root to start it"]
async fn postfix_takes_what_we_send_and_its_refusals_are_understood() {
    let dir = tempfile::tempdir().unwrap();
    let roots = dir.path().join("authority.pem");
    let authority = Authority::new(&roots);
    let postfix = Postfix::new(&authority);
    postfix.command("start");
    let db = Db::open(&dir.path().join("manetes.sqlite")).unwrap();
    for _ in 0..MAILS {
        queue(&db, "ana@shop.test", greeting());
    }
    queue(&db, "nobody@shop.test", greeting());
    queue(&db, "busy@shop.test", greeting());
    queue(&db, "ana@shop.test", long());

    let launcher = ["env".to_owned(), format!("SSL_CERT_FILE={}", roots.display())];
    let options = [format!("--smtp-url=smtp://localhost:{}?tls=required", postfix.port)];
    let program = Program::started_by(&launcher, dir.path(), &options).await;
    until("every mail is tried", async || state(&program, "state = 'queued' AND (attempts = 0 OR is_claimed)") == 0)
        .await;
    until("every mail arrives", async || postfix.delivered("ana").len() == MAILS).await;
    assert_eq!(state(&program, "state = 'sent'"), MAILS);
    let dead = |code: &str| state(&program, &format!("state = 'dead' AND last_error LIKE '%({code})%'"));
    assert_eq!((dead("550"), dead("552")), (1, 1));
    assert_eq!(state(&program, "state = 'queued' AND last_error LIKE 'RCPT TO: transient error (450)%'"), 1);
    for mail in postfix.delivered("ana") {
        assert!(mail.contains("using TLSv1.3") && mail.contains("Auto-Submitted: auto-generated"), "{mail}");
    }

    // Away for a while, and back.
    postfix.command("stop");
    queue(&db, "ana@shop.test", greeting());
    until("the desk is told", async || state(&program, "last_error LIKE 'greeting: Connection error%'") == 1).await;
    assert_eq!(program.visitor().get("/readyz").await.text, "degraded: mail_server");
    postfix.command("start");
    until("the mail arrives", async || postfix.delivered("ana").len() == MAILS + 1).await;
}

/// How many mails are as `sql` says.
fn state(program: &Program, sql: &str) -> usize {
    let sql = format!("SELECT count(*) FROM outbox WHERE {sql}");
    let count: i64 = program.database().query_row(&sql, [], |row| row.get(0)).unwrap();
    usize::try_from(count).unwrap()
}
