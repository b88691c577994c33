//! Pictures and photos of a shop on two machines: in the bucket before they are acknowledged, and on the machine that takes
//! over.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use image::{ImageFormat, Rgb, RgbImage};
use reqwest::Method;
use serde_json::json;

use crate::replication::options;
use crate::standby::{bring, command, followed, standby};
use crate::support::{BucketServer, Person, Program, Reply, until};

const ANA: &str = "ana@example.com";
const PHOTOS: &str = "/api/functions/quote-photos";
const HERO: &str = "/api/admin/site-pictures/hero";

fn png(shade: u8, width: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    RgbImage::from_pixel(width, 200, Rgb([shade, 90, 40])).write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

async fn send(person: &Person, method: Method, path: &str, file: Vec<u8>) -> Reply {
    person.send(person.request(method, path).header("content-type", "image/png").body(file)).await
}

/// The primary of a replicated shop, and its owner.
async fn primary(dir: &Path, bucket: &BucketServer) -> (Program, Person) {
    let program = Program::start_with(dir, &options(bucket)).await;
    program.customer(ANA).await;
    program.make_admin(ANA);
    let ana = program.signed_in(ANA).await;
    (program, ana)
}

/// The files in the bucket, by their paths in the data directory.
fn mirrored(bucket: &BucketServer) -> Vec<String> {
    bucket.names().iter().filter_map(|name| Some(name.strip_prefix("main/files/")?.to_owned())).collect()
}

/// Those of them that are of products' pictures.
fn media(bucket: &BucketServer) -> Vec<String> {
    mirrored(bucket).into_iter().filter(|path| path.starts_with("media/")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_acknowledged_is_in_the_bucket_and_what_is_put_back_is_not() {
    let (dir, bucket) = (tempfile::tempdir().unwrap(), BucketServer::start().await);
    let (program, ana) = primary(dir.path(), &bucket).await;
    let photo = send(&program.visitor(), Method::POST, PHOTOS, png(1, 300)).await.expect(201).json();
    let photo = format!("quote-photos/{}.jpg", photo["photo"].as_str().unwrap());
    assert_eq!(mirrored(&bucket), std::slice::from_ref(&photo));
    assert_eq!(bucket.object(&format!("main/files/{photo}")), fs::read(dir.path().join(&photo)).ok());
    send(&ana, Method::POST, "/api/admin/pictures", png(2, 200)).await.expect(201);
    let widths = media(&bucket);
    assert!(widths.len() >= 2, "{widths:?}");
    assert!(widths.iter().all(|path| dir.path().join(path).exists()), "{widths:?}");

    // One that its owner laid there gives way to the one that is sent, there as here.
    fs::create_dir_all(dir.path().join("pictures")).unwrap();
    fs::write(dir.path().join("pictures/hero.png"), png(3, 400)).unwrap();
    bucket.put("main/files/pictures/hero.png", "as it was carried");
    send(&ana, Method::PUT, HERO, png(4, 400)).await.expect(200);
    let site = || mirrored(&bucket).into_iter().filter(|path| path.starts_with("pictures/")).collect::<Vec<_>>();
    assert_eq!(site(), ["pictures/hero.desk.webp"]);
    ana.send(ana.request(Method::DELETE, HERO)).await.expect(200);
    assert!(site().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_bucket_is_away_photos_are_refused_and_requests_and_orders_are_not() {
    let (dir, bucket) = (tempfile::tempdir().unwrap(), BucketServer::start().await);
    let (mut program, ana) = primary(dir.path(), &bucket).await;
    bucket.set_away(true);
    let visitor = program.visitor();
    let refused = send(&visitor, Method::POST, PHOTOS, png(1, 300)).await;
    assert!(refused.headers.contains_key("retry-after"));
    refused.refused(503, "files_unavailable");
    let photos = dir.path().join("quote-photos");
    assert_eq!(fs::read_dir(photos).unwrap().count(), 0, "what is refused is not kept");
    send(&ana, Method::POST, "/api/admin/pictures", png(2, 200)).await.refused(503, "files_unavailable");
    send(&ana, Method::PUT, HERO, png(4, 400)).await.refused(503, "files_unavailable");
    let shown = ana.get("/api/admin/site-pictures").await.expect(200).text;
    assert!(!shown.contains("\"own\":true"), "{shown}");
    let request = json!({ "name": "Núria", "email": "nuria@example.com", "message": "Una puerta.", "consent": true });
    visitor.post("/api/functions/send-budget-request", request).await.expect(202);
    ana.order(&program.variant(crate::support::SKU), 1).await.expect(201);
    // What is there all the same follows, such as what was there before there was a bucket.
    fs::create_dir_all(dir.path().join("pictures")).unwrap();
    fs::write(dir.path().join("pictures/social.png"), png(3, 400)).unwrap();
    program.kill();
    bucket.set_away(false);
    assert!(mirrored(&bucket).is_empty());
    program.restart().await;
    until("the picture is there", async || mirrored(&bucket).contains(&String::from("pictures/social.png"))).await;
    until("the files that are made later are there", async || {
        mirrored(&bucket).iter().any(|path| path.contains(".avif"))
    })
    .await;
    let here = |path: &String| dir.path().join(path).exists();
    assert!(mirrored(&bucket).iter().all(here));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_machine_that_takes_over_has_the_pictures_that_were_acknowledged() {
    let (first, bucket) = (tempfile::tempdir().unwrap(), BucketServer::start().await);
    let (mut primary, ana) = primary(first.path(), &bucket).await;
    let picture = send(&ana, Method::POST, "/api/admin/pictures", png(2, 200)).await.expect(201).json();
    let picture = picture["url"].as_str().unwrap().to_owned();
    send(&ana, Method::PUT, HERO, png(3, 400)).await.expect(200);
    let second = followed(&primary.database());
    let folder = second.path().join("media");
    // The first machine has it no more.
    let old = folder.join("00000000000000000000000000000000-1x1-1.webp");
    fs::create_dir(&folder).unwrap();
    fs::write(&old, "old").unwrap();
    let mut standby = standby(second.path(), &bucket).await;
    let hero = second.path().join("pictures/hero.desk.webp");
    // Those of AVIF may be made after its look, and come with the next.
    let acknowledged: Vec<_> = media(&bucket).into_iter().filter(|path| path.contains(".webp")).collect();
    let files = || acknowledged.iter().all(|path| second.path().join(path).exists());
    until("what is shown has come", async || files() && hero.exists() && !old.exists()).await;
    let shown = Person { base: standby.base.clone(), ..standby.visitor() };
    let same = ana.get(&picture).await.expect(200).text;
    assert_eq!(shown.get(&picture).await.expect(200).text, same);
    standby.kill();

    // After the last look of the standby.
    let late = send(&ana, Method::POST, "/api/admin/pictures", png(5, 200)).await.expect(201).json();
    send(&ana, Method::PUT, "/api/admin/site-pictures/social", png(6, 400)).await.expect(200);
    let gone = second.path().join("pictures/gallery-01.desk.webp");
    fs::write(&gone, "put back since").unwrap();
    bring(&primary.database(), second.path());
    primary.kill();
    bucket.put("main/files/quote-photos/nobodys.jpg", "of an order that was lost");
    command(second.path(), &["promote"], &options(&bucket)).quietly();
    let shop = Program::start_with(second.path(), &options(&bucket)).await;
    until("what nobody knows is gone", async || bucket.object("main/files/quote-photos/nobodys.jpg").is_none()).await;
    let late = late["url"].as_str().unwrap();
    until("the last picture has come", async || shop.visitor().get(late).await.status == 200).await;
    for name in ["hero", "social"] {
        let file = format!("pictures/{name}.desk.webp");
        assert_eq!(fs::read(second.path().join(&file)).unwrap(), fs::read(first.path().join(&file)).unwrap());
    }
    assert!(!gone.exists() && mirrored(&bucket).contains(&String::from("pictures/social.desk.webp")));
}
