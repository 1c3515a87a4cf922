//! Canonicalization of `scf.index_switch`.

use rmlir::prelude::*;
use rmlir_arith::get_constant_int_value;

use super::replace_with_region;
use crate::IndexSwitchOp;

/// Replaces the operation by the region of a constant case.
#[pattern]
pub(crate) fn fold_constant_case(op: IndexSwitchOp, rw: &mut Rewriter) -> Match {
    let Some(value) = get_constant_int_value(rw, op.arg(rw)) else {
        return rw.no_match(op, "the index is not constant");
    };
    let region = rw.region(op.id(), IndexSwitchOp::region_for(OpRef::new(rw, op.id()), value));
    replace_with_region(rw, op.id(), region, &[])
}
