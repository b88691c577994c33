//! The comments of the demo: what people who do not exist say of its products. Nobody can sign in as one of them.

use super::{Content, Status, sql};
use crate::catalogue;
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::email::EmailAddress;
use crate::id;
use crate::{accounts, auth};

/// Address and name.
const PEOPLE: [(&str, &str); 5] = [
    ("marta.soler@manetes.example", "Marta Soler"),
    ("jordi.vila@manetes.example", "Jordi Vila"),
    ("helen.brooks@manetes.example", "Helen Brooks"),
    ("luc.moreau@manetes.example", "Luc Moreau"),
    ("yusuf.amrani@manetes.example", "يوسف العمراني"),
];

/// Product, place in [`PEOPLE`], hours ago, whether it is approved, and what it says. Oldest first.
const COMMENTS: [(&str, usize, i64, bool, &str); 9] = [
    (
        "cilindro-seguridad-leva",
        1,
        2100,
        true,
        "Tras el susto del vecino cambié el bombillo. Media hora con un destornillador y la puerta gira como nueva.",
    ),
    (
        "taladro-atornillador-18v",
        2,
        1500,
        true,
        "Light enough to work overhead for an hour, and the second battery charges while you use the first.",
    ),
    (
        "pintura-plastica-mate",
        0,
        900,
        true,
        "Dos manos y adiós al gotelé amarillento.\nApenas huele: esa noche dormimos en la habitación.",
    ),
    (
        "cilindro-seguridad-leva",
        3,
        700,
        true,
        "Pose facile, et les cinq clés sont bien taillées. La notice en français aurait été un plus.",
    ),
    ("grifo-lavabo-monomando", 4, 400, true, "الماء البارد في المنتصف فكرة ذكية: انخفضت فاتورة الغاز من الشهر الأول."),
    (
        "taladro-atornillador-18v",
        0,
        160,
        true,
        "Aguanta el hormigón mejor de lo que esperaba. El maletín, justo de tamaño.",
    ),
    (
        "termostato-wifi-calefaccion",
        1,
        30,
        true,
        "Lo instalé yo con los dos cables del antiguo. Por la mañana la casa ya está templada.",
    ),
    ("cilindro-seguridad-leva", 2, 20, false, "Does the 30/40 size fit a door with a security escutcheon?"),
    ("pintura-plastica-mate", 3, 5, false, "Couvre bien, mais le blanc tire un peu sur le gris."),
];

/// Writes the comments on the demo's products, some of which still wait. For a shop that has no accounts yet.
pub fn load(tx: &Tx<'_>, now: Timestamp) -> Result<(), accounts::Error> {
    let mut people = Vec::new();
    for (address, name) in PEOPLE {
        let email = EmailAddress::parse(address).map_err(|_| accounts::Error::UnknownEmail)?;
        // No password has this hash.
        people.push(accounts::create_confirmed(tx, &email, name, "", now)?);
    }
    for (slug, author, hours_ago, is_approved, text) in COMMENTS {
        let Some(product) = catalogue::product_id_by_slug_or_id(tx, slug)? else { continue };
        let Ok(content) = Content::parse(text) else { continue };
        let (id, at) = (id::new(), now.plus_seconds(-3600 * hours_ago));
        sql::insert(tx, &id, &product, &people[author], content.as_str(), at)?;
        if is_approved {
            sql::set_status(tx, &id, Status::Approved, None, at)?;
        }
    }
    Ok(())
}

/// Removes those people with all they said; how many people and comments.
pub fn remove(tx: &Tx<'_>, now: Timestamp) -> Result<(usize, usize), accounts::Error> {
    let (mut people, mut comments) = (0, 0);
    for (address, _) in PEOPLE {
        let email = EmailAddress::parse(address).map_err(|_| accounts::Error::UnknownEmail)?;
        let Some(person) = auth::user_by_email(tx, &email)? else { continue };
        comments += sql::of_user(tx, &person.id)?.len();
        sql::forget_user(tx, &person.id)?;
        accounts::erase(tx, &person.id, false, now)?;
        people += 1;
    }
    Ok((people, comments))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comments::{Filter, list};
    use crate::db::{self, Db};

    #[test]
    fn every_comment_of_the_demo_is_about_a_product_and_some_wait() {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
        let now = Timestamp::from_millis(1_795_195_391_250);
        db.write_blocking(move |tx| {
            catalogue::demo::load(tx, now).unwrap();
            load(tx, now).unwrap();
            Ok::<_, db::Error>(())
        })
        .unwrap();
        let (count, all) = db.read_blocking(|conn| list(conn, &Filter::default(), 0, -1)).unwrap();
        assert_eq!(usize::try_from(count), Ok(COMMENTS.len()));
        assert_eq!(all.iter().filter(|comment| comment.status == Status::Pending).count(), 2);
        assert!(all.iter().all(|comment| comment.author.is_some()));
        assert!(all.is_sorted_by(|one, next| one.created_at >= next.created_at));
    }
}
