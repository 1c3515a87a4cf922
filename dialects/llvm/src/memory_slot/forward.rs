//! Operations that only forward a pointer or annotate memory: they are erased with the slot.

use rmlir::core::memory_slot::{Deletion, PromotableOp, Use};
use rmlir::prelude::*;

use crate::intrinsics::hint::{DbgDeclareIntr, DbgValueIntr};
use crate::intrinsics::memory::*;
use crate::ops::cast::{AddrSpaceCastOp, BitcastOp};
use crate::ops::constant::UndefOp;
use crate::ops::memory::GEPOp;

/// All uses of the results, which are erased with the operation.
fn uses_of_results(op: OpRef) -> Vec<Use> {
    op.results().flat_map(|result| op.body.uses(result.id).collect::<Vec<_>>()).collect()
}

/// Rows of `Op, condition;`: operations that are erased with the uses of their results.
macro_rules! forwards {
    ($($op:ident, $can:expr;)*) => {$(
        impl PromotableOp for $op<()> {
            fn can_remove_uses(&self, op: OpRef, _operands: &[u32]) -> Option<Vec<Use>> {
                let can: fn(OpRef) -> bool = $can;
                can(op).then(|| uses_of_results(op))
            }
            fn remove_uses(&self, _rw: &mut Rewriter, _op: OpId, _operands: &[u32]) -> Deletion {
                Deletion::Delete
            }
        }
    )*};
}

forwards! {
    LifetimeStartIntr, |_| true;
    LifetimeEndIntr, |_| true;
    InvariantStartIntr, |_| true;
    InvariantEndIntr, |_| true;
    LaunderInvariantGroupIntr, |_| true;
    StripInvariantGroupIntr, |_| true;
    DbgDeclareIntr, |_| true;
    AddrSpaceCastOp, |_| true;
    BitcastOp, |_| true;
    // A GEP with zero indices.
    GEPOp, |op| GEPOp::raw_indices(op).iter().all(|&index| index == 0);
}

impl PromotableOp for DbgValueIntr<()> {
    fn can_remove_uses(&self, _op: OpRef, _operands: &[u32]) -> Option<Vec<Use>> {
        Some(Vec::new())
    }
    /// The debug information keeps the variable, with an undefined value.
    fn remove_uses(&self, rw: &mut Rewriter, op: OpId, _operands: &[u32]) -> Deletion {
        rw.before(op);
        let ty = rw.ty(rw.operand(op, 0));
        let undef = rw.value(UndefOp::build(ty));
        rw.set_operand(op, 0, undef);
        Deletion::Keep
    }
}
