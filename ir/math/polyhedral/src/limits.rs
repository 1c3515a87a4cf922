//! The limits of the searches of the PLuTo algorithm: all are in proportion to one number of steps, which an option gives.
//!
//! | limit | steps for each | what was measured |
//! |---|---|---|
//! | numbers computed for the integer program of a row | 1 | rows of real programs take less than a tenth |
//! | combinations to eliminate a Farkas multiplier | 1,000 | those of real programs take some hundred |
//! | pairs of accesses to one array | 1,000 | the largest kernel of PolyBench has 3,000 |
//! | loops and statements visited by code generation | 5,000 | the largest kernel of PolyBench, tiled, takes some hundred |
//! | dependences | 13,333 | the largest kernel of PolyBench has 300 |
//! | inequalities of a projection | 50,000 | those of real programs have some dozen |
//! | pieces of a loop | 312,500 | |

use rmlir_base::budget::Budget;
use rmlir_presburger::MAX_WORK;

/// The name of the option that raises the limits.
pub const OPTION: &str = "max-steps";

/// See the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    max_steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new(MAX_WORK)
    }
}

impl Limits {
    /// In proportion to so many steps.
    pub const fn new(max_steps: u64) -> Self {
        Self { max_steps }
    }

    /// The budget of the integer program of a row.
    pub fn program(self) -> Budget {
        Budget::new(self.max_steps, OPTION)
    }

    /// The budget of code generation.
    pub fn code(self) -> Budget {
        Budget::new(self.max_steps / 5_000, OPTION)
    }

    /// The most combinations to eliminate a Farkas multiplier.
    pub fn combinations(self) -> usize {
        self.of(1_000)
    }

    /// The most pairs of accesses to one array: the time grows with the square of accesses.
    pub fn pairs(self) -> usize {
        self.of(1_000)
    }

    /// The most dependences.
    pub fn dependences(self) -> usize {
        self.of(13_333)
    }

    /// The most inequalities of a projection, before implied ones are removed.
    pub fn inequalities(self) -> usize {
        self.of(50_000)
    }

    /// The most pieces of a loop, where there is no other way.
    pub fn pieces(self) -> usize {
        self.of(312_500)
    }

    fn of(self, steps: u64) -> usize {
        usize::try_from(self.max_steps / steps).unwrap_or(usize::MAX)
    }
}
