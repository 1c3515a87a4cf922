//! Sums and products of floats that a parallel loop carries may be computed in any order: its pragma says so.

use rmlir::prelude::*;
use rmlir_arith::{AddFOp, FastMathFlags, MulFOp};
use rmlir_scf::{ForOp, YieldOp};

/// Sets the flag for it on the operations that combine carried values of `op` with others.
pub(super) fn allow_reassociation(rw: &mut Rewriter, op: ForOp) {
    for variable in op.iter_args(rw) {
        for combined in chain(rw, op, variable) {
            let slot = if OpRef::new(rw, combined).is::<AddFOp>() { AddFOp::FASTMATH } else { MulFOp::FASTMATH };
            let flags = FastMathFlags::from_attr(rw.cx(), rw.props(combined)[slot]).unwrap_or(FastMathFlags::None);
            let flags = flags.union(FastMathFlags::Reassociate).attr(rw.cx());
            rw.set_prop(combined, slot, flags);
        }
    }
}

/// The sums or products through which `variable` becomes its next value; none if it has other uses.
fn chain(body: &Body, op: ForOp, mut variable: Value) -> Vec<OpId> {
    let mut found = Vec::new();
    while let Some(user) = body.users(variable).next().filter(|_| body.has_one_use(variable)) {
        let view = OpRef::new(body, user);
        match () {
            () if view.is::<YieldOp>() && body.parent_op(user) == Some(op.id()) => return found,
            () if view.is::<AddFOp>() || view.is::<MulFOp>() => found.push(user),
            () => break,
        }
        variable = body.result(user, 0);
    }
    Vec::new()
}
