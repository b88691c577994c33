//! Which paper goes along with which mail.

use crate::db::{self, Conn};
use crate::invoices::document;
use crate::mail::Message;
use crate::mail::transport::Attachment;
use crate::withdrawals::paper::Acknowledgement;

/// The paper of a mail, drawn when it goes out, some 10 ms of work; `None` for one that has none. One that cannot be drawn
/// is left out.
pub fn of_mail(conn: &Conn, message: &Message) -> db::Result<Option<Attachment>> {
    let (name, drawn) = match message {
        Message::OrderPaid(order) => {
            let Some((invoice, brand)) = document::of_order(conn, &order.order_id)? else { return Ok(None) };
            let number = order.number.as_deref().unwrap_or_default();
            (format!("{}.pdf", invoice.number), document::pdf(&invoice, number, &brand))
        }
        Message::OrderInvoiced { order, invoice, .. } => {
            let Some((invoice, brand)) = document::by_number(conn, invoice)? else { return Ok(None) };
            let number = order.number.as_deref().unwrap_or_default();
            (format!("{}.pdf", invoice.number), document::pdf(&invoice, number, &brand))
        }
        Message::WithdrawalReceived(receipt) => {
            let Some(paper) = Acknowledgement::find(conn, &receipt.id)? else { return Ok(None) };
            (paper.file_name(), paper.pdf())
        }
        _ => return Ok(None),
    };
    if let Err(error) = &drawn {
        tracing::error!(%error, name, "a paper cannot be drawn");
    }
    Ok(drawn.ok().map(|bytes| Attachment { name, content_type: "application/pdf", bytes }))
}
