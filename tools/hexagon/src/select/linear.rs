//! The innermost loop that is selected, and its subscripts, as data.

use rmlir::prelude::*;
use rmlir_hexagon::code::{Memory, Operand, Reg};
use rmlir_hexagon::op::File;
use rmlir_vliw_passes::loops::subscripts::{Access, Accesses};
use rustc_hash::FxHashMap;

/// The loop that is selected.
pub(super) struct Inner<'a> {
    pub op: OpId,
    pub variable: Value,
    /// The block before the loop, which computes what does not change.
    pub before: usize,
    /// The constants that are there.
    pub constants: FxHashMap<(File, i64), Reg>,
    pub lower: Reg,
    pub step: Option<i64>,
    /// The register of the induction variable, if something reads it.
    pub counter: Option<Reg>,
    pub pointers: Vec<Pointer>,
    pub accesses: Accesses<'a>,
    pub accessed: Vec<(Memory, Option<Access>)>,
}

/// A pointer that several accesses share; it is incremented at the end of an iteration.
pub(super) struct Pointer {
    pub memref: Value,
    pub dims: Vec<Linear>,
    pub reg: Reg,
    pub by: Operand,
}

/// A linear function of the induction variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Linear {
    pub factor: i64,
    /// Values from before the loop, with their factors.
    pub terms: Vec<(Value, i64)>,
    pub constant: i64,
}

/// An access with linear subscripts.
pub(super) struct LinearAccess {
    pub memref: Value,
    pub dims: Vec<Linear>,
}

impl Linear {
    pub fn plus(mut self, times: i64, other: &Self) -> Self {
        self.factor = self.factor.wrapping_add(other.factor.wrapping_mul(times));
        self.constant = self.constant.wrapping_add(other.constant.wrapping_mul(times));
        for &(value, factor) in &other.terms {
            let factor = factor.wrapping_mul(times);
            match self.terms.iter_mut().find(|(known, _)| *known == value) {
                Some((_, sum)) => *sum = sum.wrapping_add(factor),
                None => self.terms.push((value, factor)),
            }
        }
        self.terms.retain(|(_, factor)| *factor != 0);
        self
    }
}
