//! What is handed out, tried where it is meant to run: the Debian package on an empty Debian, the container image without a
//! container engine, and the list of what the program is made of. All are made of the program these tests are made with.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use manetes::clock::Clock;
use manetes::outside;
use serde_json::json;
use tempfile::TempDir;

use crate::support::stripe::{KEY, WEBHOOK_SECRET};
use crate::support::{PATIENCE, Person, Stripe, address, until};

/// Runs a program that must succeed; what it printed.
fn run(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{command:?}: {err}{out}");
    out.into_owned()
}

/// The program without what only a debugger reads, as it is handed out.
fn program(dir: &Path) -> PathBuf {
    let program = dir.join("manetes");
    run(Command::new("strip").arg("-o").arg(&program).arg(env!("CARGO_BIN_EXE_manetes")));
    program
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn visitor(port: u16) -> Person {
    let base = format!("http://localhost:{port}");
    Person { base, client: outside::client(PATIENCE), token: None, user_id: String::new() }
}

async fn answers(visitor: &Person) -> bool {
    visitor.request(reqwest::Method::GET, "/readyz").send().await.is_ok_and(|answer| answer.status() == 200)
}

/// An empty Debian, as a machine that shares this one's network.
struct Machine(TempDir);

impl Machine {
    fn empty() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let suite = run(Command::new("sh").args(["-c", ". /etc/os-release && printf %s \"$VERSION_CODENAME\""]));
        run(Command::new("mmdebstrap").args(["--quiet", "--variant=minbase", &suite]).arg(dir.path().join("root")));
        Self(dir)
    }

    fn root(&self) -> PathBuf {
        self.0.path().join("root")
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("bwrap");
        command.arg("--die-with-parent").arg("--bind").arg(self.root()).arg("/");
        command.args(["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"]).args(words);
        command.env_clear().envs([("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"), ("DEBIAN_FRONTEND", "noninteractive")]);
        command
    }
}

/// Somebody without an account buys a thing and pays it at Stripe, which tells the shop; whether it knows.
async fn buy(port: u16, stripe: &Stripe) {
    let guest = visitor(port);
    let products = guest.get("/api/store/store_manetes/products?limit=50").await.expect(200).json();
    let sold =
        products["products"].as_array().unwrap().iter().flat_map(|product| product["variants"].as_array().unwrap());
    let variant =
        sold.into_iter().find(|variant| variant["inventory_quantity"].as_i64() > Some(0)).unwrap()["id"].clone();
    let line = json!([{ "variant_id": variant, "quantity": 1 }]);
    let order = json!({ "email": "ana@example.com", "shipping_address": address(), "items": line });
    let placed = guest.post("/api/functions/create-order-and-send-email", order).await.expect(201).json();
    let (order, key) = (placed["orderId"].as_str().unwrap(), placed["orderKey"].as_str().unwrap());
    let start = json!({
        "items": line, "order_id": order, "order_key": key, "locale": "es",
        "successUrl": format!("{}/success", guest.base), "cancelUrl": format!("{}/cart", guest.base),
    });
    guest.post("/api/store/store_manetes/checkout", start).await.expect(200);
    let session = stripe.sessions().into_keys().next().unwrap();
    stripe.pay(&session);
    let event = stripe.last_event().to_string();
    let told = guest.request(reqwest::Method::POST, "/api/webhooks/stripe").header("content-type", "application/json");
    let told = told.header("Stripe-Signature", stripe.signature(&event)).body(event.clone());
    assert!(guest.send(told).await.status.is_success());
    let bought = guest.get(&format!("/api/orders/{order}?key={key}")).await.expect(200).json();
    assert_eq!(bought["status"], "paid");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "makes a package and an empty Debian: minutes, root, and Debian's packages"]
async fn an_empty_debian_sells_after_three_commands_and_purged_keeps_its_shop() {
    let (dir, machine, stripe) = (tempfile::tempdir().unwrap(), Machine::empty(), Stripe::start(Clock::system()).await);
    run(Command::new("packaging/deb/build").arg(program(dir.path())).arg(dir.path()));
    let package = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().path());
    let package = package.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "deb")).unwrap();
    let found = run(Command::new("lintian").args(["--allow-root", "--fail-on", "error,warning"]).arg(&package));
    assert_eq!(found, "");
    println!("package: {} kB", fs::metadata(&package).unwrap().len() / 1000);
    fs::copy(&package, machine.root().join("tmp/manetes.deb")).unwrap();
    // What no operator has: Stripe on this machine, and a port of a test's own.
    let port = free_port();
    let stand_in = format!("MANETES_STRIPE_API_BASE={}\nMANETES_LISTEN=127.0.0.1:{port}\n", stripe.base);
    fs::write(machine.root().join("etc/manetes.env"), stand_in).unwrap();

    let begun = Instant::now();
    run(&mut machine.command(&["dpkg", "-i", "/tmp/manetes.deb"]));
    let domain = format!("http://shop.localhost:{port}");
    let mut setup = machine.command(&["manetes", "setup", "--domain", &domain, "--brand", "Puig", "--secrets", "-"]);
    setup.args([
        "--phone",
        "+34931234567",
        "--contact-email",
        "hola@puig.example",
        "--admin-email",
        "ana@puig.example",
    ]);
    setup.args(["--payments", "stripe", "--demo"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut setup = setup.spawn().unwrap();
    let secrets = format!(
        "ADMIN_PASSWORD=\"doce gatos grises\"\nMANETES_STRIPE_SECRET_KEY={KEY}\nMANETES_STRIPE_WEBHOOK_SECRET={WEBHOOK_SECRET}\n"
    );
    setup.stdin.take().unwrap().write_all(secrets.as_bytes()).unwrap();
    let done = setup.wait_with_output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut command = machine.command(&["manetes", "serve", "--env-file", "/etc/manetes.env"]);
    let mut server = command.stderr(Stdio::null()).spawn().unwrap();
    until("the shop serves", async || answers(&visitor(port)).await).await;
    buy(port, &stripe).await;
    println!("from an empty Debian to a bought order: 3 commands, {:.1} s", begun.elapsed().as_secs_f64());
    run(&mut machine.command(&["manetes", "health", "--data-dir", "/var/lib/manetes"]));
    run(&mut machine.command(&["manetes", "check", "--invariants", "--env-file", "/etc/manetes.env"]));
    server.kill().unwrap();
    server.wait().unwrap();

    // The unit that comes along is one, with the manual and the completions beside it.
    for file in [
        "lib/systemd/system/manetes.service",
        "usr/share/man/man1/manetes-setup.1.gz",
        "usr/share/bash-completion/completions/manetes",
    ] {
        assert!(machine.root().join(file).exists(), "{file}");
    }
    let data = machine.root().join("var/lib/manetes/manetes.sqlite");
    let settings = machine.root().join("etc/manetes.env");
    let kept = run(&mut machine.command(&["dpkg", "--purge", "manetes"]));
    assert!(kept.contains("stay") && data.exists() && settings.exists(), "{kept}");
    // Asked twice, it goes.
    run(&mut machine.command(&["dpkg", "-i", "/tmp/manetes.deb"]));
    fs::write(data.with_file_name("DELETE"), "").unwrap();
    run(&mut machine.command(&["dpkg", "--purge", "manetes"]));
    assert!(!data.exists() && !settings.exists() && !machine.root().join("etc/manetes.secrets").exists());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "makes an image and takes it apart again: a minute"]
async fn the_image_runs_as_nobody_on_a_root_it_cannot_write_and_knows_how_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let (program, out) = (program(dir.path()), dir.path().join("image"));
    run(Command::new("packaging/image/build").arg(&program).arg(&out));
    println!("image: {} kB", fs::metadata(out.join("manetes-image.tar")).unwrap().len() / 1000);
    // Others read it: one as a layout, one as a file.
    let archive = format!("oci-archive:{}", out.join("manetes-image.tar").display());
    let config: serde_json::Value =
        serde_json::from_str(&run(Command::new("skopeo").args(["inspect", "--config", &archive]))).unwrap();
    let config = &config["config"];
    assert_eq!((&config["User"], &config["Entrypoint"][0]), (&json!("65532:65532"), &json!("/usr/bin/manetes")));
    let (image, bundle) = (format!("{}:0.1.0", out.join("oci").display()), dir.path().join("bundle"));
    run(Command::new("umoci").args(["unpack", "--rootless", "--image", &image]).arg(&bundle));
    let (root, data, port) = (bundle.join("rootfs"), dir.path().join("data"), free_port());
    for shell in ["bin", "usr/bin/sh", "usr/bin/dpkg", "usr/bin/env"] {
        assert!(!root.join(shell).exists(), "{shell}");
    }
    fs::create_dir(&data).unwrap();
    let contained = |words: &[&str]| {
        let mut command = Command::new("bwrap");
        command.args([
            "--die-with-parent",
            "--unshare-user",
            "--unshare-pid",
            "--unshare-ipc",
            "--unshare-uts",
            "--cap-drop",
            "ALL",
        ]);
        command
            .args(["--uid", "65532", "--gid", "65532", "--ro-bind"])
            .arg(&root)
            .args(["/", "--proc", "/proc", "--dev", "/dev"]);
        command.args(["--tmpfs", "/tmp", "--bind"]).arg(&data).args(["/var/lib/manetes", "--clearenv"]);
        for variable in config["Env"].as_array().unwrap() {
            let (name, value) = variable.as_str().unwrap().split_once('=').unwrap();
            command.args(["--setenv", name, value]);
        }
        command.arg("/usr/bin/manetes").args(words);
        command
    };
    let listen = format!("127.0.0.1:{port}");
    let mut server = contained(&["serve", "--demo", "--listen", &listen]).stderr(Stdio::null()).spawn().unwrap();
    until("the shop serves", async || answers(&visitor(port)).await).await;
    assert!(visitor(port).get("/store").await.expect(200).text.contains("</html>"));
    assert_eq!(run(&mut contained(&["health"])), "ready\n");
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(!contained(&["health"]).output().unwrap().status.success());
}

#[test]
#[ignore = "builds the program twice as it is handed out: an hour of two processors, and the network"]
fn two_clones_in_two_folders_make_the_same_program_which_knows_its_crates_and_nothing_of_the_machine() {
    let dir = tempfile::tempdir().unwrap();
    let built = ["one", "another/further/down"].map(|place| dir.path().join(place));
    std::thread::scope(|scope| {
        for clone in &built {
            scope.spawn(move || {
                run(Command::new("git").args(["clone", "--quiet", env!("CARGO_MANIFEST_DIR")]).arg(clone));
                run(&mut Command::new(clone.join("packaging/program")));
            });
        }
    });
    let built = built.map(|clone| clone.join("target/release/manetes"));
    let bytes = built.each_ref().map(|program| fs::read(program).unwrap());
    println!("program: {} kB\n{}", bytes[0].len() / 1000, run(Command::new("sha256sum").args(&built)));
    assert!(bytes[0] == bytes[1], "the two differ");
    for folder in [dir.path().to_str().unwrap(), "/.cargo/", "/root/", "/home/"] {
        assert!(!bytes[0].windows(folder.len()).any(|part| part == folder.as_bytes()), "{folder} is in it");
    }

    let list = dir.path().join("list");
    let section = format!(".dep-v0={}", list.display());
    run(Command::new("objcopy").args(["--dump-section", &section]).arg(&built[0]).arg(dir.path().join("copy")));
    let list: serde_json::Value =
        serde_json::from_reader(flate2::read::ZlibDecoder::new(fs::File::open(list).unwrap())).unwrap();
    let has = |name: &str| list["packages"].as_array().unwrap().iter().any(|package| package["name"] == name);
    assert!(has("poem") && has("rusqlite") && !has("proptest"), "{list}");
}

#[test]
#[ignore = "makes everything twice: minutes"]
fn what_is_handed_out_has_checksums_says_what_it_is_made_of_and_is_the_same_each_time() {
    let dir = tempfile::tempdir().unwrap();
    let program = program(dir.path());
    let made = |name: &str| {
        let out = dir.path().join(name);
        run(Command::new("packaging/release").arg(&program).arg(&out));
        out
    };
    let (out, again) = (made("one"), made("other"));
    let sums = |out: &Path| fs::read_to_string(out.join("SHA256SUMS")).unwrap();
    assert_eq!(sums(&out), sums(&again));
    let named = run(Command::new("sha256sum").args(["--check", "--strict", "SHA256SUMS"]).current_dir(&out));
    for file in ["manetes", "manetes_0.1.0-1_", "manetes-image.tar", "sbom.cdx.json", "licences.txt", "LICENSE"] {
        assert!(named.lines().any(|line| line.starts_with(file) && line.ends_with(": OK")), "{file}: {named}");
    }
    let sbom: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(out.join("sbom.cdx.json")).unwrap()).unwrap();
    assert_eq!((&sbom["bomFormat"], &sbom["specVersion"]), (&json!("CycloneDX"), &json!("1.5")));
    let components = sbom["components"].as_array().unwrap();
    let has = |begin: &str| components.iter().any(|component| component["purl"].as_str().unwrap().starts_with(begin));
    // What it is linked with and what its pages are; not what only tests are made with.
    assert!(has("pkg:cargo/poem@") && has("pkg:cargo/rusqlite@") && has("pkg:npm/react@"));
    assert!(!has("pkg:cargo/proptest@") && !has("pkg:npm/typescript@"));
    let is_told = |component: &serde_json::Value| component["licenses"].is_array() && component["hashes"].is_array();
    assert!(components.iter().all(is_told));
}
