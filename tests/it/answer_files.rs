//! Files that go with the firm's answers.

use image::{Rgb, RgbImage};
use manetes::quotes::photos;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Person, Reply, TestShop};

const FILES: &str = "/api/admin/inbox/files";
const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
const NURIA: &str = "nuria@example.com";

fn png() -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    RgbImage::from_pixel(3000, 60, Rgb([9, 90, 200])).write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner()
}

async fn send(admin: &Person, called: &str, kind: &str, file: impl Into<reqwest::Body>) -> Reply {
    let path = format!("{FILES}?name={called}");
    admin.send(admin.request(Method::POST, &path).header("content-type", kind).body(file)).await
}

async fn kept(admin: &Person, called: &str, kind: &str, file: impl Into<reqwest::Body>) -> String {
    send(admin, called, kind, file).await.expect(201).json()["id"].as_str().unwrap().to_owned()
}

/// Somebody asks for a quote; its path at the desk.
async fn asked(shop: &TestShop, admin: &Person) -> String {
    let form = json!({ "name": "Núria Puig", "email": NURIA, "message": "La puerta no cierra." });
    shop.visitor().post("/api/functions/send-budget-request", form).await.expect(202);
    let row = admin.get("/api/admin/quotes").await.expect(200).json()["quotes"][0].clone();
    format!("/api/admin/quotes/{}", row["id"].as_str().unwrap())
}

/// The names of the files that are kept.
fn files(shop: &TestShop) -> Vec<String> {
    let entries = std::fs::read_dir(shop.app.data_dir.join("quote-photos")).into_iter().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_quote_goes_out_with_its_pdf_and_is_only_ever_saved() {
    let shop = TestShop::with_owner().await;
    let admin = shop.admin().await;
    let path = asked(&shop, &admin).await;
    let long = "Presupuesto%20nº%207,%20puerta%20del%20garaje%20de%20la%20calle%20Mayor.pdf";
    let paper = kept(&admin, long, "application/pdf", PDF).await;
    // What it is, its bytes say: neither its name nor its sender.
    let plan = kept(&admin, "plano.html", "application/pdf", png()).await;
    let answer = json!({ "text": "Aquí está.", "files": [paper, plan] });
    let answered = admin.post(&format!("{path}/reply"), answer).await.expect(200).json();
    let told = &answered["quote"]["events"][0]["files"];
    assert_eq!((&told[0]["name"], &told[0]["bytes"]), (&json!("presupuesto-n-7-puerta-del.pdf"), &json!(PDF.len())));
    assert_eq!((&told[1]["name"], &told[1]["id"]), (&json!("plano.jpg"), &json!(plan)));
    let mails = shop.written_mails().await;
    let mail = mails.iter().find(|mail| mail.contains("Aqu=C3=AD est=C3=A1.")).unwrap();
    let whole = "Content-Disposition: attachment; filename=\"presupuesto-n-7-puerta-del.pdf\"";
    assert!(mail.contains("application/pdf") && mail.contains(whole), "mail programs know no other form: {mail}");
    assert!(mail.contains("image/jpeg") && mail.contains("filename=\"plano.jpg\""), "{mail}");

    let saved = admin.get(&format!("{FILES}/{paper}")).await.expect(200);
    assert_eq!(saved.headers["content-disposition"], "attachment; filename=\"presupuesto-n-7-puerta-del.pdf\"");
    assert_eq!(saved.headers["x-content-type-options"], "nosniff");
    assert_eq!(saved.headers["content-type"], "application/octet-stream");
    assert_eq!(saved.text.as_bytes(), PDF);
    let folder = shop.app.data_dir.join("quote-photos");
    assert_eq!(image::image_dimensions(folder.join(format!("{plan}.jpg"))).unwrap(), (2400, 48));

    // The log does not hold what they are called, and no file goes with two answers.
    assert!(!admin.get("/api/admin/log?act=quote").await.json().to_string().contains("presupuesto"));
    let again = json!({ "text": "Otra vez.", "files": [paper] });
    let refused = admin.post(&format!("{path}/reply"), again).await.refused(422, "validation_failed").json();
    assert_eq!(refused["field"], "files");
    let events = admin.get(&path).await.json()["quote"]["events"].as_array().unwrap().len();
    assert_eq!(events, 1, "nothing was answered");
}

#[tokio::test]
async fn what_is_no_pdf_and_no_picture_is_refused_and_so_is_too_much() {
    let shop = TestShop::with_owner().await;
    let admin = shop.admin().await;
    let path = asked(&shop, &admin).await;
    let page = b"<!doctype html><script>alert(1)</script>".to_vec();
    for (kind, file, status, code) in [
        ("application/pdf", page.clone(), 415, "unsupported_media_type"),
        ("text/html", page, 415, "unsupported_media_type"),
        ("application/pdf", PDF[..20].to_vec(), 422, "validation_failed"),
        ("application/pdf", [PDF, &vec![b' '; 7 << 20], b"%%EOF"].concat(), 413, "payload_too_large"),
        ("application/pdf", vec![0xff; 9 << 20], 413, "payload_too_large"),
    ] {
        send(&admin, "a.pdf", kind, file).await.refused(status, code);
    }
    assert_eq!(files(&shop), Vec::<String>::new());
    shop.visitor().get(&format!("{FILES}/x")).await.refused(401, "unauthorized");

    let large = || [PDF, &vec![b' '; 4 << 20], b"%%EOF"].concat();
    let mut ids = Vec::new();
    for file in [large(), large(), PDF.to_vec(), PDF.to_vec(), PDF.to_vec()] {
        ids.push(kept(&admin, "a.pdf", "application/pdf", file).await);
    }
    for wanted in [&ids[..2], &ids[1..], &["none".to_owned()]] {
        let answer = json!({ "text": "Aquí está.", "files": wanted });
        admin.post(&format!("{path}/reply"), answer).await.refused(422, "validation_failed");
    }
    admin.post(&format!("{path}/reply"), json!({ "text": "Sí.", "files": &ids[2..] })).await.expect(200);
    // What goes with no answer goes after a day.
    let (app, tomorrow) = (shop.app.clone(), shop.app.clock.now().plus_seconds(25 * 3600));
    let purge = move || photos::purge(&app.db, &app.data_dir, tomorrow).unwrap();
    tokio::task::spawn_blocking(purge).await.unwrap();
    let mut left: Vec<_> = ids[2..].iter().map(|id| format!("{id}.pdf")).collect();
    left.sort();
    assert_eq!(files(&shop), left);
}

#[tokio::test]
async fn who_was_answered_takes_the_files_along_and_has_them_erased() {
    let shop = TestShop::with_owner().await;
    let admin = shop.admin().await;
    let (nuria, eva) = (shop.customer(NURIA).await, shop.customer("eva@example.com").await);
    let path = asked(&shop, &admin).await;
    let paper = kept(&admin, "oferta.pdf", "application/pdf", PDF).await;
    admin
        .post(&format!("{path}/reply"), json!({ "text": "Aquí está.", "files": [paper], "seen": 0 }))
        .await
        .expect(200);
    let again = json!({ "text": "Aquí está otra.", "seen": 0 });
    admin.post(&format!("{path}/reply"), again).await.refused(409, "inquiry_answered");
    let words: Value = nuria.get("/api/my-data").await.expect(200).json()["inquiry_words"][0].clone();
    let file = &words["files"][0];
    assert_eq!(file["name"], "oferta.pdf");
    let taken = file["path"].as_str().unwrap();
    let saved = nuria.get(taken).await.expect(200);
    assert_eq!(saved.headers["content-disposition"], "attachment; filename=\"oferta.pdf\"");
    eva.get(taken).await.refused(404, "not_found");
    nuria.post("/api/my-data/erase", Value::Null).await.expect(204);
    admin.get(&format!("{FILES}/{paper}")).await.refused(404, "not_found");
    assert_eq!(files(&shop), Vec::<String>::new());
}

#[tokio::test]
async fn photos_of_strangers_take_no_room_from_the_files_of_the_owner() {
    let shop = TestShop::with_owner().await;
    let admin = shop.admin().await;
    let full = "INSERT INTO quote_photos (id, bytes, created_at) VALUES ('all', 1 << 32, 1)";
    shop.app.db.write(move |tx| manetes::db::Result::Ok(tx.execute_batch(full)?)).await.unwrap();
    let visitor = shop.visitor();
    let photo =
        visitor.request(Method::POST, "/api/functions/quote-photos").header("content-type", "image/png").body(png());
    visitor.send(photo).await.refused(503, "overloaded");
    kept(&admin, "presupuesto.pdf", "application/pdf", PDF).await;
}
