//! Canonicalization of `scf.index_switch`.

use super::region_branch::add_region_branch_patterns;
use rmlir::prelude::*;
use rmlir_arith::get_constant_int_value;

use super::replace_with_region;
use crate::IndexSwitchOp;

impl Canonicalizer for IndexSwitchOp {
    fn add_patterns(set: &mut PatternSet) {
        set.extend(patterns![fold_constant_case]);
        add_region_branch_patterns(set, IndexSwitchOp::DEF.name);
    }
}

/// Replaces the operation by the region of a constant case.
#[pattern]
pub(crate) fn fold_constant_case(op: IndexSwitchOp, rw: &mut Rewriter) -> Match {
    let Some(value) = get_constant_int_value(rw, op.arg(rw)) else {
        return rw.no_match(op, "the index is not constant");
    };
    let region = rw.region(op.id(), IndexSwitchOp::region_for(OpRef::new(rw, op.id()), value));
    replace_with_region(rw, op.id(), region, &[])
}
