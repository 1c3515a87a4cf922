//! The options of code generation.

use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue};
use rustc_hash::FxHashSet;

use crate::loops::conflict::Facts;
use crate::targets::Target;

/// The execution of the remainder: the iterations after all full vector iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// Together, with a mask.
    Masked,
    /// One after the other.
    Scalar,
}

impl OptionType for Tail {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "masked", doc: "Together, with a mask" },
        EnumCase { name: "scalar", doc: "One after the other" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Tail::Masked, Tail::Scalar])
    }
}

/// The options of code generation.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of lanes of variants, replacing that of functions unless it is 0.
    pub width: i64,
    /// The minimum cost of blocks that are skipped without active lanes; `None` for never.
    pub skip: Option<u64>,
    /// The target of code generation.
    pub target: Target,
    /// Whether loops are versioned.
    pub has_versions: bool,
    /// Whether the form of accesses is selected by shape.
    pub has_rows: bool,
    /// Whether inactive lanes store the values that they have read.
    pub has_blends: bool,
    /// The maximum number of vectors side by side in loops.
    pub interleave: i64,
    /// The number of vectors of iterations in a group when marked loops are split; 0 for never.
    pub regroup: i64,
    /// The maximum number of active lanes for which pieces run as scalar code, one lane after the other; 0 for never.
    pub few: u64,
    /// The minimum cost of pieces that get a copy for the case that all lanes need them; 0 for never.
    pub coherent: u64,
    /// The execution of the remainder of loops.
    pub tail: Tail,
    /// Whether marked loops that are declined stay scalar.
    pub keep_scalar: bool,
    /// Whether different arguments of a function do not alias.
    pub noalias_arguments: bool,
    /// The maximum number of pairs of accesses of a loop that are compared.
    pub max_pairs: u64,
}

impl Options {
    /// The facts about memory, where functions of `free` have no memory effects.
    pub fn facts<'a>(&self, free: &'a FxHashSet<String>) -> Facts<'a> {
        Facts { free: Some(free), noalias_arguments: self.noalias_arguments, max_pairs: self.max_pairs }
    }
}

impl Default for Options {
    fn default() -> Self {
        let target = Target::default();
        Self {
            width: 0,
            skip: None,
            target,
            has_versions: true,
            has_rows: true,
            has_blends: false,
            interleave: 1,
            regroup: 0,
            few: 0,
            coherent: 0,
            tail: Tail::Masked,
            keep_scalar: false,
            noalias_arguments: false,
            max_pairs: Facts::default().max_pairs,
        }
    }
}
