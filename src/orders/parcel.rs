//! RULE: how an order goes to its buyer.

use super::TrackingNumber;
use crate::carrier::Carrier;

/// A number of a parcel that no carrier gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("what the firm brings, or the buyer fetches, has no tracking number")]
pub struct HasNoNumber;

/// How an order goes to its buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parcel {
    pub(super) carrier: Carrier,
    pub(super) number: Option<TrackingNumber>,
}

impl Parcel {
    /// Without a carrier it is the first of the firm's, `usual`, that fits: with a number, one that gives numbers.
    pub fn new(
        carrier: Option<Carrier>,
        number: Option<TrackingNumber>,
        usual: &[Carrier],
    ) -> Result<Self, HasNoNumber> {
        let fits = |carrier: &Carrier| number.is_none() || carrier.has_numbers();
        let carrier = carrier.or_else(|| usual.iter().copied().find(fits)).unwrap_or(Carrier::Correos);
        if fits(&carrier) { Ok(Self { carrier, number }) } else { Err(HasNoNumber) }
    }

    /// Who takes it.
    pub const fn carrier(&self) -> Carrier {
        self.carrier
    }

    /// Its number, where it has one.
    pub fn number(&self) -> Option<&str> {
        self.number.as_ref().map(TrackingNumber::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parcel_goes_with_the_usual_carrier_that_fits() {
        let number = || Some("PQ4E8X0700012340108001A".parse().unwrap());
        let usual = [Carrier::OwnVan, Carrier::Seur, Carrier::Correos];
        let of = |carrier, number, usual: &[Carrier]| Parcel::new(carrier, number, usual).map(|parcel| parcel.carrier);
        assert_eq!(of(None, None, &usual), Ok(Carrier::OwnVan));
        assert_eq!(of(None, number(), &usual), Ok(Carrier::Seur));
        assert_eq!(of(None, number(), &[Carrier::PickUp]), Ok(Carrier::Correos));
        assert_eq!(of(Some(Carrier::Gls), None, &usual), Ok(Carrier::Gls));
        for carrier in [Carrier::OwnVan, Carrier::PickUp] {
            assert_eq!(of(Some(carrier), number(), &usual), Err(HasNoNumber));
        }
    }
}
