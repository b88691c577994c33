//! The program under the limits of the unit that is shipped with it: a day of the shop in one story.

use std::io::Cursor;
use std::time::{Duration, Instant};

use image::{ImageFormat, Rgb, RgbImage};
use reqwest::Method;

use crate::support::{ANYWHERE, PATIENCE, Program, mail_server};

const ANA: &str = "ana@example.com";
const SKU: &str = "FON-LAT-40";

#[tokio::test(flavor = "multi_thread")]
async fn under_the_limits_of_its_unit_it_makes_pictures_sends_mails_and_sells() {
    let dir = tempfile::tempdir().unwrap();
    let Some(program) = Program::confined(dir.path(), &[]).await else { return };
    program.customer(ANA).await;
    program.make_admin(ANA);
    drop(program);

    let (server, taken) = mail_server(ANYWHERE, "250 ok").await;
    let mut program = Program::confined(dir.path(), &[format!("--smtp-url=smtp://{server}")]).await.unwrap();
    let ana = program.signed_in(ANA).await;
    let picture = ana.request(Method::POST, "/api/admin/pictures").header("content-type", "image/png").body(png());
    ana.send(picture).await.expect(201);
    ana.order(&program.variant(SKU), 1).await.expect(201);
    until_none(&mut program, "SELECT count(*) FROM media WHERE avif = 'wanted'").await;
    until_none(&mut program, "SELECT count(*) FROM outbox WHERE state <> 'sent'").await;
    let made: i64 =
        program.database().query_row("SELECT count(*) FROM media WHERE avif = 'made'", [], |row| row.get(0)).unwrap();
    assert_eq!((made, taken.lock().unwrap().is_empty()), (1, false));

    // A backup made and restored to try it, by itself.
    drop(program);
    let to = format!("--backup-to={}", dir.path().join("backups").display());
    let options = [to, String::from("--backup-passphrase=correct horse battery staple")];
    let mut program = Program::confined(dir.path(), &options).await.unwrap();
    until_none(&mut program, "SELECT count(*) FROM upkeep WHERE succeeded_at IS NULL").await;

    program.signal("TERM");
    assert!(program.child.wait().unwrap().success(), "it stops when it is asked to");
    program.assert_sound();
}

fn png() -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    RgbImage::from_fn(400, 300, |x, y| Rgb([(x % 251) as u8, (y % 241) as u8, 90]))
        .write_to(&mut file, ImageFormat::Png)
        .unwrap();
    file.into_inner()
}

/// Waits until nothing is left to do, for half a minute at most; the program must not end meanwhile.
async fn until_none(program: &mut Program, sql: &str) {
    let (conn, started) = (program.database(), Instant::now());
    while conn.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap() > 0 {
        assert_eq!(program.child.try_wait().unwrap(), None, "the program ended: {sql}");
        assert!(started.elapsed() < PATIENCE, "{sql}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
