//! Products that are deleted and brought back.

use super::*;

fn deleted_ids(shop: &Shop, day: i64) -> Vec<String> {
    shop.read(|conn| deleted(conn, at(day))).into_iter().map(|(product, _)| product.id).collect()
}

#[test]
fn a_deleted_product_comes_back_as_it_was_within_thirty_days() {
    let (shop, id) = shop_with_cylinder();
    let before = shop.one("cilindro");
    let delete_on = |day| {
        let id = id.clone();
        shop.write(move |tx| delete(tx, &Actor::System, &id, at(day)))
    };
    let restore_on = |day| {
        let id = id.clone();
        shop.write(move |tx| restore(tx, &Actor::System, &id, at(day)))
    };
    delete_on(1).unwrap();
    assert_eq!(deleted_ids(&shop, 2), std::slice::from_ref(&id));
    let back = Restored { id: id.clone(), title: before.title.clone(), lost_skus: Vec::new() };
    assert_eq!(restore_on(30).unwrap(), back);
    assert_eq!(restore_on(30).unwrap(), back, "the same again does nothing");
    assert_eq!(shop.one("cilindro"), before);
    assert_eq!(shop.titles(&Listing { q: Some(String::from("cilindro")), ..Listing::default() }).len(), 1);
    assert_eq!(shop.number("SELECT count(*) FROM audit_log WHERE act = 'product.restored'"), 1);
    assert!(deleted_ids(&shop, 30).is_empty());

    delete_on(40).unwrap();
    assert!(deleted_ids(&shop, 71).is_empty());
    assert!(matches!(restore_on(71), Err(Error::NotFound)), "that was too long ago");
}

#[test]
fn what_named_it_as_related_does_so_again_even_if_it_was_changed_meanwhile() {
    let (shop, id) = shop_with_cylinder();
    shop.save(&product("bisagra", "Bisagra"), 1);
    let escudo = shop.one("escudo").id.unwrap();
    let again = escudo.clone();
    let named = || -> Vec<String> { shop.one("cilindro").related.into_iter().map(|(_, slug)| slug).collect() };
    shop.write(move |tx| delete(tx, &Actor::System, &escudo, at(1))).unwrap();
    assert!(named().is_empty() && shop.read(|conn| related(conn, &id, Lang::Es)).unwrap().sections.is_empty());
    shop.save(&with(shop.one("cilindro"), |draft| draft.fields.title = String::from("Otro cilindro")), 1);

    let hinge = || (String::from("Te puede gustar"), String::from("bisagra"));
    shop.save(&with(shop.one("cilindro"), |draft| draft.related = vec![hinge()]), 2);
    assert_eq!(named(), ["bisagra"]);
    shop.write(move |tx| restore(tx, &Actor::System, &again, at(4))).unwrap();
    assert_eq!(named(), ["escudo", "bisagra"]);
    shop.save(&with(shop.one("cilindro"), |draft| draft.related = vec![hinge()]), 5);
    assert_eq!(named(), ["bisagra"], "what is there can be taken out");
}

#[test]
fn a_sku_that_another_has_by_now_stays_with_that_one() {
    let (shop, id) = shop_with_cylinder();
    let sku = shop.one("cilindro").variants[0].sku.clone().unwrap();
    let gone = id.clone();
    shop.write(move |tx| delete(tx, &Actor::System, &gone, at(1))).unwrap();
    let other = sku.clone();
    shop.save(&with(product("otro", "Otro"), |draft| draft.variants[0].sku = Some(other)), 2);
    let back = shop.write(move |tx| restore(tx, &Actor::System, &id, at(3))).unwrap();
    assert_eq!(back.lost_skus, std::slice::from_ref(&sku));
    assert_eq!(shop.one("cilindro").variants[0].sku, None);
    assert_eq!(shop.one("otro").variants[0].sku, Some(sku));
}
