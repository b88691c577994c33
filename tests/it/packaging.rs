//! The files that come along for whoever runs a server.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use clap::{CommandFactory, Parser};
use manetes::config::{Serve, env_file};
use manetes::{payments, tax_agency};

use crate::support::Desk;

const EXAMPLE: &str = include_str!("../../packaging/manetes.env.example");
const UNIT: &str = include_str!("../../packaging/systemd/manetes.service");
const CONTAINER: &str = include_str!("../../packaging/image/manetes.container");

/// Debian's helpers and systemd, as a script of the package sees them: what they are asked is written down.
const HELPERS: &str = r#"
deb_systemd_invoke() { echo "invoke $*" >>"$HERE/asked"; }
deb_systemd_helper() { echo "helper $*" >>"$HERE/asked"; }
systemctl() { echo "systemctl $*" >>"$HERE/asked"; }
"#;

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    serve: Serve,
    #[command(flatten)]
    payments: payments::Options,
    #[command(flatten)]
    verifactu: tax_agency::options::Options,
}

/// The variable of each option, and what it is when nothing is said.
fn options() -> BTreeMap<String, Option<String>> {
    let command = Options::command();
    let told = command.get_arguments().filter_map(|arg| {
        let default = arg.get_default_values().first().map(|value| value.to_string_lossy().into_owned());
        Some((arg.get_env()?.to_string_lossy().into_owned(), default))
    });
    told.collect()
}

/// The option a variable stands for, also as `<NAME>_FILE`.
fn option_of(name: &str) -> &str {
    name.strip_suffix("_FILE").unwrap_or(name)
}

#[test]
fn the_example_of_settings_knows_every_option_and_no_other() {
    let options = options();
    let commented: String = EXAMPLE
        .lines()
        .filter_map(|line| line.strip_prefix('#').filter(|line| line.starts_with("MANETES_")))
        .fold(String::new(), |text, line| text + line + "\n");
    let (set, seldom) = (env_file::read(EXAMPLE).unwrap(), env_file::read(&commented).unwrap());
    let own_or_of = |name| if options.contains_key(name) { name } else { option_of(name) };
    let named: BTreeSet<&str> = set.iter().chain(&seldom).map(|(name, _)| own_or_of(name.as_str())).collect();
    // What is for trying things out has no place there.
    let for_trying = |name: &str| name.ends_with("_API_BASE") || ["MANETES_DEMO", "MANETES_LIMITS"].contains(&name);
    let known = options.keys().map(String::as_str).filter(|name| !for_trying(name));
    // Of every command's, the one that a service is given.
    let known: BTreeSet<&str> = known.chain(["MANETES_DATA_DIR"]).collect();
    assert_eq!(named, known);
    for (name, value) in &seldom {
        let default = options.get(name).cloned().flatten();
        assert!(default.is_none_or(|default| default == *value), "{name} is not {value} without it");
    }
}

#[test]
fn the_example_of_settings_makes_a_real_shop_once_its_secrets_are_there() {
    let set: BTreeMap<String, String> = env_file::read(EXAMPLE).unwrap().into_iter().collect();
    let secrets = [
        ("MANETES_SMTP_URL", "smtps://shop:password@mail.example.com"),
        ("MANETES_STRIPE_SECRET_KEY", "sk_live_0123456789abcdef"),
        ("MANETES_STRIPE_WEBHOOK_SECRET", "whsec_0123456789abcdef0123456789abcdef"),
    ];
    let mut words = vec![String::from("manetes")];
    for (name, value) in &set {
        let option = option_of(name).strip_prefix("MANETES_").unwrap().to_lowercase().replace('_', "-");
        let secret = secrets.iter().find(|(secret, _)| name.strip_suffix("_FILE") == Some(*secret));
        words.push(format!("--{option}={}", secret.map_or(value.as_str(), |(_, secret)| *secret)));
    }
    let Options { serve, payments, verifactu } = Options::try_parse_from(words).unwrap();
    assert_eq!(serve.check().and_then(|()| payments.check(&serve)), Ok(()));
    assert_eq!(verifactu.check(&payments), Ok(()));
    assert_eq!(payments.only_a_test(), None);
    assert_eq!(serve.warnings(), Vec::<String>::new());
    assert!(!serve.demo && serve.owner_email.is_some());
    // The unit hands over what the example names.
    let folder = UNIT.lines().find_map(|line| line.strip_prefix("LoadCredential=secrets:")).unwrap();
    let files = set.iter().filter(|(name, _)| name.ends_with("_FILE"));
    assert!(files.into_iter().all(|(_, file)| file.starts_with(&format!("{folder}/"))), "{folder}");
}

#[test]
fn systemd_knows_every_line_of_the_unit_and_finds_the_service_shut_off() {
    let desk = Desk::new();
    let unit = UNIT.replace("/usr/local/bin/manetes", env!("CARGO_BIN_EXE_manetes"));
    desk.write("manetes.service", unit.as_bytes());
    std::fs::create_dir(desk.path().join("manetes.service.d")).unwrap();
    for (name, unit) in [
        ("manetes.socket", &include_bytes!("../../packaging/systemd/manetes.socket")[..]),
        ("manetes-http.socket", include_bytes!("../../packaging/systemd/manetes-http.socket")),
        ("manetes-https.socket", include_bytes!("../../packaging/systemd/manetes-https.socket")),
        ("manetes.service.d/https.conf", include_bytes!("../../packaging/systemd/manetes-https.conf")),
    ] {
        desk.write(name, unit);
    }
    // Of 100 for a service that nothing is kept from, one that serves the internet comes down to 12.
    for line in [
        "verify --recursive-errors=no --man=no ./manetes.socket",
        "verify --recursive-errors=no --man=no ./manetes-http.socket ./manetes-https.socket",
        "verify --recursive-errors=no --man=no ./manetes.service",
        "security --offline=true --threshold=12 --no-pager ./manetes.service",
    ] {
        let mut command = Command::new("systemd-analyze");
        command.args(line.split(' ')).current_dir(desk.path());
        let done = command.output().expect("systemd-analyze is missing: apt-get install systemd");
        let told = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.success() && told.is_empty(), "{line}: {told}{}", String::from_utf8_lossy(&done.stdout));
    }
}

#[test]
fn systemd_knows_every_line_of_the_units_of_a_second_machine_and_a_shell_their_scripts() {
    let (desk, folder) = (Desk::new(), Path::new("packaging/litestream"));
    let script = std::path::absolute(folder.join("manetes-litestream")).unwrap();
    for unit in ["manetes-litestream", "manetes-follow", "manetes-standby"] {
        let text = std::fs::read_to_string(folder.join(format!("{unit}.service"))).unwrap();
        let text = text.replace("/usr/local/bin/manetes-litestream", script.to_str().unwrap());
        let text = text.replace("/usr/local/bin/manetes", env!("CARGO_BIN_EXE_manetes"));
        desk.write(&format!("{unit}.service"), text.as_bytes());
        for line in ["verify --recursive-errors=no --man=no", "security --offline=true --threshold=15 --no-pager"] {
            let mut command = Command::new("systemd-analyze");
            let unit = format!("./{unit}.service");
            let done = command.args(line.split(' ')).arg(&unit).current_dir(desk.path()).output().unwrap();
            let told = String::from_utf8(done.stderr).unwrap();
            assert!(
                done.status.success() && told.is_empty(),
                "{unit}: {told}{}",
                String::from_utf8_lossy(&done.stdout)
            );
        }
    }
    for script in ["manetes-litestream", "manetes-take-over"] {
        assert!(Command::new("sh").arg("-n").arg(folder.join(script)).status().unwrap().success(), "{script}");
    }
}

/// What stands behind a key of the container's file, each time it is there.
fn of_container(key: &str) -> Vec<&'static str> {
    CONTAINER.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('=')).collect()
}

#[test]
fn a_container_is_asked_how_it_is_without_a_shell_for_its_image_has_none() {
    let asked = [of_container("HealthCmd"), of_container("HealthStartupCmd")].concat();
    assert!(!asked.is_empty());
    for command in asked {
        // Podman takes a list of two words or more as it is, and gives everything else to /bin/sh.
        let words: Vec<String> = serde_json::from_str(command).unwrap_or_default();
        assert!(words.len() > 1 && words[0] == "/usr/bin/manetes", "{command} is for a shell");
    }
}

#[test]
fn a_container_that_is_not_well_is_not_killed_for_it_may_be_migrating() {
    assert_eq!(of_container("HealthOnFailure"), ["none"]);
}

#[test]
fn a_container_is_asked_by_the_proxy_that_the_example_of_settings_trusts() {
    let settings: BTreeMap<String, String> = env_file::read(EXAMPLE).unwrap().into_iter().collect();
    assert_eq!(settings["MANETES_TRUSTED_PROXIES"], "127.0.0.1");
    // From a network of Podman's own a proxy would come from another address.
    assert_eq!(of_container("Network"), ["host"]);
    assert_eq!(of_container("PublishPort"), [""; 0]);
    assert_eq!(of_container("Environment=MANETES_LISTEN"), ["127.0.0.1:8080"]);
}

/// What a script of the Debian package asks for, each a line.
fn asked_by(script: &str, action: &str) -> String {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path().join("run/systemd/system")).unwrap();
    let text = std::fs::read_to_string(Path::new("packaging/deb").join(script)).unwrap();
    // The desk is its machine.
    let own = |text: String, folder: &str| text.replace(folder, &format!("$HERE{folder}"));
    let text = ["/run/", "/var/lib/", "/etc/"].into_iter().fold(text, own);
    let text = format!("{HELPERS}{}", text.replace("deb-systemd-", "deb_systemd_"));
    let done = Command::new("sh").args(["-c", &text, script, action]).env("HERE", desk.path()).output().unwrap();
    assert!(done.status.success(), "{script} {action}: {}", String::from_utf8_lossy(&done.stderr));
    std::fs::read_to_string(desk.path().join("asked")).unwrap_or_default()
}

#[test]
fn a_package_that_goes_takes_its_sockets_along_and_one_that_is_renewed_leaves_them_open() {
    let sockets = "manetes.socket manetes-http.socket manetes-https.socket";
    assert_eq!(asked_by("prerm", "remove"), format!("invoke stop {sockets} manetes.service\n"));
    assert_eq!(asked_by("prerm", "upgrade"), "");
    assert_eq!(asked_by("postrm", "purge"), format!("helper purge {sockets} manetes.service\n"));
    // What was not removed after all stands as before, the places first.
    let back = asked_by("postinst", "abort-remove");
    assert!(back.contains(&format!("helper update-state {sockets}\n")), "{back}");
    let begun: Vec<_> = back.lines().filter_map(|line| line.strip_prefix("invoke start ")).collect();
    assert_eq!(begun.join(" "), format!("{sockets} manetes.service"));
}

#[test]
fn check_judges_what_a_service_is_given_and_not_the_terminals_variables() {
    let desk = Desk::new();
    desk.write("smtp", b"smtp://127.0.0.1:9\n");
    desk.write(
        "shop.env",
        b"# for the unit\nMANETES_BASE_URL=http://shop.example\nMANETES_OWNER_EMAIL=\"Eva <eva@shop.example>\"\nMANETES_SMTP_URL_FILE=smtp\n",
    );
    let terminal = [("MANETES_BASE_URL", "https://other.example"), ("MANETES_STORE_ID", "other")];
    for line in ["check --env-file shop.env", "check --env-file=shop.env --data-dir data"] {
        // Of names nobody is asked.
        let checked =
            desk.run_with(&format!("{line} --resolver 127.0.0.1:9"), &terminal).refused(1, "1 of these would fail");
        assert!(checked.out.contains("ok    configuration http://shop.example"), "{}", checked.out);
        assert!(checked.out.contains("FAIL  mail"), "{}", checked.out);
        assert!(!checked.out.contains("MANETES_OWNER_EMAIL"), "{}", checked.out);
        assert!(checked.out.contains("WARN  configuration http://shop.example is not https"), "{}", checked.out);
    }
    desk.run("check --env-file nowhere.env").refused(1, "nowhere.env: ");
    desk.write("broken.env", b"MANETES_BASE_URL\n");
    desk.run("check --env-file broken.env").refused(1, "broken.env: line 1 is no NAME=VALUE");
    desk.write("unknown.env", b"MANETES_LISTENN=127.0.0.1:1\n");
    desk.run("check --env-file unknown.env").refused(2, "MANETES_LISTENN");
}

#[test]
fn a_secret_that_everybody_can_read_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    desk.write("token", b"a token nobody guesses");
    desk.write("shop.env", b"MANETES_METRICS_TOKEN=a token nobody guesses\n");
    for (mode, told) in [(0o644, true), (0o600, false)] {
        for file in ["token", "shop.env"] {
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(desk.data().with_file_name(file), permissions).unwrap();
        }
        let by_file = desk.run_with("check", &[("MANETES_METRICS_TOKEN_FILE", "token")]).quietly();
        let by_environment = desk.run("check --env-file shop.env").quietly();
        for (checked, name) in [(by_file, "token"), (by_environment, "shop.env")] {
            let named = checked.out.lines().any(|line| line.starts_with("WARN") && line.contains(name));
            assert_eq!(named, told, "{}", checked.out);
            assert!(!checked.out.contains("nobody guesses"));
        }
    }
}
