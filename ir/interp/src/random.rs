//! A pseudo-random generator determined by a seed: SplitMix64.
//!
//! Sebastiano Vigna's variant of Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014.

/// The generator; see the module documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the generator with `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A seed computed from a text: FNV-1a.
    pub fn of_text(text: &str) -> u64 {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// The next integer.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// The next integer below `bound`, which is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(bound)) >> 64) as u64
    }

    /// A random permutation of the integers below `n`.
    pub fn order(&mut self, n: u64) -> Order {
        Order::new(n, self.draw())
    }
}

fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// A permutation of the integers below a bound that needs no memory: a Feistel network over a slightly larger range,
/// applied until the result is below the bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    n: u64,
    /// The number of bits in each half of an integer.
    half: u32,
    key: u64,
}

impl Order {
    /// The permutation of the integers below `n` determined by `key`.
    pub fn new(n: u64, key: u64) -> Self {
        Self { n, half: (64 - n.saturating_sub(1).leading_zeros()).div_ceil(2), key }
    }

    /// The integer at position `place`, which is below the bound.
    pub fn at(self, place: u64) -> u64 {
        let mut number = place;
        loop {
            number = self.permuted(number);
            if number < self.n {
                return number;
            }
        }
    }

    fn permuted(self, number: u64) -> u64 {
        /// Fewer rounds leave visible patterns.
        const ROUNDS: u64 = 4;
        let mask = (1 << self.half) - 1;
        let (mut left, mut right) = (number >> self.half, number & mask);
        for round in 0..ROUNDS {
            (left, right) = (right, left ^ mix(self.key ^ round << 56 ^ right) & mask);
        }
        left << self.half | right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_every_number_once() {
        let mut random = Random::new(7);
        for n in 0..100 {
            let order = random.order(n);
            let mut seen: Vec<u64> = (0..n).map(|place| order.at(place)).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn seeds_give_other_orders() {
        let order = |seed| {
            let order = Random::new(seed).order(50);
            (0..50).map(|place| order.at(place)).collect::<Vec<_>>()
        };
        assert_ne!(order(1), order(2));
        assert_eq!(order(1), order(1));
    }
}
