//! Orders to take along: as a table for the tax adviser, and as the papers of many parcels.

use serde_json::json;

use crate::support::{SKU, TestShop, address};

/// 1234 of `12,34`.
fn cents(cell: &str) -> i64 {
    cell.replace(',', "").parse().unwrap()
}

#[tokio::test]
async fn the_orders_of_a_list_are_taken_along_as_a_table() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    shop.paid_order(&buyer).await;
    shop.pending_order(&buyer).await;
    let rows = async |query: &str| {
        let answer = admin.get(&format!("/api/admin/orders.csv{query}")).await.expect(200);
        let name = answer.headers["content-disposition"].to_str().unwrap();
        assert_eq!(name, "attachment; filename=\"pedidos-2026-11-20.csv\"");
        let text = answer.text.trim_start_matches('\u{feff}');
        let mut reader = csv::ReaderBuilder::new().has_headers(false).delimiter(b';').from_reader(text.as_bytes());
        let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect::<Vec<_>>());
        rows.collect::<Vec<_>>()
    };
    let all = rows("").await;
    let column = |name: &str| all[0].iter().position(|column| column == name).unwrap();
    assert_eq!(all.len(), 3);
    // Both were placed at one moment.
    let of = |status: &str| all[1..].iter().find(|row| row[column("Estado")] == status).unwrap();
    let (paid, pending) = (of("pagado"), of("pendiente de pago"));
    for row in &all[1..] {
        let taxes = all[0].iter().zip(row).filter(|(name, _)| name.starts_with("Cuota")).map(|(_, cell)| cents(cell));
        assert_eq!(cents(&row[column("Base imponible")]) + taxes.sum::<i64>(), cents(&row[column("Total")]));
        assert_eq!(row[column("Devuelto")], "0,00");
    }
    let to = ["Cliente", "Código postal", "Población"].map(|name| paid[column(name)].as_str());
    assert_eq!(to, ["Núria Puig", "08630", "Abrera"]);
    let reference = column("Referencia del pago");
    assert!(!paid[reference].is_empty() && pending[reference].is_empty());
    assert_eq!(&rows("?status=paid").await[1..], std::slice::from_ref(paid));
    assert_eq!(rows("?q=nadie").await.len(), 1);
    admin.get("/api/admin/orders.csv?from=ayer").await.refused(422, "validation_failed");
}

#[tokio::test]
async fn the_table_tells_where_parcels_go_and_what_is_in_them_and_a_town_is_no_formula() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let ((hose, _), (socket, _)) = (shop.variant(SKU).await, shop.variant("ELE-ENC-BLA").await);
    let mut to = address();
    to["city"] = json!("=HYPERLINK(1)");
    let items = json!([{ "variant_id": hose, "quantity": 2 }, { "variant_id": socket, "quantity": 1 }]);
    let body = json!({ "shipping_address": to, "items": items });
    buyer.post("/api/functions/create-order-and-send-email", body).await.expect(201);
    let table = admin.get("/api/admin/orders.csv").await.expect(200).text;
    assert!(table.contains(";'=HYPERLINK(1);"), "{table}");
    let bought = "2 × Latiguillo flexible trenzado (40 cm), 1 × Base de enchufe con doble USB-C (Blanco)";
    assert!(table.contains(bought), "{table}");
}

#[tokio::test]
async fn many_packing_slips_are_one_file_and_none_is_of_an_unpaid_order() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let (one, two) = (shop.paid_order(&buyer).await, shop.paid_order(&buyer).await);
    let pending = shop.pending_order(&buyer).await;
    let print = async |ids: &str| admin.get(&format!("/api/admin/orders/packing-slips?ids={ids}")).await;
    let file = print(&format!("{one},{two}")).await.expect(200);
    assert_eq!(file.headers["content-type"], "application/pdf");
    print("").await.refused(422, "validation_failed");
    print(&format!("{one},{pending}")).await.refused(409, "illegal_transition");
    print("none").await.refused(404, "not_found");
}
