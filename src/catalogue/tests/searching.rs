//! What is found by whom, and what is proposed to those who mistype it.

use super::*;

fn shop_of_tools() -> Shop {
    let shop = shop();
    let mut drill = product("taladro", "Taladro percutor");
    drill.texts.insert(Lang::En, BTreeMap::from([(String::from("title"), String::from("Hammer drill"))]));
    drill.texts.insert(Lang::Ar, BTreeMap::from([(String::from("title"), String::from("مثقاب بالمطرقة"))]));
    shop.save(&drill, 0);
    let mut tap = product("grifo", "Grifo de baño");
    tap.kind = String::from("Fontanería");
    tap.texts
        .insert(Lang::Ca, BTreeMap::from([(String::from("title"), String::from("Aixeta de bany, d’una sola mà"))]));
    tap.texts.insert(Lang::Fr, BTreeMap::from([(String::from("title"), String::from("Robinet à tuyau"))]));
    tap.texts.insert(Lang::Ar, BTreeMap::from([(String::from("title"), String::from("صنبور المغسلة"))]));
    shop.save(&tap, 1);
    let mut secret = product("cizalla", "Cizalla");
    secret.status = ProductStatus::Draft;
    shop.save(&secret, 2);
    shop.save(&product("luz", "Luz de emergencia"), 3);
    shop
}

/// Titles, and what was searched for instead.
fn found(shop: &Shop, q: &str, lang: Lang) -> (Vec<String>, Option<String>) {
    let listing = Listing { q: Some(q.to_owned()), lang, limit: 50, ..Listing::default() };
    let page = shop.read(|conn| cards(conn, &listing));
    (page.cards.into_iter().map(|card| card.title).collect(), page.searched_for)
}

#[test]
fn a_plural_finds_its_singular_and_the_other_way_round() {
    let shop = shop_of_tools();
    for (q, lang, title) in [
        ("taladros", Lang::Es, "Taladro percutor"),
        ("taladros percutores", Lang::Es, "Taladro percutor"),
        ("GRIFOS", Lang::Es, "Grifo de baño"),
        ("baños", Lang::Es, "Grifo de baño"),
        ("luces de emergencia", Lang::Es, "Luz de emergencia"),
        ("drills", Lang::En, "Hammer drill"),
        ("aixetes", Lang::Ca, "Aixeta de bany, d’una sola mà"),
        ("tuyaux", Lang::Fr, "Robinet à tuyau"),
        ("صنابير", Lang::Ar, "صنبور المغسلة"),
        ("مغسلات", Lang::Ar, "صنبور المغسلة"),
    ] {
        assert_eq!(found(&shop, q, lang), (vec![title.to_owned()], None), "{q}");
    }
}

#[test]
fn who_mistypes_is_shown_what_they_meant_and_told_so() {
    let shop = shop_of_tools();
    let told = |q: &str, lang| found(&shop, q, lang);
    let meant = |title: &str, q: &str| (vec![title.to_owned()], Some(q.to_owned()));
    assert_eq!(told("griffo", Lang::Es), meant("Grifo de baño", "grifo"));
    assert_eq!(told("Grifos de bañp", Lang::Es), meant("Grifo de baño", "Grifos de baño"), "as it is written");
    assert_eq!(told("tladaro", Lang::Es), (Vec::new(), None), "two slips in a short word");
    assert_eq!(told("fontanreia", Lang::Es), meant("Grifo de baño", "fontanería"));
    assert_eq!(told("percutro taladro", Lang::Es), meant("Taladro percutor", "percutor taladro"));
    assert_eq!(told("hamer drill", Lang::En), meant("Hammer drill", "hammer drill"));
    assert_eq!(told("robinte", Lang::Fr), meant("Robinet à tuyau", "robinet"));
    assert_eq!(told("صنبورر", Lang::Ar), meant("صنبور المغسلة", "صنبور"));
    assert_eq!(told("drilll", Lang::Fr), (Vec::new(), None), "no product says so in French");
    assert_eq!(told("griffo percutor", Lang::Es), meant("Grifo de baño", "grifo"), "no product has both");
    assert_eq!(told("qwertz", Lang::Es), (Vec::new(), None));
    assert_eq!(told(&"griffo ".repeat(14), Lang::Es), (Vec::new(), None));
}

#[test]
fn another_name_of_a_thing_finds_it_and_so_does_one_word_of_two() {
    let shop = shop_of_tools();
    let told = |q: &str, lang| found(&shop, q, lang);
    let meant = |title: &str, q: &str| (vec![title.to_owned()], Some(q.to_owned()));
    assert_eq!(told("monomandos", Lang::Es), meant("Grifo de baño", "grifo"));
    assert_eq!(told("taladradora percutor", Lang::Es), meant("Taladro percutor", "taladro percutor"));
    assert_eq!(told("faucet", Lang::Fr), meant("Robinet à tuyau", "robinet"));
    assert_eq!(told("حنفية", Lang::Ar), meant("صنبور المغسلة", "صنبور"));
    assert_eq!(told("grifo cocina", Lang::Es), meant("Grifo de baño", "grifo"));
    assert_eq!(told("cocina cromada grifo", Lang::Es), meant("Grifo de baño", "grifo"));
    assert_eq!(told("bombín", Lang::Es), (Vec::new(), None), "no product is a cylinder");
}

#[test]
fn what_is_not_in_the_store_is_proposed_to_its_owner_alone() {
    let shop = shop_of_tools();
    assert_eq!(found(&shop, "cizala", Lang::Es), (Vec::new(), None));
    let filter = desk::Filter { q: Some(String::from("cizala")), ..desk::Filter::default() };
    let page = shop.read(|conn| desk::list(conn, &filter, 0, 10));
    assert_eq!((page.products[0].title.as_str(), page.searched_for.as_deref()), ("Cizalla", Some("cizalla")));
    let page = shop.read(|conn| desk::list_variants(conn, Some("griffos"), None, 0, 10));
    assert_eq!((page.count, page.searched_for.as_deref()), (1, Some("grifo")));
    let other = desk::Filter { q: Some(String::from("copia grifo")), ..desk::Filter::default() };
    let page = shop.read(|conn| desk::list(conn, &other, 0, 10));
    assert_eq!((page.products.len(), page.searched_for), (0, None), "what the owner looks for is not guessed");
    let plural = desk::Filter { q: Some(String::from("cizallas")), ..desk::Filter::default() };
    let page = shop.read(|conn| desk::list(conn, &plural, 0, 10));
    assert_eq!((page.count, page.searched_for), (1, None));
}

#[test]
fn a_deleted_product_is_proposed_to_nobody() {
    let shop = shop_of_tools();
    let id = shop.one("grifo").id.unwrap();
    shop.write(move |tx| delete(tx, &Actor::System, &id, at(4))).unwrap();
    assert_eq!(found(&shop, "griffo", Lang::Es), (Vec::new(), None));
}

#[test]
fn types_count_what_was_found_in_place_of_a_slip() {
    let shop = shop_of_tools();
    let listing = Listing { q: Some(String::from("griffo")), limit: 50, ..Listing::default() };
    let types: Vec<_> = shop.read(|conn| cards(conn, &listing)).types.into_iter().map(|t| (t.value, t.count)).collect();
    assert_eq!(types, [(String::from("Fontanería"), 1)]);
}
