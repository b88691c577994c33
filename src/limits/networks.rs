//! The networks somebody comes from, and how much each of them holds at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ipnet::{IpNet, Ipv6Net};

/// Blocks of IPv6 addresses that one line may own, by their bits, and how many times one visitor's share each has. A
/// telephone has a /64, a home often a /56, a firm a /48; and a wide one may be many customers'.
const BLOCKS: [(u8, u32); 3] = [(64, 1), (56, 4), (48, 16)];

/// A network that somebody comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    /// Its addresses.
    pub block: IpNet,
    /// How many times one visitor's share it has.
    pub share: u32,
}

impl Network {
    /// Its addresses in the usual notation.
    pub fn name(&self) -> String {
        match self.block {
            IpNet::V4(block) => block.addr().to_string(),
            IpNet::V6(block) => block.to_string(),
        }
    }
}

/// The networks an address is in, the narrowest first.
pub fn networks(ip: IpAddr) -> Vec<Network> {
    let around = |ip, (bits, share)| {
        let block = Ipv6Net::new(ip, bits).ok()?.trunc();
        Some(Network { block: IpNet::V6(block), share })
    };
    match ip.to_canonical() {
        IpAddr::V4(ip) => vec![Network { block: IpNet::V4(ip.into()), share: 1 }],
        IpAddr::V6(ip) => BLOCKS.into_iter().filter_map(|block| around(ip, block)).collect(),
    }
}

/// One key of one line, for what is kept longer than a limit: of IPv6 it is the /56 that a home has.
pub fn line_key(ip: IpAddr) -> String {
    let around = networks(ip);
    around.get(1).or(around.first()).map(Network::name).unwrap_or_default()
}

/// How many of something each network holds at once.
#[derive(Clone, Default)]
pub struct Held(Arc<Mutex<HashMap<IpNet, usize>>>);

/// One of them, counted until it is dropped.
pub struct Hold {
    networks: Vec<IpNet>,
    held: Held,
}

impl Held {
    /// One more for an address; `None` when one of its networks has its share: `one` for a visitor, and `most` at most
    /// for a wider block.
    pub fn take(&self, ip: IpAddr, one: usize, most: usize) -> Option<Hold> {
        let (networks, mut counts) = (networks(ip), self.lock());
        let has_room = |network: &Network| {
            let share = (one * network.share as usize).min(most.max(one));
            counts.get(&network.block).is_none_or(|count| *count < share) && share > 0
        };
        if !networks.iter().all(has_room) {
            return None;
        }
        let networks: Vec<IpNet> = networks.into_iter().map(|network| network.block).collect();
        for block in &networks {
            *counts.entry(*block).or_default() += 1;
        }
        drop(counts);
        Some(Hold { networks, held: self.clone() })
    }

    /// Whether nobody holds anything.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpNet, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut counts = self.held.lock();
        for block in &self.networks {
            if let Some(count) = counts.get_mut(block) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(block);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_a_home_share_a_key() {
        let key = |ip: &str| line_key(ip.parse().unwrap());
        assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:ff:ffff::9"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:102::1"));
        assert_eq!(key("::ffff:10.0.0.1"), key("10.0.0.1"));
    }

    #[test]
    fn an_address_is_in_the_blocks_that_one_line_may_own() {
        let keys = |ip: &str| networks(ip.parse().unwrap()).iter().map(Network::name).collect::<Vec<_>>();
        assert_eq!(keys("2001:db8:1:203::1"), ["2001:db8:1:203::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]);
        assert_eq!(keys("::ffff:10.0.0.1"), ["10.0.0.1"]);
    }

    #[test]
    fn a_wide_network_holds_more_than_one_visitor_and_not_without_end() {
        let held = Held::default();
        let take = |subnet: u16| held.take(format!("2001:db8:1:{subnet:x}::1").parse().unwrap(), 2, 20);
        let of = |first: u16, count: u16| (first..first + count).flat_map(|n| [n, n, n]).filter_map(take);
        let home: Vec<Hold> = of(0, 100).collect();
        assert_eq!(home.len(), 8, "a /56");
        let line: Vec<Hold> = of(0x100, 0x800).collect();
        assert_eq!(line.len(), 12, "a /48, with what the /56 holds");
        assert!(held.take("2001:db8:2::1".parse().unwrap(), 2, 20).is_some(), "somebody else");
        drop((home, line));
        assert!(held.is_empty());
    }
}
