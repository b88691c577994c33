//! From a machine with nothing but the program to a shop that serves.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use manetes::config::env_file;

use crate::support::Typed::{Interrupt, Line};
use crate::support::{Desk, PATIENCE, Program};

const PASSWORD: &str = "ADMIN_PASSWORD=\"doce gatos grises\"\n";
const SETUP: &str = "setup --env-file etc/shop.env --data-dir data";
const ANSWERS: &str = "--domain http://localhost:8080 --brand Puig --nif b-12345674 --phone +34931234567 \
    --contact-email hola@puig.example --payments sandbox --admin-email ana@puig.example --secrets -";

/// A machine with an empty `etc`.
fn machine() -> Desk {
    let desk = Desk::new();
    fs::create_dir(desk.path().join("etc")).unwrap();
    desk
}

fn variables(desk: &Desk) -> BTreeMap<String, String> {
    let file = fs::read_to_string(desk.path().join("etc/shop.env")).unwrap();
    env_file::read(&file).unwrap().into_iter().collect()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

/// Every file below a directory, by its name, with what is in it.
fn contents(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            found.extend(contents(&entry));
        } else {
            found.push((entry.display().to_string(), fs::read(&entry).unwrap()));
        }
    }
    found.sort();
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_sets_a_shop_up_and_the_shop_serves_by_what_was_written() {
    let desk = machine();
    let secrets = format!("{PASSWORD}MANETES_SMTP_URL=smtp://127.0.0.1:9\n");
    let done = desk.run_typing(&format!("{SETUP} {ANSWERS}"), &secrets).expect_success();
    for said in [
        "set      company.brand       Puig\n",
        "made     ana@puig.example an administrator\n",
        "etc/shop.secrets/smtp-url\n",
        "\nok    configuration http://localhost:8080\n",
        "FAIL  mail",
        "sign in as ana@puig.example",
        "serve --env-file",
    ] {
        assert!(done.out.contains(said), "{said}: {}", done.out);
    }
    assert!(!done.out.contains("gatos"), "{}", done.out);

    let variables = variables(&desk);
    let secret = desk.path().join("etc/shop.secrets/smtp-url");
    assert_eq!(mode(&desk.path().join("etc/shop.env")), 0o600);
    assert_eq!((mode(&secret), mode(secret.parent().unwrap()), mode(&desk.data())), (0o600, 0o700, 0o700));
    assert_eq!(fs::read_to_string(&secret).unwrap(), "smtp://127.0.0.1:9\n");
    assert_eq!(Path::new(&variables["MANETES_SMTP_URL_FILE"]), secret);
    assert_eq!(Path::new(&variables["MANETES_DATA_DIR"]), desk.data());
    assert_eq!(desk.run("settings get company.nif").quietly().out, "B12345674\n");
    let admins = desk.run("list-admins --json").quietly().json();
    assert_eq!((&admins[0]["email"], &admins[0]["has_factor"]), (&"ana@puig.example".into(), &false.into()));

    let mut served = desk.command("serve --env-file etc/shop.env");
    fs::write(desk.path().join("etc/shop.env"), {
        let file = fs::read_to_string(desk.path().join("etc/shop.env")).unwrap();
        // Any free port.
        let listen = (String::from("MANETES_LISTEN"), Some(String::from("127.0.0.1:0")));
        env_file::edit(&file, &[listen]).unwrap()
    })
    .unwrap();
    let mut child = served.stderr(std::process::Stdio::null()).spawn().unwrap();
    let begun = std::time::Instant::now();
    while desk.run("health").code != Some(0) {
        assert!(begun.elapsed() < PATIENCE, "{:?}", desk.run("health"));
        std::thread::yield_now();
    }
    let ready = desk.run("health").quietly().out;
    assert!(ready == "ready\n" || ready == "degraded: mail_server\n", "{ready}");
    child.kill().unwrap();
    child.wait().unwrap();
    desk.run("health").refused(1, "nothing answers at http://127.0.0.1:");
}

#[test]
fn run_again_it_shows_what_stands_and_changes_only_what_is_answered() {
    let desk = machine();
    desk.run_typing(&format!("{SETUP} {ANSWERS}"), PASSWORD).expect_success();
    let before = contents(&desk.path().join("etc"));
    let again = desk.run(SETUP).expect_success();
    assert!(again.out.starts_with("Nothing was changed in "), "{}", again.out);
    assert_eq!(contents(&desk.path().join("etc")), before);

    let file = desk.path().join("etc/shop.env");
    fs::write(&file, fs::read_to_string(&file).unwrap() + "# mine\nMANETES_STORE_ID=mine\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let changed = desk.run(&format!("{SETUP} --brand Casals --owner-email eva@puig.example")).expect_success();
    assert_eq!(mode(&file), 0o640, "whoever could read it still can, and nobody else");
    let sets: Vec<_> =
        changed.out.lines().filter(|line| line.starts_with("set ") || line.starts_with("made")).collect();
    assert_eq!(sets, ["set      company.brand       Casals"]);
    let variables = variables(&desk);
    assert_eq!(
        (&variables["MANETES_OWNER_EMAIL"][..], &variables["MANETES_STORE_ID"][..]),
        ("eva@puig.example", "mine")
    );
    assert!(fs::read_to_string(&file).unwrap().contains("# mine\n"));
    let log = desk.run("log --act setting --json").quietly().json();
    assert_eq!((&log[0]["subject"], log.as_array().unwrap().len()), (&"company.brand".into(), 5), "{log}");
}

#[test]
fn a_shop_that_speaks_https_by_itself_keeps_its_names_and_needs_no_proxy() {
    let desk = machine();
    // Of names nobody is asked.
    let before = "MANETES_RESOLVER=127.0.0.1:9\nMANETES_DEMO=true\nMANETES_DOMAIN=puig.example,www.puig.example\n";
    desk.write("etc/shop.env", before.as_bytes());
    let answers = ANSWERS.replace("--domain http://localhost:8080 ", "");
    let done = desk.run_typing(&format!("{SETUP} {answers}"), PASSWORD).expect_success();
    assert!(done.out.contains("open https://puig.example/login and sign in as ana@puig.example"), "{}", done.out);
    assert!(!done.out.contains("put https in front"), "{}", done.out);
    let file = fs::read_to_string(desk.path().join("etc/shop.env")).unwrap();
    assert!(file.starts_with(before) && file.contains("MANETES_PAYMENTS=sandbox\n"), "{file}");
    assert!(!file.contains("MANETES_BASE_URL") && !file.contains("MANETES_TRUSTED_PROXIES"), "{file}");

    let again = desk.run_with(SETUP, &[("MANETES_DOMAIN", "puig.example,www.puig.example")]).expect_success();
    assert!(again.out.starts_with("Nothing was changed in "), "{}", again.out);
    desk.run(&format!("{SETUP} --domain other.example")).refused(1, "https://other.example is none of MANETES_DOMAIN");
    assert_eq!(fs::read_to_string(desk.path().join("etc/shop.env")).unwrap(), file);
}

const NOBODY_IS_ASKED: &[u8] = b"MANETES_RESOLVER=127.0.0.1:9\nMANETES_DEMO=true\nMANETES_PAYMENTS=sandbox\n";

#[test]
fn a_shop_gets_its_domain_by_itself_then_stands_behind_a_proxy_and_its_former_names_lead_to_the_new() {
    let desk = machine();
    desk.write("etc/shop.env", NOBODY_IS_ASKED);
    let units = desk.path().join("units");
    let drop_in = units.join("manetes.service.d/https.conf");
    let setup = |line: &str| desk.run(&format!("{SETUP} --units units {line}")).expect_success();
    let named = |wanted: &[(&str, &str)]| {
        let variables = variables(&desk);
        let of_https = [
            "MANETES_DOMAIN",
            "MANETES_BASE_URL",
            "MANETES_TRUSTED_PROXIES",
            "MANETES_OTHER_DOMAINS",
            "MANETES_LISTEN",
        ];
        let found = of_https.into_iter().filter_map(|name| Some((name, variables.get(name)?.as_str())));
        assert_eq!(found.collect::<Vec<_>>(), wanted);
    };
    let by_itself = "--domain puig.example,www.puig.example --https-by program";
    let done = setup(by_itself);
    assert!(done.out.contains("lead puig.example, www.puig.example to this machine"), "{}", done.out);
    assert!(done.out.contains("systemctl daemon-reload"), "{}", done.out);
    named(&[("MANETES_DOMAIN", "puig.example,www.puig.example")]);
    assert!(drop_in.exists() && (mode(&drop_in), mode(&units)) == (0o644, 0o755));
    for socket in ["manetes-http.socket", "manetes-https.socket"] {
        assert!(
            ["/usr/lib/systemd/system", "/lib/systemd/system"]
                .map(Path::new)
                .map(|place| place.join(socket).exists())
                .contains(&true)
                || units.join(socket).exists(),
            "{socket}"
        );
    }
    assert!(setup(by_itself).out.starts_with("Nothing was changed in "));
    // Whoever does not ask for them has the units they want.
    fs::remove_file(&drop_in).unwrap();
    setup("--brand Puig");
    assert!(!drop_in.exists());

    setup(by_itself);
    setup("--https-by proxy");
    assert!(!drop_in.exists());
    let behind = [("MANETES_TRUSTED_PROXIES", "127.0.0.1,::1"), ("MANETES_OTHER_DOMAINS", "www.puig.example")];
    named(&[&[("MANETES_BASE_URL", "https://puig.example")][..], &behind].concat());
    assert!(setup("--https-by proxy").out.starts_with("Nothing was changed in "));
    setup("--domain casals.example");
    let others = ("MANETES_OTHER_DOMAINS", "puig.example,www.puig.example");
    named(&[("MANETES_BASE_URL", "https://casals.example"), behind[0], others]);
    setup("--https-by program");
    named(&[("MANETES_DOMAIN", "casals.example,puig.example,www.puig.example")]);

    let refused =
        |line: &str, code, words: &str| desk.run(&format!("{SETUP} --units units {line}")).refused(code, words);
    refused("--https-by nobody", 2, "program, proxy");
    refused("--domain http://localhost:8080 --https-by program", 1, "not for http://localhost:8080");
    refused("--domain puig.example:8443 --https-by program", 1, "not for https://puig.example:8443");
    refused("--domain a_b.example --https-by program", 1, "MANETES_DOMAIN");
    named(&[("MANETES_DOMAIN", "casals.example,puig.example,www.puig.example")]);
}

#[test]
fn a_person_says_who_speaks_https_at_their_domain() {
    let desk = machine();
    desk.write("etc/shop.env", NOBODY_IS_ASKED);
    let line = format!(
        "{SETUP} --units units --brand Puig --legal-name Puig --nif B12345674 --address Abrera --locality Abrera \
        --phone +34931234567 --contact-email hola@puig.example --payments sandbox --admin-email ana@puig.example --admin-name Ana"
    );
    let mail = [
        ("[none]: ", Line("localhost:2525")),
        ("User there: ", Line("")),
        ("[Puig <hola@puig.example>]: ", Line("")),
        ("[hola@puig.example]: ", Line("")),
    ];
    let password = [("or more: ", Line("doce gatos grises")), ("The same again: ", Line("doce gatos grises"))];
    let first = [
        ("such as example.com: ", Line("puig.example")),
        ("program or proxy [", Line("somebody")),
        ("takes program or proxy", Line("program")),
        ("without a certificate: ", Line("www.puig.example")),
    ];
    let (code, screen) = desk.converse(&line, &first.into_iter().chain(mail).chain(password).collect::<Vec<_>>());
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("gets the certificate by itself"), "{screen}");
    assert_eq!(variables(&desk)["MANETES_DOMAIN"], "puig.example,www.puig.example");

    // Enter throughout changes nothing; another domain keeps the former names.
    let mail = || {
        [("[as it is]: ", Line("")), ("[Puig <hola@puig.example>]: ", Line("")), ("[hola@puig.example]: ", Line(""))]
    };
    let stands =
        [("[https://puig.example]: ", Line("")), ("[program]: ", Line("")), ("[www.puig.example]: ", Line(""))];
    let (code, screen) = desk.converse(&line, &stands.into_iter().chain(mail()).collect::<Vec<_>>());
    assert!(code == Some(0) && screen.contains("Nothing was changed in "), "{screen}");
    let moved = [
        ("[https://puig.example]: ", Line("casals.example")),
        ("[program]: ", Line("")),
        ("[puig.example,www.puig.example]: ", Line("")),
    ];
    let (code, screen) = desk.converse(&line, &moved.into_iter().chain(mail()).collect::<Vec<_>>());
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(variables(&desk)["MANETES_DOMAIN"], "casals.example,puig.example,www.puig.example");
}

#[test]
fn of_several_names_in_the_environment_the_first_is_the_sites() {
    let desk = machine();
    desk.write("etc/shop.env", b"MANETES_RESOLVER=127.0.0.1:9\n");
    let names = [("MANETES_DOMAIN", "puig.example, www.puig.example")];
    desk.run_with(&format!("{SETUP} --demo --payments sandbox"), &names).expect_success();
    let variables = variables(&desk);
    assert_eq!(variables["MANETES_BASE_URL"], "https://puig.example");
    assert_eq!(variables["MANETES_TRUSTED_PROXIES"], "127.0.0.1,::1");
}

#[test]
fn what_does_not_fit_together_is_refused_and_leaves_nothing() {
    let desk = machine();
    let refused = |line: &str, typed: &str, words: &str| {
        desk.run_typing(&format!("{SETUP} {line}"), typed).refused(1, words);
        assert!(contents(desk.path()).iter().all(|(name, _)| name.ends_with("/typed")), "{line}");
    };
    refused("--brand Puig", "", "give the site's --domain");
    refused("--domain puig.example --payments sandbox", "", "MANETES_");
    refused(&ANSWERS.replace("+34931234567", "931"), PASSWORD, "company.phone: takes");
    refused(&ANSWERS.replace("b-12345674", "B12345675"), PASSWORD, "company.nif: takes");
    refused(ANSWERS, "", "give one as ADMIN_PASSWORD in --secrets");
    refused(ANSWERS, "ADMIN_PASSWORD=short\n", "at least 12 characters");
    refused(ANSWERS, "MANETES_OWNER_EMAIL=x\n", "is no secret of this");
    refused(ANSWERS, &format!("{PASSWORD}MANETES_SMTP_URL=mail.example.com\n"), "MANETES_SMTP_URL");
    refused(&ANSWERS.replace("sandbox", "stripe"), PASSWORD, "MANETES_STRIPE_SECRET_KEY");
    refused(&ANSWERS.replace("sandbox", "cash"), PASSWORD, "MANETES_PAYMENTS");
    desk.run_typing(&format!("{SETUP} {}", ANSWERS.replace("http://localhost:8080", "a/b")), PASSWORD)
        .refused(2, "without a path");
    desk.run_typing(&format!("setup --env-file nowhere/shop.env --data-dir data {ANSWERS}"), PASSWORD)
        .refused(1, "nowhere/");
    assert!(!desk.data().exists());
}

#[test]
fn a_person_answers_one_question_after_the_other() {
    let desk = machine();
    let turns = [
        ("people know the firm by: ", Line("Obres Puig")),
        ("S.L.: ", Line("")),
        ("nothing is invoiced: ", Line("12345678A")),
        ("takes a Spanish tax number", Line("12345678Z")),
        ("postcode and town: ", Line("Carrer Major, 1, 08630 Abrera")),
        ("Town: ", Line("")),
        ("+34931234567: ", Line("")),
        ("takes an international number", Line("+34931112233")),
        ("people write to: ", Line("hola@puig.example")),
        ("such as example.com: ", Line("http://localhost:8080")),
        ("written to files [none]: ", Line("localhost:2525")),
        ("User there: ", Line("")),
        ("[Obres Puig <hola@puig.example>]: ", Line("")),
        ("[hola@puig.example]: ", Line("")),
        ("[stripe]: ", Line("sandbox")),
        ("E-mail [hola@puig.example]: ", Line("ana@puig.example")),
        ("Name: ", Line("Ana")),
        ("12 characters or more: ", Line("doce gatos grises")),
        ("The same again: ", Line("trece gatos grises")),
        ("12 characters or more: ", Line("doce gatos grises")),
        ("The same again: ", Line("doce gatos grises")),
    ];
    let (code, screen) = desk.converse(SETUP, &turns);
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("made     ana@puig.example an administrator\n"), "{screen}");
    assert!(screen.contains("the two passwords differ"), "{screen}");
    assert!(!screen.contains("gatos"), "{screen}");
    let variables = variables(&desk);
    assert_eq!(variables["MANETES_MAIL_FROM"], "Obres Puig <hola@puig.example>");
    assert_eq!(fs::read_to_string(&variables["MANETES_SMTP_URL_FILE"]).unwrap(), "smtp://localhost:2525\n");
    let settings = desk.run("settings get").quietly().out;
    assert!(settings.contains("12345678Z") && settings.contains("Carrer Major, 1"), "{settings}");

    // Whoever presses Enter throughout changes nothing.
    let stands = [
        ("[Obres Puig]: ", Line("")),
        ("S.L.: ", Line("")),
        ("[12345678Z]: ", Line("")),
        ("[Carrer Major, 1, 08630 Abrera]: ", Line("")),
        ("Town: ", Line("")),
        ("[+34931112233]: ", Line("")),
        ("[hola@puig.example]: ", Line("")),
        ("[http://localhost:8080]: ", Line("")),
        ("[as it is]: ", Line("")),
        ("[Obres Puig <hola@puig.example>]: ", Line("")),
        ("[hola@puig.example]: ", Line("")),
        ("[sandbox]: ", Line("")),
    ];
    let (code, screen) = desk.converse(SETUP, &stands);
    assert!(code == Some(0) && screen.contains("Nothing was changed in "), "{screen}");
}

#[test]
fn interrupted_in_the_middle_it_leaves_nothing() {
    let desk = machine();
    for turns in [
        &[("people know the firm by: ", Line("Obres Puig")), ("S.L.: ", Interrupt)][..],
        &[("people know the firm by: ", Interrupt)],
    ] {
        let (code, screen) = desk.converse(SETUP, turns);
        assert_eq!(code, Some(1), "{screen}");
        assert!(screen.ends_with("manetes: interrupted, nothing was changed\n"), "{screen}");
        assert_eq!(contents(desk.path()), []);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_asked_whether_it_is_ready_wherever_it_listens() {
    let desk = Desk::new();
    desk.run("health").refused(1, "nothing has served ./data yet");
    let mut program = Program::start(&desk.data()).await;
    assert_eq!(desk.run("health").quietly().out, "ready\n");
    // One that may not serve beside it leaves the note of where the other does.
    desk.run("serve").refused(1, "another manetes is serving");
    assert_eq!(desk.run("health").quietly().out, "ready\n");
    program.kill();
    desk.run("health").refused(1, "nothing answers at http://");
}
