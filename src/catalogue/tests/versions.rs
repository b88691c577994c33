//! What raises which number of the catalogue's version: pages show what the owner does at once, and what buyers do a
//! moment later.

use super::*;

/// A shop with a product, and its only variant.
fn stocked() -> (Shop, String) {
    let shop = shop();
    shop.save(&product("taladro", "Taladro"), 0);
    let variant = shop.read(|conn| Ok(conn.query_row("SELECT id FROM variants", [], |row| row.get(0))?));
    (shop, variant)
}

impl Shop {
    /// Whether something raised each of the two numbers.
    fn raises(&self, act: impl FnOnce(&Tx<'_>) -> db::Result<()> + Send + 'static) -> (bool, bool) {
        let before = self.read(version);
        self.write(move |tx| Ok(act(tx)?)).unwrap();
        let after = self.read(version);
        assert!(after.all >= before.all && after.stock >= before.stock);
        (after.all > before.all, after.stock > before.stock)
    }
}

#[test]
fn what_an_order_takes_and_gives_back_raises_the_stock_alone() {
    let (shop, variant) = stocked();
    let take = move |tx: &Tx<'_>| {
        stock::take(tx, "order-1", &[(variant, 5)], at(1))?.unwrap();
        Ok(())
    };
    assert_eq!(shop.raises(take), (false, true));
    assert_eq!(shop.raises(|tx| stock::give_back(tx, "order-1", &BTreeMap::new(), at(2))), (false, true));
    assert_eq!(shop.number("SELECT inventory_quantity FROM variants"), 5);
}

#[test]
fn what_the_owner_counts_and_takes_back_raises_the_whole_catalogue() {
    let (shop, variant) = stocked();
    let (counted, taken, returned) = (variant.clone(), variant.clone(), variant);
    assert!(shop.raises(move |tx| stock::set(tx, &counted, 3, at(1)).map(drop)).0);
    shop.raises(move |tx| stock::take(tx, "order-1", &[(taken, 3)], at(2)).map(drop));
    let refund = move |tx: &Tx<'_>| {
        assert_eq!(stock::move_for_refund(tx, "order-1", "refund-1", &returned, 1, at(3))?, 1);
        Ok(())
    };
    assert!(shop.raises(refund).0);
    assert_eq!(shop.number("SELECT inventory_quantity FROM variants"), 1);
    // A product that is written whole brings its stock along.
    let more = with(product("taladro", "Taladro"), |draft| draft.variants[0].inventory_quantity = 9);
    assert!(
        shop.raises(move |tx| {
            save(tx, &more, at(4)).unwrap();
            Ok(())
        })
        .0
    );
    assert_eq!(shop.number("SELECT inventory_quantity FROM variants"), 9);
}

#[test]
fn every_other_column_of_a_variant_raises_the_whole_catalogue() {
    let (shop, _) = stocked();
    let columns = shop.read(|conn| {
        let mut names = conn.prepare("SELECT name FROM pragma_table_info('variants')")?;
        Ok(names.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?)
    });
    assert!(columns.len() > 17, "{columns:?}");
    for column in columns {
        let is_stock = column == "inventory_quantity";
        let update = format!("UPDATE variants SET {column} = {column}");
        let raised = shop.raises(move |tx| Ok(tx.execute_batch(&update)?));
        assert_eq!(raised, (!is_stock, is_stock), "{column}");
    }
}
