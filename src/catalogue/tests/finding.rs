//! What is proposed while somebody types, and what a list is narrowed down to.

use std::time::Duration;

use super::*;

fn paint(slug: &str, title: &str, cents: i64, values: &[(&str, i64)]) -> ProductDraft {
    with(product(slug, title), |draft| {
        draft.kind = String::from("Pintura");
        draft.options = vec![String::from("Color")];
        draft.variants = values
            .iter()
            .map(|(color, left)| VariantDraft { inventory_quantity: *left, ..variant("", cents, &[color]) })
            .collect();
        let english = [("type", "Paint"), ("option/Color", "Colour"), ("value/Rojo", "Red")];
        draft.texts.insert(Lang::En, english.map(|(path, text)| (path.to_owned(), text.to_owned())).into());
    })
}

fn shop_of_paint() -> Shop {
    let shop = shop();
    shop.save(&paint("mate", "Pintura mate", 2000, &[("Rojo", 0), ("Azul", 4)]), 0);
    shop.save(&paint("esmalte", "Esmalte brillante", 3500, &[("Rojo", 2), ("Verde", 1)]), 1);
    shop.save(&with(product("brocha", "Brocha para pintura"), |draft| draft.kind = String::from("Herramientas")), 2);
    shop.save(&with(product("oculta", "Pintura oculta"), |draft| draft.is_hidden = true), 3);
    shop
}

fn proposed(shop: &Shop, typed: &str, lang: Lang) -> (Vec<String>, Vec<String>, Option<String>) {
    let found = shop.read(|conn| suggest(conn, typed, lang, Duration::MAX));
    let kinds = found.types.into_iter().map(|(_, label)| label).collect();
    (found.products.into_iter().map(|card| card.title).collect(), kinds, found.searched_for)
}

#[test]
fn what_begins_with_what_is_typed_comes_first_and_what_only_tells_of_it_last() {
    let shop = shop_of_paint();
    let (products, types, meant) = proposed(&shop, "pint", Lang::Es);
    assert_eq!(products, ["Pintura mate", "Brocha para pintura", "Esmalte brillante"], "the last is one by its type");
    assert_eq!((types, meant), (vec![String::from("Pintura")], None));
    assert_eq!(proposed(&shop, "pai", Lang::En).1, ["Paint"], "in the reader's language");
}

#[test]
fn of_what_only_tells_of_it_few_are_proposed_and_first_those_of_a_type_that_is_called_so() {
    let shop = shop();
    for (day, slug) in (0..).zip(["aire", "caldera", "toldo", "suelo"]) {
        let told = |draft: &mut ProductDraft| draft.description = String::from("<p>Con un precio cerrado.</p>");
        shop.save(&with(product(slug, slug), told), day);
    }
    shop.save(&with(product("bombin", "Bombín"), |draft| draft.kind = String::from("Cerrajería")), 4);
    let found = |typed: &str| shop.read(|conn| suggest(conn, typed, Lang::Es, Duration::MAX));
    let titles = |found: &Suggested| found.products.iter().map(|card| card.title.clone()).collect::<Vec<_>>();
    let locks = found("cerra");
    assert_eq!((titles(&locks).len(), titles(&locks)[0].as_str()), (3, "Bombín"));
    assert_eq!((locks.is_called_so, locks.types.len()), (false, 1));
    shop.save(&product("cerradura", "Cerradura de sobreponer"), 5);
    let locks = found("cerra");
    assert_eq!((titles(&locks).len(), titles(&locks)[0].as_str()), (4, "Cerradura de sobreponer"));
    assert!(locks.is_called_so);
}

#[test]
fn who_mistypes_is_proposed_what_they_meant() {
    let shop = shop_of_paint();
    let (products, _, meant) = proposed(&shop, "esmlate", Lang::Es);
    assert_eq!((products, meant.as_deref()), (vec![String::from("Esmalte brillante")], Some("esmalte")));
}

#[test]
fn a_proposal_that_costs_too_much_in_a_full_store_leaves_products_out_and_names_the_types() {
    let shop = shop_of_paint();
    let found = |typed: &str| {
        let found = shop.read(|conn| suggest(conn, typed, Lang::Es, Duration::ZERO));
        (found.products.len(), found.types.len(), found.searched_for)
    };
    assert_eq!(found("pint"), (3, 1, None), "in a small one all of it is looked for, however slow the machine");
    assert_eq!(found("esmlate"), (1, 0, Some(String::from("esmalte"))));
    shop.write(|tx| {
        tx.execute("UPDATE types_in_store SET products = 5001 WHERE type = 'Pintura'", []).map_err(db::Error::from)?;
        Ok(())
    })
    .unwrap();
    assert_eq!(found("pint"), (0, 1, None));
}

#[test]
fn a_single_letter_proposes_nothing() {
    let shop = shop_of_paint();
    for typed in ["", " ", "p", "*", "p b"] {
        assert_eq!(proposed(&shop, typed, Lang::Es), (Vec::new(), Vec::new(), None), "{typed}");
    }
    assert_eq!(proposed(&shop, "esmalte b", Lang::Es).0, ["Esmalte brillante"], "but it does not stand in the way");
}

fn narrowed(shop: &Shop, change: impl FnOnce(&mut Listing)) -> wire::CardList {
    let mut listing = Listing { limit: 50, faceted: true, ..Listing::default() };
    change(&mut listing);
    shop.read(|conn| cards(conn, &listing))
}

fn titles_of(page: &wire::CardList) -> Vec<&str> {
    page.cards.iter().map(|card| card.title.as_str()).collect()
}

fn values_of(page: &wire::CardList) -> Vec<(&str, i64)> {
    let options = &page.facets.as_ref().unwrap().options;
    options.iter().flat_map(|option| &option.values).map(|value| (value.value.as_str(), value.count)).collect()
}

#[test]
fn a_list_is_narrowed_by_price_and_by_what_can_be_had() {
    let shop = shop_of_paint();
    let dear = narrowed(&shop, |listing| listing.price_from = Some(2000));
    assert_eq!(titles_of(&dear), ["Pintura mate", "Esmalte brillante"]);
    let between = narrowed(&shop, |listing| (listing.price_from, listing.price_to) = (Some(1001), Some(3499)));
    assert_eq!((titles_of(&between), between.count), (vec!["Pintura mate"], 1));
    let counts: Vec<_> = between.types.iter().map(|kind| (kind.value.as_str(), kind.count)).collect();
    assert_eq!(counts, [("Herramientas", 0), ("Pintura", 1)], "each type says what is left of it");
}

#[test]
fn the_variant_of_the_chosen_colour_is_the_one_that_must_be_there() {
    let shop = shop_of_paint();
    let red = |in_stock| {
        move |listing: &mut Listing| {
            listing.options = chosen(["Color:Rojo"]).unwrap();
            listing.in_stock = in_stock;
        }
    };
    assert_eq!(titles_of(&narrowed(&shop, red(false))), ["Pintura mate", "Esmalte brillante"]);
    assert_eq!(titles_of(&narrowed(&shop, red(true))), ["Esmalte brillante"], "the other red is sold out");
}

#[test]
fn each_value_says_how_many_products_it_would_leave() {
    let shop = shop_of_paint();
    let whole = narrowed(&shop, |_| ());
    assert_eq!(values_of(&whole), [("Azul", 1), ("Rojo", 2), ("Verde", 1)]);
    assert_eq!(whole.facets.as_ref().unwrap().in_stock, 3);
    // Among the values of one option any will do, so the others keep their counts.
    let blue = narrowed(&shop, |listing| listing.options = chosen(["Color:Azul"]).unwrap());
    assert_eq!((blue.count, values_of(&blue)), (1, vec![("Azul", 1), ("Rojo", 2), ("Verde", 1)]));
    let either = narrowed(&shop, |listing| listing.options = chosen(["Color:Azul", "Color:Verde"]).unwrap());
    assert_eq!(titles_of(&either), ["Pintura mate", "Esmalte brillante"]);
    let english = narrowed(&shop, |listing| listing.lang = Lang::En);
    let option = &english.facets.as_ref().unwrap().options[0];
    assert_eq!((option.name.as_str(), option.label.as_str()), ("Color", "Colour"));
    assert!(option.values.iter().any(|value| (value.value.as_str(), value.label.as_str()) == ("Rojo", "Red")));
}

#[test]
fn what_is_chosen_holds_for_what_is_searched_for_too() {
    let shop = shop_of_paint();
    let page = narrowed(&shop, |listing| {
        listing.q = Some(String::from("pintura"));
        listing.price_to = Some(2500);
        listing.sort_by = SortBy::Title;
    });
    assert_eq!(titles_of(&page), ["Brocha para pintura", "Pintura mate"]);
    assert_eq!(values_of(&page), [("Azul", 1), ("Rojo", 1)]);
}
