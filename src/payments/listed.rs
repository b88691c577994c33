//! What a provider has on its list.

use super::VerifiedFact;

/// An answer to the question what was paid since a moment.
#[derive(Debug)]
pub enum Listed {
    /// It has no list for programs: a person must look.
    Nowhere,
    /// A part of the list.
    Page(Page),
}

/// A part of a list.
#[derive(Debug, Default)]
pub struct Page {
    /// Payments, and afterwards refunds; of refunds those of others too.
    pub facts: Vec<VerifiedFact>,
    /// Pages of ours that can still be paid.
    pub open: Vec<OpenSession>,
    /// Whether there is one of ours whose bank has not answered.
    pub is_unsettled: bool,
    /// Where the list goes on, in the provider's own words; `None` at its end.
    pub next: Option<String>,
}

/// A payment page that can still be paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenSession {
    /// The provider's id of it.
    pub session: String,
    /// Our own id of the attempt.
    pub reference: String,
}
