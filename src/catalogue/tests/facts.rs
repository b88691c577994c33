//! What is told of products one by one, and whether they are fitted.

use super::*;

#[test]
fn attributes_are_told_in_the_language_of_the_reader_and_typed_for_programs() {
    let (shop, id) = shop_with_cylinder();
    let told = |lang| {
        let shown = shop.read(|conn| find(conn, &id, lang)).unwrap();
        let facts = shown.attributes.into_iter().map(|fact| format!("{}: {}", fact.name, fact.value));
        (
            facts.collect::<Vec<_>>(),
            shown.in_the_box,
            shown.documents.into_iter().map(|paper| paper.title).collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        told(Lang::Es),
        (
            ["Leva: 15,5 mm", "Llaves iguales: Sí", "Resiste: Bumping y taladro"].map(String::from).into(),
            vec![String::from("1 cilindro"), String::from("5 llaves")],
            vec![String::from("Guía de montaje")],
        )
    );
    assert_eq!(
        told(Lang::En),
        (
            ["Cam: 15.5 mm", "Keyed alike: Yes", "Resists: Bumping"].map(String::from).into(),
            vec![String::from("1 cylinder"), String::from("5 keys")],
            vec![String::from("Fitting guide")],
        )
    );
    let cam = shop.read(|conn| find(conn, &id, Lang::En)).unwrap().attributes.remove(0);
    assert_eq!(
        (cam.number.map(|number| number.to_string()), cam.unit.as_deref()),
        (Some(String::from("15.5")), Some("mm"))
    );
    assert_eq!(shop.number("SELECT count(*) FROM product_search WHERE product_search MATCH 'bumping'"), 2);
}

#[test]
fn a_class_of_energy_is_told_with_its_label_and_the_sheet_in_every_language() {
    let (shop, id) = shop_with_cylinder();
    let facts = [("Clase energética", "f (A–G)"), ("Clase en frío", "A++"), ("Clase", "A (A–G)")];
    let with_facts = |facts: &[(&str, &str)]| {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        facts.iter().map(owned).collect()
    };
    let lamp = with(cylinder(), |draft| {
        draft.attributes = with_facts(&facts);
        draft.documents[0].title = String::from("Ficha y etiqueta energética");
        draft.texts.clear();
    });
    shop.save(&lamp, 1);
    for lang in [Lang::Es, Lang::Ar] {
        let told = shop.read(|conn| find(conn, &id, lang)).unwrap().attributes;
        let classes: Vec<_> = told.into_iter().map(|fact| fact.energy).collect();
        let [Some(lamp), Some(cooling), None] = classes.as_slice() else { panic!("{classes:?}") };
        assert_eq!((lamp.class.as_str(), lamp.best.as_str(), lamp.worst.as_str(), lamp.step), ("F", "A", "G", 5));
        assert_eq!((cooling.best.as_str(), cooling.worst.as_str(), cooling.step), ("A+++", "D", 1));
        assert_eq!(lamp.sheet.as_deref(), Some("/documents/demo/guia.pdf"));
        let listing = Listing { ids: vec![id.clone()], limit: 1, lang, ..Listing::default() };
        let card = shop.read(|conn| cards(conn, &listing)).cards.remove(0);
        let told = card.energy.into_iter().map(|fact| fact.energy.unwrap());
        let told: Vec<_> = told.map(|class| (class.class, class.best, class.worst, class.sheet)).collect();
        let [lamp, cooling] = [["F", "A", "G"], ["A++", "A+++", "D"]].map(|words| words.map(str::to_owned));
        let without_sheet = |[class, best, worst]: [String; 3]| (class, best, worst, None);
        assert_eq!(told, [lamp, cooling].map(without_sheet), "beside the price of its card, {lang}");
    }
    for (n, (told, range)) in (2..).zip([
        ("B (A+-F)", Some(("A+", "F", 2))),
        ("A ( A+++ – D )", Some(("A+++", "D", 3))),
        ("A", None),
        ("A+", None),
        ("F (A–D)", None),
        ("A (A+++–G)", None),
    ]) {
        shop.save(&with(lamp.clone(), |draft| draft.attributes = with_facts(&[("Clase energética", told)])), n);
        let class = shop.read(|conn| find(conn, &id, Lang::Es)).unwrap().attributes.remove(0).energy;
        let class = class.as_ref().map(|class| (class.best.as_str(), class.worst.as_str(), class.step));
        assert_eq!(class, range, "{told}: a label's range is told, never guessed");
    }
}

#[test]
fn what_is_made_for_its_buyer_says_how_long_that_takes() {
    let (shop, id) = shop_with_cylinder();
    for (n, (term, days)) in
        (1..).zip([("3 días laborables", Some(3)), ("1 día", Some(1)), ("2 semanas", None), ("99 días", None)])
    {
        let made = with(cylinder(), |draft| {
            draft.attributes = vec![(String::from("Plazo de fabricación"), term.to_owned())];
            draft.texts.clear();
        });
        shop.save(&made, n);
        assert_eq!(shop.read(|conn| find(conn, &id, Lang::Es)).unwrap().making_days, days, "{term}");
    }
}

#[test]
fn a_colour_goes_with_the_value_it_belongs_to() {
    let (shop, id) = shop_with_cylinder();
    let colours = || {
        let shown = shop.read(|conn| find(conn, &id, Lang::Es)).unwrap();
        let values = shown.variants.into_iter().flat_map(|variant| variant.options);
        values.filter_map(|value| Some(format!("{} {}", value.value, value.swatch?))).collect::<Vec<_>>()
    };
    assert_eq!(colours(), ["Latón #c9a45c"]);
    let without = with(cylinder(), |draft| {
        draft.variants.remove(0);
        draft.texts.clear();
    });
    shop.save(&without, 1);
    assert!(colours().is_empty());
    let garish = with(cylinder(), |draft| drop(draft.swatches.insert(String::from("Latón"), String::from("url(x)"))));
    assert!(matches!(shop.try_save(&garish, 2), Err(Error::Invalid { field, .. }) if field == "swatches/Latón"));
}

#[test]
fn what_is_sold_with_its_fitting_alone_is_not_sold_online() {
    let shop = shop();
    let split = with(product("split", "Split"), |draft| draft.fields.fitting = Fitting::Only);
    let id = shop.save(&split, 0).id;
    assert!(!shop.save(&split, 1).changed);
    let shown = shop.read(|conn| find(conn, &id, Lang::Es)).unwrap();
    assert_eq!((shown.purchasable, shown.fitting), (false, Fitting::Only));
}

#[test]
fn two_attributes_of_one_name_and_documents_from_elsewhere_are_refused() {
    let shop = shop();
    let refused = |change: &dyn Fn(&mut ProductDraft)| match shop.try_save(&with(product("a", "A"), change), 0) {
        Err(Error::Invalid { field, .. }) => field,
        other => panic!("{other:?}"),
    };
    let fact = |name: &str| (name.to_owned(), String::from("1"));
    assert_eq!(refused(&|draft| draft.attributes = vec![fact("Peso"), fact("Peso")]), "attributes/1/name");
    assert_eq!(refused(&|draft| draft.attributes = vec![fact(" ")]), "attributes/0/name");
    let elsewhere = |url: &str| DocumentDraft { url: url.to_owned(), title: String::from("Manual") };
    for url in ["https://x.example/a.pdf", "/media/a.pdf", "/documents/../manetes.sqlite"] {
        assert_eq!(refused(&|draft| draft.documents = vec![elsewhere(url)]), "documents/0/url");
    }
}

#[test]
fn a_row_of_four_is_filled_with_products_of_the_same_type() {
    let shop = shop();
    let of_type = |slug: &str, kind: &str| with(product(slug, slug), |draft| draft.fields.kind = kind.to_owned());
    for slug in ["b", "c", "d", "e", "f"] {
        shop.save(&of_type(slug, "Llaves"), 0);
    }
    shop.save(&of_type("otro", "Pintura"), 0);
    let id = shop
        .save(
            &with(of_type("a", "Llaves"), |draft| draft.related = vec![(String::from("Además"), String::from("c"))]),
            1,
        )
        .id;
    let found = shop.read(|conn| related(conn, &id, Lang::Es)).unwrap();
    let titles =
        |cards: &[crate::catalogue::wire::Card]| cards.iter().map(|card| card.title.clone()).collect::<Vec<_>>();
    assert_eq!(titles(&found.sections[0].cards), ["c"]);
    let similar = titles(&found.similar);
    assert_eq!(similar.len(), 3);
    assert!(similar.iter().all(|title| ["b", "d", "e", "f"].contains(&&**title)), "{similar:?}");

    // What is sold out comes last, and is there where nothing else is.
    let sell_out = |slug: &str| {
        let gone = with(of_type(slug, "Llaves"), |draft| {
            draft.variants[0].manage_inventory = true;
            draft.variants[0].inventory_quantity = 0;
        });
        shop.save(&gone, 2);
    };
    let shown = || titles(&shop.read(|conn| related(conn, &id, Lang::Es)).unwrap().similar);
    sell_out("b");
    let similar = shown();
    assert!(similar.len() == 3 && !similar.contains(&String::from("b")), "{similar:?}");
    sell_out("d");
    let similar = shown();
    assert!(similar.len() == 3 && ["b", "d"].contains(&&*similar[2]), "{similar:?}");
}
