//! What the owner does with people and what they wrote, by commands: the same as at the desk.

use manetes::db;
use serde_json::json;

use crate::support::{Desk, OWNER, PASSWORD, Program, TestShop, mail_with};

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_shown_answered_and_closed_as_at_the_desk() {
    let shop = TestShop::empty().await;
    let (admin, desk) = (shop.admin().await, Desk::new());
    let form = json!({
        "name": "Núria Puig", "email": "nuria@example.com", "phone": "600 111 222", "service": "locksmith",
        "message": "La puerta no cierra.\nEs la del garaje.", "town": "08630", "lang": "fr",
    });
    shop.visitor().post("/api/functions/send-budget-request", form).await.expect(202);
    let run = |line: &str| desk.run(&format!("{line} --data-dir {}", shop.app.data_dir.display()));
    let listed = run("list-requests --status new --json").quietly().json();
    assert_eq!(listed, run("list-quotes --json").quietly().json());
    let id = listed[0]["id"].as_str().unwrap();
    let (short, number) = (&id[..8], listed[0]["number"].as_str().unwrap());
    assert_eq!(number, "P-2026-0001");
    let at_desk = async || admin.get(&format!("/api/admin/quotes/{id}")).await.expect(200).json()["quote"].clone();

    assert_eq!(run(&format!("show-quote {short} --json")).quietly().json(), at_desk().await);
    // As it is said over the telephone.
    assert_eq!(run("show-request p2026-1 --json").quietly().json(), at_desk().await);
    run("show-quote P-2026-0002").refused(1, "no request begins with");
    run(&format!("show-message {number}")).refused(1, "no message begins with");
    assert!(run("list-requests").quietly().out.lines().nth(1).unwrap().starts_with("P-2026-0001  "));
    let shown = run(&format!("show-request {short}")).quietly().out;
    for words in [number, "Núria Puig <nuria@example.com>, fr", "600 111 222", "locksmith", "\nEs la del garaje.\n"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let data_dir = shop.app.data_dir.display();
    desk.run_typing(&format!("reply-quote {short} --data-dir {data_dir}"), " \n")
        .refused(1, "takes 1 to 4000 characters");
    assert_eq!(at_desk().await["status"], "new");
    let answered = desk.run_typing(&format!("reply-quote {short} --data-dir {data_dir}"), "Bonjour,\n\nDemain.\n");
    assert_eq!(answered.quietly().out, format!("answered: {number} Núria Puig <nuria@example.com>\n"));
    let quote = at_desk().await;
    assert_eq!((&quote["status"], &quote["events"][0]["text"]), (&json!("answered"), &json!("Bonjour,\n\nDemain.")));
    let mails = shop.queued_mails().await;
    assert!(mails.iter().any(|(to, lang, mail)| to == "nuria@example.com" && lang == "fr" && mail["kind"] == "answer"));
    assert!(run(&format!("show-quote {short}")).quietly().out.contains("        Demain.\n"));

    assert!(run(&format!("close-quote {number}")).quietly().out.starts_with("closed: P-2026-0001 "));
    assert!(run(&format!("close-quote {short}")).quietly().out.starts_with("already closed: "));
    assert!(run("list-quotes --status new").quietly().out.lines().count() == 1, "nothing but its head");
    assert!(run(&format!("close-quote {short} --reopen")).quietly().out.starts_with("answered: "));
    run(&format!("close-quote {short} zzzz")).refused(1, "no request begins with \"zzzz\"; list-quotes shows them");
    assert_eq!(at_desk().await["status"], "answered", "all that are named, or none");
    run(&format!("show-message {short}")).refused(1, "no message begins with");
    let acts = run("log --act quote --json").quietly().json();
    let acts: Vec<_> = acts.as_array().unwrap().iter().map(|entry| entry["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["quote.status", "quote.status", "quote.answered"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_that_will_not_go_out_are_listed_and_sent_again() {
    let shop = TestShop::with_owner().await;
    let (admin, desk) = (shop.admin().await, Desk::new());
    let form = json!({ "name": "Pau", "email": "pau@example.com", "message": "¿Abrís el sábado?" });
    shop.visitor().post("/api/functions/send-contact-message", form).await.expect(202);
    let dead = "UPDATE outbox SET state = 'dead', attempts = 4, last_error = '550 no\nsuch user'";
    shop.app.db.write(move |tx| tx.execute(dead, []).map_err(db::Error::from)).await.unwrap();
    let run = |line: &str| desk.run(&format!("{line} --data-dir {}", shop.app.data_dir.display()));
    let listed = run("list-mails --state dead --json").quietly().json();
    assert_eq!(listed, admin.get("/api/admin/mails").await.expect(200).json()["mails"]);
    assert_eq!(run("list-mails --search PAU --json").quietly().json().as_array().unwrap().len(), 1);
    let shown = run("list-mails").quietly().out;
    assert!(shown.contains("pau@example.com") && shown.contains("550 no such user"), "{shown}");
    let id = &listed[0]["id"].as_str().unwrap()[..8];
    run(&format!("retry-mail {id} zzzz")).refused(1, "no mail begins with \"zzzz\"; list-mails shows them");
    assert_eq!(run("list-mails --state queued --json").quietly().json(), json!([]), "all that are named, or none");
    assert_eq!(run(&format!("retry-mail {id}")).quietly().out, format!("queued again: {id}\n"));
    run(&format!("retry-mail {id}")).refused(1, "went out, or still waits");
    run("retry-mail").refused(2, "");
    assert_eq!(run("retry-mail --all").quietly().out, "queued again: 1\n");
    assert_eq!(run("list-mails --state dead --json").quietly().json(), json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_answered_with_words_from_the_command_line() {
    let shop = TestShop::empty().await;
    let (admin, desk) = (shop.admin().await, Desk::new());
    let form = json!({ "name": "Pau", "email": "pau@example.com", "message": "¿Abrís el sábado?" });
    shop.visitor().post("/api/functions/send-contact-message", form).await.expect(202);
    let run = |line: &str| desk.run(&format!("{line} --data-dir {}", shop.app.data_dir.display()));
    let id = run("list-messages --json").quietly().json()[0]["id"].as_str().unwrap().to_owned();
    run(&format!("reply-message {id} --text Sí")).quietly();
    let message = admin.get(&format!("/api/admin/messages/{id}")).await.expect(200).json()["message"].clone();
    assert_eq!((&message["status"], &message["events"][0]["text"]), (&json!("answered"), &json!("Sí")));
    assert_eq!(run(&format!("show-message {id} --json")).quietly().json(), message);
    run(&format!("close-message {id}")).quietly();
    assert!(run("list-messages --status closed").quietly().out.contains(&id[..8]));
    run("show-message m-2026-1").quietly();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_takes_files_along_as_at_the_desk_or_nothing_is_sent() {
    let shop = TestShop::empty().await;
    let (admin, desk, folder) = (shop.admin().await, Desk::new(), tempfile::tempdir().unwrap());
    let form = json!({ "name": "Núria", "email": "nuria@example.com", "message": "La puerta no cierra." });
    shop.visitor().post("/api/functions/send-budget-request", form).await.expect(202);
    let pdf = |filling: usize| [b"%PDF-1.7\n", &vec![b' '; filling][..], b"%%EOF\n"].concat();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let paper = file("Presupuesto-7.pdf", &pdf(10));
    let plan = file("plano.png", &std::fs::read("frontend/public/icon-192.png").unwrap());
    let (half, large) = (file("half.pdf", &pdf(4 << 20)), file("large.bin", &vec![0; 9 << 20]));
    let page = file("page.html", b"<!doctype html>");
    let kept = || std::fs::read_dir(shop.app.data_dir.join("quote-photos")).into_iter().flatten().count();
    let reply = |words: &str, files: &[&String]| {
        let along = files.iter().map(|file| format!(" --file {file}")).collect::<Vec<_>>().concat();
        desk.run(&format!("reply-quote P-2026-0001 --text {words}{along} --data-dir {}", shop.app.data_dir.display()))
    };
    let none = folder.path().join("none.pdf").display().to_string();
    for (files, why) in [
        (vec![&paper, &none], "none.pdf: No such file"),
        (vec![&paper, &page], "page.html: it is no JPEG, PNG or WebP picture"),
        (vec![&large], "large.bin: it is larger than 8 MiB"),
        (vec![&half, &half], "half.pdf: with it the files are larger than 7 MB together"),
        (vec![&paper, &paper, &plan, &plan], "plano.png: at most 3 files go with an answer"),
    ] {
        reply("Sí", &files).refused(1, why);
    }
    let wordless = format!("reply-quote P-2026-0001 --file {paper} --data-dir {}", shop.app.data_dir.display());
    desk.run_typing(&wordless, " \n").refused(1, "takes 1 to 4000 characters");
    let quote = async || admin.get("/api/admin/quotes").await.expect(200).json()["quotes"][0].clone();
    assert_eq!((&quote().await["status"], kept()), (&json!("new"), 0));

    let done = reply("Sí", &[&paper, &plan]).quietly().out;
    assert!(done.ends_with("with it:  presupuesto-7.pdf\nwith it:  plano.jpg\n"), "{done}");
    let path = format!("/api/admin/quotes/{}", quote().await["id"].as_str().unwrap());
    let event = admin.get(&path).await.json()["quote"]["events"][0].clone();
    let names: Vec<_> = event["files"].as_array().unwrap().iter().map(|file| file["name"].clone()).collect();
    assert_eq!((names, kept()), (vec![json!("presupuesto-7.pdf"), json!("plano.jpg")], 2));
    let mails = shop.queued_mails().await;
    assert_eq!(mails.last().unwrap().2["files"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn customers_and_administrators_are_listed_as_at_the_desk() {
    let shop = TestShop::demo().await;
    let (admin, desk) = (shop.admin().await, Desk::new());
    let buyer = shop.customer("ana@example.com").await;
    shop.paid_order(&buyer).await;
    shop.customer("berta@example.com").await;
    let run = |line: &str| desk.run(&format!("{line} --data-dir {}", shop.app.data_dir.display()));
    let at_desk = admin.get("/api/admin/customers?limit=200").await.expect(200).json();
    let listed = run("list-customers --json").quietly().json();
    assert_eq!(listed, at_desk["customers"]);
    let found = run("list-customers --search berta").quietly().out;
    assert!(found.contains("berta@example.com") && !found.contains("ana@example.com"), "{found}");

    let at_desk = admin.get("/api/admin/people").await.expect(200).json();
    let mut expected = at_desk["people"].clone();
    for person in expected.as_array_mut().unwrap() {
        // At a terminal nobody is signed in.
        person.as_object_mut().unwrap().remove("is_me");
    }
    assert_eq!(run("list-admins --json").quietly().json(), expected);
    assert!(run("list-admins").quietly().out.contains(OWNER));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_password_is_chosen_anew_through_a_mailed_link() {
    let desk = Desk::new();
    let program = Program::start(&desk.data()).await;
    let customer = program.customer("ana@example.com").await;
    desk.run("reset-password --email nadie@example.com").refused(1, "nadie@example.com: no account has that address");
    desk.run("reset-password --email nadie").refused(2, "MANETES_EMAIL (--email): \"nadie\"");
    // However many such mails there were: nobody else at the machine wears the mailbox out.
    for _ in 0..2 {
        assert!(desk.run("reset-password --email ana@example.com").quietly().out.contains("half an hour"));
    }
    let mail = mail_with(&desk.data().join("mail"), "type=recovery").await;
    assert!(mail.contains("To: ana@example.com"), "{mail}");
    let log = desk.run("log --act account --json").quietly().json();
    assert_eq!(log[0]["act"], "account.recovery_mailed");
    assert!(!log.to_string().contains("ana@example.com"), "the log names customers by their id");
    customer.get("/api/auth/user").await.expect(200);
    desk.run_typing("reset-password --typed --email ana@example.com", "doce gatos grises\n")
        .refused(1, "ana@example.com: is no administrator");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_who_lost_the_mailbox_gets_a_typed_password_and_everybody_can_know() {
    let desk = Desk::new();
    let program = Program::start(&desk.data()).await;
    desk.run_typing("create-admin --email jefa@example.com", &format!("{PASSWORD}\n")).quietly();
    let visitor = program.visitor();
    let sign_in = async |password: &str| {
        let credentials = json!({ "email": "jefa@example.com", "password": password });
        visitor.post("/api/auth/token?grant_type=password", credentials).await
    };
    let token = sign_in(PASSWORD).await.expect(200).json()["access_token"].as_str().unwrap().to_owned();
    let before = program.visitor();
    let before = crate::support::Person { token: Some(token), ..before };
    before.get("/api/auth/user").await.expect(200);

    let reset = "reset-password --typed --email jefa@example.com";
    desk.run_typing(reset, "short\n").refused(1, "at least 12 characters");
    before.get("/api/auth/user").await.expect(200);
    assert!(desk.run_typing(reset, "doce gatos grises\n").quietly().out.contains("their sessions have ended"));
    assert!(sign_in(PASSWORD).await.status.is_client_error(), "the old password is over");
    sign_in("doce gatos grises").await.expect(200);
    assert!(before.get("/api/auth/user").await.status.is_client_error(), "and so is what it began");
    mail_with(&desk.data().join("mail"), "To: jefa@example.com").await;
    let log = desk.run("log --act account.password_typed --json").quietly().json();
    assert_eq!(
        (&log[0]["actor"]["kind"], &log[0]["detail"]["email"]),
        (&json!("command_line"), &json!("jefa@example.com"))
    );
    assert!(!log.to_string().contains("gatos"));
}
