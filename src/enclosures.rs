//! Which paper goes along with which mail.

use crate::db::{self, Conn};
use crate::invoices::{Invoice, document};
use crate::mail::Message;
use crate::mail::attached::Drawing;
use crate::mail::transport::Attachment;
use crate::paper;
use crate::withdrawals::paper::Acknowledgement;

/// The paper of a mail, to be drawn when it goes out; `None` for one that has none.
pub fn of_mail(conn: &Conn, message: &Message) -> db::Result<Option<Drawing>> {
    Ok(match message {
        Message::OrderPaid(order) => {
            document::of_order(conn, &order.order_id)?.map(|found| invoice(found, order.number.clone()))
        }
        Message::OrderInvoiced { order, invoice: number, .. } => {
            document::by_number(conn, number)?.map(|found| invoice(found, order.number.clone()))
        }
        Message::WithdrawalReceived(receipt) => {
            Acknowledgement::find(conn, &receipt.id)?.map(|paper| drawing(paper.file_name(), move || paper.pdf()))
        }
        _ => None,
    })
}

fn invoice((invoice, brand): (Invoice, String), order_number: Option<String>) -> Drawing {
    let order_number = order_number.unwrap_or_default();
    drawing(format!("{}.pdf", invoice.number), move || document::pdf(&invoice, &order_number, &brand))
}

/// Some 5 ms of work. A paper that cannot be drawn is left out.
fn drawing(name: String, pdf: impl FnOnce() -> Result<Vec<u8>, paper::Error> + Send + 'static) -> Drawing {
    Box::new(move || match pdf() {
        Ok(bytes) => Some(Attachment { name, content_type: "application/pdf", bytes }),
        Err(error) => {
            tracing::error!(%error, name, "a paper cannot be drawn");
            None
        }
    })
}
