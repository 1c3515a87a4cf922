//! Operations that only hand a pointer on, or say something of the memory: they go together with it.

use rmlir::core::memory_slot::{Deletion, PromotableOp, Use};
use rmlir::prelude::*;

use crate::intrinsics::hint::{DbgDeclareIntr, DbgValueIntr};
use crate::intrinsics::memory::*;
use crate::ops::cast::{AddrSpaceCastOp, BitcastOp};
use crate::ops::constant::UndefOp;
use crate::ops::memory::GEPOp;

/// All uses of the results, which go with the operation.
fn uses_of_results(op: OpRef) -> Vec<Use> {
    op.results().flat_map(|result| op.body.uses(result.id).collect::<Vec<_>>()).collect()
}

/// Rows of `Op, condition;`: operations that go together with the uses of their results.
macro_rules! forwards {
    ($($op:ident, $can:expr;)*) => {$(
        impl PromotableOp for $op {
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
    // One that goes nowhere.
    GEPOp, |op| GEPOp::raw_indices(op).iter().all(|&index| index == 0);
}

impl PromotableOp for DbgValueIntr {
    fn can_remove_uses(&self, _op: OpRef, _operands: &[u32]) -> Option<Vec<Use>> {
        Some(Vec::new())
    }
    /// That there is such a variable is still said.
    fn remove_uses(&self, rw: &mut Rewriter, op: OpId, _operands: &[u32]) -> Deletion {
        rw.before(op);
        let ty = rw.ty(rw.operand(op, 0));
        let undef = rw.value(UndefOp::build(ty));
        rw.set_operand(op, 0, undef);
        Deletion::Keep
    }
}
